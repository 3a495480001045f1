"""Changing, moving and cancelling events, and single occurrences of them."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.calendar.models import Event, Room, User
from mock_platform.services.calendar.occurrences import (
    Occurrence,
    exceptions_of,
    occurrence,
    start_of,
)
from mock_platform.services.calendar.operations.access import changeable_event, note
from mock_platform.services.calendar.operations.details import (
    EventChanges,
    EventDetails,
    NewTimes,
    Repeat,
    Target,
    completed,
    local,
    span,
)
from mock_platform.services.calendar.operations.events import FullEvent, checked_event
from mock_platform.services.calendar.operations.rules import shifted_rule
from mock_platform.services.calendar.operations.series import (
    cancel_one,
    change_one,
    change_series,
    check_occurrence_room,
    existing,
    is_first,
    split,
    truncate,
    values_of,
)
from mock_platform.services.calendar.words import spell


@operation
def update_event(
    db: Session, user: User, code: str, changes: EventChanges, target: Target
) -> FullEvent:
    """Change an event; of a series all, one occurrence, or one and all that follow."""
    event = changeable_event(db, user, code)
    event, alone = _apply(db, user, event, changes, target)
    names = ", ".join(changes.model_dump(exclude_none=True)) or "nothing"
    if alone is not None:
        names = f"{spell(alone, ZoneInfo(event.zone))}: {names}"
    note(db, user, event, "changed", names)
    return checked_event(db, user, event, alone.on if alone else None)


@operation
def move_event(db: Session, user: User, code: str, times: NewTimes, target: Target) -> FullEvent:
    """Give an event another time; of a series all, one occurrence, or one and all that follow."""
    event = changeable_event(db, user, code)
    changes = EventChanges(**times.model_dump())
    before = occurrence(event, start_of(event))
    event, alone = _apply(db, user, event, changes, target)
    zone = ZoneInfo(event.zone)
    after = occurrence(event, start_of(event))
    if alone is not None:
        before, after = alone, existing(db, event, alone.on)
    note(db, user, event, "moved", f"{spell(before, zone)} → {spell(after, zone)}")
    return checked_event(db, user, event, alone.on if alone else None)


@operation
def cancel_event(db: Session, user: User, code: str, target: Target) -> FullEvent:
    """Cancel an event; of a series all, one occurrence, or one and all that follow."""
    event = changeable_event(db, user, code)
    single = event.frequency == "none" or target.scope == "all"
    if single or (target.scope == "following" and target.on and is_first(event, target.on)):
        event.status = "cancelled"
        event.version += 1
        note(db, user, event, "cancelled", "the whole series" if event.frequency != "none" else "")
        return checked_event(db, user, event)
    if target.on is None:
        raise Invalid("Say which occurrence.", fields={"on": "missing"})
    one = existing(db, event, target.on)
    spelt = spell(one, ZoneInfo(event.zone))
    if target.scope == "one":
        cancel_one(db, event, one)
        note(db, user, event, "cancelled", spelt)
    else:
        truncate(db, event, one.on)
        note(db, user, event, "cancelled", f"{spelt} and all that follow")
    return checked_event(db, user, event)


@operation
def restore_occurrence(db: Session, user: User, code: str, on: date) -> FullEvent:
    """Make a cancelled or changed occurrence again what the series says."""
    event = changeable_event(db, user, code)
    exception = exceptions_of(db, [event.id]).get(event.id, {}).get(on)
    if exception is None:
        raise Refused("That occurrence is as the series has it.")
    db.delete(exception)
    event.version += 1
    db.flush()
    room = db.get_one(Room, event.room_id) if event.room_id is not None else None
    check_occurrence_room(db, event, on, room)
    one = existing(db, event, on)
    note(db, user, event, "restored", spell(one, ZoneInfo(event.zone)))
    return checked_event(db, user, event, on)


def _apply(
    db: Session, user: User, event: Event, changes: EventChanges, target: Target
) -> tuple[Event, Occurrence | None]:
    """Make the changes; the event they were made to, and the occurrence if it is only one."""
    event, one = _targeted(db, user, event, target)
    if target.scope == "one" and event.frequency != "none":
        _apply_once(db, event, one, changes)
        return event, one
    details = _merged(db, one, changes)
    assert details.zone is not None
    zone = ZoneInfo(details.zone)
    back = one.on - start_of(event)
    starts, ends = local(details.starts, zone) - back, local(details.ends, zone) - back
    starts_at, ends_at = span(starts, ends, zone, all_day=details.all_day)
    day = local(starts_at, zone).date()
    if changes.repeat is not None:
        repeat = completed(changes.repeat, day)
    else:
        repeat = shifted_rule(event, day - start_of(event))
    change_series(db, event, values_of(db, details, starts_at, ends_at, repeat))
    return event, None


def _apply_once(db: Session, event: Event, one: Occurrence, changes: EventChanges) -> None:
    for name in ("all_day", "private", "shown_as", "repeat"):
        if getattr(changes, name) not in (None, getattr(event, name, None)):
            message = "One occurrence alone has its own time, title, text, place and room only."
            raise Invalid(message, fields={name: "only for the whole series"})
    details = _merged(db, one, changes)
    assert details.zone is not None
    zone = ZoneInfo(details.zone)
    starts_at, ends_at = span(details.starts, details.ends, zone, all_day=event.all_day)
    change_one(db, event, one, values_of(db, details, starts_at, ends_at, Repeat()))


def _targeted(db: Session, user: User, event: Event, target: Target) -> tuple[Event, Occurrence]:
    """The event to change, split off where need be, and the occurrence that new times are for."""
    if event.frequency == "none" or (target.scope == "all" and target.on is None):
        return event, occurrence(event, start_of(event))
    if target.on is None:
        raise Invalid("Say which occurrence.", fields={"on": "missing"})
    one = existing(db, event, target.on)
    if target.scope == "one":
        return event, one
    if target.scope == "following":
        event = split(db, user, event, target.on)
    return event, occurrence(event, target.on)


def _merged(db: Session, one: Occurrence, changes: EventChanges) -> EventDetails:
    """The occurrence as it is, with the changes; times on the wall clock."""
    event = one.event
    own = ZoneInfo(event.zone)
    starts, ends = local(one.starts_at, own), local(one.ends_at, own)
    all_day = event.all_day if changes.all_day is None else changes.all_day
    if event.all_day:
        ends -= timedelta(days=1)
    zone = ZoneInfo(changes.zone or event.zone)
    if changes.starts is not None:
        moved = local(changes.starts, zone)
        starts, ends = moved, moved + (ends - starts)
    if changes.ends is not None:
        ends = local(changes.ends, zone)
    room = db.get_one(Room, one.room_id).slug if one.room_id is not None else ""
    details = EventDetails(
        title=one.title,
        starts=starts,
        ends=ends,
        zone=changes.zone or event.zone,
        all_day=all_day,
        text=one.text,
        place=one.place,
        room=room,
        private=event.private,
        shown_as=event.shown_as,
    )
    given = changes.model_dump(include={"title", "text", "place", "room", "private", "shown_as"})
    return details.model_copy(update={k: v for k, v in given.items() if v is not None})
