"""Appointments: booking, moving, cancelling, and what comes of them; referrals and fees."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Forbidden, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Appointment,
    Charge,
    Place,
    Provider,
    Referral,
    Slot,
    User,
    VisitSummary,
)
from mock_platform.services.health.operations.access import (
    Line,
    Said,
    enter,
    next_number,
    own_provider,
    own_row,
    pk,
)
from mock_platform.services.health.operations.booking import (
    admit,
    book,
    charge,
    is_late,
    referral_end,
    used,
)
from mock_platform.services.health.operations.slots import providers, slot_of
from mock_platform.services.health.operations.waiting import release, settle
from mock_platform.services.health.policy import Speciality, VisitKind

type Show = Literal["upcoming", "past", "all"]


class BookingRequest(BaseModel):
    """`referral_id` None: the valid one that ends first, where one is needed."""

    slot_id: int
    kind: VisitKind
    reason: Line = ""
    referral_id: int | None = None


class NewReferral(BaseModel):
    speciality: Speciality
    visits: int = Field(default=1, ge=1, le=20)
    reason: Line = ""


class NewSummary(BaseModel):
    summary: Said = Field(min_length=1)
    next_steps: Said = ""


@dataclass(frozen=True)
class FullAppointment:
    """`late`: cancelling costs the fee now."""

    appointment: Appointment
    provider: Provider
    place: Place
    referral: Referral | None
    summary: VisitSummary | None

    @property
    def late(self) -> bool:
        return is_late(self.appointment)

    @property
    def ahead(self) -> bool:
        return self.appointment.status == "booked" and self.appointment.starts_at > now()


@dataclass(frozen=True)
class FullReferral:
    referral: Referral
    provider: Provider
    used: int

    @property
    def usable(self) -> bool:
        return self.referral.valid_until >= today() and self.used < self.referral.visits


def full_appointments(db: Session, rows: Sequence[Appointment]) -> list[FullAppointment]:
    known = providers(db)
    query = select(VisitSummary).where(
        col(VisitSummary.appointment_id).in_([row.id for row in rows])
    )
    summaries = {summary.appointment_id: summary for summary in db.exec(query)}
    wanted = {row.referral_id for row in rows if row.referral_id}
    referrals = {
        referral.id: referral
        for referral in db.exec(select(Referral).where(col(Referral.id).in_(wanted)))
    }
    return [
        FullAppointment(
            row,
            known[row.provider_id].provider,
            known[row.provider_id].place,
            referrals.get(row.referral_id),
            summaries.get(row.id or 0),
        )
        for row in rows
    ]


@operation
def list_appointments(
    db: Session, user: User, patient_id: int, show: Show, page: int, size: int
) -> Paged[FullAppointment]:
    """Appointments: those ahead, the next first, or past and cancelled ones, the latest first."""
    enter(db, user, patient_id, "appointments")
    query = select(Appointment).where(Appointment.patient_id == patient_id)
    newest = (col(Appointment.starts_at).desc(), col(Appointment.id).desc())
    if show == "upcoming":
        query = query.where(Appointment.status == "booked", col(Appointment.starts_at) > now())
        ordered = query.order_by(col(Appointment.starts_at), col(Appointment.id))
    elif show == "past":
        over = or_(Appointment.status != "booked", col(Appointment.starts_at) <= now())
        ordered = query.where(over).order_by(*newest)
    else:
        ordered = query.order_by(*newest)
    rows = paged(db, ordered, page, size)
    return Paged(full_appointments(db, rows.items), rows.page, rows.size, rows.total)


@operation
def view_appointment(
    db: Session, user: User, patient_id: int, appointment_id: int
) -> FullAppointment:
    """One appointment, with what came of it."""
    access = enter(db, user, patient_id, "appointments")
    row = own_row(db, Appointment, appointment_id, access.patient)
    return full_appointments(db, [row])[0]


@operation
def book_appointment(
    db: Session, user: User, patient_id: int, request: BookingRequest
) -> FullAppointment:
    """Book a free slot."""
    access = enter(db, user, patient_id, "appointments", "book")
    settle(db)
    slot = slot_of(db, request.slot_id)
    row = book(db, user, access.patient, slot, request.kind, request.reason, request.referral_id)
    return full_appointments(db, [row])[0]


def _ahead(row: Appointment) -> None:
    if row.status != "booked":
        raise Refused(f"The appointment is {row.status}.")
    if row.starts_at <= now():
        raise Refused("The appointment has begun.")


@operation
def cancel_appointment(
    db: Session, user: User, patient_id: int, appointment_id: int
) -> FullAppointment:
    """Cancel; late, it costs a fee. The slot goes to whoever waits for it."""
    access = enter(db, user, patient_id, "appointments", "book")
    settle(db)
    row = own_row(db, Appointment, appointment_id, access.patient)
    _ahead(row)
    if is_late(row):
        charge(db, row, policy.CANCEL_FEE, f"Late cancellation of {row.number}")
    _end(db, row)
    return full_appointments(db, [row])[0]


def _end(db: Session, row: Appointment) -> None:
    row.status, row.cancelled_at = "cancelled", now()
    db.flush()
    release(db, db.get_one(Slot, row.slot_id))


@operation
def move_appointment(
    db: Session, user: User, patient_id: int, appointment_id: int, slot_id: int
) -> FullAppointment:
    """Move it to another free slot of the same speciality, while cancelling would be free."""
    access = enter(db, user, patient_id, "appointments", "book")
    settle(db)
    row = own_row(db, Appointment, appointment_id, access.patient)
    _ahead(row)
    if is_late(row):
        hours = policy.CANCEL_HOURS
        raise Refused(f"It can be moved until {hours} hours before; it can still be cancelled.")
    if row.moves >= policy.MOST_MOVES:
        raise Refused(f"An appointment can be moved {policy.MOST_MOVES} times.")
    slot, before = slot_of(db, slot_id), db.get_one(Slot, row.slot_id)
    provider = admit(db, access.patient, slot, row.kind, besides=row)
    speciality = db.get_one(Provider, row.provider_id).speciality
    if provider.speciality != speciality:
        raise Refused(f"It can be moved within {policy.SPECIALITIES[speciality].title} only.")
    if row.referral_id is not None:
        referral = db.get_one(Referral, row.referral_id)
        if referral.valid_until < slot.starts_at.date():
            raise Refused(f"Referral {referral.number} ends before that day.")
    row.slot_id, row.provider_id, row.starts_at = pk(slot), pk(provider), slot.starts_at
    row.moves += 1
    slot.state, slot.held_until = "booked", None
    db.flush()
    release(db, before)
    return full_appointments(db, [row])[0]


def _treated(db: Session, user: User, patient_id: int, appointment_id: int) -> Appointment:
    """An appointment with the provider who is signed in."""
    access = enter(db, user, patient_id, "appointments", "treat")
    row = own_row(db, Appointment, appointment_id, access.patient)
    if row.provider_id != own_provider(db, user).id:
        raise Forbidden("It is an appointment with somebody else.")
    return row


@operation
def complete_appointment(
    db: Session, user: User, patient_id: int, appointment_id: int, written: NewSummary
) -> FullAppointment:
    """Write the summary of a visit; only its provider can, once it has begun."""
    row = _treated(db, user, patient_id, appointment_id)
    if row.status != "booked" or row.starts_at > now():
        raise Refused("Only a booked visit that has begun can be completed.")
    row.status = "completed"
    db.add(
        VisitSummary(
            appointment_id=pk(row),
            patient_id=patient_id,
            provider_id=row.provider_id,
            summary=written.summary,
            next_steps=written.next_steps,
            written_at=now(),
        )
    )
    db.flush()
    return full_appointments(db, [row])[0]


@operation
def mark_missed(db: Session, user: User, patient_id: int, appointment_id: int) -> FullAppointment:
    """Note that nobody came, which costs a fee; only its provider can, once it has begun."""
    row = _treated(db, user, patient_id, appointment_id)
    if row.status != "booked" or row.starts_at > now():
        raise Refused("Only a booked visit that has begun can be missed.")
    row.status = "missed"
    charge(db, row, policy.MISSED_FEE, f"Missed appointment {row.number}")
    db.flush()
    return full_appointments(db, [row])[0]


@operation
def call_off_appointment(
    db: Session, user: User, patient_id: int, appointment_id: int
) -> FullAppointment:
    """The provider cannot keep it: it is cancelled without a fee, and the slot is blocked."""
    row = _treated(db, user, patient_id, appointment_id)
    _ahead(row)
    row.status, row.cancelled_at = "cancelled", now()
    db.get_one(Slot, row.slot_id).state = "blocked"
    db.flush()
    return full_appointments(db, [row])[0]


@operation
def list_summaries(
    db: Session, user: User, patient_id: int, page: int, size: int
) -> Paged[FullAppointment]:
    """What providers wrote about visits, newest first."""
    enter(db, user, patient_id, "record")
    query = select(VisitSummary).where(VisitSummary.patient_id == patient_id)
    rows = paged(db, query.order_by(col(VisitSummary.written_at).desc()), page, size)
    ids = [row.appointment_id for row in rows.items]
    visits = db.exec(select(Appointment).where(col(Appointment.id).in_(ids))).all()
    by_id = {full.appointment.id: full for full in full_appointments(db, visits)}
    return Paged([by_id[number] for number in ids], rows.page, rows.size, rows.total)


@operation
def list_referrals(db: Session, user: User, patient_id: int) -> list[FullReferral]:
    """Referrals, the newest first, with how often they were used."""
    enter(db, user, patient_id, "appointments")
    query = select(Referral).where(Referral.patient_id == patient_id)
    rows = db.exec(query.order_by(col(Referral.issued_on).desc(), col(Referral.id).desc())).all()
    known = providers(db)
    return [FullReferral(row, known[row.provider_id].provider, used(db, row)) for row in rows]


@operation
def issue_referral(db: Session, user: User, patient_id: int, referral: NewReferral) -> FullReferral:
    """Refer somebody one treats to a speciality that needs it."""
    access = enter(db, user, patient_id, "appointments", "treat")
    field = policy.SPECIALITIES[referral.speciality]
    if not field.referral:
        raise Refused(f"{field.title} needs no referral.")
    provider = access.provider or own_provider(db, user)
    row = Referral(
        number=next_number(db, Referral, "R", 3_000),
        patient_id=patient_id,
        provider_id=pk(provider),
        issued_on=today(),
        valid_until=referral_end(),
        **referral.model_dump(),
    )
    db.add(row)
    db.flush()
    return FullReferral(row, provider, 0)


@operation
def list_charges(db: Session, user: User, patient_id: int) -> list[Charge]:
    """Fees of the practice, the newest first."""
    enter(db, user, patient_id, "appointments")
    query = select(Charge).where(Charge.patient_id == patient_id)
    return list(db.exec(query.order_by(col(Charge.made_at).desc(), col(Charge.id).desc())))


@operation
def pay_charge(db: Session, user: User, patient_id: int, charge_id: int) -> Charge:
    """Pay a fee."""
    access = enter(db, user, patient_id, "appointments", "book")
    row = own_row(db, Charge, charge_id, access.patient)
    if row.status != "open":
        raise Refused(f"The fee is {row.status}.")
    row.status, row.paid_at = "paid", now()
    db.flush()
    return row


def total_open(charges: Sequence[Charge]) -> Decimal:
    return sum((row.amount for row in charges if row.status == "open"), Decimal("0.00"))
