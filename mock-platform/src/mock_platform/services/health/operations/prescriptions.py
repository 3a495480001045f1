"""Prescriptions: issuing, collecting, renewing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Forbidden, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Appointment,
    Dispensation,
    Medication,
    Medicine,
    Patient,
    Prescription,
    Provider,
    Renewal,
    User,
)
from mock_platform.services.health.operations.access import (
    Access,
    Line,
    enter,
    next_number,
    own_provider,
    own_row,
    pk,
)
from mock_platform.services.health.operations.safety import cleared, medicine_of

type Standing = Literal["valid", "used_up", "expired", "cancelled"]


class NewPrescription(BaseModel):
    """`units` a supply, which lasts `supply_days`; `repeats` further ones can be collected."""

    medicine_id: int
    directions: Line = Field(min_length=1)
    units: int = Field(ge=1, le=1000)
    supply_days: int = Field(default=30, ge=1, le=365)
    repeats: int = Field(default=0, ge=0, le=12)
    acknowledged: bool = False


class Decision(BaseModel):
    approve: bool
    decision: Line = ""


@dataclass(frozen=True)
class FullPrescription:
    """`next_on`: from when the next supply can be collected; None: there is none."""

    prescription: Prescription
    medicine: Medicine
    provider: Provider
    collected: Sequence[Dispensation]
    renewal: Renewal | None

    @property
    def left(self) -> int:
        return max(0, self.prescription.repeats + 1 - self.prescription.supplies)

    @property
    def standing(self) -> Standing:
        if self.prescription.status == "cancelled":
            return "cancelled"
        if self.prescription.valid_until < today():
            return "expired"
        return "valid" if self.left else "used_up"

    @property
    def next_on(self) -> date | None:
        if self.standing != "valid":
            return None
        if not self.collected:
            return self.prescription.issued_on
        early = self.prescription.supply_days - policy.EARLY_REPEAT_DAYS
        return self.collected[-1].collected_on + timedelta(days=max(0, early))

    @property
    def can_renew(self) -> bool:
        return _renewal_refusal(self) is None


@dataclass(frozen=True)
class FullRenewal:
    renewal: Renewal
    prescription: Prescription
    medicine: Medicine
    patient: Patient


def _fulls(db: Session, rows: Sequence[Prescription]) -> list[FullPrescription]:
    numbers = [row.id for row in rows]
    collected: dict[int, list[Dispensation]] = {}
    query = select(Dispensation).where(col(Dispensation.prescription_id).in_(numbers))
    for supply in db.exec(query.order_by(col(Dispensation.collected_on), col(Dispensation.id))):
        collected.setdefault(supply.prescription_id, []).append(supply)
    asked = select(Renewal).where(col(Renewal.prescription_id).in_(numbers))
    renewals = {one.prescription_id: one for one in db.exec(asked.order_by(col(Renewal.id)))}
    return [
        FullPrescription(
            row,
            db.get_one(Medicine, row.medicine_id),
            db.get_one(Provider, row.provider_id),
            collected.get(row.id or 0, []),
            renewals.get(row.id or 0),
        )
        for row in rows
    ]


def _own(db: Session, access: Access, prescription_id: int) -> FullPrescription:
    return _fulls(db, [own_row(db, Prescription, prescription_id, access.patient)])[0]


@operation
def list_prescriptions(
    db: Session, user: User, patient_id: int, page: int, size: int
) -> Paged[FullPrescription]:
    """Prescriptions, the newest first."""
    enter(db, user, patient_id, "prescriptions")
    query = select(Prescription).where(Prescription.patient_id == patient_id)
    newest = query.order_by(col(Prescription.issued_on).desc(), col(Prescription.id).desc())
    rows = paged(db, newest, page, size)
    return Paged(_fulls(db, rows.items), rows.page, rows.size, rows.total)


@operation
def view_prescription(
    db: Session, user: User, patient_id: int, prescription_id: int
) -> FullPrescription:
    """One prescription with what was collected."""
    return _own(db, enter(db, user, patient_id, "prescriptions"), prescription_id)


def _issue(db: Session, provider: Provider, patient_id: int, values: dict[str, Any]) -> int:
    row = Prescription(
        number=next_number(db, Prescription, "P", 50_000),
        patient_id=patient_id,
        provider_id=pk(provider),
        issued_on=today(),
        valid_until=today() + timedelta(days=policy.VALID_DAYS),
        **values,
    )
    db.add(row)
    db.flush()
    return row.id or 0


@operation
def issue_prescription(
    db: Session, user: User, patient_id: int, wanted: NewPrescription
) -> FullPrescription:
    """Prescribe a medicine to somebody one treats; warnings must be acknowledged."""
    access = enter(db, user, patient_id, "prescriptions", "treat")
    medicine = medicine_of(db, wanted.medicine_id)
    cleared(db, patient_id, medicine, acknowledged=wanted.acknowledged, treating=True)
    provider = own_provider(db, user)
    number = _issue(db, provider, patient_id, wanted.model_dump(exclude={"acknowledged"}))
    return _own(db, access, number)


@operation
def cancel_prescription(
    db: Session, user: User, patient_id: int, prescription_id: int
) -> FullPrescription:
    """Withdraw a prescription that one issued oneself."""
    access = enter(db, user, patient_id, "prescriptions", "treat")
    found = _own(db, access, prescription_id)
    if found.prescription.provider_id != own_provider(db, user).id:
        raise Forbidden("Somebody else issued it.")
    if found.prescription.status == "cancelled":
        raise Refused("It is cancelled already.")
    found.prescription.status = "cancelled"
    db.flush()
    return found


@operation
def collect_supply(
    db: Session, user: User, patient_id: int, prescription_id: int
) -> FullPrescription:
    """Order the next supply; it is added to the stock of the medicine where it is on the list."""
    access = enter(db, user, patient_id, "prescriptions", "order")
    found = _own(db, access, prescription_id)
    row, next_on = found.prescription, found.next_on
    if next_on is None:
        raise Refused(f"Prescription {row.number} is {found.standing.replace('_', ' ')}.")
    if today() < next_on:
        raise Refused(f"The next supply can be collected from {next_on.isoformat()}.")
    db.add(Dispensation(prescription_id=pk(row), collected_on=today(), units=row.units))
    row.supplies += 1
    query = select(Medication).where(
        Medication.patient_id == patient_id,
        Medication.medicine_id == row.medicine_id,
        Medication.status != "stopped",
    )
    if medication := db.exec(query.order_by(col(Medication.id))).first():
        medication.stock += row.units
    db.flush()
    return _own(db, access, prescription_id)


def _renewal_refusal(found: FullPrescription) -> str | None:
    row = found.prescription
    if row.status == "cancelled":
        return "A cancelled prescription is not renewed."
    if found.renewal is not None and found.renewal.status in ("requested", "approved"):
        return f"Its renewal is {found.renewal.status} already."
    if today() > row.valid_until + timedelta(days=policy.RENEW_LATE_DAYS):
        return f"It ended more than {policy.RENEW_LATE_DAYS} days ago; please book a visit."
    soon = today() >= row.valid_until - timedelta(days=policy.RENEW_DAYS)
    if found.left and not soon:
        return f"There are supplies left, and it does not end within {policy.RENEW_DAYS} days."
    return None


@operation
def request_renewal(
    db: Session, user: User, patient_id: int, prescription_id: int, note: str
) -> FullPrescription:
    """Ask the prescriber to issue it again."""
    access = enter(db, user, patient_id, "prescriptions", "order")
    found = _own(db, access, prescription_id)
    if refusal := _renewal_refusal(found):
        raise Refused(refusal)
    since = now() - timedelta(days=policy.REVIEW_DAYS)
    seen = select(Appointment.id).where(
        Appointment.patient_id == patient_id,
        Appointment.provider_id == found.provider.id,
        Appointment.status == "completed",
        col(Appointment.starts_at) >= since,
    )
    if db.exec(seen.limit(1)).first() is None:
        raise Refused(
            f"{found.provider.name} has not seen you for {policy.REVIEW_DAYS} days: "
            "please book a visit first."
        )
    db.add(
        Renewal(
            prescription_id=prescription_id,
            note=note,
            requested_by=pk(user),
            requested_at=now(),
        )
    )
    db.flush()
    return _own(db, access, prescription_id)


@operation
def withdraw_renewal(
    db: Session, user: User, patient_id: int, prescription_id: int
) -> FullPrescription:
    """Take a request back that is not decided."""
    access = enter(db, user, patient_id, "prescriptions", "order")
    found = _own(db, access, prescription_id)
    if found.renewal is None or found.renewal.status != "requested":
        raise Refused("No renewal is requested.")
    found.renewal.status = "withdrawn"
    db.flush()
    return _own(db, access, prescription_id)


@operation
def list_renewals(db: Session, user: User) -> list[FullRenewal]:
    """The requests that wait for the provider who is signed in, the oldest first."""
    provider = own_provider(db, user)
    query = (
        select(Renewal, Prescription, Medicine, Patient)
        .join(Prescription, col(Prescription.id) == Renewal.prescription_id)
        .join(Medicine, col(Medicine.id) == Prescription.medicine_id)
        .join(Patient, col(Patient.id) == Prescription.patient_id)
        .where(Renewal.status == "requested", Prescription.provider_id == provider.id)
        .order_by(col(Renewal.requested_at), col(Renewal.id))
        .limit(100)
    )
    return [FullRenewal(*row) for row in db.exec(query)]


@operation
def decide_renewal(db: Session, user: User, renewal_id: int, decision: Decision) -> FullRenewal:
    """Approve a request, which issues the prescription anew, or decline it."""
    provider = own_provider(db, user)
    renewal = db.get(Renewal, renewal_id)
    row = db.get(Prescription, renewal.prescription_id) if renewal else None
    if renewal is None or row is None or row.provider_id != provider.id:
        raise NotFound("There is no such request.")
    if renewal.status != "requested":
        raise Refused(f"The request is {renewal.status}.")
    renewal.status = "approved" if decision.approve else "declined"
    renewal.decided_at, renewal.decision = now(), decision.decision
    if decision.approve:
        kept = row.model_dump(
            include={"medicine_id", "directions", "units", "supply_days", "repeats"}
        )
        renewal.new_prescription_id = _issue(db, provider, row.patient_id, kept)
    db.flush()
    medicine = db.get_one(Medicine, row.medicine_id)
    return FullRenewal(renewal, row, medicine, db.get_one(Patient, row.patient_id))
