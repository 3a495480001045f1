"""Colleagues, their free times, times that suit several, and rooms."""

from datetime import timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import Query, Request, Response

from mock_platform.kit import Invalid
from mock_platform.kit.clock import now
from mock_platform.kit.forms import checked
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.pages.router import (
    Me,
    local_today,
    read_day,
    router,
    show,
    typed,
)

Short = Annotated[str, Query(max_length=2000)]
People = Annotated[list[str], Query(max_length=20)]


@router.get("/people")
def people(request: Request, db: DB, me: Me, q: Short = "") -> Response:
    return show(request, me, "people.html", found=ops.list_people(db, q), q=q)


@router.get("/free-busy")
def free_busy(
    request: Request,
    db: DB,
    me: Me,
    people: People = [],  # noqa: B006
    first: Short = "",
    last: Short = "",
) -> Response:
    begin = read_day(first, local_today(me))
    end = read_day(last, begin + timedelta(days=6))
    error = None
    found: list[ops.FreeBusy] = []
    try:
        found = ops.view_free_busy(db, me, people, begin, end) if people else []
    except Invalid as wrong:
        error = wrong
    return show(
        request,
        me,
        "free_busy.html",
        status=error.status if error else 200,
        found=found,
        error=error,
        chosen=people,
        everybody=ops.list_people(db),
        first=begin,
        last=end,
    )


@router.get("/find-time")
def find_time(
    request: Request,
    db: DB,
    me: Me,
    people: People = [],  # noqa: B006
    minutes: Short = "30",
    first: Short = "",
    last: Short = "",
    room: bool = False,
    ignore_tentative: bool = False,
    find: bool = False,
) -> Response:
    error = None
    slots: list[ops.Slot] = []
    begin = first or local_today(me).isoformat()
    end = last or (local_today(me) + timedelta(days=6)).isoformat()
    given: dict[str, Any] = {"people": people, "minutes": minutes, "first": begin, "last": end}
    given |= {"room": room, "ignore_tentative": ignore_tentative}
    try:
        if find:
            slots = ops.find_time(db, me, checked(ops.TimeQuestion, given))
    except Invalid as wrong:
        error = wrong
    return show(
        request,
        me,
        "find_time.html",
        status=error.status if error else 200,
        given=given,
        slots=slots,
        error=error,
        asked=find,
        everybody=[p for p in ops.list_people(db) if p.id != me.id],
        typed=lambda at: typed(at, me.zone),
    )


@router.get("/rooms")
def rooms(
    request: Request,
    db: DB,
    me: Me,
    people: Short = "",
    equipment: Short = "",
    starts: Short = "",
    ends: Short = "",
) -> Response:
    given = {"people": people, "equipment": equipment, "starts": starts, "ends": ends}
    error = None
    found = []
    try:
        asked = checked(ops.RoomQuestion, {k: v for k, v in given.items() if v})
        found = list(ops.list_rooms(db, me, asked))
    except Invalid as wrong:
        error = wrong
    status = error.status if error else 200
    return show(request, me, "rooms.html", status, found=found, given=given, error=error)


@router.get("/rooms/{slug}")
def room(request: Request, db: DB, me: Me, slug: str, date: Short = "") -> Response:
    first = read_day(date, now().astimezone(ZoneInfo(me.zone)).date())
    found = ops.view_room(db, slug, first, first + timedelta(days=13))
    return show(request, me, "room.html", found=found, room=found.room, first=first)
