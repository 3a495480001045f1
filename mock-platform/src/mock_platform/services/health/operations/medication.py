"""The medicine list of the portal, and what a person takes."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Interaction,
    Medication,
    Medicine,
    Prescription,
    User,
)
from mock_platform.services.health.operations.access import (
    Access,
    Line,
    enter,
    own_row,
    pk,
)
from mock_platform.services.health.operations.safety import cleared, medicine_of
from mock_platform.services.health.schedule import Pattern, Schedule, clean_times, clean_weekdays

type Times = Annotated[str, AfterValidator(clean_times)]
type Weekdays = Annotated[str, AfterValidator(clean_weekdays)]


class Plan(BaseModel):
    """When how much is taken; times are UTC, joined by commas, as are weekdays."""

    pattern: Pattern = "daily"
    times: Times = Field(default="", max_length=80)
    weekdays: Weekdays = Field(default="", max_length=40)
    every_days: int = Field(default=1, ge=1, le=90)
    units: int = Field(default=1, ge=1, le=20)
    course_days: int | None = Field(default=None, ge=1, le=1000)
    daily_maximum: int | None = Field(default=None, ge=1, le=100)
    hours_between: int = Field(default=0, ge=0, le=48)


class NewMedication(Plan):
    medicine_id: int
    starts_on: date | None = None
    stock: int = Field(default=0, ge=0, le=10_000)
    reason: Line = ""
    acknowledged: bool = False


@dataclass(frozen=True)
class FullMedication:
    """`runs_out_on` is the day of the first dose without stock; `refill_on` when to see to it."""

    medication: Medication
    medicine: Medicine
    ends_on: date | None
    runs_out_on: date | None

    @property
    def refill_on(self) -> date | None:
        if self.runs_out_on is None:
            return None
        return self.runs_out_on - timedelta(days=policy.REFILL_DAYS)


def end_of(row: Medication) -> date | None:
    """The first day without, by its course or because it was stopped."""
    ends = [row.starts_on + timedelta(days=row.course_days)] if row.course_days else []
    if row.stopped_at:
        ends.append(row.stopped_at.date() + timedelta(days=1))
    return min(ends) if ends else None


def schedule_of(row: Medication) -> Schedule:
    return Schedule(
        row.pattern,
        tuple(filter(None, row.times.split(","))),
        tuple(filter(None, row.weekdays.split(","))),
        row.every_days,
        row.starts_on,
        end_of(row),
    )


def full(row: Medication, medicine: Medicine) -> FullMedication:
    runs_out = None
    if row.status == "active":
        found = schedule_of(row).runs_out(row.stock, row.units, now(), policy.HORIZON_DAYS)
        runs_out = found.date() if found else None
    return FullMedication(row, medicine, end_of(row), runs_out)


def own_medication(db: Session, access: Access, medication_id: int) -> tuple[Medication, Medicine]:
    row = own_row(db, Medication, medication_id, access.patient)
    return row, db.get_one(Medicine, row.medicine_id)


@operation
def search_medicines(db: Session, text: str, page: int, size: int) -> Paged[Medicine]:
    """The medicine list, by name, substance or group."""
    query = select(Medicine)
    if text.strip():
        parts = (Medicine.name, Medicine.substance, Medicine.group)
        query = query.where(
            or_(*(col(part).icontains(text.strip(), autoescape=True) for part in parts))
        )
    return paged(db, query.order_by(col(Medicine.name)), page, size)


@operation
def view_medicine(db: Session, medicine_id: int) -> tuple[Medicine, list[Interaction]]:
    """A medicine with the interactions of its substance."""
    medicine = medicine_of(db, medicine_id)
    mine = medicine.substance
    query = select(Interaction).where(or_(Interaction.substance == mine, Interaction.other == mine))
    return medicine, list(db.exec(query.order_by(col(Interaction.id))))


@operation
def list_medications(
    db: Session, user: User, patient_id: int, include_stopped: bool
) -> list[FullMedication]:
    """What the person takes, by name."""
    enter(db, user, patient_id, "medicines")
    query = (
        select(Medication, Medicine)
        .join(Medicine, col(Medicine.id) == Medication.medicine_id)
        .where(Medication.patient_id == patient_id)
    )
    if not include_stopped:
        query = query.where(Medication.status != "stopped")
    rows = db.exec(query.order_by(col(Medicine.name), col(Medication.id)))
    return [full(row, medicine) for row, medicine in rows]


@operation
def view_medication(db: Session, user: User, patient_id: int, medication_id: int) -> FullMedication:
    """One medicine that is taken, with its schedule and stock."""
    access = enter(db, user, patient_id, "medicines")
    return full(*own_medication(db, access, medication_id))


def _sound(plan: Plan) -> None:
    """Invalid where the parts of a schedule do not fit together."""
    times = [at for at in plan.times.split(",") if at]
    if len(times) > policy.MOST_TIMES:
        raise Invalid(f"At most {policy.MOST_TIMES} times a day.", fields={"times": "too many"})
    if plan.pattern == "as_needed":
        if plan.daily_maximum is None:
            said = "What is taken as needed has a daily maximum."
            raise Invalid(said, fields={"daily_maximum": "missing"})
        if times:
            said = "What is taken as needed has no times of day."
            raise Invalid(said, fields={"times": "not used"})
    elif not times:
        raise Invalid("Give at least one time of day.", fields={"times": "missing"})
    if (plan.pattern == "weekdays") != bool(plan.weekdays):
        said = "Days of the week go with the pattern weekdays, which needs them."
        raise Invalid(said, fields={"weekdays": "missing or not used"})
    if plan.pattern != "interval" and plan.every_days != 1:
        said = "A number of days goes with the pattern interval."
        raise Invalid(said, fields={"every_days": "not used"})
    a_day = plan.units * max(1, len(times))
    if plan.daily_maximum is not None and a_day > plan.daily_maximum:
        said = f"That is {a_day} a day, above the daily maximum."
        raise Invalid(said, fields={"daily_maximum": "too low"})


def _prescribed(db: Session, patient_id: int, medicine: Medicine) -> bool:
    query = select(Prescription.id).where(
        Prescription.patient_id == patient_id,
        Prescription.medicine_id == medicine.id,
        Prescription.status == "active",
        col(Prescription.valid_until) >= today(),
    )
    return db.exec(query.limit(1)).first() is not None


@operation
def add_medication(
    db: Session, user: User, patient_id: int, medication: NewMedication
) -> FullMedication:
    """Put a medicine on the person's list, once it is checked against the rest of the record."""
    access = enter(db, user, patient_id, "medicines", "record")
    medicine = medicine_of(db, medication.medicine_id)
    _sound(medication)
    starts_on = medication.starts_on or today()
    if abs((starts_on - today()).days) > 365:
        raise Invalid("It must start within a year from now.", fields={"starts_on": "too far"})
    treating = access.may("treat")
    if medicine.prescription_only and not treating and not _prescribed(db, patient_id, medicine):
        raise Refused(f"{medicine.name} needs a valid prescription.")
    accepted = cleared(
        db, patient_id, medicine, acknowledged=medication.acknowledged, treating=treating
    )
    values = medication.model_dump(exclude={"acknowledged", "starts_on"})
    row = Medication(
        patient_id=patient_id,
        starts_on=starts_on,
        acknowledged=accepted,
        added_by=pk(user),
        **values,
    )
    db.add(row)
    db.flush()
    return full(row, medicine)


@operation
def change_medication(
    db: Session, user: User, patient_id: int, medication_id: int, plan: Plan
) -> FullMedication:
    """Give a medicine another schedule; it counts for all days that are shown."""
    access = enter(db, user, patient_id, "medicines", "record")
    row, medicine = own_medication(db, access, medication_id)
    if row.status == "stopped":
        raise Refused(f"{medicine.name} was stopped.")
    _sound(plan)
    for name, value in plan.model_dump().items():
        setattr(row, name, value)
    db.flush()
    return full(row, medicine)


@operation
def pause_medication(
    db: Session, user: User, patient_id: int, medication_id: int
) -> FullMedication:
    """No doses are due until it is resumed."""
    access = enter(db, user, patient_id, "medicines", "record")
    row, medicine = own_medication(db, access, medication_id)
    if row.status != "active":
        raise Refused(f"{medicine.name} is {row.status}.")
    row.status = "paused"
    db.flush()
    return full(row, medicine)


@operation
def resume_medication(
    db: Session, user: User, patient_id: int, medication_id: int
) -> FullMedication:
    """Take up again what was paused."""
    access = enter(db, user, patient_id, "medicines", "record")
    row, medicine = own_medication(db, access, medication_id)
    if row.status != "paused":
        raise Refused(f"{medicine.name} is {row.status}.")
    row.status = "active"
    db.flush()
    return full(row, medicine)


@operation
def stop_medication(db: Session, user: User, patient_id: int, medication_id: int) -> FullMedication:
    """End it for good; what was taken stays in the log."""
    access = enter(db, user, patient_id, "medicines", "record")
    row, medicine = own_medication(db, access, medication_id)
    if row.status == "stopped":
        raise Refused(f"{medicine.name} was stopped already.")
    row.status, row.stopped_at = "stopped", now()
    db.flush()
    return full(row, medicine)


@operation
def set_stock(
    db: Session, user: User, patient_id: int, medication_id: int, stock: int
) -> FullMedication:
    """Say how many units there are."""
    access = enter(db, user, patient_id, "medicines", "record")
    row, medicine = own_medication(db, access, medication_id)
    if not 0 <= stock <= 10_000:
        raise Invalid("Between 0 and 10,000 units.", fields={"stock": "out of range"})
    row.stock = stock
    db.flush()
    return full(row, medicine)
