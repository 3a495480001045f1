"""What can be done on an event's page: move, cancel, invite, reply, be reminded."""

from typing import Annotated, Any

from fastapi import Form, Request, Response

from mock_platform.kit import Invalid
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import local_path
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.pages.router import Me, Text, router
from mock_platform.services.calendar.policy import Scope

Chosen = Annotated[Scope, Form()]


def _target(scope: Scope, on: str) -> ops.Target:
    return checked(ops.Target, {"scope": scope, "on": on or None})


@router.post("/events/{code}/move")
def move(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    starts: Text = "",
    scope: Chosen = "all",
    on: Text = "",
) -> Response:
    def action() -> None:
        times = checked(ops.NewTimes, {"starts": starts})
        ops.move_event(db, me, code, times, _target(scope, on))

    return attempt(request, db, action, _back(code, on, scope), "Moved.")


@router.post("/events/{code}/cancel")
def cancel(
    request: Request, db: DB, me: Me, code: str, scope: Chosen = "all", on: Text = ""
) -> Response:
    action = lambda: ops.cancel_event(db, me, code, _target(scope, on))  # noqa: E731
    return attempt(request, db, action, f"/events/{code}", "Cancelled.")


@router.post("/events/{code}/restore")
def restore(request: Request, db: DB, me: Me, code: str, on: Text = "") -> Response:
    def action() -> None:
        day = _target("one", on).on
        if day is None:
            raise Invalid("Say which occurrence.")
        ops.restore_occurrence(db, me, code, day)

    return attempt(request, db, action, f"/events/{code}", "It is as the series has it again.")


@router.post("/events/{code}/calendar")
def put_into_calendar(
    request: Request, db: DB, me: Me, code: str, calendar_id: Text = ""
) -> Response:
    action = lambda: ops.move_to_calendar(db, me, code, known_number(calendar_id))  # noqa: E731
    return attempt(request, db, action, f"/events/{code}", "The event is in the other calendar.")


@router.post("/events/{code}/invite")
def invite(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    attendees: Text = "",
    optional: Annotated[bool, Form()] = False,
) -> Response:
    def action() -> None:
        emails = attendees.replace(",", " ").split()
        guests = checked(ops.Guests, {"attendees": emails, "optional": optional})
        ops.invite_attendees(db, me, code, guests)

    return attempt(request, db, action, f"/events/{code}", "Invited.")


@router.post("/events/{code}/attendee")
def attendee(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    email: Text = "",
    action: Text = "remove",
    message: Text = "",
) -> Response:
    """Take back an invitation, or note the reply of somebody from outside."""

    def act() -> None:
        if action == "remove":
            ops.remove_attendee(db, me, code, email)
        else:
            answer = checked(ops.Answer, {"reply": action, "message": message})
            ops.record_reply(db, me, code, email, answer)

    done = "The invitation is taken back." if action == "remove" else "The reply is noted."
    return attempt(request, db, act, f"/events/{code}", done)


@router.post("/events/{code}/reply")
def reply(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    reply: Text = "",
    message: Text = "",
    scope: Chosen = "all",
    on: Text = "",
    back: Text = "",
) -> Response:
    def action() -> None:
        given: dict[str, Any] = {"reply": reply, "message": message}
        given["on"] = on if on and scope == "one" else None
        ops.reply_to_invitation(db, me, code, checked(ops.Answer, given))

    target = local_path(back) if back else _back(code, on, scope)
    return attempt(request, db, action, target, "Your reply is sent.")


@router.post("/events/{code}/reminder")
def reminder(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    minutes: Text = "",
    action: Text = "set",
) -> Response:
    def act() -> None:
        if action == "usual":
            ops.remove_reminder(db, me, code)
            return
        number = whole_number(minutes) if action == "set" else None
        if action == "set" and number is None:
            raise Invalid("Give the minutes as a whole number.")
        checked(ops.ReminderMinutes, {"minutes": number})
        ops.set_reminder(db, me, code, number)

    return attempt(request, db, act, f"/events/{code}", "The reminder is changed.")


def _back(code: str, on: str, scope: Scope) -> str:
    single = scope == "one" and on
    return f"/events/{code}?on={on}" if single else f"/events/{code}"
