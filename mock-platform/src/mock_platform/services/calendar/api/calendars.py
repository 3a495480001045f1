"""Calendars, sharing, and rooms."""

from datetime import timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Query

from mock_platform.kit.clock import now
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.api.router import Me, router
from mock_platform.services.calendar.api.shapes import (
    CalendarOut,
    RoomDaysOut,
    RoomOut,
    ShareOut,
    TimeOut,
)
from mock_platform.services.calendar.operations.details import MaybeDay


@router.get("/calendars", tags=["calendars"])
def list_calendars(db: DB, me: Me) -> list[CalendarOut]:
    """One's own calendars, and those that others share."""
    return [CalendarOut.of(seen) for seen in ops.list_calendars(db, me)]


@router.post("/calendars", tags=["calendars"], status_code=201)
def create_calendar(db: DB, me: Me, details: ops.CalendarDetails) -> CalendarOut:
    """Add a calendar."""
    return CalendarOut.of(ops.Seen(ops.create_calendar(db, me, details), me))


@router.put("/calendars/{calendar_id}", tags=["calendars"])
def update_calendar(db: DB, me: Me, calendar_id: int, details: ops.CalendarDetails) -> CalendarOut:
    """Another name or colour, or make it the default one."""
    return CalendarOut.of(ops.Seen(ops.update_calendar(db, me, calendar_id, details), me))


@router.delete("/calendars/{calendar_id}", tags=["calendars"], status_code=204)
def delete_calendar(
    db: DB,
    me: Me,
    calendar_id: int,
    move_to: Annotated[int | None, Query(description="Where its events go")] = None,
) -> None:
    """Delete a calendar; its events go to another."""
    ops.delete_calendar(db, me, calendar_id, move_to)


@router.get("/calendars/{calendar_id}/shares", tags=["calendars"])
def list_shares(db: DB, me: Me, calendar_id: int) -> list[ShareOut]:
    """Whom a calendar is shared with."""
    return [
        ShareOut(calendar_id=calendar_id, email=other.email, level=share.level)
        for share, other in ops.list_shares(db, me, calendar_id)
    ]


@router.put("/calendars/{calendar_id}/shares", tags=["calendars"])
def share_calendar(db: DB, me: Me, calendar_id: int, sharing: ops.Sharing) -> ShareOut:
    """Share a calendar, or change somebody's rights."""
    share = ops.share_calendar(db, me, calendar_id, sharing)
    email = sharing.email.strip().lower()
    return ShareOut(calendar_id=calendar_id, email=email, level=share.level)


@router.delete("/calendars/{calendar_id}/shares/{email}", tags=["calendars"], status_code=204)
def unshare_calendar(db: DB, me: Me, calendar_id: int, email: str) -> None:
    """Share a calendar no longer with somebody."""
    ops.unshare_calendar(db, me, calendar_id, email)


@router.get("/rooms", tags=["rooms"])
def list_rooms(db: DB, me: Me, question: Annotated[ops.RoomQuestion, Query()]) -> list[RoomOut]:
    """Rooms by size and equipment, and whether they can be booked at a time."""
    return [RoomOut.of(room) for room in ops.list_rooms(db, me, question)]


@router.get("/rooms/{slug}", tags=["rooms"])
def view_room(
    db: DB, _me: Me, slug: str, first: MaybeDay = None, last: MaybeDay = None
) -> RoomDaysOut:
    """A room's rules and when it is taken; a week from today without days."""
    start = first or now().astimezone(ZoneInfo("UTC")).date()
    found = ops.view_room(db, slug, start, last or start + timedelta(days=6))
    taken = [TimeOut(starts_at=o.starts_at, ends_at=o.ends_at) for o in found.bookings]
    return RoomDaysOut(room=RoomOut.of(found.room), taken=taken)
