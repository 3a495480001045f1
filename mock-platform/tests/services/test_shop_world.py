"""The generated shop is valid seed data, well stocked, and the same for the same seed."""

import json
import random

from mock_platform.demo import demo_cast, demo_tables
from mock_platform.kit import get_service
from mock_platform.kit.seed import check_seed
from mock_platform.services.shop.world import Shop
from mock_platform.world import World


def tables(seed):
    world = World(random.Random(seed))
    shop = Shop(world, world.person(), "plum")
    shop.catalogue()
    shop.address("Home", world.address(), default=True)
    shop.card("Visor", default=True)
    shop.history()
    return shop.tables()


def text(seed):
    return json.dumps(tables(seed), default=str)


def test_it_is_valid_seed_data(tmp_path):
    path = tmp_path / "shop.json"
    path.write_text(text(1))
    check_seed(get_service("shop"), path)


def test_it_is_well_stocked():
    found = tables(2)
    assert len(found["products"]) >= 150
    assert len({p["category_id"] for p in found["products"]}) >= 8
    assert len({v["sku"] for v in found["variants"]}) == len(found["variants"])
    assert {o["status"] for o in found["orders"]} >= {"delivered", "cancelled"}


def test_the_same_seed_gives_the_same_shop():
    assert text(7) == text(7)
    assert text(7) != text(8)


def test_the_demo_has_the_colleagues_as_customers():
    cast = demo_cast(4)
    tables = demo_tables(get_service("shop"), 4)
    assert [user["email"] for user in tables["users"]] == [person.email for person in cast.staff]
    assert {place["user_id"] for place in tables["addresses"]} == {u["id"] for u in tables["users"]}
