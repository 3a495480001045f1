"""A small Quayside: five products, three customers, orders in every state."""

import pytest

from mock_platform.kit import get_service


def category(number, slug, name, parent=None, **values):
    return {"id": number, "slug": slug, "name": name, "parent_id": parent} | values


def product(number, slug, name, brand, category_id, **values):
    return {
        "id": number,
        "slug": slug,
        "name": name,
        "brand": brand,
        "category_id": category_id,
        "description": f"About {name}.",
        "listed_at": f"-{number}w",
        "popularity": number * 10,
        "rating": 3.0 + number * 0.25,
        "rating_count": number * 4,
    } | values


def variant(number, product_id, sku, name, price, stock=5):
    return {
        "id": number,
        "product_id": product_id,
        "sku": sku,
        "name": name,
        "price": price,
        "stock": stock,
    }


def order(number, days, status="delivered", user_id=1, **values):
    """An order delivered that many days ago; the goods of `order_lines` come to 100 euros."""
    moments = {"placed_at": f"-{days + 4}d"}
    if status in ("shipped", "delivered"):
        moments["shipped_at"] = f"-{days + 2}d"
    if status == "delivered":
        moments["delivered_at"] = f"-{days}d"
    return {
        "id": number,
        "number": f"Q-{9000 + number}",
        "user_id": user_id,
        "status": status,
        "address_id": user_id,
        "ship_to": "Ada Quill, 1 Pier Row, 1234 Harbour",
        "payment_method_id": user_id,
        "goods": "100.00",
        "total": "100.00",
        **moments,
        **values,
    }


def line(number, order_id, variant_id, sku, price, quantity=1, **values):
    return {
        "id": number,
        "order_id": order_id,
        "variant_id": variant_id,
        "sku": sku,
        "name": f"Article {sku}",
        "unit_price": price,
        "quantity": quantity,
    } | values


def address(number, user_id, label, **values):
    return {
        "id": number,
        "user_id": user_id,
        "label": label,
        "recipient": "Ada Quill",
        "street": f"{number} Pier Row",
        "postcode": "1234",
        "city": "Harbour",
    } | values


def coupon(code, **values):
    return {"code": code, "valid_from": "-5d", "valid_until": "+5d"} | values


SEED = {
    "users": [
        {"id": 1, "email": "ada@quay.example", "name": "Ada Quill", "password": "plum"},
        {"id": 2, "email": "bruno@quay.example", "name": "Bruno Vance", "password": "fig"},
        {"id": 3, "email": "celia@quay.example", "name": "Celia Stroud", "password": "pear"},
    ],
    "categories": [
        category(1, "clothing", "Clothing"),
        category(2, "jackets", "Jackets", 1),
        category(3, "earphones", "Earphones", final_sale=True),
        category(4, "cameras", "Cameras", restocking_fee=True),
    ],
    "products": [
        product(1, "storm-jacket", "Storm Jacket", "Halyard", 2),
        product(2, "wool-cap", "Wool Cap", "Halyard", 1, on_sale=True),
        product(3, "ear-buds", "Ear Buds", "Sonder", 3, sponsored=True),
        product(4, "field-camera", "Field Camera", "Optic 50%", 4),
        product(5, "rain-cape", "Rain Cape", "Fjordline", 2),
    ],
    "attributes": [
        {"id": 1, "product_id": 1, "name": "Material", "value": "Waxed cotton"},
        {"id": 2, "product_id": 1, "name": "Colour", "value": "Navy"},
        {"id": 3, "product_id": 5, "name": "Material", "value": "Nylon"},
    ],
    "variants": [
        variant(1, 1, "HJ-M", "size M", "80.00"),
        variant(2, 1, "HJ-L", "size L", "84.00"),
        variant(3, 1, "HJ-S", "size S", "70.00", stock=0),
        variant(4, 2, "WC-1", "one size", "20.00", stock=12),
        variant(5, 3, "EB-1", "black", "35.50"),
        variant(6, 4, "FC-1", "body", "499.99", stock=2),
        variant(8, 1, "HJ-XS", "size XS", "70.00", stock=1),
        variant(7, 5, "RC-1", "one size", "45.00", stock=0),
    ],
    "reviews": [
        {"id": 1, "product_id": 1, "author": "Mira", "stars": 4, "written_at": "-3d"},
        {"id": 2, "product_id": 1, "author": "Nils", "stars": 2, "written_at": "-1d"},
    ],
    "coupons": [
        coupon("TEN", percent=10),
        coupon("USED", percent=10),
        coupon("FIVER", amount="5.00", once=False),
        coupon("OLD", percent=50, valid_until="-1d"),
        coupon("SOON", percent=50, valid_from="+1d"),
        coupon("BIG", percent=20, minimum="150.00"),
        coupon("CLOTHES", percent=50, category_id=1),
        coupon("CAMERAS", percent=50, category_id=4),
    ],
    "addresses": [
        address(1, 1, "Home", is_default=True),
        address(2, 2, "Home"),
        address(3, 1, "Work"),
    ],
    "payment_methods": [
        {
            "id": 1,
            "user_id": 1,
            "brand": "Meridian",
            "last_four": "4242",
            "expires_on": "+90d",
            "is_default": True,
        },
        {"id": 2, "user_id": 2, "brand": "Meridian", "last_four": "1111", "expires_on": "+90d"},
        {"id": 3, "user_id": 1, "brand": "Corda", "last_four": "0009", "expires_on": "-1d"},
    ],
    "orders": [
        order(1, 29),
        order(2, 31),
        order(3, 59, gift=True),
        order(4, 61, gift=True),
        order(5, 179),
        order(6, 181),
        order(7, 1, "placed"),
        order(8, 1, "shipped"),
        order(9, 5, user_id=2),
        order(10, 5, coupon_code="USED", discount="10.00", total="90.00"),
        order(11, 5, user_id=3, payment_method_id=2, goods="30.00", discount="0.04", total="29.96"),
    ],
    "order_lines": [
        line(1, 1, 1, "HJ-M", "80.00"),
        line(2, 1, 4, "WC-1", "20.00", on_sale=True),
        line(3, 2, 1, "HJ-M", "80.00"),
        line(4, 3, 1, "HJ-M", "80.00"),
        line(5, 4, 1, "HJ-M", "80.00"),
        line(6, 5, 1, "HJ-M", "80.00"),
        line(7, 6, 1, "HJ-M", "80.00"),
        line(8, 7, 1, "HJ-M", "80.00", quantity=2),
        line(9, 8, 1, "HJ-M", "80.00"),
        line(10, 9, 1, "HJ-M", "80.00"),
        line(11, 1, 5, "EB-1", "35.50"),
        line(12, 1, 6, "FC-1", "499.99"),
        line(13, 10, 1, "HJ-M", "80.00", quantity=3),
        line(14, 11, 4, "WC-1", "10.00", quantity=3),
    ],
    "cases": [
        {
            "id": 1,
            "number": "R-777",
            "order_line_id": 10,
            "kind": "return",
            "reason": "wrong_size",
            "requested_at": "-1d",
            "refund": "80.00",
            "refund_to": "payment_method",
        },
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("shop"), SEED).reset()


@pytest.fixture
def faulty(start):
    """`faulty(faults)`: a shop of its own with declared faults."""
    return lambda faults: start(get_service("shop"), SEED, faults)


@pytest.fixture
def ada(live):
    return live.login("ada@quay.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@quay.example", "fig")


@pytest.fixture
def browser(live):
    return live.browser("ada@quay.example", "plum")


def refusal(answer, status=409):
    """The message of a refused request."""
    assert answer.status_code == status, answer.text
    return answer.json()["error"]["message"]


@pytest.fixture(name="refusal")
def _refusal():
    return refusal
