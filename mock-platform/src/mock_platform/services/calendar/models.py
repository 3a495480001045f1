"""The tables of the calendar."""

from datetime import time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator
from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, Day, MaybeWhen, Row, When
from mock_platform.services.calendar.policy import (
    LONGEST_COUNT,
    LONGEST_INTERVAL,
    LONGEST_REMINDER_MINUTES,
    WEEKDAYS,
    Colour,
    Frequency,
    Level,
    Reply,
    ShownAs,
)

EventStatus = Literal["confirmed", "cancelled"]
ExceptionKind = Literal["moved", "cancelled"]
Action = Literal[
    "created", "changed", "moved", "cancelled", "restored", "invited", "uninvited", "replied"
]


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name[:60]!r} is not a time zone like Europe/Dublin") from None
    return name


def _weekdays(text: str) -> str:
    given = [part.strip().lower() for part in text.split(",") if part.strip()]
    if wrong := [part for part in given if part not in WEEKDAYS]:
        raise ValueError(f"{wrong[0][:20]!r} is none of {', '.join(WEEKDAYS)}")
    return ",".join(day for day in WEEKDAYS if day in given)


def _clock_time(text: str) -> str:
    try:
        return time.fromisoformat(text.strip()).strftime("%H:%M")
    except ValueError:
        raise ValueError(f"{text[:20]!r} is not a time of day like 09:30") from None


Zone = Annotated[str, AfterValidator(_zone), Limit(min_length=1, max_length=60)]
"""The name of a time zone."""
Weekdays = Annotated[str, AfterValidator(_weekdays), Limit(max_length=40)]
"""`mon,wed`: days of the week in their order."""
ClockTime = Annotated[str, AfterValidator(_clock_time), Limit(max_length=8)]
"""`09:30`: a wall-clock time."""
Minutes = Annotated[int, Limit(ge=1)]


class CalendarRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, CalendarRow, table=True):
    """Somebody of the firm. The hours are wall-clock times in the user's own zone."""

    __tablename__ = "users"

    job: str = ""
    zone: Zone = "UTC"
    work_days: Weekdays = "mon,tue,wed,thu,fri"
    work_from: ClockTime = "09:00"
    work_until: ClockTime = "17:30"
    reminder_minutes: int | None = 10


class Calendar(CalendarRow, table=True):
    """One of a user's calendars; each user has exactly one `is_default`."""

    __tablename__ = "calendars"
    __table_args__ = (UniqueConstraint("user_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    name: str = Field(min_length=1, max_length=60)
    colour: Colour = Field(default="violet", sa_type=String)
    is_default: bool = False


class Share(CalendarRow, table=True):
    """What `user_id` may do with somebody else's calendar."""

    __tablename__ = "shares"
    __table_args__ = (UniqueConstraint("calendar_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    calendar_id: int = Field(foreign_key="calendars.id", index=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    level: Level = Field(default="read", sa_type=String)


class Room(CalendarRow, table=True):
    """`equipment` is separated by commas; opening hours are wall-clock times in the room's zone.

    `longest_minutes` is the longest booking, `ahead_days` how far ahead the room can be booked.
    """

    __tablename__ = "rooms"

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True, index=True)
    name: str
    place: str = ""
    capacity: Annotated[int, Limit(ge=1)]
    equipment: str = ""
    zone: Zone = "UTC"
    open_days: Weekdays = "mon,tue,wed,thu,fri"
    opens: ClockTime = "08:00"
    closes: ClockTime = "19:00"
    longest_minutes: Minutes = 240
    ahead_days: Minutes = 90


class Event(CalendarRow, table=True):
    """One event, or a series: then `starts_at` and `ends_at` are those of its first occurrence.

    `code` is its public name, the same for everybody. Wall-clock times are those of `zone`. An
    all-day event begins and ends at midnight of its zone. `organiser_id` is the calendar's owner.
    `weekdays`, `month_day`, `nth`, `until_on` and `count` are the rule of a series, see
    `recurrence.Rule`; `version` counts the changes.
    """

    __tablename__ = "events"
    __table_args__ = (
        Index("ix_events_when", "calendar_id", "frequency", "starts_at"),
        Index("ix_events_span", "frequency", "starts_at", "ends_at"),
        Index("ix_events_series", "frequency", "until_on"),
    )

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(unique=True, index=True)
    calendar_id: int = Field(foreign_key="calendars.id")
    organiser_id: int = Field(foreign_key="users.id", index=True)
    title: str = Field(min_length=1, max_length=200)
    text: str = Field(default="", max_length=5000)
    place: str = Field(default="", max_length=200)
    room_id: int | None = Field(default=None, foreign_key="rooms.id", index=True)
    starts_at: When
    ends_at: When
    zone: Zone = "UTC"
    all_day: bool = False
    private: bool = False
    shown_as: ShownAs = Field(default="busy", sa_type=String)
    status: EventStatus = Field(default="confirmed", sa_type=String)
    frequency: Frequency = Field(default="none", sa_type=String)
    interval: Annotated[int, Limit(ge=1, le=LONGEST_INTERVAL)] = 1
    weekdays: Weekdays = ""
    month_day: Annotated[int | None, Limit(ge=1, le=31)] = None
    nth: Annotated[int | None, Limit(ge=-1, le=4)] = None
    until_on: Day | None = None
    count: Annotated[int | None, Limit(ge=1, le=LONGEST_COUNT)] = None
    created_at: When
    version: int = 1


class SeriesException(CalendarRow, table=True):
    """One occurrence of a series that is cancelled, or has its own time and text.

    `on` is the day on which the rule puts it, in the event's zone; it stays the occurrence's name.
    A moved one has all of its own values; a cancelled one has none.
    """

    __tablename__ = "exceptions"
    __table_args__ = (UniqueConstraint("event_id", "on"),)

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="events.id", index=True)
    on: Day
    kind: ExceptionKind = Field(sa_type=String)
    starts_at: MaybeWhen = Field(default=None, index=True)
    ends_at: MaybeWhen = None
    title: str | None = None
    text: str | None = None
    place: str | None = None
    room_id: int | None = Field(default=None, foreign_key="rooms.id", index=True)


class Attendee(CalendarRow, table=True):
    """Who is invited; without `user_id` somebody outside of the firm."""

    __tablename__ = "attendees"
    __table_args__ = (UniqueConstraint("event_id", "email"),)

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="events.id", index=True)
    user_id: int | None = Field(default=None, foreign_key="users.id", index=True)
    email: str = Field(index=True)
    name: str = ""
    optional: bool = False
    reply: Reply = Field(default="pending", sa_type=String)
    message: str = ""
    replied_at: MaybeWhen = None


class OccurrenceReply(CalendarRow, table=True):
    """An attendee's reply for one occurrence, where it differs from that for the series."""

    __tablename__ = "occurrence_replies"
    __table_args__ = (UniqueConstraint("attendee_id", "on"),)

    id: int | None = Field(default=None, primary_key=True)
    attendee_id: int = Field(foreign_key="attendees.id", index=True)
    on: Day
    reply: Reply = Field(sa_type=String)
    message: str = ""
    replied_at: MaybeWhen = None


class Reminder(CalendarRow, table=True):
    """How many minutes before each occurrence `user_id` is reminded, other than usual.

    Without `minutes` not at all.
    """

    __tablename__ = "reminders"
    __table_args__ = (UniqueConstraint("event_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="events.id", index=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    minutes: Annotated[int | None, Limit(ge=0, le=LONGEST_REMINDER_MINUTES)] = None


class Change(CalendarRow, table=True):
    """A line of an event's history: who did what, in words."""

    __tablename__ = "changes"

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="events.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    at: When
    action: Action = Field(sa_type=String)
    detail: str = ""
