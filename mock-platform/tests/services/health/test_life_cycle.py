"""Book, move, cancel, wait, accept, decline and let time pass in any order: what always holds."""

import json
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlmodel import Session, select

from mock_platform.kit import ServiceError, get_service
from mock_platform.kit.clock import current, now
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.health import operations as ops
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Appointment,
    Charge,
    Provider,
    Referral,
    Slot,
    User,
    WaitingEntry,
)

PEOPLE = range(1, 5)
SEED = {
    "users": [
        {"id": n, "email": f"u{n}@pier.example", "name": f"U {n}", "password": "plum"}
        for n in PEOPLE
    ],
    "places": [{"id": 1, "name": "Pier", "address": "1 Pier Row"}],
    "providers": [
        {"id": 1, "name": "Dr A", "speciality": "general", "place_id": 1},
        {"id": 2, "name": "Dr B", "speciality": "general", "place_id": 1},
        {"id": 3, "name": "Dr C", "speciality": "skin", "place_id": 1},
    ],
    "patients": [
        {"id": n, "user_id": n, "name": f"U {n}", "born_on": "1980-01-01", "doctor_id": 1}
        for n in PEOPLE
    ],
    "slots": [
        {"id": 1, "provider_id": 1, "starts_at": "+6h", "minutes": 20},
        {"id": 2, "provider_id": 1, "starts_at": "+2d 09:00", "minutes": 20},
        {"id": 3, "provider_id": 1, "starts_at": "+3d 09:00", "minutes": 20},
        {"id": 4, "provider_id": 2, "starts_at": "+2d 09:10", "minutes": 20},
        {"id": 5, "provider_id": 3, "starts_at": "+4d 09:00", "minutes": 30},
        {"id": 6, "provider_id": 3, "starts_at": "+5d 09:00", "minutes": 30},
    ],
    "referrals": [
        {"id": n, "number": f"R-{n}", "patient_id": n, "speciality": "skin", "provider_id": 1}
        | {"issued_on": "-1d", "valid_until": f"+{n + 3}d"}
        for n in (1, 2)
    ],
}
WHO = st.sampled_from(list(PEOPLE))
SLOTS = st.integers(1, 6)
NTH = st.integers(0, 5)


class LifeCycle(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.moved = timedelta()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(get_service("health"), Path(self.folder.name))
        path = Path(self.folder.name) / "health.json"
        path.write_text(json.dumps(SEED))
        self.database.create()
        store_seed(self.database, load_seed(path, get_service("health")), path)
        self.session = Session(self.database.engine)

    def teardown(self):
        current().advance(-self.moved)
        self.session.close()
        self.database.close()
        self.folder.cleanup()

    def attempt(self, operation, who, *arguments):
        """A request of somebody's about their own record: all of it, or nothing of it."""
        try:
            operation(self.session, self.session.get_one(User, who), who, *arguments)
            self.session.commit()
        except ServiceError:
            self.session.rollback()

    def nth(self, model, number):
        rows = self.session.exec(select(model).order_by(model.id)).all()
        return rows[number % len(rows)] if rows else None

    @initialize(waiting=st.lists(st.sampled_from([2, 3, 4]), unique=True, max_size=3))
    def begin(self, waiting):
        """Three days are full, and some wait for the first of them."""
        for who, slot in ((1, 3), (1, 5), (2, 6)):
            self.book(who, slot)
        for who in waiting:
            self.wait(who, 3)

    @rule(who=WHO, slot=st.sampled_from([1, 2, 3, 3, 3, 4, 5, 6]))
    def book(self, who, slot):
        kind = "first_visit" if slot > 4 else "consultation"
        self.attempt(ops.book_appointment, who, ops.BookingRequest(slot_id=slot, kind=kind))

    @rule(number=NTH, slot=SLOTS)
    def move(self, number, slot):
        if row := self.nth(Appointment, number):
            self.attempt(ops.move_appointment, row.patient_id, row.id, slot)

    @rule(number=NTH)
    def cancel(self, number):
        if row := self.nth(Appointment, number):
            self.attempt(ops.cancel_appointment, row.patient_id, row.id)

    @rule(who=WHO, days=st.sampled_from([3, 3, 4, 5]))
    def wait(self, who, days):
        """For a day on which there is one slot."""
        speciality = "general" if days == 3 else "skin"
        day = current().start.date() + timedelta(days=days)
        request = ops.WaitingRequest(
            speciality=speciality,
            kind="first_visit" if speciality == "skin" else "consultation",
            first_day=day,
            last_day=day,
        )
        self.attempt(ops.join_waiting_list, who, request)

    @rule(
        number=NTH,
        how=st.sampled_from([ops.accept_offer, ops.decline_offer, ops.leave_waiting_list]),
    )
    def answer(self, number, how):
        if entry := self.nth(WaitingEntry, number):
            self.attempt(how, entry.patient_id, entry.id)

    @rule(number=NTH)
    def pay(self, number):
        if row := self.nth(Charge, number):
            self.attempt(ops.pay_charge, row.patient_id, row.id)

    @rule(hours=st.sampled_from([1, 5, 13]))
    def pass_time(self, hours):
        by = timedelta(hours=hours)
        current().advance(by)
        self.moved += by

    def booked(self):
        query = select(Appointment).where(Appointment.status == "booked")
        return self.session.exec(query.order_by(Appointment.id)).all()

    @invariant()
    def no_slot_is_sold_twice_and_those_sold_are_booked(self):
        taken = [row.slot_id for row in self.booked()]
        assert len(set(taken)) == len(taken)
        slots = self.session.exec(select(Slot)).all()
        assert {slot.id for slot in slots if slot.state == "booked"} == set(taken)

    @invariant()
    def nobody_is_in_two_places_at_a_time(self):
        rows = self.booked()
        for one in rows:
            slot = self.session.get_one(Slot, one.slot_id)
            assert (one.starts_at, one.provider_id) == (slot.starts_at, slot.provider_id)
            for other in rows:
                if one.id < other.id and (
                    one.patient_id == other.patient_id or one.provider_id == other.provider_id
                ):
                    first, second = sorted((one, other), key=lambda row: row.starts_at)
                    assert first.starts_at + timedelta(minutes=first.minutes) <= second.starts_at

    @invariant()
    def a_slot_is_held_for_one_who_waits(self):
        query = select(WaitingEntry).where(WaitingEntry.status == "offered")
        offers = {entry.slot_id: entry for entry in self.session.exec(query)}
        held = {slot.id: slot for slot in self.session.exec(select(Slot)) if slot.state == "held"}
        assert set(offers) == set(held)
        for number, entry in offers.items():
            assert entry.offered_until == held[number].held_until
            assert str(number) not in entry.passed.split(",")
            limit = held[number].starts_at - timedelta(hours=policy.BOOKING_HOURS)
            assert entry.offered_until <= limit

    @invariant()
    def referrals_are_not_used_up_twice(self):
        for referral in self.session.exec(select(Referral)):
            query = select(Appointment).where(
                Appointment.referral_id == referral.id, Appointment.status != "cancelled"
            )
            rows = self.session.exec(query).all()
            assert len(rows) <= referral.visits
            assert all(row.starts_at.date() <= referral.valid_until for row in rows)
        for row in self.booked():
            speciality = self.session.get_one(Provider, row.provider_id).speciality
            assert (row.referral_id is not None) == policy.SPECIALITIES[speciality].referral

    @invariant()
    def fees_are_those_of_late_cancellations(self):
        charges = {row.appointment_id: row for row in self.session.exec(select(Charge))}
        for row in self.session.exec(select(Appointment)):
            late = row.cancelled_at is not None and row.starts_at - row.cancelled_at < timedelta(
                hours=policy.CANCEL_HOURS
            )
            assert (row.id in charges) == late
            assert row.fee == (policy.CANCEL_FEE if late else 0)
            if row.cancelled_at:
                assert row.cancelled_at <= now()


LifeCycle.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestLifeCycle = pytest.mark.slow(LifeCycle.TestCase)
