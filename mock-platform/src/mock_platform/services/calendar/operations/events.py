"""Events as a whole: writing them down, reading them, changing them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from zoneinfo import ZoneInfo

from pydantic import Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.calendar.models import (
    Attendee,
    Calendar,
    Change,
    Event,
    OccurrenceReply,
    Reminder,
    Room,
    User,
)
from mock_platform.services.calendar.occurrences import (
    Exceptions,
    Occurrence,
    exceptions_of,
    occurrence,
    start_of,
    upcoming,
)
from mock_platform.services.calendar.operations.access import (
    Role,
    changeable_event,
    note,
    seen_event,
    writable_calendar,
)
from mock_platform.services.calendar.operations.attendance import Address, add_attendees
from mock_platform.services.calendar.operations.availability import Warn, coming, warnings
from mock_platform.services.calendar.operations.details import (
    EventDetails,
    completed,
    local,
    span,
)
from mock_platform.services.calendar.operations.series import (
    change_series,
    existing,
    new_code,
    values_of,
)
from mock_platform.services.calendar.words import spell

SHOWN_OCCURRENCES = 5


class NewEvent(EventDetails):
    """An event with whom to invite, by their e-mail addresses. Without `calendar_id` it goes into
    the user's default calendar.
    """

    calendar_id: int | None = None
    attendees: list[Address] = Field(default=[], max_length=100)


@dataclass(frozen=True)
class FullEvent:
    """An event as somebody sees it, with the occurrence that was asked for, or the next one."""

    event: Event
    calendar: Calendar
    organiser: User
    role: Role
    shown: Occurrence | None
    attendees: Sequence[Attendee]
    exceptions: Exceptions
    coming: Sequence[Occurrence]
    rooms: dict[int | None, Room]
    reminder: int | None
    own_reply: OccurrenceReply | None = None
    warnings: Sequence[Warn] = field(default=())

    @property
    def changeable(self) -> bool:
        return self.role in ("organiser", "write") and self.event.status == "confirmed"


@operation
def create_event(db: Session, user: User, details: NewEvent) -> FullEvent:
    """Write an event or a series into a calendar, book its room and invite people."""
    calendar = writable_calendar(db, user, details.calendar_id)
    zone = details.zone = details.zone or user.zone
    starts_at, ends_at = span(details.starts, details.ends, ZoneInfo(zone), all_day=details.all_day)
    repeat = completed(details.repeat, local(starts_at, ZoneInfo(zone)).date())
    values = values_of(db, details, starts_at, ends_at, repeat)
    assert calendar.id is not None
    event = Event(
        code=new_code(db),
        calendar_id=calendar.id,
        organiser_id=calendar.user_id,
        title=values.title,
        starts_at=starts_at,
        ends_at=ends_at,
        zone=zone,
        created_at=now(),
    )
    db.add(event)
    change_series(db, event, values)
    note(db, user, event, "created", spell(occurrence(event, start_of(event)), ZoneInfo(zone)))
    add_attendees(db, user, event, details.attendees, optional=False)
    return checked_event(db, user, event)


@operation
def view_event(db: Session, user: User, code: str, on: date | None = None) -> FullEvent:
    """An event by its public code; with `on` the occurrence of that original day."""
    event, role = seen_event(db, user, code)
    full = full_event(db, user, event, role, on)
    one = full.shown
    if one is None or one.ends_at <= now():
        return full
    return replace(full, warnings=warnings(db, event, [one]))


@operation
def move_to_calendar(db: Session, user: User, code: str, calendar_id: int) -> FullEvent:
    """Put an event into another calendar of the same owner."""
    event = changeable_event(db, user, code)
    calendar = writable_calendar(db, user, calendar_id)
    if calendar.user_id != event.organiser_id:
        raise Invalid("An event stays with its organiser.", fields={"calendar_id": "not theirs"})
    if calendar.id != event.calendar_id:
        event.calendar_id = calendar_id
        event.version += 1
        note(db, user, event, "changed", f"calendar: {calendar.name}")
    return checked_event(db, user, event)


@operation
def view_history(db: Session, user: User, code: str) -> list[tuple[Change, User]]:
    """Who changed what, newest first."""
    event, _ = seen_event(db, user, code)
    lines = select(Change, User).join(User, col(User.id) == Change.user_id)
    newest = (col(Change.at).desc(), col(Change.id).desc())
    return list(db.exec(lines.where(Change.event_id == event.id).order_by(*newest)).all())


def checked_event(db: Session, user: User, event: Event, on: date | None = None) -> FullEvent:
    """A changed event with the warnings for its coming occurrences."""
    db.flush()
    _, role = seen_event(db, user, event.code)
    full = full_event(db, user, event, role, on)
    ahead = coming(event, full.exceptions)
    if on is not None:
        ahead = [one for one in ahead if one.on == on]
    return replace(full, warnings=warnings(db, event, ahead))


def full_event(
    db: Session, user: User, event: Event, role: Role, on: date | None = None
) -> FullEvent:
    """All but the warnings."""
    exceptions = exceptions_of(db, [event.id]).get(event.id, {})
    ahead = upcoming(event, exceptions, now(), SHOWN_OCCURRENCES)
    if on is not None and event.frequency != "none":
        shown: Occurrence | None = existing(db, event, on)
    else:
        shown = ahead[0] if ahead else occurrence(event, start_of(event))
    invited = select(Attendee).where(Attendee.event_id == event.id)
    attendees = db.exec(invited.order_by(col(Attendee.optional), col(Attendee.name))).all()
    own = next((row for row in attendees if row.user_id == user.id), None)
    places = {event.room_id, *(one.room_id for one in exceptions.values())}
    wanted = [number for number in places if number is not None]
    rooms = db.exec(select(Room).where(col(Room.id).in_(wanted))).all() if wanted else []
    return FullEvent(
        event=event,
        calendar=db.get_one(Calendar, event.calendar_id),
        organiser=db.get_one(User, event.organiser_id),
        role=role,
        shown=shown,
        attendees=attendees,
        exceptions=exceptions,
        coming=ahead,
        rooms={room.id: room for room in rooms},
        reminder=_reminder(db, user, event),
        own_reply=_own_reply(db, own, shown),
    )


def _reminder(db: Session, user: User, event: Event) -> int | None:
    wanted = select(Reminder).where(Reminder.event_id == event.id, Reminder.user_id == user.id)
    own = db.exec(wanted).first()
    return own.minutes if own is not None else user.reminder_minutes


def _own_reply(
    db: Session, own: Attendee | None, shown: Occurrence | None
) -> OccurrenceReply | None:
    if own is None or shown is None:
        return None
    wanted = select(OccurrenceReply).where(OccurrenceReply.attendee_id == own.id)
    return db.exec(wanted.where(OccurrenceReply.on == shown.on)).first()
