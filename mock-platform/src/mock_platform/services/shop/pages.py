"""The web pages of the shop."""

from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi import Query as Param
from pydantic import BaseModel, Field

from mock_platform.kit import Invalid, NotFound, ServiceError
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.shop import operations as ops
from mock_platform.services.shop import policy
from mock_platform.services.shop.models import User
from mock_platform.services.shop.operations import (
    AddressDetails,
    CardDetails,
    Checkout,
    ProfileDetails,
    Query,
    Wish,
)

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Visitor = Annotated[User | None, Depends(visitor)]
Text = Annotated[str, Form()]
SIZE = 24
SORTS = {
    "relevance": "Recommended",
    "price_low": "Price, lowest first",
    "price_high": "Price, highest first",
    "rating": "Best rated",
    "most_rated": "Most rated",
    "newest": "Newest",
    "popular": "Most popular",
}


class Chosen(BaseModel):
    """The checkout form as it was filled in, right or wrong."""

    address_id: str = ""
    payment_method_id: str = ""
    shipping_method: str = "standard"
    coupon: str = Field(default="", max_length=40)
    gift: bool = False


@router.get("/")
def home(request: Request, db: DB, _visitor: Visitor) -> Response:
    popular = ops.search_products(db, Query(sort="popular"), 1, 8)
    newest = ops.search_products(db, Query(sort="newest"), 1, 4)
    categories = ops.list_categories(db)
    return page(request, "home.html", popular=popular, newest=newest, categories=categories)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    _visitor: Visitor,
    q: Annotated[str, Param(max_length=200)] = "",
    category: str = "",
    brand: str = "",
    min_price: str = "",
    max_price: str = "",
    min_rating: str = "",
    in_stock: bool = False,
    attribute: str = "",
    sort: str = "relevance",
    page: PageNumber = 1,
) -> Response:
    given = {
        "q": q,
        "category": category,
        "brand": brand,
        "min_price": min_price,
        "max_price": max_price,
        "min_rating": min_rating,
        "in_stock": in_stock,
        "attribute": attribute,
        "sort": sort,
    }
    filled = {name: value for name, value in given.items() if value != ""}
    filled["attribute"] = [attribute] if attribute else []
    found = ops.search_products(db, checked(Query, filled), page, SIZE)
    categories = ops.list_categories(db)
    brands = ops.list_brands(db, category)
    context = {"given": given, "found": found, "categories": categories, "brands": brands}
    return _page(request, "search.html", sorts=SORTS, **context)


@router.get("/product/{slug}")
def product(
    request: Request, db: DB, _visitor: Visitor, slug: str, page: PageNumber = 1
) -> Response:
    offer = ops.view_product(db, slug)
    reviews = ops.list_reviews(db, slug, page, 10)
    return _page(request, "product.html", offer=offer, reviews=reviews)


@router.post("/product/{slug}/review")
def write_review(
    request: Request,
    db: DB,
    me: Me,
    slug: str,
    stars: Annotated[int, Form(ge=1, le=5)],
    title: Annotated[str, Form(max_length=120)] = "",
    text: Annotated[str, Form(max_length=3000)] = "",
) -> Response:
    write = lambda: ops.write_review(db, me, slug, stars, title, text)  # noqa: E731
    return attempt(request, db, write, f"/product/{slug}", "Thank you for your review.")


@router.get("/cart")
def cart(
    request: Request, db: DB, me: Me, coupon: Annotated[str, Param(max_length=40)] = ""
) -> Response:
    error = ""
    try:
        quote = ops.view_cart(db, me, coupon)
    except ServiceError as refused:
        error = refused.message
        quote = ops.view_cart(db, me)
    return page(
        request,
        "cart.html",
        quote=quote,
        coupon=coupon,
        error=error,
        shipping=policy.SHIPPING,
    )


@router.post("/cart")
def add_to_cart(
    request: Request, db: DB, me: Me, sku: Text, quantity: Annotated[int, Form()] = 1
) -> Response:
    add = lambda: ops.add_to_cart(db, me, sku, quantity)  # noqa: E731
    return attempt(request, db, add, "/cart", "It is in your cart.")


@router.post("/cart/{item_id}")
def change_cart_item(
    request: Request, db: DB, me: Me, item_id: int, action: Text, quantity: Text = "1"
) -> Response:
    if action == "remove":
        ops.remove_cart_item(db, me, item_id)
        return redirect(request, "/cart", "Taken out of your cart.")
    number = whole_number(quantity) or 0
    change = lambda: ops.change_cart_item(db, me, item_id, number)  # noqa: E731
    return attempt(request, db, change, "/cart", "Quantity changed.")


@router.get("/checkout")
def checkout_page(request: Request, db: DB, me: Me, chosen: Annotated[Chosen, Param()]) -> Response:
    return _checkout(request, db, me, chosen.model_dump())


@router.post("/checkout")
def place_order(request: Request, db: DB, me: Me, chosen: Annotated[Chosen, Form()]) -> Response:
    given = chosen.model_dump()
    try:
        full = ops.place_order(db, me, checked(Checkout, given))
    except NotFound:
        raise
    except ServiceError as error:
        db.rollback()
        return _checkout(request, db, me, given, error)
    number, total = full.order.number, full.order.total
    return redirect(request, "/orders", f"Thank you! Order {number} over €{total} is placed.")


@router.get("/orders")
def orders(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    return _page(request, "orders.html", found=ops.list_orders(db, me, page, 10))


@router.get("/orders/{number}")
def order(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_order(db, me, number)
    return page(request, "order.html", full=full, shipping=policy.SHIPPING, reasons=policy.REASONS)


@router.post("/orders/{number}/cancel")
def cancel_order(request: Request, db: DB, me: Me, number: str) -> Response:
    cancel = lambda: ops.cancel_order(db, me, number)  # noqa: E731
    return attempt(request, db, cancel, f"/orders/{number}", "The order is cancelled.")


@router.get("/orders/{number}/lines/{line_id}")
def send_back_page(request: Request, db: DB, me: Me, number: str, line_id: int) -> Response:
    return _send_back(request, db, me, number, line_id, {"kind": ""})


@router.post("/orders/{number}/lines/{line_id}")
def send_back(
    request: Request,
    db: DB,
    me: Me,
    number: str,
    line_id: int,
    kind: Text,
    reason: Text = "",
    quantity: Text = "1",
    replacement_sku: Text = "",
    note: Text = "",
) -> Response:
    given = {"line_id": line_id, "quantity": quantity, "reason": reason, "note": note}
    try:
        wish = checked(Wish, given)
        if kind == "exchange":
            case = ops.request_exchange(db, me, number, wish, replacement_sku)
        else:
            case = ops.request_return(db, me, number, wish)
    except ServiceError as error:
        db.rollback()
        chosen = given | {"kind": kind, "replacement_sku": replacement_sku}
        return _send_back(request, db, me, number, line_id, chosen, error)
    return redirect(request, f"/orders/{number}", f"Request {case.number} has been received.")


@router.post("/cases/{number}/withdraw")
def withdraw_case(request: Request, db: DB, me: Me, number: str) -> Response:
    withdraw = lambda: ops.withdraw_case(db, me, number)  # noqa: E731
    return attempt(request, db, withdraw, "/orders", f"Request {number} is withdrawn.")


@router.get("/account")
def account(request: Request, db: DB, me: Me) -> Response:
    return page(
        request,
        "account.html",
        addresses=ops.list_addresses(db, me),
        cards=ops.list_payment_methods(db, me),
    )


@router.post("/account")
def update_profile(
    request: Request, db: DB, me: Me, name: Text = "", phone: Text = "", newsletter: Text = ""
) -> Response:
    given = {"name": name, "phone": phone, "newsletter": bool(newsletter)}
    save = lambda: ops.update_profile(db, me, checked(ProfileDetails, given))  # noqa: E731
    return attempt(request, db, save, "/account", "Profile saved.")


@router.get("/account/address/{which}")
def address_page(request: Request, db: DB, me: Me, which: str) -> Response:
    given: dict[str, Any] = dict.fromkeys(AddressDetails.model_fields, "")
    if which != "new":
        given = ops.own_address(db, me, known_number(which)).model_dump()
    return page(request, "address.html", given=given, which=which)


@router.post("/account/address/{which}")
def save_address(
    request: Request,
    db: DB,
    me: Me,
    which: str,
    action: Text = "save",
    label: Text = "",
    recipient: Text = "",
    street: Text = "",
    postcode: Text = "",
    city: Text = "",
    is_default: Text = "",
) -> Response:
    number = None if which == "new" else known_number(which)
    if action == "delete" and number is not None:
        delete = lambda: ops.delete_address(db, me, number)  # noqa: E731
        return attempt(request, db, delete, "/account", "Address deleted.")
    given = {
        "label": label,
        "recipient": recipient,
        "street": street,
        "postcode": postcode,
        "city": city,
        "is_default": bool(is_default),
    }
    try:
        ops.save_address(db, me, checked(AddressDetails, given), number)
    except Invalid as error:
        return page(request, "address.html", 422, given=given, which=which, error=error)
    return redirect(request, "/account", "Address saved.")


@router.post("/account/cards")
def change_cards(
    request: Request,
    db: DB,
    me: Me,
    action: Text = "add",
    card_id: Text = "",
    brand: Text = "",
    last_four: Text = "",
    expires_on: Text = "",
    is_default: Text = "",
) -> Response:
    if action == "delete":
        delete = lambda: ops.delete_payment_method(db, me, known_number(card_id))  # noqa: E731
        return attempt(request, db, delete, "/account", "Card removed.")
    given = {
        "brand": brand,
        "last_four": last_four,
        "expires_on": expires_on,
        "is_default": bool(is_default),
    }
    add = lambda: ops.add_payment_method(db, me, checked(CardDetails, given))  # noqa: E731
    return attempt(request, db, add, "/account", "Card saved.")


@router.get("/wishlist")
def wishlist(request: Request, db: DB, me: Me) -> Response:
    return page(request, "wishlist.html", offers=ops.list_wishlist(db, me))


@router.post("/wishlist")
def change_wishlist(request: Request, db: DB, me: Me, slug: Text, action: Text = "add") -> Response:
    if action == "remove":
        ops.remove_from_wishlist(db, me, slug)
        return redirect(request, "/wishlist", "Taken off your wish list.")
    ops.add_to_wishlist(db, me, slug)
    return redirect(request, "/wishlist", "It is on your wish list.")


@router.get("/policies/{name}")
def policies(request: Request, db: DB, _visitor: Visitor, name: str) -> Response:
    if name not in ("returns", "shipping"):
        raise NotFound("There is no such page.")
    categories = ops.list_categories(db)
    return page(request, f"policy_{name}.html", policy=policy, categories=categories)


def _checkout(
    request: Request,
    db: DB,
    me: User,
    given: dict[str, Any],
    error: ServiceError | None = None,
) -> Response:
    way: Any = given["shipping_method"]
    if way not in policy.SHIPPING:
        way = "standard"
    try:
        quote = ops.view_cart(db, me, given["coupon"], way)
    except ServiceError as refused:
        error = error or refused
        quote = ops.view_cart(db, me, "", way)
    return page(
        request,
        "checkout.html",
        error.status if error else 200,
        quote=quote,
        given=given,
        error=error,
        addresses=ops.list_addresses(db, me),
        cards=ops.list_payment_methods(db, me),
        shipping=policy.SHIPPING,
        free_from=policy.FREE_SHIPPING_FROM,
    )


def _send_back(
    request: Request,
    db: DB,
    me: User,
    number: str,
    line_id: int,
    chosen: dict[str, Any],
    error: ServiceError | None = None,
) -> Response:
    full = ops.view_order(db, me, number)
    lines = [line for line in full.lines if line.id == line_id]
    if not lines:
        raise NotFound("The order has no such article.")
    offer = ops.view_product(db, full.slugs[lines[0].variant_id])
    return page(
        request,
        "send_back.html",
        error.status if error else 200,
        full=full,
        line=lines[0],
        offer=offer,
        reasons=policy.REASONS,
        chosen=chosen,
        error=error,
    )


def _page(request: Request, template: str, **context: Any) -> Response:
    """`page`, for handlers that have a parameter of that name."""
    return page(request, template, **context)
