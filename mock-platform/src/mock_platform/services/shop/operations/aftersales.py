"""Returns and exchanges, under the terms of `policy`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal

from pydantic import BaseModel, Field
from sqlalchemy import Integer, cast, func
from sqlmodel import Session, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.shop.models import (
    Case,
    CaseKind,
    Category,
    Order,
    OrderLine,
    Product,
    User,
    Variant,
)
from mock_platform.services.shop.operations.cart import CENT
from mock_platform.services.shop.operations.orders import own_order
from mock_platform.services.shop.policy import FEE_PERCENT, OUR_FAULT, Reason, window_days

FIRST_NUMBER = 500
ZERO = Decimal("0.00")


class Wish(BaseModel):
    """What a customer wants done with an order line."""

    line_id: int
    quantity: int = Field(default=1, ge=1, le=100)
    reason: Reason
    note: str = Field(default="", max_length=1000)


@dataclass(frozen=True)
class _Line:
    """`taken` are the cases that the line has already, without those withdrawn."""

    order: Order
    line: OrderLine
    variant: Variant
    product: Product
    category: Category
    taken: Sequence[Case]

    def paid(self, pieces: int) -> Decimal:
        """What was paid for the next pieces; the last ones are the remainder of the line."""
        due = _paid(self.order, self.line.unit_price * pieces)
        left = _paid(self.order, self.line.unit_price * self.line.quantity)
        for case in self.taken:
            exchanged = _paid(self.order, self.line.unit_price * case.quantity)
            left -= exchanged if case.kind == "exchange" else case.refund + case.fee
        last = pieces + sum(case.quantity for case in self.taken) == self.line.quantity
        return max(left if last else min(due, left), ZERO)


@operation
def request_return(db: Session, user: User, number: str, wish: Wish) -> Case:
    """Ask to send goods back for what was paid for them."""
    found = _open_line(db, user, number, wish)
    paid = found.paid(wish.quantity)
    fee = ZERO
    if found.category.restocking_fee and wish.reason == "changed_mind":
        fee = (paid * FEE_PERCENT / 100).quantize(CENT, ROUND_HALF_UP)
    credit = found.line.on_sale and wish.reason not in OUR_FAULT
    return _open_case(
        db,
        "return",
        wish,
        refund=paid - fee,
        fee=fee,
        refund_to="store_credit" if credit else "payment_method",
    )


@operation
def request_exchange(
    db: Session, user: User, number: str, wish: Wish, replacement_sku: str
) -> Case:
    """Ask for another variant of the same product instead."""
    found = _open_line(db, user, number, wish)
    new = db.exec(select(Variant).where(Variant.sku == replacement_sku.strip())).first()
    if new is None:
        raise Invalid("There is no such article.", fields={"replacement_sku": "unknown"})
    if new.product_id != found.product.id:
        raise Refused("An exchange is for another variant of the same product only.")
    if new.id == found.variant.id and wish.reason not in OUR_FAULT:
        raise Refused("That is the variant you have.")
    if new.stock < wish.quantity:
        raise Refused(f"{new.name} is not in stock.")
    new.stock -= wish.quantity
    difference = (new.price - found.line.unit_price) * wish.quantity
    refund = ZERO
    if difference < 0:
        refund = min(_paid(found.order, -difference), found.paid(wish.quantity))
    return _open_case(
        db,
        "exchange",
        wish,
        replacement_variant_id=new.id,
        to_pay=max(difference, ZERO),
        refund=refund,
        refund_to="store_credit" if refund else "none",
    )


@operation
def withdraw_case(db: Session, user: User, number: str) -> Case:
    """Take a request back while it is still only a request."""
    case = own_case(db, user, number)
    if case.status != "requested":
        raise Refused(f"The request is {case.status} already.")
    case.status = "withdrawn"
    if case.replacement_variant_id is not None:
        db.get_one(Variant, case.replacement_variant_id).stock += case.quantity
    return case


def own_case(db: Session, user: User, number: str) -> Case:
    case = db.exec(select(Case).where(Case.number == number.strip().upper())).first()
    line = db.get(OrderLine, case.order_line_id) if case else None
    order = db.get(Order, line.order_id) if line else None
    if case is None or order is None or order.user_id != user.id:
        raise NotFound("There is no such request.")
    return case


def _open_line(db: Session, user: User, number: str, wish: Wish) -> _Line:
    """The order line, if the terms allow anything to be done with it."""
    order = own_order(db, user, number)
    line = db.get(OrderLine, wish.line_id)
    if line is None or line.order_id != order.id:
        raise NotFound("The order has no such article.")
    variant = db.get_one(Variant, line.variant_id)
    product = db.get_one(Product, variant.product_id)
    category = db.get_one(Category, product.category_id)
    if order.status != "delivered" or order.delivered_at is None:
        raise Refused("Only what has been delivered can be sent back.")
    if category.final_sale and wish.reason not in OUR_FAULT:
        raise Refused(f"{category.name} cannot be returned or exchanged.")
    days = window_days(wish.reason, gift=order.gift)
    if now() > order.delivered_at + timedelta(days=days):
        raise Refused(f"The {days} days after delivery are over.")
    taken = db.exec(
        select(Case).where(Case.order_line_id == line.id, Case.status != "withdrawn")
    ).all()
    if wish.quantity > line.quantity - sum(case.quantity for case in taken):
        raise Refused("A return or an exchange of this article has been asked for already.")
    return _Line(order, line, variant, product, category, taken)


def _paid(order: Order, amount: Decimal) -> Decimal:
    """Goods of that amount less their share of the order's discount."""
    share = order.discount * amount / order.goods if order.goods else ZERO
    return amount - share.quantize(CENT, ROUND_HALF_UP)


def _open_case(db: Session, kind: CaseKind, wish: Wish, **values: object) -> Case:
    highest = db.exec(select(func.max(cast(func.substr(Case.number, 3), Integer)))).one()
    case = Case.model_validate(
        {
            "number": f"R-{max(highest or 0, FIRST_NUMBER) + 1}",
            "order_line_id": wish.line_id,
            "kind": kind,
            "quantity": wish.quantity,
            "reason": wish.reason,
            "note": wish.note,
            "requested_at": now(),
            **values,
        }
    )
    db.add(case)
    db.flush()
    return case
