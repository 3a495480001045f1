"""The occurrences of events: what a series comes to, with its exceptions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import and_
from sqlmodel import Session, col, or_, select

from mock_platform.services.calendar.models import Event, SeriesException
from mock_platform.services.calendar.policy import FIRST_YEAR, LONGEST_EVENT_DAYS, WEEKDAYS
from mock_platform.services.calendar.recurrence import Rule, begins, dates

DISTANT_PAST = datetime(FIRST_YEAR - 1, 1, 1, tzinfo=UTC)
SERIES = ("daily", "weekly", "monthly")
LONGEST = timedelta(days=LONGEST_EVENT_DAYS + 2)
"""No event is longer, whatever the clocks do."""

type Span = tuple[datetime, datetime]
type Exceptions = dict[date, SeriesException]


@dataclass(frozen=True)
class Occurrence:
    """One occurrence of an event; `on` is its name in a series, `moved` says it has own values."""

    event: Event
    on: date
    starts_at: datetime
    ends_at: datetime
    title: str
    text: str
    place: str
    room_id: int | None
    moved: bool = False

    @property
    def key(self) -> tuple[int, date]:
        assert self.event.id is not None
        return self.event.id, self.on

    def overlaps(self, start: datetime, end: datetime) -> bool:
        return self.starts_at < end and self.ends_at > start

    def days(self, zone: ZoneInfo) -> tuple[date, date]:
        """The first and the last day it touches; an all-day event has those of its own zone."""
        own = ZoneInfo(self.event.zone) if self.event.all_day else zone
        last = max(self.starts_at, self.ends_at - timedelta(seconds=1))
        return self.starts_at.astimezone(own).date(), last.astimezone(own).date()


def rule_of(event: Event) -> Rule:
    return Rule(
        frequency=event.frequency,
        interval=event.interval,
        weekdays=tuple(WEEKDAYS.index(day) for day in event.weekdays.split(",") if day),
        month_day=event.month_day,
        nth=event.nth,
        until=event.until_on,
        count=event.count,
    )


def start_of(event: Event) -> date:
    """The local day on which an event, or a series, begins."""
    return event.starts_at.astimezone(ZoneInfo(event.zone)).date()


def occurrence(event: Event, on: date) -> Occurrence:
    """The occurrence that the rule puts on a day, without regard to exceptions."""
    zone = ZoneInfo(event.zone)
    values = (event.title, event.text, event.place, event.room_id)
    start = event.starts_at.astimezone(zone).replace(tzinfo=None)
    if on == start.date():
        return Occurrence(event, on, event.starts_at, event.ends_at, *values)
    length = event.ends_at.astimezone(zone).replace(tzinfo=None) - start
    starts_at = begins(on, start.time(), zone)
    end = datetime.combine(on, start.time()) + length
    ends_at = begins(end.date(), end.time(), zone)
    if ends_at <= starts_at:
        ends_at = starts_at + max(length, timedelta(minutes=1))
    return Occurrence(event, on, starts_at, ends_at, *values)


def with_exception(event: Event, exception: SeriesException) -> Occurrence | None:
    """The occurrence as its exception has it; None if it is cancelled."""
    if exception.kind == "cancelled":
        return None
    usual = occurrence(event, exception.on)
    return Occurrence(
        event,
        exception.on,
        exception.starts_at or usual.starts_at,
        exception.ends_at or usual.ends_at,
        exception.title if exception.title is not None else usual.title,
        exception.text if exception.text is not None else usual.text,
        exception.place if exception.place is not None else usual.place,
        exception.room_id,
        moved=True,
    )


def expand(
    event: Event, exceptions: Exceptions, start: datetime, end: datetime
) -> Iterator[Occurrence]:
    """The occurrences of an event that overlap `start` to `end`, in no particular order."""
    if event.frequency == "none":
        single = occurrence(event, start_of(event))
        if single.overlaps(start, end):
            yield single
        return
    zone = ZoneInfo(event.zone)
    length = event.ends_at - event.starts_at + timedelta(hours=3)
    first = max(DISTANT_PAST, start - length).astimezone(zone).date()
    for on in dates(rule_of(event), start_of(event), first, end.astimezone(zone).date()):
        if on not in exceptions:
            found = occurrence(event, on)
            if found.overlaps(start, end):
                yield found
    for exception in exceptions.values():
        moved = with_exception(event, exception)
        if moved is not None and moved.overlaps(start, end):
            yield moved


def single_between(start: datetime, end: datetime) -> Any:
    """The condition for events that are no series, and are on from `start` to `end`."""
    return and_(
        col(Event.frequency) == "none",
        col(Event.starts_at) < end,
        col(Event.starts_at) > start - LONGEST,
        col(Event.ends_at) > start,
    )


def series_between(start: datetime, end: datetime) -> Any:
    """The condition for series that may have an occurrence from `start` to `end`."""
    moved = select(SeriesException.event_id).where(
        col(SeriesException.starts_at) < end, col(SeriesException.ends_at) > start
    )
    usual = and_(
        col(Event.starts_at) < end,
        or_(
            col(Event.until_on).is_(None),
            col(Event.until_on) >= (start - LONGEST).date(),
        ),
    )
    return and_(col(Event.frequency).in_(SERIES), or_(usual, col(Event.id).in_(moved)))


def load(db: Session, *wanted: Any, spans: Sequence[Span]) -> list[Occurrence]:
    """The occurrences of the confirmed events that meet all conditions, from the beginning of the
    first to the end of the last span; single events only where they lie in one of the spans.
    """
    statement = select(Event).where(Event.status == "confirmed", *wanted)
    start, end = min(start for start, _ in spans), max(end for _, end in spans)
    single = or_(*(single_between(start, end) for start, end in spans))
    found = list(db.exec(statement.where(single)).all())
    found += db.exec(statement.where(series_between(start, end))).all()
    return expand_all(db, found, start, end)


def expand_all(
    db: Session, events: Sequence[Event], start: datetime, end: datetime
) -> list[Occurrence]:
    """The occurrences of these events from `start` to `end`, in order of time."""
    exceptions = exceptions_of(db, [e.id for e in events if e.frequency != "none"])
    found = [
        one for event in events for one in expand(event, exceptions.get(event.id, {}), start, end)
    ]
    return sorted(found, key=lambda one: (one.starts_at, one.ends_at, one.title, one.key))


def exceptions_of(db: Session, event_ids: Iterable[int | None]) -> dict[int | None, Exceptions]:
    """Event → day → exception."""
    ids = list(event_ids)
    found: dict[int | None, Exceptions] = {}
    if ids:
        wanted = select(SeriesException).where(col(SeriesException.event_id).in_(ids))
        for exception in db.exec(wanted.order_by(col(SeriesException.on))):
            found.setdefault(exception.event_id, {})[exception.on] = exception
    return found


def upcoming(event: Event, exceptions: Exceptions, since: datetime, count: int) -> list[Occurrence]:
    """The first `count` occurrences that end after `since`."""
    found: list[Occurrence] = []
    for days in (60, 400, 4000):
        found = list(expand(event, exceptions, since, since + timedelta(days=days)))
        if len(found) >= count:
            break
    return sorted(found, key=lambda one: one.starts_at)[:count]
