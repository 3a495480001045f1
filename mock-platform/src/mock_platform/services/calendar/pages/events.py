"""Pages on which events are read and written down."""

from datetime import datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import Form, Query, Request, Response
from pydantic import BaseModel
from sqlmodel import Session

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.forms import checked, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.models import Event, User
from mock_platform.services.calendar.occurrences import rule_of
from mock_platform.services.calendar.operations import FullEvent
from mock_platform.services.calendar.pages.router import Me, router, show, typed, zones
from mock_platform.services.calendar.policy import Scope

FREQUENCIES = [
    ("none", "Does not repeat"),
    ("daily", "Every day"),
    ("weekly", "Every week, on the weekdays ticked"),
    ("monthly", "Every month, on this day of the month"),
    ("nth", "Every month, on this weekday (the second Tuesday, say)"),
    ("last", "Every month, on the last such weekday"),
]
Optional = Annotated[str, Query(max_length=400)]


class EventForm(BaseModel):
    """The form as it was filled in, right or wrong."""

    title: str = ""
    starts: str = ""
    ends: str = ""
    zone: str = ""
    all_day: bool = False
    calendar_id: str = ""
    room: str = ""
    place: str = ""
    text: str = ""
    attendees: str = ""
    private: bool = False
    free: bool = False
    frequency: str = "none"
    interval: str = "1"
    weekdays: list[str] = []
    until: str = ""
    count: str = ""

    def values(self) -> dict[str, Any]:
        """As the operations want them; what was left empty is missing."""
        plain = {"title": self.title, "text": self.text, "place": self.place, "room": self.room}
        times = {"starts": self.starts, "ends": self.ends, "zone": self.zone or None}
        shown = {"private": self.private, "shown_as": "free" if self.free else "busy"}
        return plain | times | shown | {"all_day": self.all_day}

    def repeat(self) -> dict[str, Any]:
        monthly = self.frequency in ("nth", "last")
        rule: dict[str, Any] = {"frequency": "monthly" if monthly else self.frequency}
        rule |= {"interval": self.interval or 1, "until": self.until or None}
        rule["count"] = self.count or None
        if self.frequency == "weekly":
            rule["weekdays"] = ",".join(self.weekdays)
        if monthly:
            rule["nth"] = -1 if self.frequency == "last" else self._nth()
        return rule

    def _nth(self) -> int:
        try:
            day = datetime.fromisoformat(self.starts).day
        except ValueError:
            return 1
        return (day - 1) // 7 + 1 if day <= 28 else -1

    def guests(self) -> list[str]:
        return [part for part in self.attendees.replace(",", " ").split() if part]


Filled = Annotated[EventForm, Form()]


@router.get("/events/new")
def new_event(
    request: Request,
    db: DB,
    me: Me,
    date: Optional = "",
    starts: Optional = "",
    ends: Optional = "",
    people: Optional = "",
    room: Optional = "",
) -> Response:
    hour = (now() + timedelta(hours=1)).replace(minute=0)
    begin = starts or (f"{date}T09:00" if date else typed(hour, me.zone))
    form = EventForm(starts=begin, zone=me.zone, attendees=people, room=room)
    form.ends = ends or _hour_later(begin)
    return _form(request, db, me, form)


@router.post("/events/new")
def create_event(request: Request, db: DB, me: Me, form: Filled) -> Response:
    try:
        calendar = {"calendar_id": whole_number(form.calendar_id)}
        more = {"repeat": form.repeat(), "attendees": form.guests()} | calendar
        full = ops.create_event(db, me, checked(ops.NewEvent, form.values() | more))
    except (Invalid, Refused, NotFound) as error:
        db.rollback()
        return _form(request, db, me, form, error=error)
    return redirect(request, f"/events/{full.event.code}", *_saved(full))


@router.get("/events/{code}")
def event(request: Request, db: DB, me: Me, code: str, on: Optional = "") -> Response:
    full = ops.view_event(db, me, code, on=_on(on))
    return show(
        request,
        me,
        "event.html",
        full=full,
        event=full.event,
        rule=rule_of(full.event),
        one=full.shown,
        on=full.shown.on if full.shown and full.event.frequency != "none" else "",
        own=next((row for row in full.attendees if row.user_id == me.id), None),
        history=ops.view_history(db, me, code),
        calendars=[s for s in ops.list_calendars(db, me) if s.owner.id == full.organiser.id],
        starts=typed(full.shown.starts_at, full.event.zone) if full.shown else "",
    )


@router.get("/events/{code}/edit")
def edit_event(
    request: Request, db: DB, me: Me, code: str, scope: Scope = "all", on: Optional = ""
) -> Response:
    full = ops.view_event(db, me, code, on=_on(on))
    if not full.changeable:
        raise Refused("Only the organiser can change this event, and only while it takes place.")
    return _form(request, db, me, _filled(full, scope), full=full, scope=scope, on=on)


@router.post("/events/{code}/edit")
def update_event(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    form: Filled,
    scope: Scope = "all",
    on: Optional = "",
) -> Response:
    full = ops.view_event(db, me, code, on=_on(on))
    try:
        series = full.event.frequency != "none"
        values = form.values()
        if scope == "one" and series:
            for name in ("all_day", "private", "shown_as"):
                del values[name]
        else:
            values["repeat"] = form.repeat()
        changes = checked(ops.EventChanges, values)
        target = ops.Target(scope=scope, on=_on(on) if scope != "all" else None)
        changed = ops.update_event(db, me, code, changes, target)
    except (Invalid, Refused) as error:
        db.rollback()
        full = ops.view_event(db, me, code, on=_on(on))
        return _form(request, db, me, form, full=full, scope=scope, on=on, error=error)
    back = f"?on={on}" if scope == "one" and series else ""
    return redirect(request, f"/events/{changed.event.code}{back}", *_saved(changed))


def _on(text: str) -> Any:
    return checked(ops.Target, {"on": text}).on if text.strip() else None


def _saved(full: FullEvent) -> tuple[str, str]:
    if not full.warnings:
        return "Saved.", "success"
    texts = "; ".join(warning.text for warning in full.warnings[:4])
    return f"Saved, but look again: {texts}.", "info"


def _hour_later(text: str) -> str:
    try:
        return f"{datetime.fromisoformat(text) + timedelta(hours=1):%Y-%m-%dT%H:%M}"
    except (ValueError, OverflowError):
        return ""


def _filled(full: FullEvent, scope: Scope) -> EventForm:
    """The form for an event as it is: for the whole series with its first occurrence."""
    event, one = full.event, full.shown
    whole = scope == "all" or one is None
    source: Any = event if whole else one
    ends = source.ends_at - (timedelta(hours=1) if event.all_day else timedelta())
    room = full.rooms.get(source.room_id)
    return EventForm(
        title=source.title,
        starts=typed(source.starts_at, event.zone),
        ends=typed(ends, event.zone),
        zone=event.zone,
        all_day=event.all_day,
        room=room.slug if room else "",
        place=source.place,
        text=source.text,
        private=event.private,
        free=event.shown_as == "free",
        frequency=_choice(event),
        interval=str(event.interval),
        weekdays=event.weekdays.split(","),
        until=event.until_on.isoformat() if event.until_on else "",
        count=str(event.count or ""),
    )


def _choice(event: Event) -> str:
    if event.nth is None:
        return event.frequency
    return "last" if event.nth < 0 else "nth"


def _form(
    request: Request,
    db: Session,
    me: User,
    form: EventForm,
    *,
    full: FullEvent | None = None,
    scope: Scope = "all",
    on: str = "",
    error: Invalid | Refused | NotFound | None = None,
) -> Response:
    series = full is not None and full.event.frequency != "none"
    zone = ZoneInfo(full.event.zone if full else me.zone)
    return show(
        request,
        me,
        "event_form.html",
        status=error.status if error else 200,
        form=form,
        full=full,
        scope=scope,
        on=on,
        alone=series and scope == "one",
        error=error,
        zone=zone,
        zones=zones(form.zone, me.zone),
        frequencies=FREQUENCIES,
        rooms=[
            (room.slug, f"{room.name} ({room.capacity} people)")
            for room in ops.list_rooms(db, me, ops.RoomQuestion())
        ],
        calendars=[
            (s.calendar.id, f"{s.calendar.name}{f' of {s.owner.name}' if s.level else ''}")
            for s in ops.list_calendars(db, me)
            if s.writable
        ],
    )
