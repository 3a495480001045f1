"""Purchase orders and the goods that come."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import (
    Account,
    Invoice,
    OrderLine,
    OrderStatus,
    PurchaseOrder,
    Receipt,
    User,
    Vendor,
)
from mock_platform.services.finance.operations.books import find_account, next_number, note
from mock_platform.services.finance.operations.matching import billed_quantities
from mock_platform.services.finance.operations.rights import check_approval
from mock_platform.services.finance.operations.values import (
    Amount,
    Code,
    Line,
    Name,
    PlainDay,
    Quantity,
    Text,
)
from mock_platform.services.finance.operations.vendors import usable_vendor
from mock_platform.services.finance.policy import KEPT, ZERO


class NewOrderLine(BaseModel):
    account: Code
    description: Name
    quantity: Quantity
    unit_price: Amount


class NewOrder(BaseModel):
    vendor_id: int
    ordered_on: PlainDay
    note: Text = ""
    lines: list[NewOrderLine] = Field(min_length=1, max_length=40)


class Delivery(BaseModel):
    """Pieces of one line of an order that came."""

    line_id: int
    quantity: Quantity
    received_on: PlainDay
    note: Line = ""


class OrderQuery(BaseModel):
    q: str = Field(default="", max_length=200)
    status: OrderStatus | Literal[""] = ""
    vendor_id: int | None = None


@dataclass(frozen=True)
class FullOrder:
    """`billed` are the pieces of each line on invoices that are matched or further."""

    order: PurchaseOrder
    vendor: Vendor
    lines: Sequence[tuple[OrderLine, Account]]
    receipts: Sequence[Receipt]
    invoices: Sequence[Invoice]
    billed: dict[int, int]


@operation
def list_orders(
    db: Session, query: OrderQuery, page: int, size: int
) -> Paged[tuple[PurchaseOrder, Vendor]]:
    """Purchase orders, newest first."""
    statement = select(PurchaseOrder)
    if query.status:
        statement = statement.where(PurchaseOrder.status == query.status)
    if query.vendor_id is not None:
        statement = statement.where(PurchaseOrder.vendor_id == query.vendor_id)
    if text := query.q.strip():
        named = select(Vendor.id).where(col(Vendor.name).contains(text, autoescape=True))
        numbered = col(PurchaseOrder.number).contains(text, autoescape=True)
        statement = statement.where(numbered | col(PurchaseOrder.vendor_id).in_(named))
    newest = (col(PurchaseOrder.ordered_on).desc(), col(PurchaseOrder.id).desc())
    found = paged(db, statement.order_by(*newest), page, size)
    ids = {order.vendor_id for order in found.items}
    vendors = {v.id: v for v in db.exec(select(Vendor).where(col(Vendor.id).in_(ids)))}
    pairs = [(order, vendors[order.vendor_id]) for order in found.items]
    return Paged(pairs, found.page, found.size, found.total)


@operation
def view_order(db: Session, number: str) -> FullOrder:
    """An order with what has come and what has been billed."""
    return full_order(db, find_order(db, number))


@operation
def create_order(db: Session, user: User, order: NewOrder) -> FullOrder:
    """Draw up an order; it counts once somebody else has approved it."""
    vendor = usable_vendor(db, order.vendor_id)
    total = sum((line.unit_price * line.quantity for line in order.lines), ZERO)
    if total <= 0 or total > 10**9:
        raise Invalid("An order comes to more than nothing.", fields={"lines": "no amount"})
    created = PurchaseOrder(
        number=next_number(db, PurchaseOrder, "PO"),
        vendor_id=vendor.key,
        ordered_on=order.ordered_on,
        total=total,
        note=order.note,
        entered_by=user.key,
    )
    db.add(created)
    db.flush()
    for line in order.lines:
        account = find_account(db, line.account)
        if account.code in KEPT:
            raise Refused(f"Account {account.code} {account.name} takes no purchases.")
        values = line.model_dump(exclude={"account"})
        db.add(OrderLine(order_id=created.key, account_id=account.key, **values))
    note(db, user, "drew up", created.number, f"{vendor.name}, {total}")
    db.flush()
    return full_order(db, created)


@operation
def approve_order(db: Session, user: User, number: str) -> FullOrder:
    """Approve a draft; from then on goods can be received and billed."""
    order = find_order(db, number)
    if order.status != "draft":
        raise Refused(f"The order is {order.status}.")
    usable_vendor(db, order.vendor_id)
    check_approval(user, order.entered_by, order.total)
    order.status, order.approved_by = "approved", user.key
    note(db, user, "approved", order.number)
    return full_order(db, order)


@operation
def receive_goods(db: Session, user: User, number: str, delivery: Delivery) -> FullOrder:
    """Note that goods of an approved order came."""
    order = find_order(db, number)
    if order.status != "approved":
        raise Refused(f"The order is {order.status}: nothing can be received for it.")
    line = db.get(OrderLine, delivery.line_id)
    if line is None or line.order_id != order.id:
        raise Invalid("The order has no such line.", fields={"line_id": "unknown"})
    left = line.quantity - line.received
    if delivery.quantity > left:
        raise Refused(f"Only {left} of {line.description} are still to come.")
    line.received += delivery.quantity
    values = delivery.model_dump(exclude={"line_id"})
    db.add(Receipt(order_line_id=line.key, received_by=user.key, **values))
    note(db, user, "received", order.number, f"{delivery.quantity} × {line.description}")
    db.flush()
    return full_order(db, order)


@operation
def close_order(db: Session, user: User, number: str) -> FullOrder:
    """Close an approved order: what has not come is not expected any more."""
    order = find_order(db, number)
    if order.status != "approved":
        raise Refused(f"The order is {order.status}.")
    order.status = "closed"
    note(db, user, "closed", order.number)
    return full_order(db, order)


@operation
def cancel_order(db: Session, user: User, number: str) -> FullOrder:
    """Cancel an order of which nothing has come or been billed."""
    order = find_order(db, number)
    full = full_order(db, order)
    if order.status not in ("draft", "approved"):
        raise Refused(f"The order is {order.status}.")
    if any(line.received for line, _ in full.lines) or any(
        invoice.status != "void" for invoice in full.invoices
    ):
        raise Refused("Goods or invoices have come for it: close it instead.")
    order.status = "cancelled"
    note(db, user, "cancelled", order.number)
    return full_order(db, order)


def find_order(db: Session, number: str) -> PurchaseOrder:
    statement = select(PurchaseOrder).where(PurchaseOrder.number == number.strip().upper())
    found = db.exec(statement).first()
    if found is None:
        raise NotFound("There is no such order.")
    return found


def full_order(db: Session, order: PurchaseOrder) -> FullOrder:
    lines = db.exec(
        select(OrderLine, Account)
        .join(Account)
        .where(OrderLine.order_id == order.id)
        .order_by(col(OrderLine.id))
    ).all()
    ids = [line.key for line, _ in lines]
    receipts = select(Receipt).where(col(Receipt.order_line_id).in_(ids))
    invoices = select(Invoice).where(Invoice.order_id == order.id).order_by(col(Invoice.id))
    return FullOrder(
        order,
        db.get_one(Vendor, order.vendor_id),
        lines,
        db.exec(receipts.order_by(col(Receipt.id))).all(),
        db.exec(invoices).all(),
        billed_quantities(db, ids),
    )
