"""The demo world is valid seed data, believable, and the same for the same seed."""

import json
import random
from datetime import timedelta

import pytest

from mock_platform.kit import get_service
from mock_platform.kit.clock import parse_when
from mock_platform.kit.seed import check_seed
from mock_platform.services.airline.world import demo
from mock_platform.world import World


def tables(seed):
    world = World(random.Random(seed))
    return demo(world, world.cast())


@pytest.fixture(scope="module")
def found():
    return tables(1)


def test_it_is_valid_seed_data(tmp_path, found):
    path = tmp_path / "airline.json"
    path.write_text(json.dumps(found, default=str))
    check_seed(get_service("airline"), path)


def test_the_same_seed_gives_the_same_world(found):
    assert tables(1) == found
    assert tables(2)["flights"] != found["flights"]


def test_miles_and_payments_add_up(found):
    for user in found["users"]:
        entries = [e for e in found["miles_entries"] if e["user_id"] == user["id"]]
        assert sum(e["miles"] for e in entries) == user["miles"]
        assert [e["balance"] for e in entries[-1:]] == [user["miles"]][: len(entries)]
        moments = [parse_when(e["made_at"]) for e in entries]
        assert moments == sorted(moments)
    for booking in found["bookings"]:
        legs = [leg["id"] for leg in found["legs"] if leg["booking_id"] == booking["id"]]
        fares = sum(t["price"] for t in found["tickets"] if t["leg_id"] in legs)
        paid = [p for p in found["payments"] if p["booking_id"] == booking["id"]]
        assert sum(p["amount"] for p in paid if p["kind"] == "charge") == fares


def test_no_seat_is_sold_twice_and_connections_can_be_made(found):
    flights = {flight["id"]: flight for flight in found["flights"]}
    for ticket in found["tickets"]:
        if ticket["seat"]:
            assert ticket["seat"] not in flights[ticket["flight_id"]]["occupied"].split(",")
    for flight in flights.values():
        length = parse_when(flight["arrives_at"]) - parse_when(flight["departs_at"])
        assert timedelta(minutes=30) < length < timedelta(hours=9)
    legs = [leg for leg in found["legs"] if leg["direction"] == "outbound"]
    pairs = [(a, b) for a in legs for b in legs if a["booking_id"] == b["booking_id"]]
    for first, second in pairs:
        if second["position"] == first["position"] + 1:
            one, two = flights[first["flight_id"]], flights[second["flight_id"]]
            assert one["destination"] == two["origin"]
            wait = parse_when(two["departs_at"]) - parse_when(one["arrives_at"])
            assert timedelta(minutes=45) <= wait <= timedelta(hours=6)


@pytest.mark.slow
def test_every_page_of_the_owner_can_be_opened(start, found):
    data = json.loads(json.dumps(found, default=str))
    owner = data["users"][0]
    live = start(get_service("airline"), data)
    browser = live.browser(owner["email"], owner["password"])
    pages = ["/", "/trips?show=all", "/claims", "/miles", "/messages"]
    for path in pages:
        assert browser.get(path).status_code == 200
    trips = browser.get("/trips?show=all").text
    for booking in data["bookings"]:
        if booking["user_id"] == owner["id"]:
            assert booking["code"] in trips
            assert browser.get(f"/trips/{booking['code']}").status_code == 200
    assert "disrupted" in trips
