"""Providers, slots and appointments."""

from typing import Annotated, cast, get_args

from fastapi import Query, Request, Response
from sqlmodel import Session

from mock_platform.kit import Invalid
from mock_platform.kit.forms import checked
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health import policy
from mock_platform.services.health.models import User
from mock_platform.services.health.operations import (
    BookingRequest,
    NewReferral,
    NewSummary,
    SlotQuery,
    WaitingRequest,
)
from mock_platform.services.health.operations.appointments import Show
from mock_platform.services.health.pages.router import (
    AT,
    SIZE,
    Action,
    Given,
    Me,
    Short,
    Typed,
    Wrong,
    filled,
    number,
    perform,
    router,
    show,
)

_QUERY = ("kind", "speciality", "provider_id", "place_id", "first_day", "last_day")


@router.get("/providers")
def providers(request: Request, db: DB, me: Me, speciality: Short = "") -> Response:
    chosen = speciality if speciality in policy.SPECIALITIES else None
    found = ops.list_providers(db, chosen)
    return show(request, db, me, "providers.html", found=found, speciality=speciality)


@router.get("/providers/{provider_id}")
def provider(request: Request, db: DB, me: Me, provider_id: int) -> Response:
    full = ops.view_provider(db, provider_id)
    free = ops.search_slots(db, SlotQuery(provider_id=provider_id), 1, 10)
    records = [one for one in ops.list_records(db, me) if one.may("book")]
    return show(request, db, me, "provider.html", full=full, free=free, records=records)


@router.get(AT + "/appointments")
def appointments(
    request: Request,
    db: DB,
    me: Me,
    patient_id: int,
    which: Annotated[str, Query(alias="show", max_length=20)] = "",
    page: PageNumber = 1,
) -> Response:
    return _appointments(request, db, me, patient_id, which, page)


def _appointments(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    which: str = "",
    page: int = 1,
    error: Wrong | None = None,
) -> Response:
    chosen = cast(Show, which if which in get_args(Show.__value__) else "upcoming")
    charges = ops.list_charges(db, me, patient_id)
    return show(
        request,
        db,
        me,
        "appointments.html",
        patient_id,
        error,
        found=ops.list_appointments(db, me, patient_id, chosen, page, SIZE),
        chosen=chosen,
        waiting=ops.list_waiting(db, me, patient_id),
        referrals=ops.list_referrals(db, me, patient_id),
        charges=charges,
        owed=ops.total_open(charges),
    )


def _accept(db: Session, me: User, patient_id: int, form: Typed) -> str:
    row = ops.accept_offer(db, me, patient_id, number(form, "entry_id"))
    return f"Appointment {row.number} is booked."


def _decline(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.decline_offer(db, me, patient_id, number(form, "entry_id"))
    return "The offer is declined; you keep your place."


def _leave(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.leave_waiting_list(db, me, patient_id, number(form, "entry_id"))
    return "You do not wait any longer."


def _pay(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.pay_charge(db, me, patient_id, number(form, "charge_id"))
    return "The fee is paid."


def _refer(db: Session, me: User, patient_id: int, form: Typed) -> str:
    wanted = checked(NewReferral, filled(form, "speciality", "visits", "reason"))
    full = ops.issue_referral(db, me, patient_id, wanted)
    return f"Referral {full.referral.number} is issued."


_LIST_ACTIONS: dict[str, Action] = {
    "accept": _accept,
    "decline": _decline,
    "leave": _leave,
    "pay": _pay,
    "refer": _refer,
}


@router.post(AT + "/appointments")
def change_waiting(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _LIST_ACTIONS,
        f"/p/{patient_id}/appointments",
        lambda error: _appointments(request, db, me, patient_id, error=error),
    )


@router.get(AT + "/slots")
def slots(request: Request, db: DB, me: Me, patient_id: int, page: PageNumber = 1) -> Response:
    """Free slots; with `move`, to move an appointment there."""
    return _slots(request, db, me, patient_id, dict(request.query_params), page)


def _slots(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    given: Typed,
    page: int = 1,
    error: Wrong | None = None,
) -> Response:
    try:
        query = checked(SlotQuery, filled(given, *_QUERY))
    except Invalid as wrong:
        query, error = SlotQuery(), error or wrong
    moving = None
    if given.get("move"):
        moving = ops.view_appointment(db, me, patient_id, number(given, "move"))
        query = query.model_copy(
            update={"kind": moving.appointment.kind, "speciality": moving.provider.speciality}
        )
    people = ops.list_providers(db, None)
    places = {one.place.id: one.place.name for one in people}
    return show(
        request,
        db,
        me,
        "slots.html",
        patient_id,
        error,
        found=ops.search_slots(db, query, page, SIZE),
        wanted=query,
        people=people,
        places=places,
        moving=moving,
        referrals=[one for one in ops.list_referrals(db, me, patient_id) if one.usable],
        given=given,
    )


def _book(db: Session, me: User, patient_id: int, form: Typed) -> str:
    wanted = checked(BookingRequest, filled(form, "slot_id", "kind", "reason", "referral_id"))
    full = ops.book_appointment(db, me, patient_id, wanted)
    return f"Appointment {full.appointment.number} with {full.provider.name} is booked."


def _join(db: Session, me: User, patient_id: int, form: Typed) -> str:
    names = ("speciality", "provider_id", "kind", "first_day", "last_day", "referral_id")
    ops.join_waiting_list(db, me, patient_id, checked(WaitingRequest, filled(form, *names)))
    return "You are on the waiting list."


def _move(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.move_appointment(db, me, patient_id, number(form, "move"), number(form, "slot_id"))
    return f"Appointment {full.appointment.number} is moved."


@router.post(AT + "/slots")
def use_slot(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    actions: dict[str, Action] = {"book": _book, "join": _join, "move": _move}
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        actions,
        f"/p/{patient_id}/appointments",
        lambda error: _slots(request, db, me, patient_id, form, error=error),
    )


@router.get(AT + "/appointments/{appointment_id}")
def appointment(request: Request, db: DB, me: Me, patient_id: int, appointment_id: int) -> Response:
    return _appointment(request, db, me, patient_id, appointment_id)


def _appointment(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    appointment_id: int,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    full = ops.view_appointment(db, me, patient_id, appointment_id)
    return show(
        request, db, me, "appointment.html", patient_id, error, full=full, given=given or {}
    )


def _cancel(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.cancel_appointment(db, me, patient_id, number(form, "appointment_id"))
    fee = full.appointment.fee
    return f"The appointment is cancelled; the fee is €{fee}." if fee else "It is cancelled."


def _complete(db: Session, me: User, patient_id: int, form: Typed) -> str:
    written = checked(NewSummary, filled(form, "summary", "next_steps"))
    ops.complete_appointment(db, me, patient_id, number(form, "appointment_id"), written)
    return "The visit is completed."


def _missed(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.mark_missed(db, me, patient_id, number(form, "appointment_id"))
    return "Noted as missed."


def _call_off(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.call_off_appointment(db, me, patient_id, number(form, "appointment_id"))
    return "The appointment is called off."


_ACTIONS: dict[str, Action] = {
    "cancel": _cancel,
    "complete": _complete,
    "missed": _missed,
    "call_off": _call_off,
}


@router.post(AT + "/appointments/{appointment_id}")
def change_appointment(
    request: Request, db: DB, me: Me, patient_id: int, appointment_id: int, form: Given
) -> Response:
    form["appointment_id"] = str(appointment_id)
    back = f"/p/{patient_id}/appointments/{appointment_id}"
    if form.get("action") == "call_off":
        back = "/practice"
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _ACTIONS,
        back,
        lambda error: _appointment(request, db, me, patient_id, appointment_id, error, form),
    )
