"""What is on: days, weeks and months, and the search."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field
from sqlalchemy import and_
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged
from mock_platform.services.calendar.models import Attendee, Event, User
from mock_platform.services.calendar.occurrences import (
    Occurrence,
    expand_all,
    load,
    series_between,
    single_between,
)
from mock_platform.services.calendar.operations.access import Role, Seen, seen_calendars
from mock_platform.services.calendar.operations.availability import Replies
from mock_platform.services.calendar.operations.details import MaybeDay, PlainDay
from mock_platform.services.calendar.policy import LARGEST_WINDOW_DAYS, Reply

HIDDEN = "Busy"


@dataclass(frozen=True)
class Entry:
    """An occurrence in somebody's view. `role` "busy" shows the time alone; `conflict` says that
    something else of one's own is at the same time.
    """

    occurrence: Occurrence
    role: Role
    seen: Seen | None
    reply: Reply | None = None
    conflict: bool = False


class Window(BaseModel):
    """From the day `first` to the day `last`, both included, in the user's zone."""

    first: PlainDay
    last: PlainDay
    calendar_id: int | None = None
    declined: bool = Field(default=False, description="Also what the user has declined")


class Search(BaseModel):
    """All words must occur, in title, text, place or an attendee; all conditions hold together."""

    q: str = Field(default="", max_length=200)
    title: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=200)
    place: str = Field(default="", max_length=200)
    attendee: str = Field(default="", max_length=200)
    first: MaybeDay = None
    last: MaybeDay = None
    cancelled: bool = False


@operation
def list_events(db: Session, user: User, window: Window) -> list[Entry]:
    """The occurrences in a stretch of days: one's own, shared ones, and invitations."""
    start, end = moments(window.first, window.last, user.zone)
    seen = seen_calendars(db, user)
    if window.calendar_id is not None and window.calendar_id not in seen:
        raise NotFound("There is no such calendar.")
    wanted = [window.calendar_id] if window.calendar_id is not None else list(seen)
    found = load(db, col(Event.calendar_id).in_(wanted), spans=[(start, end)])
    invited = select(Attendee.event_id).where(Attendee.user_id == user.id)
    invitations = col(Event.id).in_(invited), col(Event.calendar_id).not_in(wanted)
    if window.calendar_id is None:
        found += load(db, *invitations, spans=[(start, end)])
    assert user.id is not None
    replies = Replies.of(db, {one.key[0] for one in found}, [user.id])
    entries = []
    for one in found:
        reply = replies.reply(user.id, one)
        entry = _entry(user, one, seen.get(one.event.calendar_id), reply)
        if reply != "declined" or window.declined or entry.role in ("organiser", "write"):
            if one.event.all_day and not _touches(one, window, user):
                continue
            entries.append(entry)
    return _with_conflicts(sorted(entries, key=lambda e: _order(e, user)))


@operation
def search_events(db: Session, user: User, search: Search, page: int, size: int) -> Paged[Event]:
    """The events with these words that the user may read, the latest first."""
    statement = select(Event).where(readable(db, user), *_conditions(search))
    if not search.cancelled:
        statement = statement.where(Event.status == "confirmed")
    if search.first is not None or search.last is not None:
        statement = statement.where(_within(db, statement, search, user))
    newest = (col(Event.starts_at).desc(), col(Event.id).desc())
    numbers = statement.with_only_columns(col(Event.id)).order_by(*newest)
    found = db.execute(numbers).scalars().all()
    here = found[(page - 1) * size : page * size]
    rows = {e.id: e for e in db.exec(select(Event).where(col(Event.id).in_(here)))}
    return Paged([rows[number] for number in here], page, size, len(found))


def moments(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    """The beginning of the first and the end of the last day; Invalid if they are too far apart."""
    if not 0 <= (last - first).days < LARGEST_WINDOW_DAYS:
        message = f"Ask for 1 to {LARGEST_WINDOW_DAYS} days."
        raise Invalid(message, fields={"last": "too early or too late"})
    return midnight(first, zone), midnight(last + timedelta(days=1), zone)


def midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), tzinfo=ZoneInfo(zone)).astimezone(UTC)


def readable(db: Session, user: User) -> Any:
    """The condition for events that the user may read in full."""
    seen = seen_calendars(db, user)
    full = [number for number, one in seen.items() if one.writable]
    public = [number for number, one in seen.items() if one.level == "read"]
    invited = select(Attendee.event_id).where(Attendee.user_id == user.id)
    return or_(
        col(Event.calendar_id).in_(full),
        and_(col(Event.calendar_id).in_(public), col(Event.private).is_(False)),
        col(Event.id).in_(invited),
    )


def _entry(user: User, one: Occurrence, seen: Seen | None, reply: Reply | None) -> Entry:
    role: Role = "invited"
    if one.event.organiser_id == user.id:
        role = "organiser"
    elif seen is not None and seen.level == "write":
        role = "write"
    elif reply is None and seen is not None:
        role = "busy" if one.event.private or seen.level == "busy" else "read"
    if role == "busy":
        one = replace(one, title=HIDDEN, text="", place="", room_id=None)
    return Entry(one, role, seen, reply)


def _touches(one: Occurrence, window: Window, user: User) -> bool:
    first, last = one.days(ZoneInfo(user.zone))
    return first <= window.last and last >= window.first


def _order(entry: Entry, user: User) -> tuple[Any, ...]:
    one = entry.occurrence
    first, _ = one.days(ZoneInfo(user.zone))
    return first, not one.event.all_day, one.starts_at, one.ends_at, one.title, one.key


def _with_conflicts(entries: Sequence[Entry]) -> list[Entry]:
    own = [e for e in entries if _takes_time(e)]
    own.sort(key=lambda e: e.occurrence.starts_at)
    clashing: set[tuple[int, date]] = set()
    open_: list[Entry] = []
    for entry in own:
        one = entry.occurrence
        open_ = [e for e in open_ if e.occurrence.ends_at > one.starts_at]
        if open_:
            clashing |= {one.key, *(e.occurrence.key for e in open_)}
        open_.append(entry)
    return [replace(e, conflict=e.occurrence.key in clashing and _takes_time(e)) for e in entries]


def _takes_time(entry: Entry) -> bool:
    mine = entry.role == "organiser" or entry.reply in ("accepted", "tentative", "pending")
    return mine and entry.occurrence.event.shown_as == "busy"


def _conditions(search: Search) -> list[Any]:
    fields = {"title": Event.title, "text": Event.text, "place": Event.place}
    found = [
        col(column).contains(word, autoescape=True)
        for name, column in fields.items()
        for word in getattr(search, name).split()
    ]
    found += [_attended(word) for word in search.attendee.split()]
    for word in search.q.split():
        anywhere = [col(c).contains(word, autoescape=True) for c in fields.values()]
        by_code = col(Event.code) == word.upper()
        found.append(or_(*anywhere, by_code, _attended(word)))
    return found


def _attended(word: str) -> Any:
    guests = select(Attendee.event_id).where(
        or_(
            col(Attendee.email).contains(word, autoescape=True),
            col(Attendee.name).contains(word, autoescape=True),
        )
    )
    hosts = select(User.id).where(
        or_(
            col(User.email).contains(word, autoescape=True),
            col(User.name).contains(word, autoescape=True),
        )
    )
    return or_(col(Event.id).in_(guests), col(Event.organiser_id).in_(hosts))


def _within(db: Session, statement: Any, search: Search, user: User) -> Any:
    """The condition for having an occurrence within the days of a search."""
    first = search.first or date(2000, 1, 1)
    last = search.last or first + timedelta(days=366)
    if last < first:
        raise Invalid("The last day is before the first.", fields={"last": "too early"})
    start, end = midnight(first, user.zone), midnight(last + timedelta(days=1), user.zone)
    series = db.exec(statement.where(series_between(start, end))).all()
    numbers = sorted({one.key[0] for one in expand_all(db, series, start, end)})
    return or_(single_between(start, end), col(Event.id).in_(numbers))
