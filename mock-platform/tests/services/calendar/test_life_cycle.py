"""Whatever people do with events, a plain list of what is on says the same."""

import itertools
import json
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from sqlmodel import Session, select

from mock_platform.kit import ServiceError, get_service
from mock_platform.kit.clock import now
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.models import (
    Attendee,
    Change,
    Event,
    OccurrenceReply,
    Room,
    SeriesException,
    User,
)
from mock_platform.services.calendar.operations.availability import bookings, busy_times

pytestmark = pytest.mark.slow
ZONE = ZoneInfo("Europe/Dublin")
ADA, BRUNO, CELIA = 1, 2, 3
EMAILS = {BRUNO: "bruno@pier.example", CELIA: "celia@pier.example"}
SEED = {
    "users": [
        {"id": 1, "email": "ada@pier.example", "name": "Ada", "zone": "Europe/Dublin"},
        {"id": 2, "email": EMAILS[BRUNO], "name": "Bruno", "zone": "Europe/Dublin"},
        {"id": 3, "email": EMAILS[CELIA], "name": "Celia", "zone": "Europe/Dublin"},
    ],
    "calendars": [
        {"id": number, "user_id": number, "name": "Work", "is_default": True}
        for number in (1, 2, 3)
    ],
    "rooms": [
        {
            "id": 1,
            "slug": "gull",
            "name": "Gull",
            "capacity": 3,
            "zone": "Europe/Dublin",
            "open_days": "mon,tue,wed,thu,fri,sat,sun",
            "opens": "00:00",
            "closes": "23:59",
        }
    ],
}
days = st.integers(1, 12)
hours = st.integers(8, 16)
organisers = st.sampled_from([ADA, BRUNO])
nth = st.integers(0, 20)


class Meetings(RuleBasedStateMachine):
    """`model`: code → day of the occurrence's name → day and hour at which it takes place, and
    whether it was moved by itself.
    """

    codes = Bundle("codes")

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(get_service("calendar"), Path(self.folder.name))
        path = Path(self.folder.name) / "calendar.json"
        path.write_text(json.dumps(SEED))
        self.database.create()
        store_seed(self.database, load_seed(path, get_service("calendar")), path)
        self.session = Session(self.database.engine)
        self.today = now().astimezone(ZONE).date()
        self.model = {}
        self.owner = {}
        self.replies = {}
        self.history = {}

    def teardown(self):
        self.session.close()
        self.database.close()
        self.folder.cleanup()

    def attempt(self, operation, user, *arguments):
        """A request: all of it, or nothing of it; None if it was refused."""
        try:
            done = operation(self.session, self.session.get_one(User, user), *arguments)
            self.session.commit()
            return done
        except ServiceError:
            self.session.rollback()
            return None

    def day(self, number):
        return self.today + timedelta(days=number)

    def pick(self, code, number):
        """The name of one of the occurrences that there are."""
        names = sorted(self.model.get(code, {}))
        return names[number % len(names)] if names else None

    @rule(
        target=codes,
        user=organisers,
        day=days,
        hour=hours,
        count=st.integers(1, 5),
        room=st.booleans(),
    )
    def create(self, user, day, hour, count, room):
        start = self.day(day)
        repeat = {"frequency": "daily", "count": count} if count > 1 else {}
        details = ops.NewEvent(
            title="Meeting",
            starts=f"{start}T{hour:02}:00",
            ends=f"{start}T{hour:02}:45",
            room="gull" if room else "",
            repeat=repeat,
            attendees=[EMAILS[CELIA]],
        )
        full = self.attempt(ops.create_event, user, details)
        if full is None:
            return "ALM-NONE"
        code = full.event.code
        names = [start + timedelta(days=n) for n in range(count)]
        self.model[code] = {name: (name, hour, False) for name in names}
        self.owner[code] = user
        self.replies[code] = "pending"
        return code

    @rule(code=codes, user=organisers, number=nth, day=days, hour=hours)
    def move_one(self, code, user, number, day, hour):
        on = self.pick(code, number)
        if on is None or len(self.model[code]) == 1:
            return
        times = ops.NewTimes(starts=f"{self.day(day)}T{hour:02}:00")
        target = ops.Target(scope="one", on=on)
        if self.attempt(ops.move_event, user, code, times, target) is not None:
            assert user == self.owner[code]
            self.model[code][on] = (self.day(day), hour, True)

    @rule(code=codes, user=organisers, number=nth)
    def cancel_one(self, code, user, number):
        on = self.pick(code, number)
        if on is None or self.single(code):
            return
        done = self.attempt(ops.cancel_event, user, code, ops.Target(scope="one", on=on))
        assert (done is not None) == (user == self.owner[code])
        if done is not None:
            del self.model[code][on]

    @rule(code=codes, number=nth)
    def cancel_following(self, code, number):
        on = self.pick(code, number)
        if on is None or self.single(code):
            return
        target = ops.Target(scope="following", on=on)
        assert self.attempt(ops.cancel_event, self.owner[code], code, target) is not None
        self.model[code] = {name: at for name, at in self.model[code].items() if name < on}

    @rule(code=codes, user=organisers)
    def cancel_all(self, code, user):
        done = self.attempt(ops.cancel_event, user, code, ops.Target())
        if done is not None:
            assert user == self.owner[code]
            self.model[code] = {}

    @rule(code=codes, by=st.integers(-2, 2), hour=hours)
    def move_all(self, code, by, hour):
        event = self.event(code)
        if event is None or event.status == "cancelled":
            return
        start = event.starts_at.astimezone(ZONE)
        day = start.date() + timedelta(days=by)
        times = ops.NewTimes(starts=f"{day}T{hour:02}:00")
        moved = self.attempt(ops.move_event, self.owner[code], code, times, ops.Target())
        if moved is None:
            return
        shift = timedelta(days=by)
        self.model[code] = {
            name + shift: at if at[2] else (name + shift, hour, False)
            for name, at in self.model[code].items()
        }
        if by or hour != start.hour:
            self.replies[code] = "pending"

    @rule(target=codes, code=codes, number=nth, hour=hours)
    def move_following(self, code, number, hour):
        on = self.pick(code, number)
        if on is None or self.single(code):
            return code
        start = self.event(code).starts_at.astimezone(ZONE)
        times = ops.NewTimes(starts=f"{on}T{hour:02}:00")
        target = ops.Target(scope="following", on=on)
        moved = self.attempt(ops.move_event, self.owner[code], code, times, target)
        if moved is None:
            return code
        later = moved.event.code
        rest = {
            name: at if at[2] else (name, hour, False)
            for name, at in self.model[code].items()
            if name >= on
        }
        kept = {name: at for name, at in self.model[code].items() if name < on}
        if later != code:
            self.model[code] = kept
            self.owner[later] = self.owner[code]
            self.replies[later] = self.replies[code]
        self.model[later] = rest
        if hour != start.hour:
            self.replies[later] = "pending"
        return later

    @rule(code=codes, reply=st.sampled_from(["accepted", "declined", "tentative"]))
    def answer(self, code, reply):
        done = self.attempt(ops.reply_to_invitation, CELIA, code, ops.Answer(reply=reply))
        if done is not None:
            self.replies[code] = reply

    @rule(code=codes, number=nth)
    def a_stranger_changes_nothing(self, code, number):
        on = self.pick(code, number)
        target = ops.Target(scope="one", on=on)
        assert self.attempt(ops.cancel_event, CELIA, code, target) is None
        other = ADA + BRUNO - self.owner.get(code, ADA)
        assert self.attempt(ops.view_event, other, code) is None

    def event(self, code):
        return self.session.exec(select(Event).where(Event.code == code)).first()

    def single(self, code):
        return self.event(code).frequency == "none"

    def expected(self, codes):
        return sorted(
            (code, datetime(day.year, day.month, day.day, hour, tzinfo=ZONE).astimezone(UTC))
            for code in codes
            for day, hour, _ in self.model[code].values()
        )

    def window(self):
        return ops.Window(first=self.day(-6), last=self.day(40))

    @invariant()
    def everybody_sees_what_is_on(self):
        for user in (ADA, BRUNO):
            person = self.session.get_one(User, user)
            entries = ops.list_events(self.session, person, self.window())
            found = sorted((e.occurrence.event.code, e.occurrence.starts_at) for e in entries)
            assert found == self.expected(c for c in self.model if self.owner[c] == user)

    @invariant()
    def the_invited_is_busy_as_answered(self):
        person = self.session.get_one(User, CELIA)
        start = datetime.combine(self.day(-6), datetime.min.time(), UTC)
        busy = busy_times(self.session, [person], (start, start + timedelta(days=50)))[CELIA]
        for kind, replies in (("busy", ["accepted"]), ("tentative", ["pending", "tentative"])):
            found = sorted((b.occurrence.event.code, b.starts_at) for b in busy if b.kind == kind)
            assert found == self.expected(c for c in self.model if self.replies[c] in replies)

    @invariant()
    def no_room_is_taken_twice(self):
        room = self.session.get_one(Room, 1)
        start = datetime.combine(self.day(-6), datetime.min.time(), UTC)
        taken = bookings(self.session, room, start, start + timedelta(days=60))
        for earlier, later in itertools.pairwise(taken):
            assert earlier.ends_at <= later.starts_at

    @invariant()
    def nothing_hangs_in_the_air(self):
        events = set(self.session.exec(select(Event.id)))
        for part in (Attendee, SeriesException, Change):
            assert set(self.session.exec(select(part.event_id))) <= events
        attendees = set(self.session.exec(select(Attendee.id)))
        assert set(self.session.exec(select(OccurrenceReply.attendee_id))) <= attendees

    @invariant()
    def a_history_only_grows(self):
        counts = {}
        for number in self.session.exec(select(Change.event_id)):
            counts[number] = counts.get(number, 0) + 1
        assert all(counts[number] >= lines for number, lines in self.history.items())
        self.history = counts


Meetings.TestCase.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
TestMeetings = pytest.mark.slow(Meetings.TestCase)
