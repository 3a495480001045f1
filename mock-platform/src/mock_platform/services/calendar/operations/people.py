"""The people of the firm: their hours, their free times, and times that suit several."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.calendar.models import ClockTime, Room, User, Weekdays, Zone
from mock_platform.services.calendar.operations.access import people
from mock_platform.services.calendar.operations.availability import (
    Busy,
    all_bookings,
    at_work,
    busy_times,
    those_free,
)
from mock_platform.services.calendar.operations.details import PlainDay
from mock_platform.services.calendar.operations.views import moments
from mock_platform.services.calendar.policy import (
    LONGEST_REMINDER_MINUTES,
    MOST_PEOPLE,
    MOST_SLOTS,
    SLOT_STEP_MINUTES,
)
from mock_platform.services.calendar.recurrence import begins

Email = Annotated[str, Field(max_length=200)]


class Settings(BaseModel):
    """A user's zone, working hours, and when to be reminded unless an event says otherwise."""

    zone: Zone
    work_days: Weekdays
    work_from: ClockTime
    work_until: ClockTime
    reminder_minutes: int | None = Field(default=None, ge=0, le=LONGEST_REMINDER_MINUTES)


class TimeQuestion(BaseModel):
    """When are these people and the asker free for `minutes`, from the day `first` to `last`?

    A time must lie within everybody's working hours. Invitations that are not accepted count as
    busy unless `ignore_tentative`. With `room` each time comes with the rooms that are free and
    large enough, and times without any are left out.
    """

    people: list[Email] = Field(default=[], max_length=MOST_PEOPLE)
    minutes: int = Field(default=30, ge=5, le=12 * 60)
    first: PlainDay
    last: PlainDay
    room: bool = False
    ignore_tentative: bool = False


@dataclass(frozen=True)
class Slot:
    starts_at: datetime
    ends_at: datetime
    rooms: Sequence[Room]


@dataclass(frozen=True)
class FreeBusy:
    user: User
    busy: Sequence[Busy]


@operation
def list_people(db: Session, q: str = "") -> Sequence[User]:
    """The people of the firm, by name; `q` is part of a name, an address or a job."""
    statement = select(User)
    for word in q.split():
        columns = (User.name, User.email, User.job)
        matches = [col(c).icontains(word, autoescape=True) for c in columns]
        statement = statement.where(or_(*matches))
    return db.exec(statement.order_by(col(User.name), col(User.id)).limit(200)).all()


@operation
def update_settings(db: Session, user: User, settings: Settings) -> User:
    """Change one's zone, working hours and usual reminder."""
    if settings.work_until <= settings.work_from:
        raise Invalid("Work must end after it begins.", fields={"work_until": "too early"})
    for name, value in settings.model_dump().items():
        setattr(user, name, value)
    db.add(user)
    return user


@operation
def view_free_busy(
    db: Session, user: User, emails: list[str], first: PlainDay, last: PlainDay
) -> list[FreeBusy]:
    """When colleagues are busy, without what they do; days are those of the user's zone."""
    if len(emails) > MOST_PEOPLE:
        raise Invalid(f"Compare at most {MOST_PEOPLE} people.", fields={"people": "too many"})
    persons = people(db, emails)
    start, end = moments(first, last, user.zone)
    busy = busy_times(db, persons, (start, end))
    return [FreeBusy(person, busy[person.id or 0]) for person in persons]


@operation
def find_time(db: Session, user: User, question: TimeQuestion) -> list[Slot]:
    """The next times that suit everybody, in steps of half an hour."""
    persons = people(db, [user.email, *question.people])
    start, end = moments(question.first, question.last, user.zone)
    busy = busy_times(db, persons, (start, end))
    blocked = _merged(
        b for own in busy.values() for b in own if b.kind == "busy" or not question.ignore_tentative
    )
    wanted = select(Room).where(Room.capacity >= len(persons))
    rooms = db.exec(wanted.order_by(col(Room.capacity), col(Room.name))).all()
    booked = all_bookings(db, start, end + timedelta(days=1)) if question.room else []
    found: list[Slot] = []
    length = timedelta(minutes=question.minutes)
    for starts_at in _candidates(user, question):
        ends_at = starts_at + length
        if starts_at < now() or not _is_free(blocked, starts_at, ends_at):
            continue
        if not all(at_work(person, starts_at, ends_at) for person in persons):
            continue
        free = those_free(rooms, booked, starts_at, ends_at) if question.room else []
        if free or not question.room:
            found.append(Slot(starts_at, ends_at, free))
        if len(found) == MOST_SLOTS:
            break
    return found


def _candidates(user: User, question: TimeQuestion) -> Iterator[datetime]:
    zone = ZoneInfo(user.zone)
    day = question.first
    while day <= question.last:
        for minute in range(0, 24 * 60, SLOT_STEP_MINUTES):
            yield begins(day, time(*divmod(minute, 60)), zone)
        day += timedelta(days=1)


def _merged(times: Iterator[Busy]) -> list[tuple[datetime, datetime]]:
    """Stretches of time in order that do not overlap."""
    merged: list[tuple[datetime, datetime]] = []
    for starts_at, ends_at in sorted((b.starts_at, b.ends_at) for b in times):
        if merged and starts_at <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], ends_at))
        else:
            merged.append((starts_at, ends_at))
    return merged


def _is_free(
    blocked: list[tuple[datetime, datetime]], starts_at: datetime, ends_at: datetime
) -> bool:
    following = bisect_left(blocked, (ends_at, ends_at))
    return following == 0 or blocked[following - 1][1] <= starts_at
