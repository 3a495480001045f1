"""Whatever a customer does, no article appears or vanishes, and every sum adds up."""

import json
import tempfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlmodel import Session, select

from mock_platform.kit import ServiceError, get_service
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.shop import operations as ops
from mock_platform.services.shop.models import Case, Order, OrderLine, User, Variant

SKUS = ["A-1", "A-2", "B-1"]
SEED = {
    "users": [{"id": 1, "email": "ada@quay.example", "name": "Ada Quill"}],
    "categories": [{"id": 1, "slug": "hats", "name": "Hats"}],
    "products": [
        {"id": 1, "slug": "a", "name": "A", "brand": "X", "category_id": 1, "listed_at": "-1d"},
        {"id": 2, "slug": "b", "name": "B", "brand": "X", "category_id": 1, "listed_at": "-1d"},
    ],
    "variants": [
        {"id": 1, "product_id": 1, "sku": "A-1", "name": "S", "price": "10.00", "stock": 4},
        {"id": 2, "product_id": 1, "sku": "A-2", "name": "M", "price": "12.50", "stock": 2},
        {"id": 3, "product_id": 2, "sku": "B-1", "name": "one", "price": "3.33", "stock": 9},
    ],
    "coupons": [{"code": "TEN", "percent": 10, "valid_from": "-1d", "valid_until": "+1d"}],
    "addresses": [
        {
            "id": 1,
            "user_id": 1,
            "label": "Home",
            "recipient": "Ada",
            "street": "1 Row",
            "postcode": "1",
            "city": "Harbour",
        }
    ],
    "payment_methods": [
        {"id": 1, "user_id": 1, "brand": "Visor", "last_four": "1234", "expires_on": "+9d"}
    ],
    "orders": [
        {
            "id": 1,
            "number": "Q-9001",
            "user_id": 1,
            "status": "delivered",
            "placed_at": "-5d",
            "delivered_at": "-2d",
            "ship_to": "Ada",
            "goods": "30.00",
            "total": "30.00",
        }
    ],
    "order_lines": [
        {
            "id": 1,
            "order_id": 1,
            "variant_id": 1,
            "sku": "A-1",
            "name": "A",
            "unit_price": "10.00",
            "quantity": 3,
        }
    ],
}


class LifeCycle(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(get_service("shop"), Path(self.folder.name))
        path = Path(self.folder.name) / "shop.json"
        path.write_text(json.dumps(SEED))
        self.database.create()
        store_seed(self.database, load_seed(path, get_service("shop")), path)
        self.session = Session(self.database.engine)
        self.before = {v.sku: v.stock for v in self.session.exec(select(Variant))}

    def teardown(self):
        self.session.close()
        self.database.close()
        self.folder.cleanup()

    def attempt(self, operation, *arguments):
        """A request: all of it, or nothing of it."""
        try:
            operation(self.session, self.session.get_one(User, 1), *arguments)
            self.session.commit()
        except ServiceError:
            self.session.rollback()

    @rule(sku=st.sampled_from(SKUS), quantity=st.integers(-1, 11))
    def add(self, sku, quantity):
        self.attempt(ops.add_to_cart, sku, quantity)

    @rule(coupon=st.sampled_from(["", "ten"]))
    def buy(self, coupon):
        checkout = ops.Checkout(address_id=1, payment_method_id=1, coupon=coupon)
        self.attempt(ops.place_order, checkout)

    @rule(number=st.integers(9001, 10004))
    def cancel(self, number):
        self.attempt(ops.cancel_order, f"Q-{number}")

    @rule(last=st.integers(1, 4))
    def cancel_recent(self, last):
        self.attempt(ops.cancel_order, f"Q-{10_000 + last}")

    @rule(quantity=st.integers(1, 4))
    def send_back(self, quantity):
        wish = ops.Wish(line_id=1, quantity=quantity, reason="changed_mind")
        self.attempt(ops.request_return, "Q-9001", wish)

    @rule(quantity=st.integers(1, 4), sku=st.sampled_from(SKUS))
    def exchange(self, quantity, sku):
        wish = ops.Wish(line_id=1, quantity=quantity, reason="wrong_size")
        self.attempt(ops.request_exchange, "Q-9001", wish, sku)

    @rule(number=st.integers(501, 505))
    def withdraw(self, number):
        self.attempt(ops.withdraw_case, f"R-{number}")

    @invariant()
    def no_article_appears_or_vanishes(self):
        now = {v.sku: v.stock for v in self.session.exec(select(Variant))}
        assert min(now.values()) >= 0
        for line, order in self.session.exec(select(OrderLine, Order).join(Order)):
            if order.id != 1 and order.status != "cancelled":
                now[line.sku] += line.quantity
        for case in self.session.exec(select(Case).where(Case.status != "withdrawn")):
            if case.replacement_variant_id is not None:
                sku = self.session.get_one(Variant, case.replacement_variant_id).sku
                now[sku] += case.quantity
        assert now == self.before

    @invariant()
    def sums_add_up(self):
        for order in self.session.exec(select(Order).where(Order.id != 1)):
            lines = self.session.exec(select(OrderLine).where(OrderLine.order_id == order.id))
            goods = sum((line.unit_price * line.quantity for line in lines), Decimal(0))
            assert order.goods == goods
            assert order.total == order.goods - order.discount + order.shipping_cost
            assert order.total >= 0

    @invariant()
    def nothing_goes_back_twice(self):
        live = self.session.exec(select(Case).where(Case.status != "withdrawn")).all()
        assert sum(case.quantity for case in live) <= 3

    @invariant()
    def a_coupon_is_used_once(self):
        used = self.session.exec(select(Order).where(Order.coupon_code == "TEN"))
        assert len([order for order in used if order.status != "cancelled"]) <= 1


LifeCycle.TestCase.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)
TestLifeCycle = pytest.mark.slow(LifeCycle.TestCase)
