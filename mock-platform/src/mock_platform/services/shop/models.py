"""The tables of the shop."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint, text
from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, Day, MaybeMoney, MaybeWhen, Money, Row, When
from mock_platform.services.shop.policy import Reason, ShippingMethod

OrderStatus = Literal["placed", "shipped", "delivered", "cancelled"]
CaseStatus = Literal["requested", "approved", "completed", "withdrawn"]
CaseKind = Literal["return", "exchange"]
RefundTo = Literal["payment_method", "store_credit", "none"]
Price = Annotated[Money, Limit(ge=0)]
Stars = Annotated[int, Limit(ge=1, le=5)]


class ShopRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, ShopRow, table=True):
    """A customer; `store_credit` is what the shop owes from requests that are completed."""

    __tablename__ = "users"

    phone: str = ""
    newsletter: bool = False
    store_credit: Price = Decimal("0.00")


class Category(ShopRow, table=True):
    """`final_sale` goods cannot be sent back; `restocking_fee` applies where minds change."""

    __tablename__ = "categories"

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True, index=True)
    name: str
    parent_id: int | None = Field(default=None, foreign_key="categories.id")
    final_sale: bool = False
    restocking_fee: bool = False


class Product(ShopRow, table=True):
    """`rating` is the mean of `rating_count` ratings; `on_sale` goods have their own terms."""

    __tablename__ = "products"
    __table_args__ = (
        Index("products_by_relevance", text("sponsored DESC"), text("popularity DESC"), "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True, index=True)
    name: str = Field(index=True)
    brand: str = Field(index=True)
    category_id: int = Field(foreign_key="categories.id", index=True)
    description: str = ""
    listed_at: When
    popularity: int = Field(default=0, index=True)
    rating: Annotated[float, Limit(ge=0, le=5)] = 0.0
    rating_count: Annotated[int, Limit(ge=0)] = 0
    on_sale: bool = False
    sponsored: bool = False


class Attribute(ShopRow, table=True):
    """A line of a product's specification."""

    __tablename__ = "attributes"

    id: int | None = Field(default=None, primary_key=True)
    product_id: int = Field(foreign_key="products.id", index=True)
    name: str = Field(index=True)
    value: str


class Variant(ShopRow, table=True):
    """What is really bought: a product in one size or colour, with its price and stock."""

    __tablename__ = "variants"
    __table_args__ = (Index("ix_variants_offer", "product_id", "price", "stock"),)

    id: int | None = Field(default=None, primary_key=True)
    product_id: int = Field(foreign_key="products.id")
    sku: str = Field(unique=True, index=True)
    name: str
    price: Price
    stock: Annotated[int, Limit(ge=0)] = 0


class Review(ShopRow, table=True):
    __tablename__ = "reviews"

    id: int | None = Field(default=None, primary_key=True)
    product_id: int = Field(foreign_key="products.id", index=True)
    user_id: int | None = Field(default=None, foreign_key="users.id")
    author: str
    stars: Stars
    title: str = ""
    text: str = ""
    written_at: When


class CartItem(ShopRow, table=True):
    __tablename__ = "cart_items"
    __table_args__ = (UniqueConstraint("user_id", "variant_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    variant_id: int = Field(foreign_key="variants.id")
    quantity: Annotated[int, Limit(ge=1)] = 1


class Coupon(ShopRow, table=True):
    """Takes `percent` or `amount` off the goods, or off those in and below `category_id`."""

    __tablename__ = "coupons"

    code: str = Field(primary_key=True)
    percent: Annotated[int, Limit(ge=1, le=100)] | None = None
    amount: MaybeMoney = None
    minimum: Price = Decimal("0.00")
    category_id: int | None = Field(default=None, foreign_key="categories.id")
    valid_from: When
    valid_until: When
    once: bool = True


class Address(ShopRow, table=True):
    __tablename__ = "addresses"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    label: str
    recipient: str
    street: str
    postcode: str
    city: str
    is_default: bool = False


class PaymentMethod(ShopRow, table=True):
    """A card on file; `expires_on` is its last valid day."""

    __tablename__ = "payment_methods"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    brand: str
    last_four: Annotated[str, Limit(pattern=r"^\d{4}$")]
    expires_on: Day
    is_default: bool = False


class Order(ShopRow, table=True):
    """`ship_to` is the address as it was when the order was placed."""

    __tablename__ = "orders"

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    status: OrderStatus = Field(default="placed", sa_type=String)
    placed_at: When
    shipped_at: MaybeWhen = None
    delivered_at: MaybeWhen = None
    address_id: int | None = Field(default=None, foreign_key="addresses.id")
    ship_to: str
    payment_method_id: int | None = Field(default=None, foreign_key="payment_methods.id")
    shipping_method: ShippingMethod = Field(default="standard", sa_type=String)
    gift: bool = False
    coupon_code: str | None = Field(default=None, foreign_key="coupons.code")
    goods: Price
    discount: Price = Decimal("0.00")
    shipping_cost: Price = Decimal("0.00")
    total: Price


class OrderLine(ShopRow, table=True):
    """One variant of an order, with name and price as they were then."""

    __tablename__ = "order_lines"

    id: int | None = Field(default=None, primary_key=True)
    order_id: int = Field(foreign_key="orders.id", index=True)
    variant_id: int = Field(foreign_key="variants.id")
    sku: str
    name: str
    unit_price: Price
    quantity: Annotated[int, Limit(ge=1)]
    on_sale: bool = False


class Case(ShopRow, table=True):
    """A return or an exchange of one order line."""

    __tablename__ = "cases"

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True)
    order_line_id: int = Field(foreign_key="order_lines.id", index=True)
    kind: CaseKind = Field(sa_type=String)
    quantity: Annotated[int, Limit(ge=1)] = 1
    reason: Reason = Field(sa_type=String)
    note: str = ""
    replacement_variant_id: int | None = Field(default=None, foreign_key="variants.id")
    status: CaseStatus = Field(default="requested", sa_type=String)
    requested_at: When
    refund: Price = Decimal("0.00")
    fee: Price = Decimal("0.00")
    to_pay: Price = Decimal("0.00")
    refund_to: RefundTo = Field(default="none", sa_type=String)


class WishlistItem(ShopRow, table=True):
    __tablename__ = "wishlist_items"
    __table_args__ = (UniqueConstraint("user_id", "product_id"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    product_id: int = Field(foreign_key="products.id")
