"""How an event's rows change when all, one, or the rest of its occurrences change."""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound
from mock_platform.kit.clock import now
from mock_platform.services.calendar.models import (
    Attendee,
    Event,
    OccurrenceReply,
    Reminder,
    Room,
    SeriesException,
    User,
)
from mock_platform.services.calendar.occurrences import (
    Occurrence,
    exceptions_of,
    expand,
    occurrence,
    rule_of,
    start_of,
    with_exception,
)
from mock_platform.services.calendar.operations.access import note, room_of
from mock_platform.services.calendar.operations.availability import (
    check_end_of_series,
    check_room,
)
from mock_platform.services.calendar.operations.details import EventDetails, Repeat, local
from mock_platform.services.calendar.policy import LAST_YEAR, ShownAs
from mock_platform.services.calendar.recurrence import dates

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6
_TIMING = (
    "starts_at",
    "ends_at",
    "zone",
    "all_day",
    "frequency",
    "interval",
    "weekdays",
    "month_day",
    "nth",
)
_BOOKING = (*_TIMING, "until_on", "count", "room_id")


@dataclass(frozen=True)
class Values:
    """All that an event, or one occurrence, is to have."""

    starts_at: datetime
    ends_at: datetime
    zone: str
    all_day: bool
    title: str
    text: str
    place: str
    room: Room | None
    private: bool
    shown_as: ShownAs
    repeat: Repeat


def new_code(db: Session) -> str:
    """A public code that no event has, like `ALM-7K3Q9F`."""
    while True:
        code = "ALM-" + "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))
        if db.exec(select(Event.id).where(Event.code == code)).first() is None:
            return code


def change_series(db: Session, event: Event, values: Values) -> None:
    """Give the whole event these values; its exceptions keep their place in the series.

    New times ask everybody again.
    """
    old: dict[str, Any] | None = None
    shift = timedelta()
    if event.id is not None:
        shift = local(values.starts_at, ZoneInfo(values.zone)).date() - start_of(event)
        old = event.model_dump()
    event.starts_at, event.ends_at, event.zone = values.starts_at, values.ends_at, values.zone
    event.all_day, event.private, event.shown_as = values.all_day, values.private, values.shown_as
    event.frequency, event.interval = values.repeat.frequency, values.repeat.interval
    event.weekdays, event.month_day = values.repeat.weekdays, values.repeat.month_day
    event.nth, event.until_on = values.repeat.nth, values.repeat.until
    event.count = values.repeat.count
    retimed = old is None or any(old[name] != getattr(event, name) for name in _TIMING)
    if retimed:
        _begin_on_a_day_of_the_rule(event)
    room_id = values.room.id if values.room else None
    event.title, event.text, event.place = values.title, values.text, values.place
    event.room_id = room_id
    if old is not None:
        event.version += 1
        db.flush()
        _carry_exceptions(db, old, event, shift)
        if retimed:
            ask_again(db, event)
    if old is None or any(old[name] != getattr(event, name) for name in _BOOKING):
        check_rooms(db, event)


def values_of(
    db: Session, details: EventDetails, starts_at: datetime, ends_at: datetime, repeat: Repeat
) -> Values:
    """What `details` say, with a span and a rule that are worked out already."""
    assert details.zone is not None
    title = details.title.strip()
    if not title:
        raise Invalid("Give the event a title.", fields={"title": "empty"})
    return Values(
        starts_at=starts_at,
        ends_at=ends_at,
        zone=details.zone,
        all_day=details.all_day,
        title=title,
        text=details.text,
        place=details.place.strip(),
        room=room_of(db, details.room),
        private=details.private,
        shown_as=details.shown_as,
        repeat=repeat,
    )


def existing(db: Session, event: Event, on: date) -> Occurrence:
    """An occurrence that takes place, by its original day; NotFound."""
    exception = exceptions_of(db, [event.id]).get(event.id, {}).get(on)
    if exception is not None:
        found = with_exception(event, exception)
    else:
        named = on in dates(rule_of(event), start_of(event), on, on)
        found = occurrence(event, on) if named else None
    if found is None:
        raise NotFound("The series has no such occurrence.")
    return found


def check_rooms(db: Session, event: Event) -> None:
    """Refused if a rule of a room forbids a coming occurrence."""
    db.flush()
    exceptions = exceptions_of(db, [event.id]).get(event.id, {})
    numbers = {event.room_id, *(one.room_id for one in exceptions.values())} - {None}
    for number in sorted(n for n in numbers if n is not None):
        room = db.get_one(Room, number)
        if number == event.room_id and event.frequency != "none":
            check_end_of_series(room, event)
        end = now() + timedelta(days=room.ahead_days + 366)
        if event.frequency == "none":
            ahead = [occurrence(event, start_of(event))]
        else:
            found = expand(event, exceptions, now(), end)
            ahead = [one for one in found if one.starts_at >= now()]
        check_room(db, room, event, ahead)


def change_one(db: Session, event: Event, one: Occurrence, values: Values) -> None:
    """Give one occurrence its own time, text and room."""
    exception = _exception(db, event, one.on)
    exception.kind = "moved"
    exception.starts_at, exception.ends_at = values.starts_at, values.ends_at
    exception.title, exception.text = values.title, values.text
    exception.place = values.place
    exception.room_id = values.room.id if values.room else None
    event.version += 1
    db.add(exception)
    db.flush()
    check_occurrence_room(db, event, one.on, values.room)


def check_occurrence_room(db: Session, event: Event, on: date, room: Room | None) -> None:
    """Refused if a rule of its room forbids that occurrence."""
    if room is None:
        return
    db.flush()
    check_room(db, room, event, [existing(db, event, on)])


def cancel_one(db: Session, event: Event, one: Occurrence) -> None:
    exception = _exception(db, event, one.on)
    exception.kind = "cancelled"
    exception.starts_at = exception.ends_at = None
    exception.title = exception.text = exception.place = exception.room_id = None
    event.version += 1
    db.add(exception)


def _exception(db: Session, event: Event, on: date) -> SeriesException:
    found = exceptions_of(db, [event.id]).get(event.id, {}).get(on)
    assert event.id is not None
    return found or SeriesException(event_id=event.id, on=on, kind="moved")


def truncate(db: Session, event: Event, on: date) -> None:
    """Let a series end before that day."""
    event.until_on, event.count = on - timedelta(days=1), None
    event.version += 1
    for exception in exceptions_of(db, [event.id]).get(event.id, {}).values():
        if exception.on >= on:
            db.delete(exception)


def is_first(event: Event, on: date) -> bool:
    """Whether a series has no earlier occurrence."""
    return next(dates(rule_of(event), start_of(event), start_of(event), on), on) >= on


def split(db: Session, user: User, event: Event, on: date) -> Event:
    """A new series of the occurrences from that day on; the old one ends before it.

    If it begins there anyway, it is the series itself.
    """
    if is_first(event, on):
        return event
    start = start_of(event)
    earlier = len(list(dates(rule_of(event), start, start, on - timedelta(days=1))))
    rest = occurrence(event, on)
    copied = event.model_dump(exclude={"id", "code", "version", "created_at"})
    later = Event(**copied, code=new_code(db), created_at=now())
    later.starts_at, later.ends_at = rest.starts_at, rest.ends_at
    later.count = event.count - earlier if event.count is not None else None
    db.add(later)
    db.flush()
    assert later.id is not None
    for exception in exceptions_of(db, [event.id]).get(event.id, {}).values():
        if exception.on >= on:
            exception.event_id = later.id
    _copy_people(db, event, later, on)
    truncate(db, event, on)
    db.flush()
    note(db, user, event, "changed", f"ends before {on.isoformat()}; goes on as {later.code}")
    note(db, user, later, "created", f"split off from {event.code}")
    return later


def ask_again(db: Session, event: Event) -> None:
    """Make all replies pending, because the time is another."""
    attendees = db.exec(select(Attendee).where(Attendee.event_id == event.id)).all()
    for row in attendees:
        row.reply, row.message, row.replied_at = "pending", "", None
    numbers = [row.id for row in attendees]
    single = select(OccurrenceReply).where(col(OccurrenceReply.attendee_id).in_(numbers))
    for reply in db.exec(single):
        db.delete(reply)


def _copy_people(db: Session, event: Event, later: Event, on: date) -> None:
    assert later.id is not None
    for row in db.exec(select(Attendee).where(Attendee.event_id == event.id)).all():
        twin = Attendee(**row.model_dump(exclude={"id", "event_id"}), event_id=later.id)
        db.add(twin)
        db.flush()
        assert twin.id is not None
        single = select(OccurrenceReply).where(OccurrenceReply.attendee_id == row.id)
        for reply in db.exec(single.where(col(OccurrenceReply.on) >= on)).all():
            reply.attendee_id = twin.id
    for reminder in db.exec(select(Reminder).where(Reminder.event_id == event.id)).all():
        db.add(Reminder(event_id=later.id, user_id=reminder.user_id, minutes=reminder.minutes))


def _begin_on_a_day_of_the_rule(event: Event) -> None:
    """A series begins with its first occurrence."""
    start = start_of(event)
    first = next(dates(rule_of(event), start, start, date(LAST_YEAR, 12, 31)), None)
    if first is None:
        raise Invalid("By this rule it never takes place.", fields={"repeat": "no occurrence"})
    if first != start:
        one = occurrence(event, first)
        event.starts_at, event.ends_at = one.starts_at, one.ends_at


def _carry_exceptions(db: Session, old: dict[str, Any], event: Event, shift: timedelta) -> None:
    rule, start = rule_of(event), start_of(event)
    carried = sorted(
        exceptions_of(db, [event.id]).get(event.id, {}).values(),
        key=lambda exception: exception.on,
        reverse=shift > timedelta(),
    )
    for exception in carried:
        on = exception.on + shift
        if on not in dates(rule, start, on, on):
            db.delete(exception)
        else:
            exception.on = on
            _carry_values(old, event, exception)
        db.flush()


def _carry_values(old: dict[str, Any], event: Event, exception: SeriesException) -> None:
    """What an occurrence did not have of its own, it takes from the series again."""
    if exception.kind == "moved":
        for name in ("title", "text", "place", "room_id"):
            if getattr(exception, name) == old[name]:
                setattr(exception, name, getattr(event, name))
