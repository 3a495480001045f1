"""Measurements, targets, allergies, conditions and vaccinations."""

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
from mock_platform.services.health.models import (
    Allergy,
    Condition,
    Measurement,
    Target,
    Vaccination,
)
from mock_platform.services.health.operations import (
    ConditionChange,
    NewAllergy,
    NewCondition,
    NewMeasurement,
    NewTarget,
    NewVaccination,
    Trend,
    VaccineStatus,
)
from mock_platform.services.health.operations.measurements import Bucket
from mock_platform.services.health.policy import MeasureKind

type Targets = dict[MeasureKind, Target]
TrendDays = Annotated[int, Query(ge=1, le=730, description="Days, today included")]


class MeasurementOut(BaseModel):
    """`flag`: `low` or `high` where it is outside the range that it is held against."""

    id: int
    kind: str
    value: Decimal
    second: Decimal | None
    unit: str
    measured_at: datetime
    source: str
    note: str
    flag: str | None


class AverageOut(BaseModel):
    first_day: date
    count: int
    value: Decimal
    second: Decimal | None


class TrendOut(BaseModel):
    """`change` is from the first to the last average; `flagged` counts values outside."""

    kind: str
    unit: str
    bucket: str
    low: Decimal | None
    high: Decimal | None
    count: int
    flagged: int
    change: Decimal | None
    averages: list[AverageOut]


class DoseGiven(BaseModel):
    dose: int
    given_on: date
    batch: str
    given_by: str


class VaccineOut(BaseModel):
    """`state`: none (not begun), later, due (within 30 days), overdue or complete."""

    vaccine_id: int
    name: str
    doses: int
    given: list[DoseGiven]
    due_on: date | None
    state: str


def _measurement(row: Measurement, targets: Targets) -> MeasurementOut:
    hidden = {"patient_id", "recorded_by", "recorded_at", "value", "second"}
    second = None if row.second is None else ops.rounded(row.second, row.kind)
    return MeasurementOut(
        **row.model_dump(exclude=hidden),
        value=ops.rounded(row.value, row.kind),
        second=second,
        unit=policy.MEASURES[row.kind].unit,
        flag=ops.flag(row, targets.get(row.kind)),
    )


def _trend(found: Trend) -> TrendOut:
    low, high = ops.bounds(found.kind, found.target)
    return TrendOut(
        kind=found.kind,
        unit=policy.MEASURES[found.kind].unit,
        bucket=found.bucket,
        low=low,
        high=high,
        count=found.count,
        flagged=found.flagged,
        change=found.change,
        averages=[AverageOut.model_validate(one, from_attributes=True) for one in found.averages],
    )


def _vaccine(found: VaccineStatus) -> VaccineOut:
    return VaccineOut(
        vaccine_id=found.vaccine.id or 0,
        name=found.vaccine.name,
        doses=found.vaccine.doses,
        given=[DoseGiven.model_validate(dose, from_attributes=True) for dose in found.given],
        due_on=found.due_on,
        state=found.state,
    )


@router.get(AT + "/measurements", tags=["measurements"])
def list_measurements(
    db: DB,
    me: Me,
    patient_id: int,
    kind: MeasureKind | None = None,
    first_day: date | None = None,
    last_day: date | None = None,
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[MeasurementOut]:
    """Measurements, newest first."""
    found = ops.list_measurements(db, me, patient_id, kind, first_day, last_day, page, size)
    targets = ops.targets_of(db, patient_id)
    return PageOf[MeasurementOut].of(found, [_measurement(row, targets) for row in found.items])


@router.get(AT + "/measurements/latest", tags=["measurements"])
def latest_measurements(db: DB, me: Me, patient_id: int) -> list[MeasurementOut]:
    """The newest of each kind."""
    found = ops.latest_measurements(db, me, patient_id)
    targets = ops.targets_of(db, patient_id)
    return [_measurement(row, targets) for row in found]


@router.post(AT + "/measurements", tags=["measurements"], status_code=201)
def record_measurement(db: DB, me: Me, patient_id: int, body: NewMeasurement) -> MeasurementOut:
    """Enter a measurement."""
    row = ops.record_measurement(db, me, patient_id, body)
    return _measurement(row, ops.targets_of(db, patient_id))


@router.delete(AT + "/measurements/{measurement_id}", tags=["measurements"], status_code=204)
def delete_measurement(db: DB, me: Me, patient_id: int, measurement_id: int) -> None:
    """Take back what one has entered by mistake."""
    ops.delete_measurement(db, me, patient_id, measurement_id)


@router.get(AT + "/trends/{kind}", tags=["measurements"])
def view_trend(
    db: DB,
    me: Me,
    patient_id: int,
    kind: MeasureKind,
    bucket: Bucket = "week",
    days: TrendDays = 90,
) -> TrendOut:
    """Averages by day, week or month."""
    return _trend(ops.view_trend(db, me, patient_id, kind, bucket, days))


@router.get(AT + "/targets", tags=["measurements"])
def list_targets(db: DB, me: Me, patient_id: int) -> list[Target]:
    """The ranges that the person aims at."""
    return ops.list_targets(db, me, patient_id)


@router.put(AT + "/targets/{kind}", tags=["measurements"])
def set_target(db: DB, me: Me, patient_id: int, kind: MeasureKind, body: NewTarget) -> Target:
    """Set a target range."""
    return ops.set_target(db, me, patient_id, kind, body)


@router.delete(AT + "/targets/{kind}", tags=["measurements"], status_code=204)
def clear_target(db: DB, me: Me, patient_id: int, kind: MeasureKind) -> None:
    """Remove a target range."""
    ops.clear_target(db, me, patient_id, kind)


@router.get(AT + "/allergies", tags=["record"])
def list_allergies(db: DB, me: Me, patient_id: int) -> list[Allergy]:
    """Allergies, those that are active first."""
    return ops.list_allergies(db, me, patient_id)


@router.post(AT + "/allergies", tags=["record"], status_code=201)
def add_allergy(db: DB, me: Me, patient_id: int, body: NewAllergy) -> Allergy:
    """Note an allergy."""
    return ops.add_allergy(db, me, patient_id, body)


@router.post(AT + "/allergies/{allergy_id}/resolve", tags=["record"])
def resolve_allergy(db: DB, me: Me, patient_id: int, allergy_id: int) -> Allergy:
    """Mark an allergy as no longer active (providers)."""
    return ops.resolve_allergy(db, me, patient_id, allergy_id)


@router.get(AT + "/conditions", tags=["record"])
def list_conditions(db: DB, me: Me, patient_id: int) -> list[Condition]:
    """Conditions, those that are active first."""
    return ops.list_conditions(db, me, patient_id)


@router.post(AT + "/conditions", tags=["record"], status_code=201)
def add_condition(db: DB, me: Me, patient_id: int, body: NewCondition) -> Condition:
    """Note a condition."""
    return ops.add_condition(db, me, patient_id, body)


@router.put(AT + "/conditions/{condition_id}", tags=["record"])
def update_condition(
    db: DB, me: Me, patient_id: int, condition_id: int, body: ConditionChange
) -> Condition:
    """Change a condition's notes, or whether it is active."""
    return ops.update_condition(db, me, patient_id, condition_id, body)


@router.get(AT + "/vaccinations", tags=["record"])
def list_vaccinations(db: DB, me: Me, patient_id: int) -> list[VaccineOut]:
    """Each vaccine with the doses given and when the next is due."""
    return [_vaccine(found) for found in ops.list_vaccinations(db, me, patient_id)]


@router.post(AT + "/vaccinations", tags=["record"], status_code=201)
def record_vaccination(db: DB, me: Me, patient_id: int, body: NewVaccination) -> Vaccination:
    """Note a dose that was given (providers)."""
    return ops.record_vaccination(db, me, patient_id, body)
