"""The demo world: valid, the same for the same seed, and every page of it can be opened."""

import json
import random
from decimal import Decimal

import pytest

from mock_platform.kit import get_service
from mock_platform.services.health.world import demo
from mock_platform.world import World


def tables(seed):
    world = World(random.Random(seed))
    return demo(world, world.cast())


@pytest.fixture(scope="module")
def found():
    return tables(1)


def test_slots_and_appointments_fit(found):
    slots = {slot["id"]: slot for slot in found["slots"]}
    taken = [row["slot_id"] for row in found["appointments"] if row["status"] == "booked"]
    assert len(set(taken)) == len(taken)
    assert all(slots[number]["state"] == "booked" for number in taken)
    times = [(slot["provider_id"], slot["starts_at"]) for slot in slots.values()]
    assert len(set(times)) == len(times)


def test_claims_add_up(found):
    for row in found["claims"]:
        if "insurer_pays" in row:
            parts = ("deductible_part", "copayment", "above_tariff", "insurer_pays")
            assert sum(row[name] for name in parts) == Decimal(row["billed"])


@pytest.mark.slow
@pytest.mark.parametrize("who", [0, 16])
def test_no_link_is_dead(start, found, who):
    from crawling import crawl

    live = start(get_service("health"), json.loads(json.dumps(found, default=str)))
    user = found["users"][who]
    pages = crawl(live.browser(user["email"], user["password"]), most=900)
    assert len(pages) > 60
    assert not [path for path, text in pages.items() if "<script" in text]
