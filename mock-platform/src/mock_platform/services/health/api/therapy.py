"""Medicines: the list, what is taken, doses and intakes."""

from datetime import date, datetime
from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel

from mock_platform.kit.clock import today
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.api.router import AT, Me, router
from mock_platform.services.health.models import Intake, Interaction, Medicine
from mock_platform.services.health.operations import (
    Dose,
    FullMedication,
    NewIntake,
    NewMedication,
    Objection,
    Plan,
)


class MedicationOut(BaseModel):
    """Times are UTC. `ends_on` is the first day without; `refill_on` when to see to a refill."""

    id: int
    medicine_id: int
    name: str
    strength: str
    substance: str
    form: str
    pattern: str
    times: list[str]
    weekdays: list[str]
    every_days: int
    units: int
    starts_on: date
    course_days: int | None
    ends_on: date | None
    daily_maximum: int | None
    hours_between: int
    stock: int
    runs_out_on: date | None
    refill_on: date | None
    status: str
    reason: str
    acknowledged: str


class FullMedicine(BaseModel):
    medicine: Medicine
    interactions: list[Interaction]


class ObjectionOut(BaseModel):
    """`rule`: refused, acknowledge or note."""

    kind: str
    rule: Literal["refused", "acknowledge", "note"]
    text: str


class DoseOut(BaseModel):
    """`state`: taken, late, skipped, missed, due or upcoming."""

    medication_id: int
    name: str
    strength: str
    units: int
    due_at: datetime
    state: str
    intake_id: int | None


class AdherenceOut(BaseModel):
    due: int
    taken: int
    late: int
    skipped: int
    missed: int
    percent: int | None


class Stock(BaseModel):
    stock: int


def _medication(full: FullMedication) -> MedicationOut:
    row, medicine = full.medication, full.medicine
    hidden = {"patient_id", "stopped_at", "added_by", "times", "weekdays"}
    return MedicationOut(
        **row.model_dump(exclude=hidden),
        **medicine.model_dump(include={"name", "strength", "substance", "form"}),
        times=[part for part in row.times.split(",") if part],
        weekdays=[part for part in row.weekdays.split(",") if part],
        ends_on=full.ends_on,
        runs_out_on=full.runs_out_on,
        refill_on=full.refill_on,
    )


def _dose(dose: Dose) -> DoseOut:
    return DoseOut(
        medication_id=dose.medication.id or 0,
        name=dose.medicine.name,
        strength=dose.medicine.strength,
        units=dose.medication.units,
        due_at=dose.due_at,
        state=dose.state,
        intake_id=dose.intake.id if dose.intake else None,
    )


def _objection(one: Objection) -> ObjectionOut:
    return ObjectionOut(kind=one.kind, rule=one.rule, text=one.text)


@router.get("/medicines", tags=["medicines"])
def search_medicines(
    db: DB,
    q: Annotated[str, Query(max_length=100)] = "",
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[Medicine]:
    """The medicine list, by name, substance or group."""
    found = ops.search_medicines(db, q, page, size)
    return PageOf[Medicine].of(found, list(found.items))


@router.get("/medicines/{medicine_id}", tags=["medicines"])
def view_medicine(db: DB, medicine_id: int) -> FullMedicine:
    """A medicine with the interactions of its substance."""
    medicine, interactions = ops.view_medicine(db, medicine_id)
    return FullMedicine(medicine=medicine, interactions=interactions)


@router.get(AT + "/medicines/{medicine_id}/check", tags=["medicines"])
def check_medicine(db: DB, me: Me, patient_id: int, medicine_id: int) -> list[ObjectionOut]:
    """What speaks against a medicine for this person."""
    found = ops.check_medicine(db, me, patient_id, medicine_id)
    return [_objection(one) for one in found]


@router.get(AT + "/medications", tags=["medication"])
def list_medications(
    db: DB, me: Me, patient_id: int, include_stopped: bool = False
) -> list[MedicationOut]:
    """What the person takes."""
    found = ops.list_medications(db, me, patient_id, include_stopped)
    return [_medication(full) for full in found]


@router.post(AT + "/medications", tags=["medication"], status_code=201)
def add_medication(db: DB, me: Me, patient_id: int, body: NewMedication) -> MedicationOut:
    """Put a medicine on the person's list."""
    return _medication(ops.add_medication(db, me, patient_id, body))


@router.get(AT + "/medications/{medication_id}", tags=["medication"])
def view_medication(db: DB, me: Me, patient_id: int, medication_id: int) -> MedicationOut:
    """One medicine that is taken."""
    return _medication(ops.view_medication(db, me, patient_id, medication_id))


@router.put(AT + "/medications/{medication_id}", tags=["medication"])
def change_medication(
    db: DB, me: Me, patient_id: int, medication_id: int, body: Plan
) -> MedicationOut:
    """Give it another schedule."""
    return _medication(ops.change_medication(db, me, patient_id, medication_id, body))


@router.post(AT + "/medications/{medication_id}/pause", tags=["medication"])
def pause_medication(db: DB, me: Me, patient_id: int, medication_id: int) -> MedicationOut:
    """Pause it."""
    return _medication(ops.pause_medication(db, me, patient_id, medication_id))


@router.post(AT + "/medications/{medication_id}/resume", tags=["medication"])
def resume_medication(db: DB, me: Me, patient_id: int, medication_id: int) -> MedicationOut:
    """Take it up again."""
    return _medication(ops.resume_medication(db, me, patient_id, medication_id))


@router.post(AT + "/medications/{medication_id}/stop", tags=["medication"])
def stop_medication(db: DB, me: Me, patient_id: int, medication_id: int) -> MedicationOut:
    """End it for good."""
    return _medication(ops.stop_medication(db, me, patient_id, medication_id))


@router.put(AT + "/medications/{medication_id}/stock", tags=["medication"])
def set_stock(db: DB, me: Me, patient_id: int, medication_id: int, body: Stock) -> MedicationOut:
    """Say how many units there are."""
    return _medication(ops.set_stock(db, me, patient_id, medication_id, body.stock))


@router.get(AT + "/doses", tags=["intakes"])
def list_doses(db: DB, me: Me, patient_id: int, day: date | None = None) -> list[DoseOut]:
    """All doses of a day (UTC, today without one), and what became of them."""
    return [_dose(dose) for dose in ops.list_doses(db, me, patient_id, day or today())]


@router.get(AT + "/adherence", tags=["intakes"])
def view_adherence(
    db: DB, me: Me, patient_id: int, days: Annotated[int, Query(ge=1, le=90)] = 7
) -> AdherenceOut:
    """How many of the doses of the last days were taken."""
    found = ops.view_adherence(db, me, patient_id, days)
    return AdherenceOut.model_validate(found, from_attributes=True)


@router.get(AT + "/medications/{medication_id}/intakes", tags=["intakes"])
def list_intakes(
    db: DB,
    me: Me,
    patient_id: int,
    medication_id: int,
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[Intake]:
    """The log of a medicine, newest first."""
    found = ops.list_intakes(db, me, patient_id, medication_id, page, size)
    return PageOf[Intake].of(found, list(found.items))


@router.post(AT + "/medications/{medication_id}/intakes", tags=["intakes"], status_code=201)
def record_intake(db: DB, me: Me, patient_id: int, medication_id: int, body: NewIntake) -> Intake:
    """Note that a dose was taken or skipped."""
    return ops.record_intake(db, me, patient_id, medication_id, body)


@router.delete(AT + "/intakes/{intake_id}", tags=["intakes"], status_code=204)
def undo_intake(db: DB, me: Me, patient_id: int, intake_id: int) -> None:
    """Take back a recorded intake."""
    ops.undo_intake(db, me, patient_id, intake_id)
