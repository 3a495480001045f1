"""Invoices from entry to approval, and what goes wrong with them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import (
    Account,
    Invoice,
    InvoiceLine,
    InvoiceStatus,
    OrderLine,
    PurchaseOrder,
    Transaction,
    User,
    Vendor,
)
from mock_platform.services.finance.numbers import invoice_key
from mock_platform.services.finance.operations.books import (
    Side,
    book,
    find_account,
    next_number,
    note,
    open_day,
    take_back,
)
from mock_platform.services.finance.operations.matching import Matching, compare
from mock_platform.services.finance.operations.orders import find_order
from mock_platform.services.finance.operations.rights import check_approval, check_limit
from mock_platform.services.finance.operations.values import (
    Amount,
    Code,
    Name,
    PlainDay,
    Quantity,
    Text,
)
from mock_platform.services.finance.operations.vendors import usable_vendor
from mock_platform.services.finance.policy import (
    DUPLICATE_DAYS,
    INPUT_TAX,
    KEPT,
    NO_ORDER_LIMIT,
    PAYABLES,
    ZERO,
    TaxCode,
    cents,
    tax_on,
)


class NewInvoiceLine(BaseModel):
    """`order_line_id` is the line of the purchase order that is billed; it gives the account."""

    description: Name
    quantity: Quantity = 1
    unit_price: Amount
    tax_code: TaxCode = "standard"
    account: Code = ""
    order_line_id: int | None = None


class NewInvoice(BaseModel):
    """`number` is the vendor's, `order` the number of a purchase order."""

    vendor_id: int
    number: Name
    invoiced_on: PlainDay
    order: Code = ""
    note: Text = ""
    lines: list[NewInvoiceLine] = Field(min_length=1, max_length=40)


class InvoiceQuery(BaseModel):
    """`overdue` finds unpaid ones past their due date."""

    q: str = Field(default="", max_length=200)
    status: InvoiceStatus | Literal[""] = ""
    vendor_id: int | None = None
    due_until: PlainDay | None = None
    overdue: bool = False


@dataclass(frozen=True)
class FullInvoice:
    """`warnings` are signs that it may be a duplicate."""

    invoice: Invoice
    vendor: Vendor
    lines: Sequence[tuple[InvoiceLine, Account]]
    order: PurchaseOrder | None
    matching: Matching | None
    transactions: Sequence[Transaction]
    warnings: Sequence[Invoice]


@operation
def list_invoices(
    db: Session, query: InvoiceQuery, page: int, size: int
) -> Paged[tuple[Invoice, Vendor]]:
    """Invoices, newest first."""
    statement = select(Invoice)
    if query.status:
        statement = statement.where(Invoice.status == query.status)
    if query.vendor_id is not None:
        statement = statement.where(Invoice.vendor_id == query.vendor_id)
    if query.due_until:
        statement = statement.where(col(Invoice.due_on) <= query.due_until)
    if query.overdue:
        unpaid = col(Invoice.status).not_in(("paid", "void"))
        statement = statement.where(unpaid, col(Invoice.due_on) < today())
    if text := query.q.strip():
        named = select(Vendor.id).where(col(Vendor.name).contains(text, autoescape=True))
        numbered = (Invoice.reference, Invoice.number)
        found_in = [col(field).contains(text, autoescape=True) for field in numbered]
        statement = statement.where(or_(*found_in, col(Invoice.vendor_id).in_(named)))
    newest = (col(Invoice.invoiced_on).desc(), col(Invoice.id).desc())
    found = paged(db, statement.order_by(*newest), page, size)
    ids = {invoice.vendor_id for invoice in found.items}
    vendors = {v.id: v for v in db.exec(select(Vendor).where(col(Vendor.id).in_(ids)))}
    pairs = [(invoice, vendors[invoice.vendor_id]) for invoice in found.items]
    return Paged(pairs, found.page, found.size, found.total)


@operation
def view_invoice(db: Session, reference: str) -> FullInvoice:
    """An invoice with its lines, how it compares with its order, and what was booked for it."""
    return full_invoice(db, find_invoice(db, reference))


@operation
def enter_invoice(db: Session, user: User, invoice: NewInvoice) -> FullInvoice:
    """Enter a draft; due by the vendor's terms."""
    created = Invoice(
        reference=next_number(db, Invoice, "INV", "reference"),
        vendor_id=invoice.vendor_id,
        number=invoice.number,
        number_key="",
        invoiced_on=invoice.invoiced_on,
        due_on=invoice.invoiced_on,
        net=ZERO,
        total=ZERO,
        entered_by=user.key,
        entered_at=now(),
    )
    _fill(db, created, invoice)
    note(db, user, "entered", created.reference, f"{created.number}, {created.total}")
    return full_invoice(db, created)


@operation
def update_invoice(db: Session, user: User, reference: str, invoice: NewInvoice) -> FullInvoice:
    """Replace the contents of a draft; whoever changes it has entered it."""
    found = find_invoice(db, reference)
    _expect(found, "draft")
    for line, _ in full_invoice(db, found).lines:
        db.delete(line)
    _fill(db, found, invoice)
    found.entered_by = user.key
    note(db, user, "changed", found.reference)
    return full_invoice(db, found)


@operation
def receive_invoice(db: Session, user: User, reference: str) -> FullInvoice:
    """Take a draft in: its contents do not change from now on."""
    invoice = find_invoice(db, reference)
    _expect(invoice, "draft")
    _check_duplicate(db, invoice)
    invoice.status = "received"
    note(db, user, "took in", invoice.reference)
    return full_invoice(db, invoice)


@operation
def match_invoice(db: Session, user: User, reference: str) -> FullInvoice:
    """Match a received invoice with its order and receipts, within the tolerance."""
    invoice = find_invoice(db, reference)
    _expect(invoice, "received")
    full = full_invoice(db, invoice)
    if full.matching is None:
        raise Refused("The invoice names no purchase order.")
    if full.matching.problems:
        raise Refused("It does not match: " + " ".join(full.matching.problems))
    invoice.status = "matched"
    note(db, user, "matched", invoice.reference, f"with {full.order.number if full.order else ''}")
    return full_invoice(db, invoice)


@operation
def approve_invoice(db: Session, user: User, reference: str) -> FullInvoice:
    """Approve for payment and book it; small invoices without an order need no match."""
    invoice = find_invoice(db, reference)
    if invoice.status == "received" and invoice.order_id is None:
        if invoice.total > NO_ORDER_LIMIT:
            raise Refused(f"An invoice above {NO_ORDER_LIMIT} needs a purchase order to match.")
    else:
        _expect(invoice, "matched")
    vendor = usable_vendor(db, invoice.vendor_id)
    check_approval(user, invoice.entered_by, invoice.total)
    _check_duplicate(db, invoice)
    invoice.status, invoice.approved_by = "approved", user.key
    full = full_invoice(db, invoice)
    book(
        db,
        user,
        open_day(db, invoice.invoiced_on, today()),
        "invoice",
        _sides(db, full),
        memo=f"Invoice {invoice.number}",
        counterparty=vendor.name,
        invoice_id=invoice.id,
    )
    note(db, user, "approved", invoice.reference, str(invoice.total))
    return full_invoice(db, invoice)


@operation
def dispute_invoice(db: Session, user: User, reference: str, reason: str) -> FullInvoice:
    """Hold an invoice back; it is not paid until the dispute is settled."""
    invoice = find_invoice(db, reference)
    _expect(invoice, "received", "matched", "approved")
    invoice.disputed_from, invoice.status, invoice.reason = invoice.status, "disputed", reason
    note(db, user, "disputed", invoice.reference, reason)
    return full_invoice(db, invoice)


@operation
def settle_dispute(db: Session, user: User, reference: str, reason: str) -> FullInvoice:
    """End a dispute; the invoice is again what it was before."""
    invoice = find_invoice(db, reference)
    _expect(invoice, "disputed")
    before: InvoiceStatus = "received"
    if invoice.disputed_from == "matched":
        before = "matched"
    elif invoice.disputed_from == "approved":
        before = "approved"
    invoice.status, invoice.disputed_from, invoice.reason = before, "", ""
    note(db, user, "settled the dispute of", invoice.reference, reason)
    return full_invoice(db, invoice)


@operation
def void_invoice(db: Session, user: User, reference: str, reason: str) -> FullInvoice:
    """Make an unpaid invoice count for nothing; what was booked for it is reversed today."""
    invoice = find_invoice(db, reference)
    _expect(invoice, "draft", "received", "matched", "approved", "disputed")
    if "approved" in (invoice.status, invoice.disputed_from):
        check_limit(user, invoice.total)
        for transaction in full_invoice(db, invoice).transactions:
            if transaction.kind == "invoice" and transaction.status == "posted":
                day = max(transaction.day, today())
                take_back(db, user, transaction, day, reason)
    invoice.status, invoice.reason, invoice.disputed_from = "void", reason, ""
    note(db, user, "voided", invoice.reference, reason)
    return full_invoice(db, invoice)


def find_invoice(db: Session, reference: str) -> Invoice:
    statement = select(Invoice).where(Invoice.reference == reference.strip().upper())
    found = db.exec(statement).first()
    if found is None:
        raise NotFound("There is no such invoice.")
    return found


def full_invoice(db: Session, invoice: Invoice) -> FullInvoice:
    lines = db.exec(
        select(InvoiceLine, Account)
        .join(Account)
        .where(InvoiceLine.invoice_id == invoice.id)
        .order_by(col(InvoiceLine.id))
    ).all()
    order = db.get(PurchaseOrder, invoice.order_id) if invoice.order_id else None
    booked = select(Transaction).where(Transaction.invoice_id == invoice.id)
    return FullInvoice(
        invoice,
        db.get_one(Vendor, invoice.vendor_id),
        lines,
        order,
        compare(db, invoice, [line for line, _ in lines], order) if order else None,
        db.exec(booked.order_by(col(Transaction.id))).all(),
        _like(db, invoice),
    )


def _expect(invoice: Invoice, *states: InvoiceStatus) -> None:
    if invoice.status not in states:
        raise Refused(
            f"The invoice is {invoice.status}; it would have to be {' or '.join(states)}."
        )


def _fill(db: Session, invoice: Invoice, given: NewInvoice) -> None:
    vendor = usable_vendor(db, given.vendor_id)
    order = _order(db, given, vendor)
    invoice.vendor_id, invoice.number = vendor.key, given.number
    invoice.number_key, invoice.note = invoice_key(given.number), given.note
    invoice.invoiced_on = given.invoiced_on
    invoice.due_on = given.invoiced_on + timedelta(days=vendor.terms_days)
    invoice.order_id = order.id if order else None
    _check_duplicate(db, invoice)
    lines = [_line(db, line, order) for line in given.lines]
    invoice.net = sum((line.net for line in lines), ZERO)
    invoice.tax = sum((line.tax for line in lines), ZERO)
    invoice.total = invoice.net + invoice.tax
    if not 0 < invoice.total < 10**10:
        raise Invalid("An invoice comes to more than nothing.", fields={"lines": "no amount"})
    db.add(invoice)
    db.flush()
    for line in lines:
        line.invoice_id = invoice.key
        db.add(line)
    db.flush()


def _order(db: Session, given: NewInvoice, vendor: Vendor) -> PurchaseOrder | None:
    if not given.order.strip():
        return None
    try:
        order = find_order(db, given.order)
    except NotFound:
        raise Invalid("There is no such order.", fields={"order": "unknown"}) from None
    if order.vendor_id != vendor.id:
        raise Invalid("The order is with another vendor.", fields={"order": "another vendor's"})
    return order


def _line(db: Session, given: NewInvoiceLine, order: PurchaseOrder | None) -> InvoiceLine:
    account_id = None
    if given.order_line_id is not None:
        ordered = db.get(OrderLine, given.order_line_id)
        if order is None or ordered is None or ordered.order_id != order.id:
            raise Invalid("The order has no such line.", fields={"order_line_id": "unknown"})
        account_id = ordered.account_id
    if given.account or account_id is None:
        account = find_account(db, given.account)
        if account.code in KEPT:
            raise Refused(f"Account {account.code} {account.name} takes no invoices.")
        account_id = account.key
    net = cents(given.unit_price * given.quantity)
    return InvoiceLine(
        invoice_id=0,
        account_id=account_id,
        net=net,
        tax=tax_on(net, given.tax_code),
        **given.model_dump(exclude={"account"}),
    )


def _check_duplicate(db: Session, invoice: Invoice) -> None:
    same = select(Invoice).where(
        Invoice.vendor_id == invoice.vendor_id, Invoice.number_key == invoice.number_key
    )
    with db.no_autoflush:
        for other in db.exec(same):
            if other.id != invoice.id and other.status != "void":
                said = f"{other.reference} is the same vendor's invoice {other.number}."
                raise Refused(f"This looks like a duplicate: {said}")


def _like(db: Session, invoice: Invoice) -> Sequence[Invoice]:
    """Others of the vendor over the same total, from about the same time."""
    near = timedelta(days=DUPLICATE_DAYS)
    statement = select(Invoice).where(
        Invoice.vendor_id == invoice.vendor_id,
        Invoice.id != invoice.id,
        Invoice.total == invoice.total,
        Invoice.status != "void",
        col(Invoice.invoiced_on).between(invoice.invoiced_on - near, invoice.invoiced_on + near),
    )
    return db.exec(statement.order_by(col(Invoice.id)).limit(20)).all()


def _sides(db: Session, full: FullInvoice) -> list[Side]:
    sums: dict[int, Decimal] = defaultdict(lambda: ZERO)
    for line, _ in full.lines:
        sums[line.account_id] += line.net
    sums[find_account(db, INPUT_TAX).key] += full.invoice.tax
    sums[find_account(db, PAYABLES).key] -= full.invoice.total
    return [Side(account, amount) for account, amount in sums.items()]
