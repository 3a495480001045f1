"""What all pages share: the router, who looks, and times in the words of their zone."""

from datetime import date, datetime
from functools import partial
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import Depends, Form, Request, Response
from pydantic import TypeAdapter, ValidationError

from mock_platform.kit import Invalid
from mock_platform.kit.auth import signed_in
from mock_platform.kit.clock import now
from mock_platform.kit.pages import page
from mock_platform.kit.routing import page_router
from mock_platform.services.calendar import policy
from mock_platform.services.calendar.models import User
from mock_platform.services.calendar.operations.details import PlainDay
from mock_platform.services.calendar.words import moment, repeats, spell

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form(max_length=6000)]

ZONES = (
    "UTC",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "America/Chicago",
    "America/Los_Angeles",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Europe/Athens",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Zurich",
    "Pacific/Auckland",
)
_DAY: TypeAdapter[date] = TypeAdapter(PlainDay)


def show(request: Request, me: User, template: str, status: int = 200, **context: Any) -> Response:
    """A page on which `spell` and `moment` tell times in the user's zone."""
    zone = ZoneInfo(me.zone)
    shared = {
        "me": me,
        "policy": policy,
        "spell": partial(spell, zone=zone),
        "spell_in": lambda one, name: spell(one, ZoneInfo(name)),
        "moment": partial(moment, zone=zone),
        "clock": lambda at: at.astimezone(zone).strftime("%H:%M"),
        "repeats": repeats,
    }
    return page(request, template, status=status, **(shared | context))


def local_today(me: User) -> date:
    return now().astimezone(ZoneInfo(me.zone)).date()


def read_day(text: str, usual: date) -> date:
    """The day that was typed, `usual` if none was; Invalid."""
    if not text.strip():
        return usual
    try:
        return _DAY.validate_python(text.strip())
    except ValidationError:
        message = f"{text[:40]!r} is not a day like 2026-12-03."
        raise Invalid(message, fields={"date": "not a day"}) from None


def zones(*more: str) -> list[tuple[str, str]]:
    """The zones to choose from, with those that are in use already."""
    return [(name, name) for name in sorted({*ZONES, *filter(None, more)})]


def typed(at: datetime, zone: str) -> str:
    """A moment as a field for date and time shows it."""
    return at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")
