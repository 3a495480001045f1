"""A user's calendars, and whom they are shared with."""

from collections.abc import Sequence

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.calendar.models import Calendar, Event, Share, User
from mock_platform.services.calendar.operations.access import (
    Seen,
    note,
    own_calendar,
    people,
    seen_calendars,
)
from mock_platform.services.calendar.policy import Colour, Level


class CalendarDetails(BaseModel):
    name: str = Field(min_length=1, max_length=60, pattern=r"\S")
    colour: Colour = "violet"
    is_default: bool = False


class Sharing(BaseModel):
    """Who gets which rights; a second sharing with the same person replaces the first."""

    email: str = Field(max_length=200)
    level: Level = "read"


@operation
def list_calendars(db: Session, user: User) -> list[Seen]:
    """The user's own calendars, then those that others share with the user."""
    return list(seen_calendars(db, user).values())


@operation
def list_shares(db: Session, user: User, calendar_id: int) -> Sequence[tuple[Share, User]]:
    """Whom the user shares a calendar with."""
    own_calendar(db, user, calendar_id)
    rows = select(Share, User).join(User, col(User.id) == Share.user_id)
    return db.exec(rows.where(Share.calendar_id == calendar_id).order_by(col(User.name))).all()


@operation
def create_calendar(db: Session, user: User, details: CalendarDetails) -> Calendar:
    assert user.id is not None
    _check_name(db, user, details.name, None)
    calendar = Calendar(user_id=user.id, name=details.name.strip(), colour=details.colour)
    db.add(calendar)
    db.flush()
    if details.is_default or len(_own(db, user)) == 1:
        _make_default(db, user, calendar)
    return calendar


@operation
def update_calendar(
    db: Session, user: User, calendar_id: int, details: CalendarDetails
) -> Calendar:
    """Another name or colour; there is always one default calendar."""
    calendar = own_calendar(db, user, calendar_id)
    _check_name(db, user, details.name, calendar)
    if calendar.is_default and not details.is_default:
        raise Refused("Make another calendar the default one first.")
    calendar.name, calendar.colour = details.name.strip(), details.colour
    if details.is_default:
        _make_default(db, user, calendar)
    return calendar


@operation
def delete_calendar(db: Session, user: User, calendar_id: int, move_to: int | None = None) -> None:
    """Delete a calendar; its events go to another one of the user."""
    calendar = own_calendar(db, user, calendar_id)
    if calendar.is_default:
        raise Refused("The default calendar cannot be deleted.")
    events = db.exec(select(Event).where(Event.calendar_id == calendar.id)).all()
    if events and move_to is None:
        raise Refused("The calendar has events: say where they are to go.")
    if move_to == calendar_id:
        raise Invalid("Choose another calendar.", fields={"move_to": "the same"})
    if events and move_to is not None:
        target = own_calendar(db, user, move_to)
        for event in events:
            event.calendar_id = move_to
            note(db, user, event, "changed", f"calendar: {target.name}")
    for share in db.exec(select(Share).where(Share.calendar_id == calendar.id)).all():
        db.delete(share)
    db.flush()
    db.delete(calendar)


@operation
def share_calendar(db: Session, user: User, calendar_id: int, sharing: Sharing) -> Share:
    """Let a colleague see or use a calendar."""
    calendar = own_calendar(db, user, calendar_id)
    found = people(db, [sharing.email])
    if not found or found[0].id == user.id:
        raise Invalid("Choose a colleague.", fields={"email": "nobody else"})
    share = _share(db, calendar, found[0])
    if share is None:
        assert calendar.id is not None
        assert found[0].id is not None
        share = Share(calendar_id=calendar.id, user_id=found[0].id, level=sharing.level)
    share.level = sharing.level
    db.add(share)
    db.flush()
    return share


@operation
def unshare_calendar(db: Session, user: User, calendar_id: int, email: str) -> None:
    """Take a colleague's rights away."""
    calendar = own_calendar(db, user, calendar_id)
    found = people(db, [email])
    share = _share(db, calendar, found[0]) if found else None
    if share is None:
        raise NotFound("The calendar is not shared with that person.")
    db.delete(share)


def _share(db: Session, calendar: Calendar, other: User) -> Share | None:
    wanted = select(Share).where(Share.calendar_id == calendar.id, Share.user_id == other.id)
    return db.exec(wanted).first()


def _own(db: Session, user: User) -> Sequence[Calendar]:
    return db.exec(select(Calendar).where(Calendar.user_id == user.id)).all()


def _make_default(db: Session, user: User, calendar: Calendar) -> None:
    for other in _own(db, user):
        other.is_default = other.id == calendar.id


def _check_name(db: Session, user: User, name: str, this: Calendar | None) -> None:
    for other in _own(db, user):
        if other.name == name.strip() and (this is None or other.id != this.id):
            raise Invalid("You have a calendar of that name.", fields={"name": "taken"})
