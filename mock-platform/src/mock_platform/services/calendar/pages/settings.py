"""A user's calendars and settings."""

from typing import Annotated

from fastapi import Form, Request, Response

from mock_platform.kit import Invalid, NotFound
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.pages.router import Me, Text, router, show, zones

Tick = Annotated[bool, Form()]


@router.get("/calendars")
def calendars(request: Request, db: DB, me: Me) -> Response:
    seen = ops.list_calendars(db, me)
    own = [one for one in seen if one.level is None]
    shares = {one.calendar.id: ops.list_shares(db, me, one.calendar.id or 0) for one in own}
    return show(
        request,
        me,
        "calendars.html",
        own=own,
        shared=[one for one in seen if one.level is not None],
        shares=shares,
        colleagues=[(p.email, p.name) for p in ops.list_people(db) if p.id != me.id],
    )


@router.post("/calendars")
def change_calendar(
    request: Request,
    db: DB,
    me: Me,
    action: Text,
    calendar_id: Text = "",
    name: Text = "",
    colour: Text = "violet",
    is_default: Tick = False,
    move_to: Text = "",
) -> Response:
    def act() -> None:
        if action == "delete":
            ops.delete_calendar(db, me, known_number(calendar_id), whole_number(move_to))
            return
        given = {"name": name, "colour": colour, "is_default": is_default}
        details = checked(ops.CalendarDetails, given)
        if action == "add":
            ops.create_calendar(db, me, details)
        elif action == "change":
            ops.update_calendar(db, me, known_number(calendar_id), details)
        else:
            raise NotFound("There is no such page.")

    done = {"add": "The calendar is added.", "change": "Saved.", "delete": "Deleted."}
    return attempt(request, db, act, "/calendars", done.get(action, ""))


@router.post("/calendars/{calendar_id}/shares")
def change_share(
    request: Request,
    db: DB,
    me: Me,
    calendar_id: str,
    email: Text = "",
    level: Text = "read",
    action: Text = "share",
) -> Response:
    number = known_number(calendar_id)

    def act() -> None:
        if action == "remove":
            ops.unshare_calendar(db, me, number, email)
        else:
            sharing = checked(ops.Sharing, {"email": email, "level": level})
            ops.share_calendar(db, me, number, sharing)

    done = "No longer shared." if action == "remove" else "The calendar is shared."
    return attempt(request, db, act, "/calendars", done)


@router.get("/settings")
def settings_page(request: Request, me: Me) -> Response:
    given = {name: getattr(me, name) for name in ops.Settings.model_fields}
    return show(request, me, "settings.html", given=given, zones=zones(me.zone), error=None)


@router.post("/settings")
def save_settings(
    request: Request,
    db: DB,
    me: Me,
    zone: Text = "",
    work_days: Annotated[list[str], Form()] = [],  # noqa: B006
    work_from: Text = "",
    work_until: Text = "",
    reminder_minutes: Text = "",
) -> Response:
    given = {
        "zone": zone,
        "work_days": ",".join(work_days),
        "work_from": work_from,
        "work_until": work_until,
        "reminder_minutes": reminder_minutes.strip() or None,
    }
    try:
        ops.update_settings(db, me, checked(ops.Settings, given))
    except Invalid as error:
        context = {"given": given, "zones": zones(me.zone), "error": error}
        return show(request, me, "settings.html", error.status, **context)
    return redirect(request, "/settings", "Saved.")
