"""Providers, slots, appointments, the waiting list, referrals, fees, prescriptions."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health import policy
from mock_platform.services.health.api.router import AT, Me, router
from mock_platform.services.health.models import Charge
from mock_platform.services.health.operations import (
    BookingRequest,
    FullAppointment,
    FullEntry,
    FullProvider,
    FullReferral,
    FullSlot,
    NewReferral,
    NewSummary,
    SlotQuery,
    WaitingRequest,
)
from mock_platform.services.health.operations.appointments import Show
from mock_platform.services.health.policy import Speciality


class ProviderOut(BaseModel):
    id: int
    name: str
    speciality: str
    kinds: list[str]
    needs_referral: bool
    place_id: int
    place: str
    address: str
    about: str


class SlotOut(BaseModel):
    id: int
    provider_id: int
    provider: str
    speciality: str
    place: str
    starts_at: datetime
    minutes: int


class SummaryOut(BaseModel):
    summary: str
    next_steps: str
    written_at: datetime


class AppointmentOut(BaseModel):
    """`late`: cancelling it costs the fee now."""

    id: int
    number: str
    patient_id: int
    provider_id: int
    provider: str
    place: str
    slot_id: int
    kind: str
    starts_at: datetime
    minutes: int
    status: str
    reason: str
    referral: str | None
    moves: int
    fee: Decimal
    late: bool
    booked_at: datetime
    cancelled_at: datetime | None
    summary: SummaryOut | None


class WaitingOut(BaseModel):
    """`offered_at` is the slot that is kept until `offered_until`; `ahead` wait longer."""

    id: int
    speciality: str
    provider_id: int | None
    kind: str
    first_day: date
    last_day: date
    status: str
    joined_at: datetime
    slot_id: int | None
    offered_at: datetime | None
    offered_until: datetime | None
    ahead: int


class ReferralOut(BaseModel):
    id: int
    number: str
    speciality: str
    provider: str
    issued_on: date
    valid_until: date
    visits: int
    used: int
    usable: bool
    reason: str


class Move(BaseModel):
    slot_id: int


def _provider(full: FullProvider) -> ProviderOut:
    field = policy.SPECIALITIES[full.provider.speciality]
    return ProviderOut(
        **full.provider.model_dump(exclude={"user_id"}),
        kinds=list(field.kinds),
        needs_referral=field.referral,
        place=full.place.name,
        address=full.place.address,
    )


def _slot(full: FullSlot) -> SlotOut:
    return SlotOut(
        **full.slot.model_dump(include={"id", "provider_id", "starts_at", "minutes"}),
        provider=full.provider.name,
        speciality=full.provider.speciality,
        place=full.place.name,
    )


def _appointment(full: FullAppointment) -> AppointmentOut:
    summary = full.summary
    return AppointmentOut(
        **full.appointment.model_dump(exclude={"referral_id", "booked_by"}),
        provider=full.provider.name,
        place=full.place.name,
        referral=full.referral.number if full.referral else None,
        late=full.ahead and full.late,
        summary=SummaryOut.model_validate(summary, from_attributes=True) if summary else None,
    )


def _waiting(full: FullEntry) -> WaitingOut:
    return WaitingOut(
        **full.entry.model_dump(exclude={"patient_id", "referral_id", "passed"}),
        offered_at=full.slot.starts_at if full.slot else None,
        ahead=full.ahead,
    )


def _referral(full: FullReferral) -> ReferralOut:
    return ReferralOut(
        **full.referral.model_dump(exclude={"patient_id", "provider_id"}),
        provider=full.provider.name,
        used=full.used,
        usable=full.usable,
    )


@router.get("/providers", tags=["providers"])
def list_providers(db: DB, speciality: Speciality | None = None) -> list[ProviderOut]:
    """The people of the practice."""
    return [_provider(full) for full in ops.list_providers(db, speciality)]


@router.get("/providers/{provider_id}", tags=["providers"])
def view_provider(db: DB, provider_id: int) -> ProviderOut:
    """One of them."""
    return _provider(ops.view_provider(db, provider_id))


@router.get("/slots", tags=["providers"])
def search_slots(
    db: DB, query: Annotated[SlotQuery, Query()], page: PageNumber = 1, size: PageSize = 20
) -> PageOf[SlotOut]:
    """Slots that can be booked now, the earliest first."""
    found = ops.search_slots(db, query, page, size)
    return PageOf[SlotOut].of(found, [_slot(full) for full in found.items])


@router.get(AT + "/appointments", tags=["appointments"])
def list_appointments(
    db: DB,
    me: Me,
    patient_id: int,
    show: Show = "upcoming",
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[AppointmentOut]:
    """Appointments ahead, past (with those cancelled), or all."""
    found = ops.list_appointments(db, me, patient_id, show, page, size)
    return PageOf[AppointmentOut].of(found, [_appointment(full) for full in found.items])


@router.post(AT + "/appointments", tags=["appointments"], status_code=201)
def book_appointment(db: DB, me: Me, patient_id: int, body: BookingRequest) -> AppointmentOut:
    """Book a free slot."""
    return _appointment(ops.book_appointment(db, me, patient_id, body))


@router.get(AT + "/appointments/{appointment_id}", tags=["appointments"])
def view_appointment(db: DB, me: Me, patient_id: int, appointment_id: int) -> AppointmentOut:
    """One appointment."""
    return _appointment(ops.view_appointment(db, me, patient_id, appointment_id))


@router.post(AT + "/appointments/{appointment_id}/cancel", tags=["appointments"])
def cancel_appointment(db: DB, me: Me, patient_id: int, appointment_id: int) -> AppointmentOut:
    """Cancel; late, it costs a fee."""
    return _appointment(ops.cancel_appointment(db, me, patient_id, appointment_id))


@router.post(AT + "/appointments/{appointment_id}/move", tags=["appointments"])
def move_appointment(
    db: DB, me: Me, patient_id: int, appointment_id: int, body: Move
) -> AppointmentOut:
    """Move it to another slot."""
    full = ops.move_appointment(db, me, patient_id, appointment_id, body.slot_id)
    return _appointment(full)


@router.post(AT + "/appointments/{appointment_id}/complete", tags=["practice"])
def complete_appointment(
    db: DB, me: Me, patient_id: int, appointment_id: int, body: NewSummary
) -> AppointmentOut:
    """Write the summary of a visit (its provider)."""
    return _appointment(ops.complete_appointment(db, me, patient_id, appointment_id, body))


@router.post(AT + "/appointments/{appointment_id}/missed", tags=["practice"])
def mark_missed(db: DB, me: Me, patient_id: int, appointment_id: int) -> AppointmentOut:
    """Note that nobody came (its provider)."""
    return _appointment(ops.mark_missed(db, me, patient_id, appointment_id))


@router.post(AT + "/appointments/{appointment_id}/call-off", tags=["practice"])
def call_off_appointment(db: DB, me: Me, patient_id: int, appointment_id: int) -> AppointmentOut:
    """Cancel it without a fee (its provider)."""
    return _appointment(ops.call_off_appointment(db, me, patient_id, appointment_id))


@router.get(AT + "/visits", tags=["record"])
def list_summaries(
    db: DB, me: Me, patient_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[AppointmentOut]:
    """Visits with their summaries, newest first."""
    found = ops.list_summaries(db, me, patient_id, page, size)
    return PageOf[AppointmentOut].of(found, [_appointment(full) for full in found.items])


@router.get(AT + "/waiting-list", tags=["waiting list"])
def list_waiting(db: DB, me: Me, patient_id: int) -> list[WaitingOut]:
    """What the person waits for, and what is offered."""
    return [_waiting(full) for full in ops.list_waiting(db, me, patient_id)]


@router.post(AT + "/waiting-list", tags=["waiting list"], status_code=201)
def join_waiting_list(db: DB, me: Me, patient_id: int, body: WaitingRequest) -> WaitingOut:
    """Wait for a slot while none is free."""
    return _waiting(ops.join_waiting_list(db, me, patient_id, body))


@router.delete(AT + "/waiting-list/{entry_id}", tags=["waiting list"], status_code=204)
def leave_waiting_list(db: DB, me: Me, patient_id: int, entry_id: int) -> None:
    """Wait no longer."""
    ops.leave_waiting_list(db, me, patient_id, entry_id)


@router.post(AT + "/waiting-list/{entry_id}/accept", tags=["waiting list"], status_code=201)
def accept_offer(db: DB, me: Me, patient_id: int, entry_id: int) -> AppointmentOut:
    """Book the slot that is kept."""
    row = ops.accept_offer(db, me, patient_id, entry_id)
    return _appointment(ops.full_appointments(db, [row])[0])


@router.post(AT + "/waiting-list/{entry_id}/decline", tags=["waiting list"])
def decline_offer(db: DB, me: Me, patient_id: int, entry_id: int) -> WaitingOut:
    """Let the slot go to the next, and wait on."""
    return _waiting(ops.decline_offer(db, me, patient_id, entry_id))


@router.get(AT + "/referrals", tags=["appointments"])
def list_referrals(db: DB, me: Me, patient_id: int) -> list[ReferralOut]:
    """Referrals, and how often they were used."""
    return [_referral(full) for full in ops.list_referrals(db, me, patient_id)]


@router.post(AT + "/referrals", tags=["practice"], status_code=201)
def issue_referral(db: DB, me: Me, patient_id: int, body: NewReferral) -> ReferralOut:
    """Refer somebody to a speciality (providers)."""
    return _referral(ops.issue_referral(db, me, patient_id, body))


@router.get(AT + "/fees", tags=["appointments"])
def list_charges(db: DB, me: Me, patient_id: int) -> list[Charge]:
    """Fees of the practice, newest first."""
    return ops.list_charges(db, me, patient_id)


@router.post(AT + "/fees/{charge_id}/pay", tags=["appointments"])
def pay_charge(db: DB, me: Me, patient_id: int, charge_id: int) -> Charge:
    """Pay a fee."""
    return ops.pay_charge(db, me, patient_id, charge_id)
