"""Who is busy when, who is at work when, and whether a room can be had."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, or_, select

from mock_platform.kit import Refused
from mock_platform.kit.clock import now
from mock_platform.services.calendar.models import (
    Attendee,
    Event,
    OccurrenceReply,
    Room,
    SeriesException,
    User,
)
from mock_platform.services.calendar.occurrences import (
    Occurrence,
    Span,
    load,
    rule_of,
    start_of,
    upcoming,
)
from mock_platform.services.calendar.policy import CHECKED_OCCURRENCES, WEEKDAYS, Reply
from mock_platform.services.calendar.recurrence import last_date
from mock_platform.services.calendar.words import moment, spell

MOST_WARNINGS = 12


@dataclass(frozen=True)
class Busy:
    """A stretch of somebody's time; `tentative` while the invitation is not accepted."""

    starts_at: datetime
    ends_at: datetime
    kind: Literal["busy", "tentative"]
    occurrence: Occurrence


@dataclass(frozen=True)
class Warn:
    """What is not ideal about an event; it is stored all the same."""

    kind: Literal["conflict", "hours"]
    person: str
    text: str


def busy_times(db: Session, users: Sequence[User], *spans: Span) -> dict[int, list[Busy]]:
    """User → what takes their time in these spans of time, and perhaps between, in order."""
    ids = [user.id for user in users if user.id is not None]
    invited = select(Attendee.event_id).where(
        col(Attendee.user_id).in_(ids), Attendee.reply != "declined"
    )
    theirs = or_(col(Event.organiser_id).in_(ids), col(Event.id).in_(invited))
    found = load(db, theirs, Event.shown_as == "busy", spans=spans)
    replies = Replies.of(db, {one.key[0] for one in found}, ids)
    busy: dict[int, list[Busy]] = {number: [] for number in ids}
    for one in found:
        for number in ids:
            kind = _kind(one, number, replies.reply(number, one))
            if kind is not None:
                busy[number].append(Busy(one.starts_at, one.ends_at, kind, one))
    return busy


def _kind(one: Occurrence, user: int, reply: Reply | None) -> Literal["busy", "tentative"] | None:
    if one.event.organiser_id == user or reply == "accepted":
        return "busy"
    return "tentative" if reply in ("tentative", "pending") else None


@dataclass(frozen=True)
class Replies:
    """The replies of some users to some events, also those for one occurrence."""

    general: dict[tuple[int, int], Reply]
    single: dict[tuple[int, int, date], Reply]

    @staticmethod
    def of(db: Session, events: Iterable[int], users: Iterable[int]) -> "Replies":
        general: dict[tuple[int, int], Reply] = {}
        rows: dict[int, tuple[int, int]] = {}
        wanted = select(Attendee).where(
            col(Attendee.event_id).in_(list(events)), col(Attendee.user_id).in_(list(users))
        )
        for row in db.exec(wanted):
            assert row.user_id is not None
            assert row.id is not None
            general[row.event_id, row.user_id] = row.reply
            rows[row.id] = (row.event_id, row.user_id)
        own = select(OccurrenceReply).where(col(OccurrenceReply.attendee_id).in_(list(rows)))
        single = {(*rows[row.attendee_id], row.on): row.reply for row in db.exec(own)}
        return Replies(general, single)

    def reply(self, user: int, one: Occurrence) -> Reply | None:
        """What a user answered for an occurrence; None if not invited."""
        event, on = one.key
        usual = self.general.get((event, user))
        return self.single.get((event, user, on), usual)


def at_work(user: User, starts_at: datetime, ends_at: datetime) -> bool:
    """Whether it lies within one working day of the user."""
    return _within(user.zone, user.work_days, user.work_from, user.work_until, starts_at, ends_at)


def _within(
    zone: str, days: str, opens: str, closes: str, starts_at: datetime, ends_at: datetime
) -> bool:
    first = starts_at.astimezone(ZoneInfo(zone))
    last = ends_at.astimezone(ZoneInfo(zone))
    return (
        first.date() == last.date()
        and WEEKDAYS[first.weekday()] in days.split(",")
        and opens <= f"{first:%H:%M}"
        and f"{last:%H:%M}" <= closes
    )


def warnings(db: Session, event: Event, occurrences: Sequence[Occurrence]) -> list[Warn]:
    """Who of the organiser and the attendees is busy or not at work at these times."""
    if not occurrences or event.shown_as == "free" or event.status == "cancelled":
        return []
    joined = select(User).join(Attendee, col(Attendee.user_id) == User.id)
    guests = joined.where(Attendee.event_id == event.id, Attendee.reply != "declined")
    persons = [db.get_one(User, event.organiser_id), *db.exec(guests.order_by(col(User.id)))]
    busy = busy_times(db, persons, *((one.starts_at, one.ends_at) for one in occurrences))
    found: list[Warn] = []
    for one in occurrences:
        for person in persons:
            assert person.id is not None
            text = f"{person.name}: {spell(one, ZoneInfo(event.zone))}"
            others = [b for b in busy[person.id] if b.occurrence.event.id != event.id]
            if any(one.overlaps(b.starts_at, b.ends_at) for b in others):
                found.append(Warn("conflict", person.email, f"{text} is taken already"))
            if not event.all_day and not at_work(person, one.starts_at, one.ends_at):
                found.append(Warn("hours", person.email, f"{text} is outside of working hours"))
    return found[:MOST_WARNINGS]


def coming(event: Event, exceptions: dict[date, SeriesException]) -> list[Occurrence]:
    """The occurrences that are checked when an event changes."""
    return upcoming(event, exceptions, now(), CHECKED_OCCURRENCES)


def check_room(db: Session, room: Room, event: Event, occurrences: Sequence[Occurrence]) -> None:
    """Refused if a rule of the room forbids one of these occurrences of a stored event."""
    db.flush()
    held = [one for one in occurrences if one.room_id == room.id]
    if not held:
        return
    _check_people(db, room, event)
    for one in held:
        _check_times(room, one)
    _check_bookings(db, room, held)


def check_end_of_series(room: Room, event: Event) -> None:
    """Refused if a series goes on for longer than the room can be booked ahead."""
    last = last_date(rule_of(event), start_of(event))
    limit = (now() + timedelta(days=room.ahead_days)).astimezone(ZoneInfo(event.zone)).date()
    if last is None or last > limit:
        raise Refused(
            f"{room.name} can be booked {room.ahead_days} days ahead: "
            f"a series in it has to end by {limit:%d.%m.%Y}."
        )


def _check_people(db: Session, room: Room, event: Event) -> None:
    wanted = select(Attendee.id).where(Attendee.event_id == event.id, Attendee.reply != "declined")
    count = len(db.exec(wanted).all()) + 1
    if count > room.capacity:
        raise Refused(f"{room.name} holds {room.capacity} people; these are {count}.")


def _check_times(room: Room, one: Occurrence) -> None:
    zone = ZoneInfo(room.zone)
    if one.starts_at < now():
        raise Refused(f"{room.name} cannot be booked for a time that has begun.")
    if one.starts_at > now() + timedelta(days=room.ahead_days):
        raise Refused(f"{room.name} can be booked {room.ahead_days} days ahead at most.")
    if one.ends_at - one.starts_at > timedelta(minutes=room.longest_minutes):
        raise Refused(f"{room.name} can be booked for {room.longest_minutes} minutes at most.")
    hours = (room.zone, room.open_days, room.opens, room.closes)
    if not _within(*hours, one.starts_at, one.ends_at):
        raise Refused(
            f"{room.name} is open {room.opens} to {room.closes} ({room.zone}) "
            f"on {room.open_days.replace(',', ', ')}; not all of {spell(one, zone)}."
        )


def _check_bookings(db: Session, room: Room, held: Sequence[Occurrence]) -> None:
    keys = {one.key for one in held}
    start, end = min(one.starts_at for one in held), max(one.ends_at for one in held)
    latest: dict[bool, Occurrence] = {}
    for one in bookings(db, room, start, end):
        mine = one.key in keys
        for other in (latest.get(False), latest.get(True) if mine else None):
            pair = other if mine else latest.get(True)
            if pair is not None and pair.ends_at > one.starts_at:
                when = moment(max(pair.starts_at, one.starts_at), ZoneInfo(room.zone))
                raise Refused(f"{room.name} is taken on {when}.")
        if mine not in latest or latest[mine].ends_at < one.ends_at:
            latest[mine] = one


def bookings(db: Session, room: Room, start: datetime, end: datetime) -> list[Occurrence]:
    """What takes place in a room from `start` to `end`."""
    own = select(SeriesException.event_id).where(SeriesException.room_id == room.id)
    there = or_(Event.room_id == room.id, col(Event.id).in_(own))
    return [one for one in load(db, there, spans=[(start, end)]) if one.room_id == room.id]


def free_rooms(
    db: Session, rooms: Sequence[Room], starts_at: datetime, ends_at: datetime
) -> list[Room]:
    """Those of the rooms whose hours and rules allow that time and that nobody has."""
    return those_free(rooms, all_bookings(db, starts_at, ends_at), starts_at, ends_at)


def all_bookings(db: Session, start: datetime, end: datetime) -> list[Occurrence]:
    """What takes place in any room from `start` to `end`."""
    moved = select(SeriesException.event_id).where(col(SeriesException.room_id).is_not(None))
    there = or_(col(Event.room_id).is_not(None), col(Event.id).in_(moved))
    return load(db, there, spans=[(start, end)])


def those_free(
    rooms: Sequence[Room], booked: Sequence[Occurrence], starts_at: datetime, ends_at: datetime
) -> list[Room]:
    """The rooms that can be had at a time, when these bookings are all there are."""
    taken = {one.room_id for one in booked if one.overlaps(starts_at, ends_at)}
    minutes = (ends_at - starts_at) / timedelta(minutes=1)
    return [
        room
        for room in rooms
        if room.id not in taken
        and minutes <= room.longest_minutes
        and now() <= starts_at <= now() + timedelta(days=room.ahead_days)
        and _within(room.zone, room.open_days, room.opens, room.closes, starts_at, ends_at)
    ]
