"""Who may see and change what."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.services.calendar.models import (
    Action,
    Attendee,
    Calendar,
    Change,
    Event,
    Room,
    Share,
    User,
)
from mock_platform.services.calendar.policy import Level

type Role = Literal["organiser", "write", "invited", "read", "busy"]


@dataclass(frozen=True)
class Seen:
    """A calendar that somebody sees: with `level` None it is their own."""

    calendar: Calendar
    owner: User
    level: Level | None = None

    @property
    def writable(self) -> bool:
        return self.level in (None, "write")


def seen_calendars(db: Session, user: User) -> dict[int | None, Seen]:
    """The user's own calendars, then those shared with the user, by name."""
    own = select(Calendar).where(Calendar.user_id == user.id)
    order = (col(Calendar.is_default).desc(), col(Calendar.name))
    seen = {c.id: Seen(c, user) for c in db.exec(own.order_by(*order))}
    shared = (
        select(Calendar, User, Share)
        .join(User, col(User.id) == Calendar.user_id)
        .join(Share, col(Share.calendar_id) == Calendar.id)
        .where(Share.user_id == user.id)
        .order_by(col(User.name), col(Calendar.name))
    )
    for calendar, owner, share in db.exec(shared):
        seen[calendar.id] = Seen(calendar, owner, share.level)
    return seen


def own_calendar(db: Session, user: User, calendar_id: int) -> Calendar:
    calendar = db.get(Calendar, calendar_id)
    if calendar is None or calendar.user_id != user.id:
        raise NotFound("There is no such calendar.")
    return calendar


def writable_calendar(db: Session, user: User, calendar_id: int | None) -> Calendar:
    """The calendar to write in, the user's default one without a number."""
    seen = seen_calendars(db, user)
    if calendar_id is None:
        own = [s.calendar for s in seen.values() if s.level is None]
        if not own:
            raise Refused("You have no calendar yet.")
        return own[0]
    if calendar_id not in seen:
        raise NotFound("There is no such calendar.")
    if not seen[calendar_id].writable:
        raise Refused("That calendar is shared with you for reading only.")
    return seen[calendar_id].calendar


def role_in(db: Session, user: User, event: Event) -> Role | None:
    """What the user is to an event; None if there is nothing the user may know of it."""
    if event.organiser_id == user.id:
        return "organiser"
    share = db.exec(
        select(Share).where(Share.calendar_id == event.calendar_id, Share.user_id == user.id)
    ).first()
    if share is not None and share.level == "write":
        return "write"
    if own_invitation(db, user, event) is not None:
        return "invited"
    if share is None:
        return None
    return "busy" if event.private else share.level


def own_invitation(db: Session, user: User, event: Event) -> Attendee | None:
    wanted = select(Attendee).where(Attendee.event_id == event.id, Attendee.user_id == user.id)
    return db.exec(wanted).first()


def seen_event(db: Session, user: User, code: str) -> tuple[Event, Role]:
    """An event that the user may read, and what the user is to it; NotFound."""
    event = db.exec(select(Event).where(Event.code == code.strip().upper())).first()
    role = role_in(db, user, event) if event is not None else None
    if event is None or role is None or role == "busy":
        raise NotFound("There is no such event.")
    return event, role


def changeable_event(db: Session, user: User, code: str) -> Event:
    """A confirmed event that the user may change; NotFound or Refused."""
    event, role = seen_event(db, user, code)
    if role not in ("organiser", "write"):
        raise Refused("Only the organiser can change this event.")
    if event.status == "cancelled":
        raise Refused("The event is cancelled.")
    return event


def room_of(db: Session, slug: str) -> Room | None:
    """The room of that short name, None without one; Invalid."""
    if not slug.strip():
        return None
    room = db.exec(select(Room).where(Room.slug == slug.strip().lower())).first()
    if room is None:
        raise Invalid("There is no such room.", fields={"room": "unknown"})
    return room


def person(db: Session, email: str) -> User | None:
    return db.exec(select(User).where(User.email == email.strip().lower())).first()


def people(db: Session, emails: Iterable[str]) -> list[User]:
    """The colleagues of these addresses, each once, in that order; Invalid names a stranger."""
    wanted = list(dict.fromkeys(email.strip().lower() for email in emails if email.strip()))
    found = {u.email: u for u in db.exec(select(User).where(col(User.email).in_(wanted)))}
    for email in wanted:
        if email not in found:
            raise Invalid(f"{email[:80]} is nobody of the firm.", fields={"people": "unknown"})
    return [found[email] for email in wanted]


def note(db: Session, user: User, event: Event, action: Action, detail: str) -> None:
    """Add a line to an event's history."""
    assert event.id is not None
    assert user.id is not None
    line: dict[str, Any] = {"action": action, "detail": detail[:600]}
    db.add(Change(event_id=event.id, user_id=user.id, at=now(), **line))
