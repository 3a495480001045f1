"""The rooms of the firm and their bookings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound
from mock_platform.kit.operation import operation
from mock_platform.services.calendar.models import Room, User
from mock_platform.services.calendar.occurrences import Occurrence
from mock_platform.services.calendar.operations.availability import bookings, free_rooms
from mock_platform.services.calendar.operations.details import MaybeMoment, span
from mock_platform.services.calendar.operations.views import moments


class RoomQuestion(BaseModel):
    """Rooms for so many people with all of this equipment; with `starts` and `ends` (wall-clock
    times of the user) only those that can be booked then.
    """

    people: int = Field(default=1, ge=1, le=1000)
    equipment: str = Field(default="", max_length=200, description="Separated by commas")
    starts: MaybeMoment = None
    ends: MaybeMoment = None


@dataclass(frozen=True)
class RoomDays:
    """A room and what takes place in it; nobody else's events are named."""

    room: Room
    bookings: Sequence[Occurrence]


@operation
def list_rooms(db: Session, user: User, question: RoomQuestion) -> Sequence[Room]:
    """The rooms that meet the conditions, the smallest first."""
    statement = select(Room).where(Room.capacity >= question.people)
    for item in question.equipment.split(","):
        if item.strip():
            statement = statement.where(
                col(Room.equipment).icontains(item.strip(), autoescape=True)
            )
    rooms = db.exec(statement.order_by(col(Room.capacity), col(Room.name))).all()
    if question.starts is None and question.ends is None:
        return rooms
    if question.starts is None or question.ends is None:
        raise Invalid("Give both a start and an end.", fields={"ends": "missing"})
    zone = ZoneInfo(user.zone)
    starts_at, ends_at = span(question.starts, question.ends, zone, all_day=False)
    return free_rooms(db, rooms, starts_at, ends_at)


@operation
def view_room(db: Session, slug: str, first: date, last: date) -> RoomDays:
    """A room with its bookings from the day `first` to `last`, in the room's zone."""
    room = db.exec(select(Room).where(Room.slug == slug)).first()
    if room is None:
        raise NotFound("There is no such room.")
    start, end = moments(first, last, room.zone)
    return RoomDays(room, bookings(db, room, start, end))
