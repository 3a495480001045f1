"""The cart, and what its content would cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.shop.models import (
    CartItem,
    Category,
    Coupon,
    Order,
    Product,
    User,
    Variant,
)
from mock_platform.services.shop.operations.catalogue import with_children
from mock_platform.services.shop.policy import LARGEST_QUANTITY, ShippingMethod, shipping_cost

CENT = Decimal("0.01")


@dataclass(frozen=True)
class CartLine:
    item: CartItem
    variant: Variant
    product: Product

    @property
    def amount(self) -> Decimal:
        return self.variant.price * self.item.quantity

    @property
    def name(self) -> str:
        return f"{self.product.name}, {self.variant.name}"


@dataclass(frozen=True)
class Quote:
    """What a cart costs: goods minus discount plus delivery."""

    lines: Sequence[CartLine]
    goods: Decimal
    coupon: Coupon | None
    discount: Decimal
    shipping_method: ShippingMethod
    shipping_cost: Decimal

    @property
    def total(self) -> Decimal:
        return self.goods - self.discount + self.shipping_cost


@operation
def view_cart(
    db: Session, user: User, coupon: str = "", shipping_method: ShippingMethod = "standard"
) -> Quote:
    """The cart with what it costs, with a coupon and a way of delivery tried on."""
    lines = cart_lines(db, user)
    goods = sum((line.amount for line in lines), Decimal("0.00"))
    used = find_coupon(db, user, coupon, lines) if coupon.strip() else None
    discount = _discount(used, _fitting(db, used, lines)) if used else Decimal("0.00")
    cost = shipping_cost(shipping_method, goods - discount) if lines else Decimal("0.00")
    return Quote(lines, goods, used, discount, shipping_method, cost)


@operation
def add_to_cart(db: Session, user: User, sku: str, quantity: int = 1) -> CartItem:
    """Put a variant into the cart, or more of it."""
    variant = db.exec(select(Variant).where(Variant.sku == sku.strip())).first()
    if variant is None:
        raise NotFound("There is no such article.")
    assert variant.id is not None
    assert user.id is not None
    item = db.exec(
        select(CartItem).where(CartItem.user_id == user.id, CartItem.variant_id == variant.id)
    ).first()
    if item is None:
        item = CartItem(user_id=user.id, variant_id=variant.id, quantity=0)
    _set_quantity(item, variant, item.quantity + quantity)
    db.add(item)
    db.flush()
    return item


@operation
def change_cart_item(db: Session, user: User, item_id: int, quantity: int) -> CartItem:
    """Set how many of an article are in the cart."""
    item = _own_item(db, user, item_id)
    variant = db.get_one(Variant, item.variant_id)
    _set_quantity(item, variant, quantity)
    return item


@operation
def remove_cart_item(db: Session, user: User, item_id: int) -> None:
    """Take an article out of the cart."""
    db.delete(_own_item(db, user, item_id))


def cart_lines(db: Session, user: User) -> list[CartLine]:
    rows = db.exec(
        select(CartItem, Variant, Product)
        .join(Variant, col(Variant.id) == CartItem.variant_id)
        .join(Product, col(Product.id) == Variant.product_id)
        .where(CartItem.user_id == user.id)
        .order_by(col(CartItem.id))
    ).all()
    return [CartLine(*row) for row in rows]


def find_coupon(db: Session, user: User, code: str, lines: Sequence[CartLine]) -> Coupon:
    """The coupon, if it may be used on this cart; Refused says why it may not."""
    coupon = db.get(Coupon, code.strip().upper())
    if coupon is None:
        raise Invalid("There is no such coupon.", fields={"coupon": "unknown"})
    if not coupon.valid_from <= now() <= coupon.valid_until:
        raise Refused(f"The coupon {coupon.code} is not valid at this time.")
    fitting = _fitting(db, coupon, lines)
    if not lines:
        raise Refused("Your cart is empty.")
    if not fitting:
        category = db.get(Category, coupon.category_id)
        raise Refused(f"The coupon {coupon.code} is for {category.name if category else 'goods'}.")
    if sum(line.amount for line in fitting) < coupon.minimum:
        raise Refused(f"The coupon {coupon.code} needs goods of at least €{coupon.minimum}.")
    if coupon.once and _used(db, user, coupon):
        raise Refused(f"You have used the coupon {coupon.code} already.")
    return coupon


def _used(db: Session, user: User, coupon: Coupon) -> bool:
    past = select(Order.id).where(Order.user_id == user.id, Order.coupon_code == coupon.code)
    return db.exec(past.where(Order.status != "cancelled")).first() is not None


def _fitting(db: Session, coupon: Coupon, lines: Sequence[CartLine]) -> list[CartLine]:
    """The lines that a coupon is for: those of its category and of the ones below it."""
    if coupon.category_id is None:
        return list(lines)
    category = db.get_one(Category, coupon.category_id)
    wanted = {found.id for found in with_children(db, category.slug)}
    return [line for line in lines if line.product.category_id in wanted]


def _discount(coupon: Coupon, fitting: Sequence[CartLine]) -> Decimal:
    base = sum((line.amount for line in fitting), Decimal("0.00"))
    if coupon.percent is not None:
        return (base * coupon.percent / 100).quantize(CENT, ROUND_HALF_UP)
    return min(base, coupon.amount or Decimal("0.00"))


def _set_quantity(item: CartItem, variant: Variant, quantity: int) -> None:
    if not 1 <= quantity <= LARGEST_QUANTITY:
        message = f"The quantity must be between 1 and {LARGEST_QUANTITY}."
        raise Invalid(message, fields={"quantity": message})
    if quantity > variant.stock:
        left = f"Only {variant.stock} left" if variant.stock else "Sold out"
        raise Refused(f"{left}: {variant.sku}.")
    item.quantity = quantity


def _own_item(db: Session, user: User, item_id: int) -> CartItem:
    item = db.get(CartItem, item_id)
    if item is None or item.user_id != user.id:
        raise NotFound("There is no such article in your cart.")
    return item
