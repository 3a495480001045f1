"""A stocked shop and a customer with a history, with a scenario's own goods among the rest."""

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from mock_platform.services.shop.policy import ShippingMethod, shipping_cost
from mock_platform.world import DEMO_PASSWORD, Address, Cast, Person, World, slug

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)


@dataclass(eq=False)
class Variant:
    """One thing on the shelf; `id` is known once the tables are made."""

    name: str
    sku: str
    price: Decimal
    stock: int
    product: "Product"
    id: int = 0


@dataclass(eq=False)
class Product:
    """`features` are the lines of its specification, `rating` has one decimal."""

    name: str
    brand: str
    category: str
    slug: str
    about: str
    features: Mapping[str, str]
    rating: float
    rating_count: int
    popularity: int
    days_listed: int
    on_sale: bool = False
    sponsored: bool = False
    variants: list[Variant] = field(default_factory=list)

    def variant(self, name: str) -> Variant:
        """The variant of that name; LookupError."""
        found = [variant for variant in self.variants if variant.name == name]
        if not found:
            raise LookupError(f"{self.name} has no variant {name!r}")
        return found[0]


@dataclass
class Order:
    """An order of the past; the days count back from the trial's start."""

    lines: Sequence[tuple[Variant, int]]
    days: int
    status: str
    delivered_days: int | None
    address: int
    card: int
    gift: bool
    shipping: ShippingMethod


@dataclass
class Shop:
    """The shop of one customer; `tables` gives the seed data of the service."""

    world: World
    customer: Person
    password: str
    products: list[Product] = field(default_factory=list)
    addresses: list[dict[str, Any]] = field(default_factory=list)
    cards: list[dict[str, Any]] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    coupons: list[dict[str, Any]] = field(default_factory=list)
    _skus: set[str] = field(default_factory=set)
    _slugs: set[str] = field(default_factory=set)

    @property
    def _rng(self) -> random.Random:
        return self.world.rng

    def product(
        self,
        category: str,
        name: str,
        brand: str,
        variants: Sequence[tuple[str, Decimal | str, int]],
        *,
        features: Mapping[str, str],
        rating: float,
        rating_count: int,
        about: str = "",
        popularity: int | None = None,
        on_sale: bool = False,
        sponsored: bool = False,
    ) -> Product:
        """Put a product on sale; `variants` are (name, price, stock)."""
        entry = next(c for c in _STOCK["category"] if c["slug"] == category)
        product = Product(
            name=name,
            brand=brand,
            category=category,
            slug=self._unique_slug(f"{brand} {name}"),
            about=about or entry["about"],
            features=features,
            rating=rating,
            rating_count=rating_count,
            popularity=self._rng.randint(5, 900) if popularity is None else popularity,
            days_listed=self._rng.randint(3, 700),
            on_sale=on_sale,
            sponsored=sponsored,
        )
        product.variants = [
            Variant(label, self._sku(), Decimal(price), stock, product)
            for label, price, stock in variants
        ]
        self.products.append(product)
        return product

    def catalogue(self, *, without: Sequence[str] = ()) -> None:
        """Fill the shelves: some 160 products, but none in the categories `without`."""
        for entry in _STOCK["category"]:
            if entry["slug"] not in without:
                for number in range(entry["count"]):
                    self._everyday(entry, number)

    def address(self, label: str, address: Address, *, default: bool = False) -> int:
        """Add an address of the customer; its id."""
        self.addresses.append(
            {
                "id": len(self.addresses) + 1,
                "user_id": 1,
                "label": label,
                "recipient": self.customer.name,
                "street": address.street,
                "postcode": address.postcode,
                "city": address.city,
                "is_default": default,
            }
        )
        return len(self.addresses)

    def card(self, brand: str, *, default: bool = False, valid_days: int = 600) -> int:
        """Add a card on file; its id. Negative `valid_days`: it has expired."""
        self.cards.append(
            {
                "id": len(self.cards) + 1,
                "user_id": 1,
                "brand": brand,
                "last_four": f"{self._rng.randint(1000, 9999)}",
                "expires_on": f"{valid_days:+}d",
                "is_default": default,
            }
        )
        return len(self.cards)

    def order(
        self,
        lines: Sequence[tuple[Variant, int]],
        *,
        days: int,
        status: str = "delivered",
        delivered_days: int | None = None,
        address: int = 1,
        card: int = 1,
        gift: bool = False,
        shipping: ShippingMethod = "standard",
    ) -> Order:
        """Add an order of `days` ago; delivered ones came three days later unless said."""
        if status == "delivered" and delivered_days is None:
            delivered_days = max(1, days - 3)
        order = Order(lines, days, status, delivered_days, address, card, gift, shipping)
        self.orders.append(order)
        return order

    def history(self, count: int = 8) -> None:
        """Some orders of the last months, of everyday goods."""
        goods = [p for p in self.products if p.category not in ("smartwatches", "jackets")]
        for number in range(count):
            picked = self._rng.sample(goods, self._rng.randint(1, 3))
            days = self._rng.randint(2, 200)
            status = "placed" if days < 4 else "shipped" if days < 7 else "delivered"
            if number == count - 1:
                status = "cancelled"
            lines = [(self._rng.choice(p.variants), self._rng.randint(1, 2)) for p in picked]
            self.order(lines, days=days, status=status)

    def number_of(self, order: Order) -> str:
        """The number an order has in `tables`."""
        return f"Q-{10_300 + 7 * self._ordered().index(order)}"

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The seed data; identifiers of products and variants are in random order."""
        tables: dict[str, list[dict[str, Any]]] = {
            "users": [
                {
                    "id": 1,
                    "email": self.customer.email,
                    "name": self.customer.name,
                    "password": self.password,
                    "phone": self.customer.phone,
                }
            ],
            "categories": _categories(),
            "addresses": self.addresses,
            "payment_methods": self.cards,
            "coupons": self.coupons,
            "products": [],
            "attributes": [],
            "variants": [],
            "reviews": [],
            "orders": [],
            "order_lines": [],
        }
        numbers = {category["slug"]: category["id"] for category in tables["categories"]}
        for number, product in enumerate(self._rng.sample(self.products, len(self.products)), 1):
            self._write_product(tables, number, product, numbers[product.category])
        for number, order in enumerate(self._ordered(), 1):
            self._write_order(tables, number, order)
        return tables

    def _ordered(self) -> list[Order]:
        return sorted(self.orders, key=lambda order: -order.days)

    def _everyday(self, entry: dict[str, Any], number: int) -> None:
        series = entry["series"][number % len(entry["series"])]
        kind = entry["kinds"][number // len(entry["series"]) % len(entry["kinds"])]
        price = Decimal(self._rng.randint(*entry["prices"])) + Decimal(
            self._rng.choice(["0.00", "0.50", "0.90", "0.95"])
        )
        variants = [
            (
                name,
                (price * (100 + entry["step"] * place) / 100).quantize(Decimal("0.01")),
                self._rng.choice([0, 2, 3, 5, 8, 12, 20, 40]),
            )
            for place, name in enumerate(entry["variants"])
        ]
        self.product(
            entry["slug"],
            f"{series} {kind}",
            self._rng.choice(entry["brands"]),
            variants,
            features={name: self._rng.choice(v) for name, v in entry["features"].items()},
            rating=self._rng.choice([3.1, 3.6, 3.9, 4.0, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.8]),
            rating_count=self._rng.randint(4, 600),
            on_sale=self._rng.random() < 0.12,
        )

    def _write_product(
        self, tables: dict[str, list[dict[str, Any]]], number: int, product: Product, category: int
    ) -> None:
        tables["products"].append(
            {
                "id": number,
                "slug": product.slug,
                "name": product.name,
                "brand": product.brand,
                "category_id": category,
                "description": product.about,
                "listed_at": f"-{product.days_listed}d 10:00",
                "popularity": product.popularity,
                "rating": product.rating,
                "rating_count": product.rating_count,
                "on_sale": product.on_sale,
                "sponsored": product.sponsored,
            }
        )
        for name, value in product.features.items():
            tables["attributes"].append(
                {
                    "id": len(tables["attributes"]) + 1,
                    "product_id": number,
                    "name": name,
                    "value": value,
                }
            )
        for variant in product.variants:
            variant.id = len(tables["variants"]) + 1
            tables["variants"].append(
                {
                    "id": variant.id,
                    "product_id": number,
                    "sku": variant.sku,
                    "name": variant.name,
                    "price": variant.price,
                    "stock": variant.stock,
                }
            )
        for _ in range(self._rng.randint(1, 3)):
            self._write_review(tables, number, product)

    def _write_review(
        self, tables: dict[str, list[dict[str, Any]]], number: int, product: Product
    ) -> None:
        stars = min(5, max(1, round(product.rating + self._rng.choice([-1, 0, 0, 1]))))
        title, text = self._rng.choice(_STOCK["reviews"][str(stars)])
        tables["reviews"].append(
            {
                "id": len(tables["reviews"]) + 1,
                "product_id": number,
                "author": self._rng.choice(["Ilse", "Omar", "Pia", "Tom", "Vera", "Yan"])
                + f" {self._rng.choice('ABDFGHKLMPRST')}.",
                "stars": stars,
                "title": title,
                "text": text,
                "written_at": f"-{self._rng.randint(1, 300)}d 12:00",
            }
        )

    def _write_order(
        self, tables: dict[str, list[dict[str, Any]]], number: int, order: Order
    ) -> None:
        goods = sum((v.price * count for v, count in order.lines), Decimal("0.00"))
        delivery = shipping_cost(order.shipping, goods)
        place = self.addresses[order.address - 1]
        shipped = order.status in ("shipped", "delivered")
        tables["orders"].append(
            {
                "id": number,
                "number": self.number_of(order),
                "user_id": 1,
                "status": order.status,
                "placed_at": f"-{order.days}d 18:20",
                "shipped_at": f"-{max(1, order.days - 1)}d 09:00" if shipped else None,
                "delivered_at": f"-{order.delivered_days}d 11:30"
                if order.status == "delivered"
                else None,
                "address_id": order.address,
                "ship_to": f"{place['recipient']}, {place['street']}, "
                f"{place['postcode']} {place['city']}",
                "payment_method_id": order.card,
                "shipping_method": order.shipping,
                "gift": order.gift,
                "goods": goods,
                "shipping_cost": delivery,
                "total": goods + delivery,
            }
        )
        for variant, count in order.lines:
            tables["order_lines"].append(
                {
                    "id": len(tables["order_lines"]) + 1,
                    "order_id": number,
                    "variant_id": variant.id,
                    "sku": variant.sku,
                    "name": f"{variant.product.name}, {variant.name}",
                    "unit_price": variant.price,
                    "quantity": count,
                    "on_sale": variant.product.on_sale,
                }
            )

    def _sku(self) -> str:
        while True:
            sku = f"QS-{self._rng.randint(10_000, 99_999)}"
            if sku not in self._skus:
                self._skus.add(sku)
                return sku

    def _unique_slug(self, name: str) -> str:
        base = slug(name)
        found, number = base, 1
        while found in self._slugs:
            number += 1
            found = f"{base}-{number}"
        self._slugs.add(found)
        return found


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The shop as the owner sees it: full shelves, past orders, two addresses and cards.

    The colleagues are customers as well.
    """
    shop = Shop(world, cast.owner, DEMO_PASSWORD)
    shop.catalogue()
    shop.address("Home", cast.owner.address, default=True)
    shop.address("Work", cast.colleagues[0].address)
    shop.card("Visor", default=True)
    shop.card("Paymark")
    shop.history()
    tables = shop.tables()
    for user_id, colleague in enumerate(cast.colleagues, 2):
        _write_customer(tables, user_id, colleague)
    return tables


def _write_customer(tables: dict[str, list[dict[str, Any]]], user_id: int, person: Person) -> None:
    """Somebody who has an account and an address, but has bought nothing yet."""
    tables["users"].append(
        {
            "id": user_id,
            "email": person.email,
            "name": person.name,
            "password": DEMO_PASSWORD,
            "phone": person.phone,
        }
    )
    tables["addresses"].append(
        {
            "id": len(tables["addresses"]) + 1,
            "user_id": user_id,
            "label": "Home",
            "recipient": person.name,
            "street": person.address.street,
            "postcode": person.address.postcode,
            "city": person.address.city,
            "is_default": True,
        }
    )


def _categories() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    numbers: dict[str, int] = {}
    for entry in [*_STOCK["parent"], *_STOCK["category"]]:
        numbers[entry["slug"]] = len(rows) + 1
        rows.append(
            {
                "id": len(rows) + 1,
                "slug": entry["slug"],
                "name": entry["name"],
                "parent_id": numbers[entry["parent"]] if "parent" in entry else None,
                "final_sale": entry.get("final_sale", False),
                "restocking_fee": entry.get("restocking_fee", False),
            }
        )
    return rows
