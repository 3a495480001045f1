"""Purchase orders and invoices."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from pydantic import BaseModel
from sqlmodel import Session

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.forms import attempt, checked, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.models import User
from mock_platform.services.finance.pages.ledger import reason_of
from mock_platform.services.finance.pages.router import (
    SIZE,
    Asked,
    Me,
    Text,
    accounts,
    filled,
    router,
    rows,
    show,
    vendors,
)


class LinesForm(BaseModel):
    """The lines of an order or an invoice as they were typed."""

    vendor_id: str = ""
    note: str = ""
    account: list[str] = []
    description: list[str] = []
    quantity: list[str] = []
    unit_price: list[str] = []

    def lines(self) -> list[dict[str, str]]:
        return rows(
            account=self.account,
            description=self.description,
            quantity=self.quantity,
            unit_price=self.unit_price,
        )


class OrderForm(LinesForm):
    ordered_on: str = ""

    def order(self) -> ops.NewOrder:
        given: dict[str, Any] = self.model_dump(include={"vendor_id", "note", "ordered_on"})
        given["lines"] = filled(self.lines(), "description", "unit_price")
        return checked(ops.NewOrder, given)


class InvoiceForm(LinesForm):
    number: str = ""
    invoiced_on: str = ""
    order: str = ""
    tax_code: list[str] = []
    order_line_id: list[str] = []

    def lines(self) -> list[dict[str, str]]:
        more = rows(tax_code=self.tax_code, order_line_id=self.order_line_id)
        return [line | extra for line, extra in zip(super().lines(), more, strict=False)]

    def invoice(self) -> ops.NewInvoice:
        fields = {"vendor_id", "note", "number", "invoiced_on", "order"}
        given: dict[str, Any] = self.model_dump(include=fields)
        given["lines"] = filled(self.lines(), "description", "unit_price")
        return checked(ops.NewInvoice, given)


FilledOrder = Annotated[OrderForm, Form()]
FilledInvoice = Annotated[InvoiceForm, Form()]


@router.get("/orders")
def orders(
    request: Request, db: DB, me: Me, q: Asked = "", status: Asked = "", page: PageNumber = 1
) -> Response:
    given = {"q": q, "status": status}
    found = ops.list_orders(db, checked(ops.OrderQuery, given), page, SIZE)
    return show(request, me, "orders.html", found=found, given=given)


@router.get("/orders/new")
def new_order(request: Request, db: DB, me: Me, vendor: Asked = "") -> Response:
    form = OrderForm(vendor_id=vendor, ordered_on=today().isoformat())
    return _order_form(request, db, me, form)


@router.post("/orders/new")
def create_order(request: Request, db: DB, me: Me, form: FilledOrder) -> Response:
    try:
        full = ops.create_order(db, me, form.order())
    except (Invalid, Refused) as error:
        db.rollback()
        return _order_form(request, db, me, form, error)
    done = "Saved as a draft. Somebody else has to approve it."
    return redirect(request, f"/orders/{full.order.number}", done)


@router.get("/orders/{number}")
def order(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_order(db, number)
    return show(request, me, "order.html", full=full, o=full.order, names=ops.people(db))


@router.post("/orders/{number}")
def change_order(
    request: Request,
    db: DB,
    me: Me,
    number: str,
    action: Text,
    line_id: Text = "",
    quantity: Text = "",
    received_on: Text = "",
    note: Text = "",
) -> Response:
    def act() -> None:
        if action == "receive":
            given = {"line_id": line_id, "quantity": quantity, "received_on": received_on}
            delivery = checked(ops.Delivery, given | {"note": note})
            ops.receive_goods(db, me, number, delivery)
        elif action == "approve":
            ops.approve_order(db, me, number)
        elif action == "close":
            ops.close_order(db, me, number)
        elif action == "cancel":
            ops.cancel_order(db, me, number)
        else:
            raise NotFound("There is no such page.")

    done = {"receive": "Received.", "approve": "Approved.", "close": "Closed."}
    return attempt(request, db, act, f"/orders/{number}", done.get(action, "Cancelled."))


@router.get("/invoices")
def invoices(
    request: Request,
    db: DB,
    me: Me,
    q: Asked = "",
    status: Asked = "",
    overdue: bool = False,
    page: PageNumber = 1,
) -> Response:
    given = {"q": q, "status": status, "overdue": overdue}
    found = ops.list_invoices(db, checked(ops.InvoiceQuery, given), page, SIZE)
    return show(request, me, "invoices.html", found=found, given=given)


@router.get("/invoices/new")
def new_invoice(
    request: Request, db: DB, me: Me, order: Asked = "", vendor: Annotated[str, Query()] = ""
) -> Response:
    form = InvoiceForm(vendor_id=vendor, invoiced_on=today().isoformat())
    if order:
        _from_order(form, ops.view_order(db, order))
    return _invoice_form(request, db, me, form)


@router.post("/invoices/new")
def enter_invoice(request: Request, db: DB, me: Me, form: FilledInvoice) -> Response:
    try:
        full = ops.enter_invoice(db, me, form.invoice())
    except (Invalid, Refused) as error:
        db.rollback()
        return _invoice_form(request, db, me, form, error=error)
    return redirect(request, f"/invoices/{full.invoice.reference}", "Saved as a draft.")


@router.get("/invoices/{reference}")
def invoice(request: Request, db: DB, me: Me, reference: str) -> Response:
    full = ops.view_invoice(db, reference)
    matches = {m.line.id: m for m in full.matching.lines} if full.matching else {}
    context = {"full": full, "i": full.invoice, "matches": matches}
    return show(request, me, "invoice.html", names=ops.people(db), **context)


@router.get("/invoices/{reference}/edit")
def edit_invoice(request: Request, db: DB, me: Me, reference: str) -> Response:
    full = ops.view_invoice(db, reference)
    found = full.invoice
    form = InvoiceForm(
        vendor_id=str(found.vendor_id),
        number=found.number,
        invoiced_on=found.invoiced_on.isoformat(),
        order=full.order.number if full.order else "",
        note=found.note,
        account=[account.code for _, account in full.lines],
        description=[line.description for line, _ in full.lines],
        quantity=[str(line.quantity) for line, _ in full.lines],
        unit_price=[str(line.unit_price) for line, _ in full.lines],
        tax_code=[line.tax_code for line, _ in full.lines],
        order_line_id=[str(line.order_line_id or "") for line, _ in full.lines],
    )
    return _invoice_form(request, db, me, form, reference)


@router.post("/invoices/{reference}/edit")
def update_invoice(
    request: Request, db: DB, me: Me, reference: str, form: FilledInvoice
) -> Response:
    try:
        ops.update_invoice(db, me, reference, form.invoice())
    except (Invalid, Refused) as error:
        db.rollback()
        return _invoice_form(request, db, me, form, reference, error)
    return redirect(request, f"/invoices/{reference}", "Saved.")


@router.post("/invoices/{reference}")
def change_invoice(
    request: Request, db: DB, me: Me, reference: str, action: Text, reason: Text = ""
) -> Response:
    def act() -> None:
        if action == "receive":
            ops.receive_invoice(db, me, reference)
        elif action == "match":
            ops.match_invoice(db, me, reference)
        elif action == "approve":
            ops.approve_invoice(db, me, reference)
        elif action == "dispute":
            ops.dispute_invoice(db, me, reference, reason_of(reason))
        elif action == "settle":
            ops.settle_dispute(db, me, reference, reason_of(reason))
        elif action == "void":
            ops.void_invoice(db, me, reference, reason_of(reason))
        else:
            raise NotFound("There is no such page.")

    done = {
        "receive": "Taken in.",
        "match": "Matched.",
        "approve": "Approved.",
        "dispute": "Held back.",
        "settle": "The dispute is settled.",
    }
    return attempt(request, db, act, f"/invoices/{reference}", done.get(action, "Void."))


def _from_order(form: InvoiceForm, full: ops.FullOrder) -> None:
    """Fill in what has come of an order and is not billed yet."""
    form.order, form.vendor_id = full.order.number, str(full.order.vendor_id)
    for line, account in full.lines:
        left = line.received - full.billed.get(line.key, 0)
        if left > 0:
            form.account.append(account.code)
            form.description.append(line.description)
            form.quantity.append(str(left))
            form.unit_price.append(str(line.unit_price))
            form.tax_code.append("standard")
            form.order_line_id.append(str(line.key))


def _order_form(
    request: Request,
    db: Session,
    me: User,
    form: OrderForm,
    error: Invalid | Refused | None = None,
) -> Response:
    return show(
        request,
        me,
        "order_form.html",
        error.status if error else 200,
        form=form,
        lines=form.lines(),
        error=error,
        accounts=accounts(db),
        vendors=vendors(db),
    )


def _invoice_form(
    request: Request,
    db: Session,
    me: User,
    form: InvoiceForm,
    reference: str = "",
    error: Invalid | Refused | None = None,
) -> Response:
    order = _order_of(db, form.order)
    choices = [
        (line.key, f"{line.description}, {line.quantity} at {line.unit_price}")
        for line, _ in (order.lines if order else ())
    ]
    return show(
        request,
        me,
        "invoice_form.html",
        error.status if error else 200,
        form=form,
        lines=form.lines(),
        order_lines=choices,
        reference=reference,
        error=error,
        accounts=accounts(db),
        vendors=vendors(db),
        vendor_id=whole_number(form.vendor_id),
    )


def _order_of(db: Session, number: str) -> ops.FullOrder | None:
    try:
        return ops.view_order(db, number) if number.strip() else None
    except NotFound:
        return None
