"""Who is invited, and what they reply."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.calendar.models import (
    Attendee,
    Event,
    OccurrenceReply,
    Room,
    User,
)
from mock_platform.services.calendar.occurrences import (
    Occurrence,
    exceptions_of,
    upcoming,
    with_exception,
)
from mock_platform.services.calendar.operations.access import (
    changeable_event,
    note,
    own_invitation,
    seen_event,
)
from mock_platform.services.calendar.operations.series import existing
from mock_platform.services.calendar.policy import Reply

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")


def _address(value: str) -> str:
    value = value.strip().lower()
    if not _ADDRESS.fullmatch(value):
        raise ValueError(f"{value[:80]!r} is not an e-mail address")
    return value


Address = Annotated[str, AfterValidator(_address), Field(max_length=200)]


class Guests(BaseModel):
    """Whom to invite, by e-mail address; `optional` if they need not come."""

    attendees: list[Address] = Field(min_length=1, max_length=100)
    optional: bool = False


class Answer(BaseModel):
    """A reply; with `on` only for the occurrence of that original day."""

    reply: Reply
    message: str = Field(default="", max_length=1000)
    on: date | None = None


@dataclass(frozen=True)
class Invitation:
    event: Event
    attendee: Attendee
    organiser: User
    next: Occurrence | None


@operation
def invite_attendees(db: Session, user: User, code: str, guests: Guests) -> Event:
    """Invite people to an event; who is invited already stays as they are."""
    event = changeable_event(db, user, code)
    add_attendees(db, user, event, guests.attendees, optional=guests.optional)
    return event


@operation
def remove_attendee(db: Session, user: User, code: str, email: str) -> Event:
    """Take back an invitation."""
    event = changeable_event(db, user, code)
    row = _attendee(db, event, email)
    for reply in _single_replies(db, row):
        db.delete(reply)
    db.flush()
    db.delete(row)
    note(db, user, event, "uninvited", row.name or row.email)
    return event


@operation
def reply_to_invitation(db: Session, user: User, code: str, answer: Answer) -> Attendee:
    """Accept, decline or leave open; the organiser sees reply and message."""
    event, _ = seen_event(db, user, code)
    row = own_invitation(db, user, event)
    if row is None:
        raise Refused("You are not invited to this event.")
    if event.status == "cancelled":
        raise Refused("The event is cancelled.")
    if answer.reply == "pending":
        raise Invalid("Accept, decline or leave it open.", fields={"reply": "pending is no reply"})
    _reply(db, user, event, row, answer)
    return row


@operation
def record_reply(db: Session, user: User, code: str, email: str, answer: Answer) -> Attendee:
    """Note what somebody from outside of the firm has answered, by mail say."""
    event = changeable_event(db, user, code)
    row = _attendee(db, event, email)
    if row.user_id is not None:
        raise Refused(f"{row.name} has to reply in person.")
    _reply(db, user, event, row, answer)
    return row


@operation
def list_invitations(
    db: Session, user: User, reply: Reply | None, page: int, size: int
) -> Paged[Invitation]:
    """What the user is invited to, the latest first; with `reply` only what has that reply."""
    mine = select(Event).join(Attendee, col(Attendee.event_id) == Event.id)
    mine = mine.where(Attendee.user_id == user.id, Event.status == "confirmed")
    if reply is not None:
        mine = mine.where(Attendee.reply == reply)
    newest = (col(Event.starts_at).desc(), col(Event.id).desc())
    found = paged(db, mine.order_by(*newest), page, size)
    numbers = [event.id for event in found.items]
    rows = select(Attendee).where(col(Attendee.event_id).in_(numbers), Attendee.user_id == user.id)
    own = {row.event_id: row for row in db.exec(rows)}
    hosts = select(User).where(col(User.id).in_([event.organiser_id for event in found.items]))
    people = {host.id: host for host in db.exec(hosts)}
    exceptions = exceptions_of(db, numbers)
    items = []
    for event in found.items:
        ahead = upcoming(event, exceptions.get(event.id, {}), now(), 1)
        number = event.id or 0
        row, host = own[number], people[event.organiser_id]
        items.append(Invitation(event, row, host, ahead[0] if ahead else None))
    return Paged(items, found.page, found.size, found.total)


def add_attendees(
    db: Session, user: User, event: Event, emails: Sequence[str], *, optional: bool
) -> None:
    """Invite these addresses; Refused if the room of the event is too small for all."""
    db.flush()
    present = set(db.exec(select(Attendee.email).where(Attendee.event_id == event.id)).all())
    host = db.get_one(User, event.organiser_id)
    wanted = [e for e in dict.fromkeys(emails) if e not in present and e != host.email]
    crowds = _crowds(db, event)
    known = {u.email: u for u in db.exec(select(User).where(col(User.email).in_(wanted)))}
    assert event.id is not None
    for email in wanted:
        guest = known.get(email)
        name, number = (guest.name, guest.id) if guest else ("", None)
        db.add(
            Attendee(event_id=event.id, user_id=number, email=email, name=name, optional=optional)
        )
        note(db, user, event, "invited", name or email)
    _check_crowds(db, event, crowds)


def _crowds(db: Session, event: Event) -> dict[date | None, int]:
    """How many come, the organiser too: by default (None), and on days with replies of their own,
    another room or other times.
    """
    db.flush()
    rows = db.exec(select(Attendee).where(Attendee.event_id == event.id)).all()
    numbers = [row.id for row in rows]
    replies = select(OccurrenceReply).where(col(OccurrenceReply.attendee_id).in_(numbers))
    own: dict[tuple[int | None, date | None], Reply] = {
        (reply.attendee_id, reply.on): reply.reply for reply in db.exec(replies)
    }
    days = {None, *(on for _, on in own), *exceptions_of(db, [event.id]).get(event.id, {})}
    return {
        on: 1 + sum(own.get((row.id, on), row.reply) != "declined" for row in rows) for on in days
    }


def _check_crowds(db: Session, event: Event, before: dict[date | None, int]) -> None:
    """Refused if more people come than `before`, and more than the room of a day holds."""
    exceptions = exceptions_of(db, [event.id]).get(event.id, {})
    for on, count in _crowds(db, event).items():
        other = exceptions.get(on) if on is not None else None
        one = with_exception(event, other) if other else None
        room_id = event.room_id if other is None else one and one.room_id
        room = db.get_one(Room, room_id) if room_id is not None else None
        if room and room.capacity < count and count > before.get(on, before[None]):
            raise Refused(f"{room.name} holds {room.capacity} people; these would be {count}.")


def _attendee(db: Session, event: Event, email: str) -> Attendee:
    wanted = select(Attendee).where(Attendee.event_id == event.id)
    row = db.exec(wanted.where(Attendee.email == email.strip().lower())).first()
    if row is None:
        raise NotFound("Nobody of that address is invited.")
    return row


def _single_replies(db: Session, row: Attendee) -> Sequence[OccurrenceReply]:
    return db.exec(select(OccurrenceReply).where(OccurrenceReply.attendee_id == row.id)).all()


def _reply(db: Session, user: User, event: Event, row: Attendee, answer: Answer) -> None:
    name = row.name or row.email
    crowds = _crowds(db, event)
    if answer.on is not None and event.frequency != "none":
        _reply_once(db, event, row, answer, answer.on)
        _check_crowds(db, event, crowds)
        note(db, user, event, "replied", f"{name} {answer.reply} for {answer.on.isoformat()}")
        return
    row.reply, row.message, row.replied_at = answer.reply, answer.message, now()
    for single in _single_replies(db, row):
        db.delete(single)
    _check_crowds(db, event, crowds)
    note(db, user, event, "replied", f"{name} {answer.reply}")


def _reply_once(db: Session, event: Event, row: Attendee, answer: Answer, on: date) -> None:
    existing(db, event, on)
    assert row.id is not None
    single = next((s for s in _single_replies(db, row) if s.on == on), None)
    single = single or OccurrenceReply(attendee_id=row.id, on=on, reply=answer.reply)
    single.reply, single.message, single.replied_at = answer.reply, answer.message, now()
    db.add(single)
