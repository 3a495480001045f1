"""A small Northway Air: four airports, a dozen flights, two customers, trips in every state."""

import base64

import pytest

from mock_platform.kit import get_service

ZONES = {
    "PEL": "Europe/London",
    "VDN": "Europe/Berlin",
    "HAL": "Europe/Athens",
    "NMR": "America/New_York",
}


def flight(number, name, route, departs, arrives, **values):
    return {
        "id": number,
        "number": name,
        "origin": route[:3],
        "destination": route[4:],
        "departs_at": departs,
        "arrives_at": arrives,
        "distance_km": 1200,
        "aircraft": "N14",
        "base_price": "100.00",
        "seats_left": 40,
        "occupied": "1A,1B,14A",
    } | values


def booking(number, code, fare, departs, arrives, **values):
    return {
        "id": number,
        "code": code,
        "user_id": 1,
        "fare": fare,
        "booked_at": "-20d",
        "departs_at": departs,
        "arrives_at": arrives,
        "contact_email": "ada@pier.example",
        "payment_method_id": 1,
    } | values


def passenger(number, booking_id, name, born="1988-05-04", kind="adult", **values):
    first, last = name.split()
    person = {"id": number, "booking_id": booking_id, "first_name": first, "last_name": last}
    return person | {"born_on": born, "kind": kind} | values


def leg(number, booking_id, flight_id, **values):
    return {"id": number, "booking_id": booking_id, "flight_id": flight_id} | values


def ticket(number, leg_id, passenger_id, flight_id, price, **values):
    row = {"id": number, "leg_id": leg_id, "passenger_id": passenger_id}
    return row | {"flight_id": flight_id, "price": price} | values


def payment(number, booking_id, amount, reason="Fare"):
    row = {"id": number, "booking_id": booking_id, "amount": amount, "reason": reason}
    return row | {"payment_method_id": 1, "made_at": "-20d"}


SEED = {
    "users": [
        {
            "id": 1,
            "email": "ada@pier.example",
            "name": "Ada Quill",
            "password": "plum",
            "member_number": "NM100001",
            "miles": 90000,
        },
        {
            "id": 2,
            "email": "bruno@pier.example",
            "name": "Bruno Vance",
            "password": "fig",
            "member_number": "NM100002",
        },
    ],
    "payment_methods": [
        {
            "id": 1,
            "user_id": 1,
            "brand": "Visor",
            "last_four": "1234",
            "expires_on": "+400d",
            "is_default": True,
        },
        {"id": 2, "user_id": 1, "brand": "Old", "last_four": "9999", "expires_on": "-3d"},
        {"id": 3, "user_id": 2, "brand": "Visor", "last_four": "5555", "expires_on": "+400d"},
    ],
    "airports": [
        {"code": code, "city": f"City {code}", "country": "Nowhere", "zone": zone}
        for code, zone in ZONES.items()
    ],
    "flights": [
        flight(1, "NW101", "PEL-VDN", "+10d 08:00", "+10d 10:00"),
        flight(2, "NW103", "PEL-VDN", "+10d 15:00", "+10d 17:00", base_price="160.00"),
        flight(3, "NW105", "PEL-VDN", "+11d 08:00", "+11d 10:00", base_price="80.00"),
        flight(4, "NW201", "VDN-HAL", "+10d 11:00", "+10d 14:00", distance_km=1900),
        flight(5, "NW203", "VDN-HAL", "+10d 10:30", "+10d 13:30", distance_km=1900),
        flight(6, "NW301", "PEL-HAL", "+10d 09:00", "+10d 13:15", base_price="230.00"),
        flight(7, "NW102", "VDN-PEL", "+14d 18:00", "+14d 20:00"),
        flight(8, "NW101", "PEL-VDN", "+20h", "+22h", gate="B4"),
        flight(
            9,
            "NW101",
            "PEL-VDN",
            "+4d 08:00",
            "+4d 10:00",
            state="cancelled",
            cause="technical",
            announced_at="-1d",
        ),
        flight(
            10,
            "NW101",
            "PEL-VDN",
            "-6d 08:00",
            "-6d 10:00",
            state="delayed",
            delay=200,
            cause="crew",
            announced_at="-6d 07:00",
        ),
        flight(
            11,
            "NW102",
            "VDN-PEL",
            "-3d 08:00",
            "-3d 10:00",
            state="delayed",
            delay=240,
            cause="weather",
            announced_at="-3d 07:00",
        ),
        flight(12, "NW401", "PEL-NMR", "+10d 10:00", "+10d 18:00", seats_left=1, aircraft="N26"),
        flight(13, "NW101", "PEL-VDN", "+9d 08:00", "+9d 10:00", seats_left=0),
    ],
    "bookings": [
        booking(1, "LIGHTA", "light", "+10d 08:00", "+10d 10:00"),
        booking(2, "FLEXAB", "flex", "+10d 08:00", "+14d 20:00"),
        booking(3, "SOONAA", "flex", "+20h", "+22h"),
        booking(4, "UPSETA", "light", "+4d 08:00", "+4d 10:00"),
        booking(5, "PASTAA", "flex", "-6d 08:00", "-3d 10:00"),
        booking(6, "BRUNOX", "flex", "+10d 08:00", "+10d 10:00", user_id=2, payment_method_id=3),
        booking(7, "PREMIA", "premium", "+10d 15:00", "+10d 17:00"),
        booking(8, "FRESHA", "light", "+10d 08:00", "+10d 10:00", booked_at="-2h"),
    ],
    "passengers": [
        passenger(1, 1, "Ada Quill"),
        passenger(2, 2, "Ada Quill"),
        passenger(3, 2, "Idris Quill", "2019-02-01", "child"),
        passenger(4, 3, "Ada Quill"),
        passenger(5, 4, "Ada Quill"),
        passenger(6, 4, "Orla Falk"),
        passenger(7, 5, "Ada Quill", extra_bags=1),
        passenger(8, 6, "Bruno Vance"),
        passenger(9, 7, "Ada Quill"),
        passenger(10, 8, "Ada Quill"),
    ],
    "legs": [
        leg(1, 1, 1),
        leg(2, 2, 1),
        leg(3, 2, 7, direction="inbound"),
        leg(4, 3, 8),
        leg(5, 4, 9),
        leg(6, 5, 10),
        leg(7, 5, 11, direction="inbound"),
        leg(8, 6, 1),
        leg(9, 7, 2),
        leg(10, 8, 1),
    ],
    "tickets": [
        ticket(1, 1, 1, 1, "100.00"),
        ticket(2, 2, 2, 1, "140.00"),
        ticket(3, 2, 3, 1, "105.00"),
        ticket(4, 3, 2, 7, "140.00"),
        ticket(5, 3, 3, 7, "105.00"),
        ticket(6, 4, 4, 8, "140.00"),
        ticket(7, 5, 5, 9, "100.00", seat="5A", seat_paid="9.00"),
        ticket(8, 5, 6, 9, "100.00"),
        ticket(9, 6, 7, 10, "140.00"),
        ticket(10, 7, 7, 11, "140.00"),
        ticket(11, 8, 8, 1, "140.00", seat="6C"),
        ticket(12, 9, 9, 2, "352.00"),
        ticket(13, 10, 10, 1, "100.00", seat="7A", seat_paid="9.00"),
    ],
    "payments": [
        payment(1, 1, "100.00"),
        payment(2, 2, "490.00"),
        payment(3, 3, "140.00"),
        payment(4, 4, "200.00"),
        payment(5, 4, "9.00", "Seat 5A"),
        payment(6, 5, "280.00"),
        payment(7, 5, "35.00", "1 extra bag"),
        payment(8, 6, "140.00") | {"payment_method_id": 3},
        payment(9, 7, "352.00"),
        payment(10, 8, "109.00"),
    ],
    "miles_entries": [
        {
            "id": 1,
            "user_id": 1,
            "kind": "flown",
            "miles": 20000,
            "balance": 20000,
            "text": "Flights of last year",
            "made_at": "-200d",
        },
        {
            "id": 2,
            "user_id": 1,
            "kind": "bonus",
            "miles": 70000,
            "balance": 90000,
            "text": "Welcome",
            "made_at": "-100d",
        },
    ],
    "messages": [
        {
            "id": 1,
            "user_id": 1,
            "kind": "disruption",
            "subject": "NW101 is cancelled",
            "body": "We are sorry.",
            "booking_id": 4,
            "sent_at": "-1d",
        }
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("airline"), SEED).reset()


@pytest.fixture
def faulty(start):
    """`faulty(faults)`: an airline of its own with declared faults."""
    return lambda faults: start(get_service("airline"), SEED, faults)


@pytest.fixture
def ada(live):
    return live.login("ada@pier.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@pier.example", "fig")


@pytest.fixture
def browser(live):
    return live.browser("ada@pier.example", "plum")


def refusal(answer, status=409):
    """The message of a refused request."""
    assert answer.status_code == status, answer.text
    return answer.json()["error"]["message"]


@pytest.fixture(name="refusal")
def _refusal():
    return refusal


@pytest.fixture
def day(live):
    """`day(3)`: the date three days after the start."""
    from datetime import timedelta

    from mock_platform.kit.clock import current

    return lambda days: (current().start + timedelta(days=days)).date().isoformat()


@pytest.fixture
def upload():
    """A document for a claim."""

    def make(client, number, kind, text=b"paper"):
        content = base64.b64encode(text).decode()
        body = {"kind": kind, "filename": f"{kind}.pdf", "content": content}
        return client.post(f"/api/claims/{number}/documents", json=body)

    return make


@pytest.fixture
def wait_until(live):
    """`wait_until(hours, departure)`: go to so many hours before a departure (of the API)."""
    from datetime import datetime, timedelta

    from mock_platform.kit.clock import current, now

    waited = timedelta()

    def wait(hours, departs_at):
        nonlocal waited
        step = datetime.fromisoformat(departs_at) - timedelta(hours=hours) - now()
        current().advance(step)
        waited += step

    yield wait
    current().advance(-waited)
