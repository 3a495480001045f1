"""Looking around: categories, search, product pages, reviews."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel
from pydantic import Field as Limit
from sqlalchemy import exists, func
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.shop.models import (
    Attribute,
    Category,
    Order,
    OrderLine,
    Product,
    Review,
    User,
    Variant,
)

type Sorting = Literal[
    "relevance", "price_low", "price_high", "rating", "most_rated", "newest", "popular"
]


class Query(BaseModel):
    """All filters hold together; prices are those of a product's cheapest variant."""

    q: str = Limit(default="", max_length=200)
    category: str = Limit(default="", max_length=80)
    brand: str = Limit(default="", max_length=80)
    min_price: Annotated[Decimal, Limit(ge=0, le=10**6)] | None = None
    max_price: Annotated[Decimal, Limit(ge=0, le=10**6)] | None = None
    min_rating: Annotated[float, Limit(ge=0, le=5)] | None = None
    in_stock: bool = False
    attribute: Annotated[list[Annotated[str, Limit(max_length=120)]], Limit(max_length=10)] = []
    sort: Sorting = "relevance"


@dataclass(frozen=True)
class Offer:
    """A product with what a list or its page shows; prices are the lowest and the highest."""

    product: Product
    category: Category
    low: Decimal
    high: Decimal
    stock: int
    variants: Sequence[Variant] = ()
    attributes: Sequence[Attribute] = ()
    path: Sequence[Category] = field(default_factory=tuple)


@operation
def list_categories(db: Session) -> list[Category]:
    """All categories, parents before children."""
    return list(db.exec(select(Category).order_by(col(Category.id))).all())


@operation
def search_products(db: Session, query: Query, page: int, size: int) -> Paged[Offer]:
    """One page of the products that a query finds. Sponsored ones lead where nothing is sorted."""
    prices = (
        select(
            col(Variant.product_id).label("product_id"),
            func.min(Variant.price).label("low"),
            func.sum(Variant.stock).label("stock"),
        )
        .group_by(col(Variant.product_id))
        .subquery()
    )
    statement = select(Product).where(exists().where(col(Variant.product_id) == Product.id))
    if _needs_prices(query):
        statement = statement.join(prices, prices.c.product_id == Product.id)
    for word in query.q.split():
        fields = (Product.name, Product.brand, Product.description)
        statement = statement.where(or_(*(col(f).contains(word, autoescape=True) for f in fields)))
    if query.category:
        wanted = [category.id for category in with_children(db, query.category)]
        statement = statement.where(col(Product.category_id).in_(wanted))
    if query.brand:
        statement = statement.where(func.lower(Product.brand) == query.brand.lower())
    if query.min_price is not None:
        statement = statement.where(prices.c.low >= query.min_price)
    if query.max_price is not None:
        statement = statement.where(prices.c.low <= query.max_price)
    if query.min_rating is not None:
        statement = statement.where(col(Product.rating) >= query.min_rating)
    if query.in_stock:
        statement = statement.where(prices.c.stock > 0)
    for wish in query.attribute:
        name, separator, value = wish.partition(":")
        if not separator:
            raise Invalid("A filter looks like name:value.", fields={"attribute": wish})
        statement = statement.where(
            exists()
            .where(col(Attribute.product_id) == Product.id)
            .where(func.lower(Attribute.name) == name.strip().lower())
            .where(func.lower(Attribute.value) == value.strip().lower())
        )
    found = paged(db, statement.order_by(*_order(query.sort, prices)), page, size)
    return Paged(_offers(db, found.items), found.page, found.size, found.total)


@operation
def view_product(db: Session, slug: str) -> Offer:
    """A product with its variants, specification and where it stands in the shop."""
    product = db.exec(select(Product).where(Product.slug == slug)).first()
    if product is None:
        raise NotFound("There is no such product.")
    offer = _offers(db, [product])[0]
    attributes = db.exec(
        select(Attribute).where(Attribute.product_id == product.id).order_by(col(Attribute.id))
    ).all()
    by_id = {category.id: category for category in db.exec(select(Category)).all()}
    path = [offer.category]
    while path[0].parent_id is not None:
        path.insert(0, by_id[path[0].parent_id])
    return replace(offer, attributes=attributes, path=path)


@operation
def list_reviews(db: Session, slug: str, page: int, size: int) -> Paged[Review]:
    """The reviews of a product, newest first."""
    product = view_product(db, slug).product
    statement = select(Review).where(Review.product_id == product.id)
    newest = (col(Review.written_at).desc(), col(Review.id).desc())
    return paged(db, statement.order_by(*newest), page, size)


@operation
def write_review(db: Session, user: User, slug: str, stars: int, title: str, text: str) -> Review:
    """Review a product that one has received; once."""
    product = view_product(db, slug).product
    bought = (
        select(OrderLine.id)
        .join(Order, col(Order.id) == OrderLine.order_id)
        .join(Variant, col(Variant.id) == OrderLine.variant_id)
        .where(Order.user_id == user.id, Order.status == "delivered")
        .where(Variant.product_id == product.id)
    )
    if db.exec(bought).first() is None:
        raise Refused("Only who has received this product can review it.")
    mine = select(Review.id).where(Review.product_id == product.id, Review.user_id == user.id)
    if db.exec(mine).first() is not None:
        raise Refused("You have reviewed this product already.")
    assert product.id is not None
    review = Review(
        product_id=product.id,
        user_id=user.id,
        author=user.name,
        stars=stars,
        title=title,
        text=text,
        written_at=now(),
    )
    db.add(review)
    total = product.rating * product.rating_count + stars
    product.rating_count += 1
    product.rating = round(total / product.rating_count, 2)
    db.flush()
    return review


@operation
def list_brands(db: Session, category: str = "") -> list[str]:
    """The brands of a category, or of the whole shop."""
    statement = select(Product.brand).distinct().order_by(col(Product.brand))
    if category:
        wanted = [c.id for c in with_children(db, category)]
        statement = statement.where(col(Product.category_id).in_(wanted))
    return list(db.exec(statement).all())


def with_children(db: Session, slug: str) -> list[Category]:
    """The category of that slug and all below it; NotFound."""
    categories = db.exec(select(Category).order_by(col(Category.id))).all()
    found = [category for category in categories if category.slug == slug]
    if not found:
        raise NotFound("There is no such category.")
    for category in categories:
        if category.parent_id in {c.id for c in found} and category not in found:
            found.append(category)
    return found


def _needs_prices(query: Query) -> bool:
    """Whether the variants have to be summed up: that takes most of a search's time."""
    priced = query.min_price is not None or query.max_price is not None
    return priced or query.in_stock or query.sort in ("price_low", "price_high")


def _order(sort: Sorting, prices: Any) -> list[Any]:
    last = col(Product.id)
    match sort:
        case "price_low":
            return [prices.c.low, last]
        case "price_high":
            return [prices.c.low.desc(), last]
        case "rating":
            return [col(Product.rating).desc(), col(Product.rating_count).desc(), last]
        case "most_rated":
            return [col(Product.rating_count).desc(), last]
        case "newest":
            return [col(Product.listed_at).desc(), last]
        case "popular":
            return [col(Product.popularity).desc(), last]
        case "relevance":
            return [col(Product.sponsored).desc(), col(Product.popularity).desc(), last]


def _offers(db: Session, products: Sequence[Product]) -> list[Offer]:
    variants: dict[int, list[Variant]] = {}
    ids = [product.id for product in products]
    for variant in db.exec(
        select(Variant).where(col(Variant.product_id).in_(ids)).order_by(col(Variant.id))
    ):
        variants.setdefault(variant.product_id, []).append(variant)
    categories = {
        category.id: category
        for category in db.exec(
            select(Category).where(col(Category.id).in_({p.category_id for p in products}))
        )
    }
    offers = []
    for product in products:
        own = variants.get(product.id or 0, [])
        amounts = [variant.price for variant in own] or [Decimal("0.00")]
        offers.append(
            Offer(
                product,
                categories[product.category_id],
                min(amounts),
                max(amounts),
                sum(variant.stock for variant in own),
                own,
            )
        )
    return offers
