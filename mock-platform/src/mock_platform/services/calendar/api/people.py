"""Colleagues, their free times, and one's own settings."""

from typing import Annotated

from fastapi import Query

from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.api.router import Me, router
from mock_platform.services.calendar.api.shapes import (
    FreeBusyOut,
    PersonOut,
    SettingsOut,
    SlotOut,
)
from mock_platform.services.calendar.models import User
from mock_platform.services.calendar.operations.details import PlainDay


def _settings(user: User) -> SettingsOut:
    return SettingsOut(**user.model_dump(include=set(SettingsOut.model_fields)))


@router.get("/people", tags=["people"])
def list_people(db: DB, _me: Me, q: Annotated[str, Query(max_length=200)] = "") -> list[PersonOut]:
    """The people of the firm with their working hours."""
    return [PersonOut.of(user) for user in ops.list_people(db, q)]


@router.get("/free-busy", tags=["people"])
def view_free_busy(
    db: DB,
    me: Me,
    people: Annotated[list[str], Query(min_length=1, max_length=20)],
    first: PlainDay,
    last: PlainDay,
) -> list[FreeBusyOut]:
    """When people are busy; `people` are e-mail addresses."""
    return [FreeBusyOut.of(one) for one in ops.view_free_busy(db, me, people, first, last)]


@router.get("/find-time", tags=["people"])
def find_time(db: DB, me: Me, question: Annotated[ops.TimeQuestion, Query()]) -> list[SlotOut]:
    """Times at which everybody is free and at work, earliest first."""
    return [
        SlotOut(
            starts_at=slot.starts_at,
            ends_at=slot.ends_at,
            rooms=[room.slug for room in slot.rooms],
        )
        for slot in ops.find_time(db, me, question)
    ]


@router.get("/settings", tags=["people"])
def view_settings(me: Me) -> SettingsOut:
    """One's own zone, working hours and usual reminder."""
    return _settings(me)


@router.put("/settings", tags=["people"])
def update_settings(db: DB, me: Me, settings: ops.Settings) -> SettingsOut:
    """Change them."""
    return _settings(ops.update_settings(db, me, settings))
