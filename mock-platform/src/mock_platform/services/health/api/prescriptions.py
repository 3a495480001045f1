"""Prescriptions and renewals, and a provider's day."""

from datetime import date, datetime

from pydantic import BaseModel, Field

from mock_platform.kit.clock import today
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.api.router import AT, Me, router
from mock_platform.services.health.models import Slot
from mock_platform.services.health.operations import (
    DayEntry,
    Decision,
    FullPrescription,
    FullRenewal,
    NewPrescription,
    NewSlots,
)


class PrescriptionOut(BaseModel):
    """`standing`: valid, used_up, expired or cancelled; `renewal` is its request's state."""

    id: int
    number: str
    medicine_id: int
    medicine: str
    provider_id: int
    provider: str
    directions: str
    units: int
    supply_days: int
    repeats: int
    supplies: int
    left: int
    issued_on: date
    valid_until: date
    standing: str
    next_on: date | None
    collected: list[date]
    renewal: str | None
    renewal_decision: str
    new_prescription_id: int | None


class RenewalOut(BaseModel):
    id: int
    prescription_id: int
    number: str
    patient_id: int
    patient: str
    medicine: str
    status: str
    note: str
    requested_at: datetime
    decision: str
    new_prescription_id: int | None


class DayOut(BaseModel):
    slot: Slot
    appointment_id: int | None
    patient_id: int | None
    patient: str | None
    kind: str | None
    status: str | None


class RenewalNote(BaseModel):
    note: str = Field(default="", max_length=200)


def _prescription(full: FullPrescription) -> PrescriptionOut:
    renewal = full.renewal
    return PrescriptionOut(
        **full.prescription.model_dump(exclude={"patient_id", "status"}),
        medicine=full.medicine.name,
        provider=full.provider.name,
        left=full.left,
        standing=full.standing,
        next_on=full.next_on,
        collected=[supply.collected_on for supply in full.collected],
        renewal=renewal.status if renewal else None,
        renewal_decision=renewal.decision if renewal else "",
        new_prescription_id=renewal.new_prescription_id if renewal else None,
    )


def _renewal(full: FullRenewal) -> RenewalOut:
    return RenewalOut(
        **full.renewal.model_dump(exclude={"requested_by", "decided_at"}),
        number=full.prescription.number,
        patient_id=full.patient.id or 0,
        patient=full.patient.name,
        medicine=full.medicine.name,
    )


def _day(entry: DayEntry) -> DayOut:
    row, patient = entry.appointment, entry.patient
    return DayOut(
        slot=entry.slot,
        appointment_id=row.id if row else None,
        patient_id=patient.id if patient else None,
        patient=patient.name if patient else None,
        kind=row.kind if row else None,
        status=row.status if row else None,
    )


@router.get(AT + "/prescriptions", tags=["prescriptions"])
def list_prescriptions(
    db: DB, me: Me, patient_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[PrescriptionOut]:
    """Prescriptions, newest first."""
    found = ops.list_prescriptions(db, me, patient_id, page, size)
    return PageOf[PrescriptionOut].of(found, [_prescription(full) for full in found.items])


@router.post(AT + "/prescriptions", tags=["practice"], status_code=201)
def issue_prescription(db: DB, me: Me, patient_id: int, body: NewPrescription) -> PrescriptionOut:
    """Prescribe a medicine (providers)."""
    return _prescription(ops.issue_prescription(db, me, patient_id, body))


@router.get(AT + "/prescriptions/{prescription_id}", tags=["prescriptions"])
def view_prescription(db: DB, me: Me, patient_id: int, prescription_id: int) -> PrescriptionOut:
    """One prescription."""
    return _prescription(ops.view_prescription(db, me, patient_id, prescription_id))


@router.post(AT + "/prescriptions/{prescription_id}/collect", tags=["prescriptions"])
def collect_supply(db: DB, me: Me, patient_id: int, prescription_id: int) -> PrescriptionOut:
    """Order the next supply."""
    return _prescription(ops.collect_supply(db, me, patient_id, prescription_id))


@router.post(AT + "/prescriptions/{prescription_id}/renewal", tags=["prescriptions"])
def request_renewal(
    db: DB, me: Me, patient_id: int, prescription_id: int, body: RenewalNote
) -> PrescriptionOut:
    """Ask the prescriber to issue it again."""
    return _prescription(ops.request_renewal(db, me, patient_id, prescription_id, body.note))


@router.delete(AT + "/prescriptions/{prescription_id}/renewal", tags=["prescriptions"])
def withdraw_renewal(db: DB, me: Me, patient_id: int, prescription_id: int) -> PrescriptionOut:
    """Take a request back."""
    return _prescription(ops.withdraw_renewal(db, me, patient_id, prescription_id))


@router.post(AT + "/prescriptions/{prescription_id}/cancel", tags=["practice"])
def cancel_prescription(db: DB, me: Me, patient_id: int, prescription_id: int) -> PrescriptionOut:
    """Withdraw a prescription (its provider)."""
    return _prescription(ops.cancel_prescription(db, me, patient_id, prescription_id))


@router.get("/practice/renewals", tags=["practice"])
def list_renewals(db: DB, me: Me) -> list[RenewalOut]:
    """The requests that wait for the provider who is signed in."""
    return [_renewal(full) for full in ops.list_renewals(db, me)]


@router.post("/practice/renewals/{renewal_id}", tags=["practice"])
def decide_renewal(db: DB, me: Me, renewal_id: int, body: Decision) -> RenewalOut:
    """Approve or decline a request."""
    return _renewal(ops.decide_renewal(db, me, renewal_id, body))


@router.get("/practice/day", tags=["practice"])
def view_day(db: DB, me: Me, day: date | None = None) -> list[DayOut]:
    """The provider's slots of a day (UTC, today without one), and who comes."""
    return [_day(entry) for entry in ops.view_day(db, me, day or today())]


@router.post("/practice/slots", tags=["practice"], status_code=201)
def publish_slots(db: DB, me: Me, body: NewSlots) -> list[Slot]:
    """Offer time."""
    return ops.publish_slots(db, me, body)


@router.post("/practice/slots/{slot_id}/block", tags=["practice"])
def block_slot(db: DB, me: Me, slot_id: int) -> Slot:
    """Take a free slot out of the offer."""
    return ops.block_slot(db, me, slot_id)


@router.post("/practice/slots/{slot_id}/open", tags=["practice"])
def open_slot(db: DB, me: Me, slot_id: int) -> Slot:
    """Offer a blocked slot again."""
    return ops.open_slot(db, me, slot_id)
