"""The rules of booking: what fits, for whom, and with which referral."""

from datetime import date, datetime, timedelta
from decimal import Decimal

from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now, today
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Appointment,
    Charge,
    Patient,
    Provider,
    Referral,
    Slot,
    User,
)
from mock_platform.services.health.operations.access import (
    next_number,
    own_row,
    pk,
)
from mock_platform.services.health.operations.slots import bookable, is_free
from mock_platform.services.health.policy import Speciality, VisitKind


def used(db: Session, referral: Referral) -> int:
    """The appointments made with a referral, but for those cancelled."""
    query = select(func.count()).where(
        Appointment.referral_id == referral.id, col(Appointment.status) != "cancelled"
    )
    count: int = db.execute(query).scalar_one()
    return count


def pick_referral(
    db: Session, patient: Patient, speciality: Speciality, day: date, referral_id: int | None
) -> Referral | None:
    """The referral that leads to a speciality on a day, None where it needs none; Refused.

    Where none is named, the one that ends first is taken.
    """
    field = policy.SPECIALITIES[speciality]
    if not field.referral:
        if referral_id is not None:
            said = f"{field.title} needs no referral."
            raise Invalid(said, fields={"referral_id": "not used"})
        return None
    if referral_id is not None:
        chosen = own_row(db, Referral, referral_id, patient)
        if chosen.speciality != speciality:
            raise Refused(f"Referral {chosen.number} does not lead to {field.title}.")
        candidates = [chosen]
    else:
        query = select(Referral).where(
            Referral.patient_id == patient.id, Referral.speciality == speciality
        )
        candidates = list(db.exec(query.order_by(col(Referral.valid_until), col(Referral.id))))
    for referral in candidates:
        if referral.valid_until >= day and used(db, referral) < referral.visits:
            return referral
    raise Refused(f"{field.title} needs a referral that is valid on the day and not used up.")


def _fits(slot: Slot, provider: Provider, kind: VisitKind) -> None:
    title, minutes = policy.KINDS[kind]
    if kind not in policy.SPECIALITIES[provider.speciality].kinds:
        said = f"{provider.name} offers no {title.lower()}."
        raise Invalid(said, fields={"kind": "not offered"})
    if slot.minutes < minutes:
        raise Refused(f"A {title.lower()} takes {minutes} minutes; the slot has {slot.minutes}.")
    first, last = bookable()
    if slot.starts_at < first:
        raise Refused(f"Appointments are booked at least {policy.BOOKING_HOURS} hours ahead.")
    if slot.starts_at > last:
        raise Refused(f"Appointments are booked at most {policy.BOOKING_DAYS} days ahead.")
    if not is_free(slot):
        raise Refused("This slot is not free any more.")


def _ahead(db: Session, patient: Patient, besides: int | None) -> list[Appointment]:
    query = select(Appointment).where(
        Appointment.patient_id == patient.id,
        Appointment.status == "booked",
        col(Appointment.starts_at) > now() - timedelta(days=1),
    )
    return [row for row in db.exec(query) if row.id != besides]


def _no_clash(ahead: list[Appointment], slot: Slot) -> None:
    start, end = slot.starts_at, _end(slot.starts_at, slot.minutes)
    for row in ahead:
        if row.starts_at < end and start < _end(row.starts_at, row.minutes):
            raise Refused(f"Appointment {row.number} is at the same time.")
        same_day = row.starts_at.date() == start.date()
        if same_day and row.provider_id == slot.provider_id:
            raise Refused(f"There is an appointment with them that day already: {row.number}.")


def _end(start: datetime, minutes: int) -> datetime:
    return start + timedelta(minutes=minutes)


def open_fees(db: Session, patient_id: int) -> Decimal:
    """What the person owes the practice."""
    query = select(col(Charge.amount)).where(
        Charge.patient_id == patient_id, Charge.status == "open"
    )
    return sum(db.exec(query), Decimal("0.00"))


def admit(
    db: Session, patient: Patient, slot: Slot, kind: VisitKind, besides: Appointment | None = None
) -> Provider:
    """The provider of a slot that the person may have; Refused or Invalid says why not."""
    provider = db.get_one(Provider, slot.provider_id)
    _fits(slot, provider, kind)
    ahead = _ahead(db, patient, besides.id if besides else None)
    _no_clash(ahead, slot)
    if len([row for row in ahead if row.starts_at > now()]) >= policy.MOST_APPOINTMENTS:
        raise Refused(f"One can have {policy.MOST_APPOINTMENTS} appointments ahead at most.")
    owed = open_fees(db, patient.id or 0)
    if owed >= policy.OPEN_FEES:
        raise Refused(f"Please pay the open fees of €{owed} first.")
    return provider


def book(
    db: Session,
    user: User,
    patient: Patient,
    slot: Slot,
    kind: VisitKind,
    reason: str,
    referral_id: int | None,
) -> Appointment:
    """Make an appointment in a slot."""
    provider = admit(db, patient, slot, kind)
    day = slot.starts_at.date()
    referral = pick_referral(db, patient, provider.speciality, day, referral_id)
    row = Appointment(
        number=next_number(db, Appointment, "W", 10_000),
        patient_id=pk(patient),
        provider_id=pk(provider),
        slot_id=pk(slot),
        kind=kind,
        starts_at=slot.starts_at,
        minutes=policy.KINDS[kind][1],
        reason=reason,
        referral_id=referral.id if referral else None,
        booked_by=pk(user),
        booked_at=now(),
    )
    slot.state, slot.held_until = "booked", None
    db.add(row)
    db.flush()
    return row


def charge(db: Session, row: Appointment, amount: Decimal, text: str) -> None:
    """A fee for an appointment."""
    row.fee = amount
    db.add(
        Charge(
            patient_id=row.patient_id,
            appointment_id=pk(row),
            amount=amount,
            text=text,
            made_at=now(),
        )
    )


def is_late(row: Appointment) -> bool:
    """Whether the free time for cancelling and moving is over."""
    return row.starts_at - now() < timedelta(hours=policy.CANCEL_HOURS)


def referral_end() -> date:
    return today() + timedelta(days=policy.REFERRAL_DAYS)
