"""Doses of a day, and what was taken, late or skipped."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from pydantic import AwareDatetime, BaseModel, Field
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import Intake, Medication, Medicine, User
from mock_platform.services.health.operations.access import (
    Line,
    enter,
    own_row,
    pk,
)
from mock_platform.services.health.operations.medication import own_medication, schedule_of

type DoseState = Literal["taken", "late", "skipped", "missed", "due", "upcoming"]


class NewIntake(BaseModel):
    """`due_at` is the dose's time as listed; none for what is taken as needed.

    `units` None: as the schedule says.
    """

    due_at: AwareDatetime | None = None
    status: Literal["taken", "skipped"] = "taken"
    taken_at: AwareDatetime | None = None
    units: int | None = Field(default=None, ge=1, le=20)
    note: Line = ""


@dataclass(frozen=True)
class Dose:
    medication: Medication
    medicine: Medicine
    due_at: datetime
    state: DoseState
    intake: Intake | None


@dataclass(frozen=True)
class Adherence:
    """Doses due in the last days, until now; `percent` None: none were."""

    due: int
    taken: int
    late: int
    skipped: int

    @property
    def missed(self) -> int:
        return self.due - self.taken - self.late - self.skipped

    @property
    def percent(self) -> int | None:
        return round(100 * (self.taken + self.late) / self.due) if self.due else None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), tzinfo=now().tzinfo)


def _open_state(due_at: datetime) -> DoseState:
    if now() > due_at + timedelta(minutes=policy.LATE_MINUTES):
        return "missed"
    early = timedelta(minutes=policy.EARLY_MINUTES)
    return "due" if now() >= due_at - early else "upcoming"


def _scheduled(
    db: Session, patient_id: int, first: date, last: date
) -> Sequence[tuple[Medication, Medicine, datetime]]:
    query = (
        select(Medication, Medicine)
        .join(Medicine, col(Medicine.id) == Medication.medicine_id)
        .where(Medication.patient_id == patient_id, Medication.pattern != "as_needed")
        .where(Medication.status != "paused", col(Medication.starts_on) <= last)
    )
    found = [
        (row, medicine, due)
        for row, medicine in db.exec(query)
        for due in schedule_of(row).doses(first, last)
        if row.stopped_at is None or due <= row.stopped_at
    ]
    return sorted(found, key=lambda item: (item[2], item[1].name, item[0].id))


def _recorded(
    db: Session, numbers: set[int | None], first: date, last: date
) -> dict[tuple[int, datetime], Intake]:
    query = select(Intake).where(
        col(Intake.medication_id).in_(numbers),
        col(Intake.due_at) >= _midnight(first),
        col(Intake.due_at) < _midnight(last) + timedelta(days=1),
    )
    return {(row.medication_id, row.due_at): row for row in db.exec(query) if row.due_at}


@operation
def list_doses(db: Session, user: User, patient_id: int, day: date) -> list[Dose]:
    """All doses of a day (UTC) by time, and what became of them."""
    enter(db, user, patient_id, "medicines")
    scheduled = _scheduled(db, patient_id, day, day)
    recorded = _recorded(db, {row.id for row, _, _ in scheduled}, day, day)
    found = []
    for row, medicine, due in scheduled:
        intake = recorded.get((row.id or 0, due))
        state: DoseState = intake.status if intake else _open_state(due)
        found.append(Dose(row, medicine, due, state, intake))
    return found


@operation
def view_adherence(db: Session, user: User, patient_id: int, days: int) -> Adherence:
    """How many of the doses of the last days, today included, were taken."""
    enter(db, user, patient_id, "medicines")
    first = today() - timedelta(days=days - 1)
    scheduled = [item for item in _scheduled(db, patient_id, first, today()) if item[2] <= now()]
    recorded = _recorded(db, {row.id for row, _, _ in scheduled}, first, today())
    states = [
        intake.status
        for row, _, due in scheduled
        if (intake := recorded.get((row.id or 0, due))) is not None
    ]
    return Adherence(
        len(scheduled), states.count("taken"), states.count("late"), states.count("skipped")
    )


@operation
def list_intakes(
    db: Session, user: User, patient_id: int, medication_id: int, page: int, size: int
) -> Paged[Intake]:
    """The log of a medicine, newest first."""
    access = enter(db, user, patient_id, "medicines")
    row, _ = own_medication(db, access, medication_id)
    query = select(Intake).where(Intake.medication_id == row.id)
    newest = query.order_by(col(Intake.at).desc(), col(Intake.id).desc())
    return paged(db, newest, page, size)


@operation
def record_intake(
    db: Session, user: User, patient_id: int, medication_id: int, intake: NewIntake
) -> Intake:
    """Note that a dose was taken or skipped; the stock goes down by what was taken."""
    access = enter(db, user, patient_id, "medicines", "record")
    row, medicine = own_medication(db, access, medication_id)
    if row.status != "active":
        raise Refused(f"{medicine.name} is {row.status}.")
    at = (intake.taken_at or now()).replace(microsecond=0)
    if at > now() + timedelta(minutes=policy.FUTURE_MINUTES):
        raise Invalid("That time has not come yet.", fields={"taken_at": "in the future"})
    if at < now() - timedelta(days=policy.INTAKE_DAYS):
        raise Refused(f"Intakes can be recorded for {policy.INTAKE_DAYS} days.")
    units = intake.units or row.units
    if row.pattern == "as_needed":
        _as_needed(intake)
    else:
        _one_of_the_schedule(db, row, intake, at)
    late = timedelta(minutes=policy.LATE_MINUTES)
    status: Literal["taken", "late", "skipped"] = intake.status
    if status == "skipped":
        units = 0
    else:
        _within_limits(db, row, medicine, at, units)
        if intake.due_at and at > intake.due_at + late:
            status = "late"
    entry = Intake(
        medication_id=pk(row),
        due_at=intake.due_at,
        at=at,
        status=status,
        units=units,
        from_stock=min(row.stock, units),
        note=intake.note,
        recorded_by=pk(user),
    )
    db.add(entry)
    row.stock -= min(row.stock, units)
    db.flush()
    return entry


def _as_needed(intake: NewIntake) -> None:
    if intake.due_at is not None:
        said = "What is taken as needed is never due."
        raise Invalid(said, fields={"due_at": "not used"})
    if intake.status == "skipped":
        said = "What is taken as needed cannot be skipped."
        raise Invalid(said, fields={"status": "not possible"})


def _one_of_the_schedule(db: Session, row: Medication, intake: NewIntake, at: datetime) -> None:
    due = intake.due_at
    if due is None:
        raise Invalid("Say which dose it is.", fields={"due_at": "missing"})
    day = due.astimezone(now().tzinfo).date()
    if due not in schedule_of(row).doses(day, day):
        raise Invalid("No dose is due at that time.", fields={"due_at": "not in the schedule"})
    if at < due - timedelta(minutes=policy.EARLY_MINUTES):
        raise Refused(f"It is more than {policy.EARLY_MINUTES} minutes before the dose is due.")
    if due < now() - timedelta(days=policy.INTAKE_DAYS):
        raise Refused(f"Intakes can be recorded for {policy.INTAKE_DAYS} days.")
    query = select(Intake.id).where(Intake.medication_id == row.id, Intake.due_at == due)
    if db.exec(query).first() is not None:
        raise Refused("This dose is recorded already.")


def _within_limits(
    db: Session, row: Medication, medicine: Medicine, at: datetime, units: int
) -> None:
    """Refused above the daily maximum (UTC days), or too soon after another."""
    mine = (Intake.medication_id == row.id, Intake.status != "skipped")
    if row.daily_maximum is not None:
        start = _midnight(at.astimezone(now().tzinfo).date())
        query = select(func.coalesce(func.sum(Intake.units), 0)).where(
            *mine, col(Intake.at) >= start, col(Intake.at) < start + timedelta(days=1)
        )
        there: int = db.execute(query).scalar_one()
        if there + units > row.daily_maximum:
            raise Refused(
                f"At most {row.daily_maximum} of {medicine.name} a day; {there} are recorded."
            )
    if row.hours_between:
        gap = timedelta(hours=row.hours_between)
        near = select(Intake.id).where(*mine, col(Intake.at) > at - gap, col(Intake.at) < at + gap)
        if db.exec(near.limit(1)).first() is not None:
            raise Refused(f"There must be {row.hours_between} hours between two intakes.")


@operation
def undo_intake(db: Session, user: User, patient_id: int, intake_id: int) -> None:
    """Take back a recorded intake; what it took from the stock is stock again."""
    access = enter(db, user, patient_id, "medicines", "record")
    entry = db.get(Intake, intake_id)
    row = own_row(db, Medication, entry.medication_id if entry else 0, access.patient)
    if entry is None or entry.at < now() - timedelta(days=policy.INTAKE_DAYS):
        raise Refused(f"An intake can be undone for {policy.INTAKE_DAYS} days.")
    row.stock += entry.units if entry.from_stock is None else entry.from_stock
    db.delete(entry)
    db.flush()
