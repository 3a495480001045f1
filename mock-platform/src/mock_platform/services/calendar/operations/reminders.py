"""Reminders before events."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.calendar.models import Reminder, User
from mock_platform.services.calendar.occurrences import Occurrence
from mock_platform.services.calendar.operations.access import own_invitation, seen_event
from mock_platform.services.calendar.operations.availability import busy_times
from mock_platform.services.calendar.policy import LONGEST_REMINDER_MINUTES, REMINDED_DAYS


class ReminderMinutes(BaseModel):
    """How long before an event; None is not at all."""

    minutes: int | None = Field(ge=0, le=LONGEST_REMINDER_MINUTES)


@dataclass(frozen=True)
class Due:
    """A reminder that is still to come, or whose event has not ended."""

    at: datetime
    minutes: int
    occurrence: Occurrence


@operation
def set_reminder(db: Session, user: User, code: str, minutes: int | None) -> Reminder:
    """Be reminded so many minutes before an event, other than usual; None is not at all."""
    event, role = seen_event(db, user, code)
    if role != "organiser" and own_invitation(db, user, event) is None:
        raise Refused("You do not take part in this event.")
    assert event.id is not None
    assert user.id is not None
    own = _own(db, user, event.id) or Reminder(event_id=event.id, user_id=user.id)
    own.minutes = minutes
    db.add(own)
    db.flush()
    return own


@operation
def remove_reminder(db: Session, user: User, code: str) -> None:
    """Be reminded of an event as usual again."""
    event, _ = seen_event(db, user, code)
    own = _own(db, user, event.id or 0)
    if own is None:
        raise NotFound("You are reminded as usual.")
    db.delete(own)


@operation
def list_reminders(db: Session, user: User) -> list[Due]:
    """The reminders of the coming days, in the order in which they come."""
    assert user.id is not None
    found = busy_times(db, [user], (now(), now() + timedelta(days=REMINDED_DAYS)))[user.id]
    numbers = {busy.occurrence.event.id for busy in found}
    rows = select(Reminder).where(
        Reminder.user_id == user.id, col(Reminder.event_id).in_(list(numbers))
    )
    own = {row.event_id: row.minutes for row in db.exec(rows)}
    due = []
    for busy in found:
        minutes = own.get(busy.occurrence.event.id or 0, user.reminder_minutes)
        if minutes is not None:
            at = busy.starts_at - timedelta(minutes=minutes)
            due.append(Due(at, minutes, busy.occurrence))
    return sorted(due, key=lambda d: (d.at, d.occurrence.starts_at, d.occurrence.key))


def _own(db: Session, user: User, event_id: int) -> Reminder | None:
    wanted = select(Reminder).where(Reminder.event_id == event_id, Reminder.user_id == user.id)
    return db.exec(wanted).first()
