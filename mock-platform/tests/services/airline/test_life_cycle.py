"""Book, choose seats, change, check in, cancel and claim in any order: what always holds."""

import json
import tempfile
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlmodel import Session, select

from mock_platform.kit import ServiceError, get_service
from mock_platform.kit.clock import current
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import (
    Booking,
    Claim,
    Flight,
    Leg,
    MilesEntry,
    Passenger,
    Payment,
    Ticket,
    User,
)

PEOPLE = [
    {"first_name": "Ada", "last_name": "Quill", "born_on": "1988-05-04"},
    {"first_name": "Idris", "last_name": "Quill", "born_on": "2019-02-01"},
    {"first_name": "Orla", "last_name": "Falk", "born_on": "1979-01-31"},
]
SEATS = ["1A", "1B", "2A", "8A", "9A", "9B", "14D"]


def flight(number, route, hours, seats_left=5, **values):
    return {
        "id": number,
        "number": f"NW{100 + number}",
        "origin": route[:3],
        "destination": route[4:],
        "departs_at": f"+{hours}h",
        "arrives_at": f"+{hours + 2}h",
        "distance_km": 1200,
        "aircraft": "N14",
        "base_price": "99.99",
        "seats_left": seats_left,
        "occupied": "1A",
    } | values


SEED = {
    "users": [
        {
            "id": 1,
            "email": "a@b.example",
            "name": "Ada Quill",
            "member_number": "M1",
            "miles": 50000,
        }
    ],
    "payment_methods": [
        {"id": 1, "user_id": 1, "brand": "Visor", "last_four": "1234", "expires_on": "+400d"}
    ],
    "airports": [
        {"code": c, "city": c, "country": "X", "zone": z}
        for c, z in (("AAA", "Europe/London"), ("BBB", "Europe/Berlin"), ("CCC", "Europe/Rome"))
    ],
    "flights": [
        flight(1, "AAA-BBB", 20),
        flight(2, "AAA-BBB", 60, base_price="149.50"),
        flight(3, "AAA-BBB", 300, base_price="61.07"),
        flight(4, "BBB-CCC", 63),
        flight(5, "BBB-AAA", 400, seats_left=2),
        flight(6, "BBB-AAA", 420),
    ],
    "miles_entries": [
        {
            "id": 1,
            "user_id": 1,
            "kind": "bonus",
            "miles": 50000,
            "balance": 50000,
            "text": "Welcome",
            "made_at": "-1d",
        }
    ],
}
FLIGHTS = st.sampled_from([[1], [2], [3], [2, 4], [5], [6]])
NTH = st.integers(0, 3)


class LifeCycle(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.moved = timedelta()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(get_service("airline"), Path(self.folder.name))
        path = Path(self.folder.name) / "airline.json"
        path.write_text(json.dumps(SEED))
        self.database.create()
        store_seed(self.database, load_seed(path, get_service("airline")), path)
        self.session = Session(self.database.engine)
        self.before = {f.id: f.seats_left for f in self.session.exec(select(Flight))}

    def teardown(self):
        current().advance(-self.moved)
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

    def nth(self, model, number):
        rows = self.session.exec(select(model).order_by(model.id)).all()
        return rows[number % len(rows)] if rows else None

    def code(self, number):
        booking = self.nth(Booking, number)
        return booking.code if booking else "NOBODY"

    @rule(
        out=FLIGHTS,
        back=st.sampled_from([[], [5], [6]]),
        fare=st.sampled_from(["light", "flex", "premium"]),
        people=st.sampled_from([PEOPLE[:1], PEOPLE[:2], PEOPLE]),
        pay=st.sampled_from(["card", "card", "miles"]),
    )
    def book(self, out, back, fare, people, pay):
        order = ops.BookingOrder(
            outbound=out,
            inbound=back,
            fare=fare,
            passengers=people,
            contact_email="a@b.example",
            pay_with=pay,
        )
        self.attempt(ops.book_flight, order)

    @rule(number=st.integers(0, 20), seat=st.sampled_from(SEATS))
    def seat(self, number, seat):
        ticket = self.nth(Ticket, number)
        if ticket is None:
            return
        booking = self.session.get_one(Booking, self.session.get_one(Leg, ticket.leg_id).booking_id)
        choice = ops.SeatChoice(leg_id=ticket.leg_id, passenger_id=ticket.passenger_id, seat=seat)
        self.attempt(ops.choose_seat, booking.code, choice)

    @rule(number=st.integers(0, 9), count=st.integers(1, 3))
    def bags(self, number, count):
        person = self.nth(Passenger, number)
        if person is not None:
            code = self.session.get_one(Booking, person.booking_id).code
            self.attempt(ops.add_bags, code, ops.BagOrder(passenger_id=person.id, count=count))

    @rule(
        number=NTH,
        flights=FLIGHTS,
        way=st.sampled_from(["outbound", "inbound"]),
        how=st.sampled_from([ops.change_flight, ops.rebook_flight]),
    )
    def change(self, number, flights, way, how):
        request = ops.ChangeRequest(direction=way, flights=flights)
        self.attempt(how, self.code(number), request)

    @rule(number=st.integers(0, 9), undo=st.booleans())
    def check_in(self, number, undo):
        leg = self.nth(Leg, number)
        if leg is not None:
            code = self.session.get_one(Booking, leg.booking_id).code
            self.attempt(ops.undo_check_in if undo else ops.check_in, code, leg.id, [])

    @rule(number=NTH)
    def cancel(self, number):
        self.attempt(ops.cancel_booking, self.code(number))

    @rule(number=NTH)
    def miles(self, number):
        self.attempt(ops.credit_missing_miles, self.code(number))

    @rule(number=st.integers(0, 9))
    def claim(self, number):
        leg = self.nth(Leg, number)
        if leg is not None:
            code = self.session.get_one(Booking, leg.booking_id).code
            self.attempt(ops.file_compensation_claim, code, ops.CompensationRequest(leg_id=leg.id))

    @rule(
        number=st.integers(1, 6),
        state=st.sampled_from([("cancelled", 0), ("delayed", 200), ("delayed", 320)]),
        cause=st.sampled_from(["crew", "weather"]),
    )
    def disrupt(self, number, state, cause):
        flight = self.session.get_one(Flight, number)
        if flight.state == "scheduled":
            flight.state, flight.delay = state
            flight.cause, flight.announced_at = cause, current().now()
            self.session.commit()

    @rule(hours=st.sampled_from([3, 30]))
    def wait(self, hours):
        by = timedelta(hours=hours)
        current().advance(by)
        self.moved += by

    @invariant()
    def no_seat_of_a_flight_is_sold_twice(self):
        taken = [
            (t.flight_id, t.seat) for t in self.session.exec(select(Ticket)) if t.seat is not None
        ]
        assert len(set(taken)) == len(taken)
        assert "1A" not in {seat for _, seat in taken}

    @invariant()
    def seats_left_and_seats_sold_add_up(self):
        now = {f.id: f.seats_left for f in self.session.exec(select(Flight))}
        assert min(now.values()) >= 0
        rows = select(Ticket, Leg, Passenger).join(Leg).join(Passenger)
        for ticket, leg, person in self.session.exec(rows):
            assert ticket.flight_id == leg.flight_id
            if leg.ended_at is None and person.kind != "infant":
                now[ticket.flight_id] += 1
        assert now == self.before

    @invariant()
    def a_leg_that_ended_holds_nothing(self):
        for ticket, leg in self.session.exec(select(Ticket, Leg).join(Leg)):
            if leg.ended_at is not None:
                assert (ticket.seat, ticket.checked_in_at) == (None, None)

    @invariant()
    def no_refund_is_above_what_was_paid(self):
        for booking in self.session.exec(select(Booking)):
            payments = self.session.exec(select(Payment).where(Payment.booking_id == booking.id))
            total = Decimal(0)
            for payment in payments:
                total += payment.amount if payment.kind == "charge" else -payment.amount
                assert total >= 0

    @invariant()
    def the_miles_add_up(self):
        user = self.session.get_one(User, 1)
        balance = 0
        for entry in self.session.exec(select(MilesEntry).order_by(MilesEntry.id)):
            balance += entry.miles
            assert entry.balance == balance >= 0
        assert user.miles == balance
        spent = {}
        for entry in self.session.exec(select(MilesEntry).where(MilesEntry.kind != "flown")):
            spent[entry.booking_id] = spent.get(entry.booking_id, 0) + entry.miles
        assert all(miles <= 0 for booking, miles in spent.items() if booking)

    @invariant()
    def a_flight_is_claimed_for_and_credited_once(self):
        live = self.session.exec(select(Claim).where(Claim.status != "withdrawn")).all()
        assert len({(c.booking_id, c.flight_id) for c in live}) == len(live)
        for claim in live:
            flight = self.session.get_one(Flight, claim.flight_id)
            assert flight.cause in policy.OUR_CAUSES
        credited = [
            e.leg_id
            for e in self.session.exec(select(MilesEntry).where(MilesEntry.kind == "flown"))
        ]
        assert len(set(credited)) == len(credited)


LifeCycle.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestLifeCycle = pytest.mark.slow(LifeCycle.TestCase)
