"""The JSON API of the shop."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.shop import operations as ops
from mock_platform.services.shop.models import (
    Address,
    Case,
    Category,
    PaymentMethod,
    Review,
    User,
)
from mock_platform.services.shop.operations import (
    AddressDetails,
    CardDetails,
    Checkout,
    FullOrder,
    Offer,
    ProfileDetails,
    Quote,
    Wish,
)
from mock_platform.services.shop.operations import Query as ProductQuery
from mock_platform.services.shop.policy import ShippingMethod

router = api_router()
router.dependencies.append(bearer)

Me = Annotated[User, Depends(signed_in)]


class ProductLine(BaseModel):
    """A product in a list; prices are those of its cheapest and dearest variant."""

    id: int
    slug: str
    name: str
    brand: str
    category: str
    price_from: Decimal
    price_to: Decimal
    rating: float
    rating_count: int
    in_stock: bool
    on_sale: bool
    sponsored: bool


class VariantOut(BaseModel):
    sku: str
    name: str
    price: Decimal
    stock: int


class ProductOut(ProductLine):
    description: str
    attributes: dict[str, str]
    variants: list[VariantOut]


class ReviewIn(BaseModel):
    stars: int = Field(ge=1, le=5)
    title: str = Field(default="", max_length=120)
    text: str = Field(default="", max_length=3000)


class ReviewOut(BaseModel):
    id: int
    author: str
    stars: int
    title: str
    text: str
    written_at: datetime


class CartLineOut(BaseModel):
    id: int
    sku: str
    name: str
    price: Decimal
    quantity: int
    amount: Decimal


class CartOut(BaseModel):
    items: list[CartLineOut]
    goods: Decimal
    coupon: str | None
    discount: Decimal
    shipping_method: str
    shipping_cost: Decimal
    total: Decimal


class CartAdd(BaseModel):
    sku: str = Field(max_length=60)
    quantity: int = 1


class Quantity(BaseModel):
    quantity: int


class OrderLineOut(BaseModel):
    id: int
    sku: str
    name: str
    unit_price: Decimal
    quantity: int
    on_sale: bool
    product: str


class CaseOut(BaseModel):
    number: str
    line_id: int
    kind: str
    quantity: int
    reason: str
    note: str
    status: str
    requested_at: datetime
    refund: Decimal
    fee: Decimal
    to_pay: Decimal
    refund_to: str


class OrderOut(BaseModel):
    number: str
    status: str
    placed_at: datetime
    shipped_at: datetime | None
    delivered_at: datetime | None
    ship_to: str
    payment: str
    shipping_method: str
    gift: bool
    coupon: str | None
    goods: Decimal
    discount: Decimal
    shipping_cost: Decimal
    total: Decimal
    lines: list[OrderLineOut]
    cases: list[CaseOut]


class ExchangeWish(Wish):
    replacement_sku: str = Field(max_length=60)


class Profile(BaseModel):
    id: int
    name: str
    email: str
    phone: str
    newsletter: bool
    store_credit: Decimal


class WishlistAdd(BaseModel):
    slug: str = Field(max_length=120)


class CardOut(BaseModel):
    id: int
    brand: str
    last_four: str
    expires_on: date
    is_default: bool


def _line(offer: Offer) -> dict[str, Any]:
    product = offer.product
    return {
        **product.model_dump(exclude={"category_id", "listed_at", "popularity", "description"}),
        "category": offer.category.slug,
        "price_from": offer.low,
        "price_to": offer.high,
        "in_stock": offer.stock > 0,
    }


def _cart(quote: Quote) -> CartOut:
    return CartOut(
        items=[
            CartLineOut(
                id=line.item.id or 0,
                sku=line.variant.sku,
                name=line.name,
                price=line.variant.price,
                quantity=line.item.quantity,
                amount=line.amount,
            )
            for line in quote.lines
        ],
        goods=quote.goods,
        coupon=quote.coupon.code if quote.coupon else None,
        discount=quote.discount,
        shipping_method=quote.shipping_method,
        shipping_cost=quote.shipping_cost,
        total=quote.total,
    )


def _case(case: Case) -> CaseOut:
    return CaseOut(
        line_id=case.order_line_id,
        **case.model_dump(exclude={"id", "order_line_id", "replacement_variant_id"}),
    )


def _order(full: FullOrder) -> OrderOut:
    order, card = full.order, full.payment
    hidden = {"id", "user_id", "address_id", "payment_method_id", "coupon_code"}
    return OrderOut(
        **order.model_dump(exclude=hidden),
        coupon=order.coupon_code,
        payment=f"{card.brand} ending in {card.last_four}" if card else "unknown",
        lines=[
            OrderLineOut(
                **line.model_dump(exclude={"order_id", "variant_id"}),
                product=full.slugs[line.variant_id],
            )
            for line in full.lines
        ],
        cases=[_case(case) for case in full.cases],
    )


@router.get("/categories", tags=["catalogue"])
def list_categories(db: DB) -> list[Category]:
    """All categories; `parent_id` is that of the one above."""
    return ops.list_categories(db)


@router.get("/brands", tags=["catalogue"])
def list_brands(db: DB, category: str = "") -> list[str]:
    """The brands of a category, or of the whole shop."""
    return ops.list_brands(db, category)


@router.get("/products", tags=["catalogue"])
def search_products(
    db: DB,
    query: Annotated[ProductQuery, Query()],
    page: PageNumber = 1,
    size: PageSize = 24,
) -> PageOf[ProductLine]:
    """Find products; `attribute=water resistance:5 ATM` may be repeated."""
    found = ops.search_products(db, query, page, size)
    return PageOf[ProductLine].of(found, [ProductLine(**_line(offer)) for offer in found.items])


@router.get("/products/{slug}", tags=["catalogue"])
def view_product(db: DB, slug: str) -> ProductOut:
    """A product with its variants and specification."""
    offer = ops.view_product(db, slug)
    return ProductOut(
        **_line(offer),
        description=offer.product.description,
        attributes={a.name: a.value for a in offer.attributes},
        variants=[VariantOut(**v.model_dump(exclude={"id", "product_id"})) for v in offer.variants],
    )


@router.get("/products/{slug}/reviews", tags=["catalogue"])
def list_reviews(db: DB, slug: str, page: PageNumber = 1, size: PageSize = 20) -> PageOf[ReviewOut]:
    """The reviews of a product, newest first."""
    found = ops.list_reviews(db, slug, page, size)
    return PageOf[ReviewOut].of(found, [_review(review) for review in found.items])


@router.post("/products/{slug}/reviews", tags=["catalogue"], status_code=201)
def write_review(db: DB, me: Me, slug: str, body: ReviewIn) -> ReviewOut:
    """Review a product that one has received."""
    return _review(ops.write_review(db, me, slug, body.stars, body.title, body.text))


def _review(review: Review) -> ReviewOut:
    return ReviewOut(**review.model_dump(exclude={"user_id", "product_id"}))


@router.get("/cart", tags=["cart"])
def view_cart(
    db: DB, me: Me, coupon: str = "", shipping_method: ShippingMethod = "standard"
) -> CartOut:
    """The cart with what it costs, with a coupon and a way of delivery tried on."""
    return _cart(ops.view_cart(db, me, coupon, shipping_method))


@router.post("/cart", tags=["cart"], status_code=201)
def add_to_cart(db: DB, me: Me, body: CartAdd) -> CartOut:
    """Put a variant into the cart."""
    ops.add_to_cart(db, me, body.sku, body.quantity)
    return _cart(ops.view_cart(db, me))


@router.patch("/cart/{item_id}", tags=["cart"])
def change_cart_item(db: DB, me: Me, item_id: int, body: Quantity) -> CartOut:
    """Set how many of an article are in the cart."""
    ops.change_cart_item(db, me, item_id, body.quantity)
    return _cart(ops.view_cart(db, me))


@router.delete("/cart/{item_id}", tags=["cart"], status_code=204)
def remove_cart_item(db: DB, me: Me, item_id: int) -> None:
    """Take an article out of the cart."""
    ops.remove_cart_item(db, me, item_id)


@router.post("/orders", tags=["orders"], status_code=201)
def place_order(db: DB, me: Me, body: Checkout) -> OrderOut:
    """Buy what is in the cart."""
    return _order(ops.place_order(db, me, body))


@router.get("/orders", tags=["orders"])
def list_orders(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[OrderOut]:
    """The user's orders, newest first."""
    found = ops.list_orders(db, me, page, size)
    return PageOf[OrderOut].of(found, [_order(full) for full in found.items])


@router.get("/orders/{number}", tags=["orders"])
def view_order(db: DB, me: Me, number: str) -> OrderOut:
    """One order."""
    return _order(ops.view_order(db, me, number))


@router.post("/orders/{number}/cancel", tags=["orders"])
def cancel_order(db: DB, me: Me, number: str) -> OrderOut:
    """Cancel an order that has not been shipped."""
    return _order(ops.cancel_order(db, me, number))


@router.post("/orders/{number}/returns", tags=["returns and exchanges"], status_code=201)
def request_return(db: DB, me: Me, number: str, body: Wish) -> CaseOut:
    """Ask to send goods back for their money, under the terms at /policies/returns."""
    return _case(ops.request_return(db, me, number, body))


@router.post("/orders/{number}/exchanges", tags=["returns and exchanges"], status_code=201)
def request_exchange(db: DB, me: Me, number: str, body: ExchangeWish) -> CaseOut:
    """Ask for another variant of the same product, under the terms at /policies/returns."""
    return _case(ops.request_exchange(db, me, number, body, body.replacement_sku))


@router.post("/cases/{number}/withdraw", tags=["returns and exchanges"])
def withdraw_case(db: DB, me: Me, number: str) -> CaseOut:
    """Take a return or exchange back while it is only a request."""
    return _case(ops.withdraw_case(db, me, number))


@router.get("/me", tags=["account"])
def view_profile(me: Me) -> Profile:
    """The signed-in customer."""
    return Profile(**me.model_dump(exclude={"password"}))


@router.put("/me", tags=["account"])
def update_profile(db: DB, me: Me, body: ProfileDetails) -> Profile:
    """Change name, telephone and newsletter."""
    return Profile(**ops.update_profile(db, me, body).model_dump(exclude={"password"}))


@router.get("/addresses", tags=["account"])
def list_addresses(db: DB, me: Me) -> list[Address]:
    """The customer's addresses."""
    return list(ops.list_addresses(db, me))


@router.post("/addresses", tags=["account"], status_code=201)
def save_address(db: DB, me: Me, body: AddressDetails) -> Address:
    """Add an address."""
    return ops.save_address(db, me, body)


@router.put("/addresses/{address_id}", tags=["account"])
def change_address(db: DB, me: Me, address_id: int, body: AddressDetails) -> Address:
    """Change an address."""
    return ops.save_address(db, me, body, address_id)


@router.delete("/addresses/{address_id}", tags=["account"], status_code=204)
def delete_address(db: DB, me: Me, address_id: int) -> None:
    """Delete an address that no order went to."""
    ops.delete_address(db, me, address_id)


@router.get("/payment-methods", tags=["account"])
def list_payment_methods(db: DB, me: Me) -> list[CardOut]:
    """The cards on file."""
    return [_card(card) for card in ops.list_payment_methods(db, me)]


@router.post("/payment-methods", tags=["account"], status_code=201)
def add_payment_method(db: DB, me: Me, body: CardDetails) -> CardOut:
    """Keep a card on file."""
    return _card(ops.add_payment_method(db, me, body))


@router.delete("/payment-methods/{method_id}", tags=["account"], status_code=204)
def delete_payment_method(db: DB, me: Me, method_id: int) -> None:
    """Remove a card that no order was paid with."""
    ops.delete_payment_method(db, me, method_id)


def _card(card: PaymentMethod) -> CardOut:
    return CardOut(**card.model_dump(exclude={"user_id"}))


@router.get("/wishlist", tags=["account"])
def list_wishlist(db: DB, me: Me) -> list[ProductLine]:
    """What the customer has put on the wish list."""
    return [ProductLine(**_line(offer)) for offer in ops.list_wishlist(db, me)]


@router.post("/wishlist", tags=["account"], status_code=201)
def add_to_wishlist(db: DB, me: Me, body: WishlistAdd) -> list[ProductLine]:
    """Put a product on the wish list."""
    ops.add_to_wishlist(db, me, body.slug)
    return list_wishlist(db, me)


@router.delete("/wishlist/{slug}", tags=["account"], status_code=204)
def remove_from_wishlist(db: DB, me: Me, slug: str) -> None:
    """Take a product off the wish list."""
    ops.remove_from_wishlist(db, me, slug)
