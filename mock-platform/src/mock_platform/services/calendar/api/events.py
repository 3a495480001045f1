"""Events, their occurrences, attendees and reminders."""

from typing import Annotated

from fastapi import Body, Path, Query
from pydantic import BaseModel, ConfigDict

from mock_platform.kit import Invalid
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.calendar import operations as ops
from mock_platform.services.calendar.api.router import Me, router
from mock_platform.services.calendar.api.shapes import (
    AttendeeOut,
    ChangeOut,
    EntryOut,
    EventLine,
    EventOut,
    InvitationOut,
    OccurrenceOut,
    OwnReminder,
    ReminderOut,
)
from mock_platform.services.calendar.operations.details import MaybeDay, PlainDay
from mock_platform.services.calendar.policy import Reply, Scope

Code = Annotated[str, Path(max_length=20, description="The public code, like ALM-7K3Q9F")]
Scoped = Annotated[Scope, Query(description="What of a series changes")]
On = Annotated[MaybeDay, Query(description="The original day of the occurrence")]


class OnlyOn(BaseModel):
    on: PlainDay


class WhatToCancel(BaseModel):
    """With `on`, the original day of an occurrence, `scope` has to say what of the series."""

    model_config = ConfigDict(extra="forbid")

    scope: Scope = "all"
    on: MaybeDay = None


class CalendarChoice(BaseModel):
    calendar_id: int


@router.get("/events", tags=["events"])
def list_events(db: DB, me: Me, window: Annotated[ops.Window, Query()]) -> list[EntryOut]:
    """All occurrences that the user sees, from one day to another."""
    return [EntryOut.of_entry(entry) for entry in ops.list_events(db, me, window)]


@router.get("/search", tags=["events"])
def search_events(
    db: DB,
    me: Me,
    search: Annotated[ops.Search, Query()],
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[EventLine]:
    """Find events by words, people and days."""
    found = ops.search_events(db, me, search, page, size)
    return PageOf.of(found, [EventLine.of(event) for event in found.items])


@router.post("/events", tags=["events"], status_code=201)
def create_event(db: DB, me: Me, details: ops.NewEvent) -> EventOut:
    """Add an event or a series; `warnings` tell conflicts and working hours."""
    return EventOut.of_full(ops.create_event(db, me, details))


@router.get("/events/{code}", tags=["events"])
def view_event(db: DB, me: Me, code: Code, on: On = None) -> EventOut:
    """An event, with one of its occurrences."""
    return EventOut.of_full(ops.view_event(db, me, code, on))


@router.patch("/events/{code}", tags=["events"])
def update_event(
    db: DB,
    me: Me,
    code: Code,
    changes: ops.EventChanges,
    scope: Scoped = "all",
    on: On = None,
) -> EventOut:
    """Change an event, one occurrence, or one and all that follow."""
    target = ops.Target(scope=scope, on=on)
    return EventOut.of_full(ops.update_event(db, me, code, changes, target))


@router.post("/events/{code}/move", tags=["events"])
def move_event(
    db: DB, me: Me, code: Code, times: ops.NewTimes, scope: Scoped = "all", on: On = None
) -> EventOut:
    """Give an event, one occurrence, or one and all that follow, another time."""
    target = ops.Target(scope=scope, on=on)
    return EventOut.of_full(ops.move_event(db, me, code, times, target))


@router.post("/events/{code}/cancel", tags=["events"])
def cancel_event(
    db: DB,
    me: Me,
    code: Code,
    body: Annotated[WhatToCancel, Body()] = WhatToCancel(),  # noqa: B008
    scope: Annotated[Scope | None, Query(description="As in the body")] = None,
    on: On = None,
) -> EventOut:
    """Cancel an event, one occurrence, or one and all that follow."""
    said = body.model_dump(exclude_unset=True)
    asked = {name: v for name, v in (("scope", scope), ("on", on)) if v is not None}
    wrong = {
        name: "not as in the body" for name in said if asked.get(name, said[name]) != said[name]
    }
    if wrong:
        raise Invalid("The query and the body do not agree.", fields=wrong)
    target = WhatToCancel(**(asked | said))
    if target.on is not None and "scope" not in target.model_fields_set:
        raise Invalid("Say what of the series to cancel.", fields={"scope": "missing"})
    return EventOut.of_full(ops.cancel_event(db, me, code, ops.Target(**target.model_dump())))


@router.post("/events/{code}/restore", tags=["events"])
def restore_occurrence(db: DB, me: Me, code: Code, body: OnlyOn) -> EventOut:
    """Make a cancelled or changed occurrence again what the series says."""
    return EventOut.of_full(ops.restore_occurrence(db, me, code, body.on))


@router.put("/events/{code}/calendar", tags=["events"])
def move_to_calendar(db: DB, me: Me, code: Code, body: CalendarChoice) -> EventOut:
    """Put an event into another calendar of its owner."""
    return EventOut.of_full(ops.move_to_calendar(db, me, code, body.calendar_id))


@router.get("/events/{code}/history", tags=["events"])
def view_history(db: DB, me: Me, code: Code) -> list[ChangeOut]:
    """Who changed what, newest first."""
    return [
        ChangeOut(at=change.at, by=by.email, action=change.action, detail=change.detail)
        for change, by in ops.view_history(db, me, code)
    ]


@router.post("/events/{code}/attendees", tags=["attendees"])
def invite_attendees(db: DB, me: Me, code: Code, guests: ops.Guests) -> EventOut:
    """Invite people by their e-mail addresses."""
    ops.invite_attendees(db, me, code, guests)
    return EventOut.of_full(ops.view_event(db, me, code))


@router.delete("/events/{code}/attendees/{email}", tags=["attendees"])
def remove_attendee(db: DB, me: Me, code: Code, email: str) -> EventOut:
    """Take back an invitation."""
    ops.remove_attendee(db, me, code, email)
    return EventOut.of_full(ops.view_event(db, me, code))


@router.put("/events/{code}/reply", tags=["attendees"])
def reply_to_invitation(db: DB, me: Me, code: Code, answer: ops.Answer) -> AttendeeOut:
    """Accept, decline or leave open an invitation, or one occurrence of a series."""
    return AttendeeOut.of(ops.reply_to_invitation(db, me, code, answer))


@router.put("/events/{code}/attendees/{email}/reply", tags=["attendees"])
def record_reply(db: DB, me: Me, code: Code, email: str, answer: ops.Answer) -> AttendeeOut:
    """Note the reply of somebody from outside of the firm."""
    return AttendeeOut.of(ops.record_reply(db, me, code, email, answer))


@router.get("/invitations", tags=["attendees"])
def list_invitations(
    db: DB, me: Me, reply: Reply | None = None, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[InvitationOut]:
    """What the user is invited to."""
    found = ops.list_invitations(db, me, reply, page, size)
    items = [
        InvitationOut(
            **EventLine.of(one.event).model_dump(),
            organiser=one.organiser.email,
            reply=one.attendee.reply,
            message=one.attendee.message,
            next=OccurrenceOut.of(one.next) if one.next else None,
        )
        for one in found.items
    ]
    return PageOf.of(found, items)


@router.get("/reminders", tags=["reminders"])
def list_reminders(db: DB, me: Me) -> list[ReminderOut]:
    """The reminders of the coming two weeks."""
    return [
        ReminderOut(
            at=due.at,
            minutes=due.minutes,
            code=due.occurrence.event.code,
            occurrence=OccurrenceOut.of(due.occurrence),
        )
        for due in ops.list_reminders(db, me)
    ]


@router.put("/events/{code}/reminder", tags=["reminders"])
def set_reminder(db: DB, me: Me, code: Code, body: ops.ReminderMinutes) -> OwnReminder:
    """Be reminded of an event other than usual."""
    return OwnReminder(code=code, minutes=ops.set_reminder(db, me, code, body.minutes).minutes)


@router.delete("/events/{code}/reminder", tags=["reminders"], status_code=204)
def remove_reminder(db: DB, me: Me, code: Code) -> None:
    """Be reminded as usual again."""
    ops.remove_reminder(db, me, code)
