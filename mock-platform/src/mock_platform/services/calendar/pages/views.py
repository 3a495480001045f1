"""Days, weeks, months and the agenda; search, invitations, reminders and the help."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Query, Request, Response

from mock_platform.kit.forms import checked, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.models import User
from mock_platform.services.calendar.operations import Entry
from mock_platform.services.calendar.pages.router import Me, local_today, read_day, router, show
from mock_platform.services.calendar.policy import Reply

AGENDA_DAYS = 30
SIZE = 20
Short = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True)
class DayCell:
    day: date
    entries: Sequence[Entry]
    outside: bool = False


@router.get("/")
def home(request: Request, _me: Me) -> Response:
    return redirect(request, "/week")


@router.get("/day")
def day(
    request: Request, db: DB, me: Me, date: Short = "", go: Short = "", calendar: Short = ""
) -> Response:
    chosen = _chosen(me, date, go, 1)
    return _calendar(request, db, me, "Day", chosen, chosen, chosen, calendar)


@router.get("/week")
def week(
    request: Request, db: DB, me: Me, date: Short = "", go: Short = "", calendar: Short = ""
) -> Response:
    chosen = _chosen(me, date, go, 7)
    first = chosen - timedelta(days=chosen.weekday())
    return _calendar(request, db, me, "Week", chosen, first, first + timedelta(days=6), calendar)


@router.get("/month")
def month(
    request: Request, db: DB, me: Me, date: Short = "", go: Short = "", calendar: Short = ""
) -> Response:
    chosen = _chosen(me, date, "today" if go == "today" else "", 0)
    chosen = _month_later(chosen, {"previous": -1, "next": 1}.get(go, 0))
    opening = chosen.replace(day=1)
    closing = _month_later(opening, 1) - timedelta(days=1)
    first = opening - timedelta(days=opening.weekday())
    last = closing + timedelta(days=6 - closing.weekday())
    return _calendar(request, db, me, "Month", chosen, first, last, calendar)


@router.get("/agenda")
def agenda(
    request: Request, db: DB, me: Me, date: Short = "", go: Short = "", calendar: Short = ""
) -> Response:
    chosen = _chosen(me, date, go, AGENDA_DAYS)
    last = chosen + timedelta(days=AGENDA_DAYS - 1)
    return _calendar(request, db, me, "Agenda", chosen, chosen, last, calendar)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    me: Me,
    q: Short = "",
    title: Short = "",
    text: Short = "",
    place: Short = "",
    attendee: Short = "",
    first: Short = "",
    last: Short = "",
    cancelled: bool = False,
    page: PageNumber = 1,
) -> Response:
    words = {"q": q, "title": title, "text": text, "place": place, "attendee": attendee}
    given = words | {"first": first, "last": last, "cancelled": cancelled}
    asked = checked(ops.Search, {k: v for k, v in given.items() if v != ""})
    found = ops.search_events(db, me, asked, page, SIZE)
    return show(request, me, "search.html", given=given, found=found)


@router.get("/invitations")
def invitations(
    request: Request, db: DB, me: Me, reply: Reply | None = None, page: PageNumber = 1
) -> Response:
    found = ops.list_invitations(db, me, reply, page, SIZE)
    return show(request, me, "invitations.html", found=found, reply=reply)


@router.get("/reminders")
def reminders(request: Request, db: DB, me: Me) -> Response:
    return show(request, me, "reminders.html", due=ops.list_reminders(db, me))


@router.get("/help")
def help_page(request: Request, db: DB, me: Me) -> Response:
    rooms = ops.list_rooms(db, me, ops.RoomQuestion())
    return show(request, me, "help.html", rooms=rooms)


def _chosen(me: User, text: str, go: str, step: int) -> date:
    if go == "today":
        return local_today(me)
    steps = {"previous": -step, "next": step}.get(go, 0)
    return read_day(text, local_today(me)) + timedelta(days=steps)


def _month_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return day.replace(year=year, month=month + 1, day=1)


def _calendar(
    request: Request,
    db: DB,
    me: User,
    view: str,
    chosen: date,
    first: date,
    last: date,
    calendar: str,
) -> Response:
    window = checked(
        ops.Window, {"first": first, "last": last, "calendar_id": whole_number(calendar)}
    )
    entries = ops.list_events(db, me, window)
    zone = ZoneInfo(me.zone)
    cells = []
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    by_day: dict[date, list[Entry]] = {day: [] for day in days}
    for entry in entries:
        begin, end = entry.occurrence.days(zone)
        for day in days[max(0, (begin - first).days) : max(0, (end - first).days + 1)]:
            by_day[day].append(entry)
    for day in days:
        outside = view == "Month" and day.month != chosen.month
        cells.append(DayCell(day, by_day[day], outside))
    return show(
        request,
        me,
        "calendar.html",
        view=view,
        chosen=chosen,
        first=first,
        last=last,
        cells=cells,
        calendar=calendar,
        calendars=ops.list_calendars(db, me),
        today=local_today(me),
    )
