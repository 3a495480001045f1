"""Checkout, and what can be done with an order before it leaves."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field
from sqlalchemy import Integer, cast, func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.shop.models import (
    Address,
    Case,
    Order,
    OrderLine,
    PaymentMethod,
    Product,
    User,
    Variant,
)
from mock_platform.services.shop.operations.cart import CartLine, view_cart
from mock_platform.services.shop.policy import ShippingMethod

FIRST_NUMBER = 10_000


class Checkout(BaseModel):
    """What an order needs to know besides the cart."""

    address_id: int
    payment_method_id: int
    shipping_method: ShippingMethod = "standard"
    coupon: str = Field(default="", max_length=40)
    gift: bool = False


@dataclass(frozen=True)
class FullOrder:
    order: Order
    lines: Sequence[OrderLine]
    cases: Sequence[Case]
    payment: PaymentMethod | None
    slugs: dict[int, str]


@operation
def place_order(db: Session, user: User, checkout: Checkout) -> FullOrder:
    """Buy what is in the cart; the cart is empty afterwards and the stock is lower."""
    address = db.get(Address, checkout.address_id)
    if address is None or address.user_id != user.id:
        raise Invalid("Choose one of your addresses.", fields={"address_id": "unknown"})
    payment = db.get(PaymentMethod, checkout.payment_method_id)
    if payment is None or payment.user_id != user.id:
        raise Invalid("Choose one of your cards.", fields={"payment_method_id": "unknown"})
    if payment.expires_on < today():
        raise Refused(f"The card ending in {payment.last_four} has expired.")
    quote = view_cart(db, user, checkout.coupon, checkout.shipping_method)
    if not quote.lines:
        raise Refused("Your cart is empty.")
    assert user.id is not None
    order = Order(
        number=_next_number(db),
        user_id=user.id,
        placed_at=now(),
        address_id=address.id,
        ship_to=f"{address.recipient}, {address.street}, {address.postcode} {address.city}",
        payment_method_id=payment.id,
        shipping_method=checkout.shipping_method,
        gift=checkout.gift,
        coupon_code=quote.coupon.code if quote.coupon else None,
        goods=quote.goods,
        discount=quote.discount,
        shipping_cost=quote.shipping_cost,
        total=quote.total,
    )
    db.add(order)
    db.flush()
    for line in quote.lines:
        _take(db, order, line)
    db.flush()
    return full_order(db, order)


@operation
def list_orders(db: Session, user: User, page: int, size: int) -> Paged[FullOrder]:
    """The user's orders, newest first."""
    statement = select(Order).where(Order.user_id == user.id)
    newest = (col(Order.placed_at).desc(), col(Order.id).desc())
    found = paged(db, statement.order_by(*newest), page, size)
    items = [full_order(db, order) for order in found.items]
    return Paged(items, found.page, found.size, found.total)


@operation
def view_order(db: Session, user: User, number: str) -> FullOrder:
    """One order with its lines, and the returns and exchanges asked for."""
    return full_order(db, own_order(db, user, number))


@operation
def cancel_order(db: Session, user: User, number: str) -> FullOrder:
    """Take an order back before it is shipped; the goods return to stock."""
    order = own_order(db, user, number)
    if order.status != "placed":
        raise Refused(f"The order is {order.status} and cannot be cancelled any more.")
    order.status = "cancelled"
    found = full_order(db, order)
    for line in found.lines:
        db.get_one(Variant, line.variant_id).stock += line.quantity
    return found


def own_order(db: Session, user: User, number: str) -> Order:
    order = db.exec(select(Order).where(Order.number == number.strip().upper())).first()
    if order is None or order.user_id != user.id:
        raise NotFound("There is no such order.")
    return order


def full_order(db: Session, order: Order) -> FullOrder:
    lines = db.exec(
        select(OrderLine).where(OrderLine.order_id == order.id).order_by(col(OrderLine.id))
    ).all()
    ids = [line.id for line in lines]
    cases = db.exec(
        select(Case).where(col(Case.order_line_id).in_(ids)).order_by(col(Case.id))
    ).all()
    payment = db.get(PaymentMethod, order.payment_method_id) if order.payment_method_id else None
    slugs = db.exec(
        select(Variant.id, Product.slug)
        .join(Product, col(Product.id) == Variant.product_id)
        .where(col(Variant.id).in_([line.variant_id for line in lines]))
    ).all()
    return FullOrder(order, lines, cases, payment, {k: v for k, v in slugs if k is not None})


def _take(db: Session, order: Order, line: CartLine) -> None:
    if line.item.quantity > line.variant.stock:
        raise Refused(f"{line.name} is not in stock any more in that quantity.")
    line.variant.stock -= line.item.quantity
    assert order.id is not None
    assert line.variant.id is not None
    db.add(
        OrderLine(
            order_id=order.id,
            variant_id=line.variant.id,
            sku=line.variant.sku,
            name=line.name,
            unit_price=line.variant.price,
            quantity=line.item.quantity,
            on_sale=line.product.on_sale,
        )
    )
    db.delete(line.item)


def _next_number(db: Session) -> str:
    highest = db.exec(select(func.max(cast(func.substr(Order.number, 3), Integer)))).one()
    return f"Q-{max(highest or 0, FIRST_NUMBER) + 1}"
