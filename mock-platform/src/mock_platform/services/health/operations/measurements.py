"""Measurements: entering, lists, averages, targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from pydantic import AwareDatetime, BaseModel, Field
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import Measurement, Target, User
from mock_platform.services.health.operations.access import (
    Line,
    enter,
    own_row,
    pk,
)
from mock_platform.services.health.policy import MeasureKind

Bucket = Literal["day", "week", "month"]


class NewMeasurement(BaseModel):
    """`unit` empty: the kind's own; `second` is the lower value of a blood pressure."""

    kind: MeasureKind
    value: Decimal = Field(max_digits=8, decimal_places=2)
    second: Decimal | None = Field(default=None, max_digits=8, decimal_places=2)
    unit: str = Field(default="", max_length=12)
    measured_at: AwareDatetime | None = None
    note: Line = ""


class NewTarget(BaseModel):
    """A missing bound is none."""

    low: Decimal | None = Field(default=None, max_digits=8, decimal_places=2)
    high: Decimal | None = Field(default=None, max_digits=8, decimal_places=2)
    second_high: Decimal | None = Field(default=None, max_digits=8, decimal_places=2)


@dataclass(frozen=True)
class Average:
    """Of the measurements of a day, of a week from Monday, or of a month; steps are a day's sum."""

    first_day: date
    count: int
    value: Decimal
    second: Decimal | None


@dataclass(frozen=True)
class Trend:
    """`change` is from the earliest to the latest average; `flagged` counts values outside."""

    kind: MeasureKind
    bucket: Bucket
    averages: Sequence[Average]
    target: Target | None
    count: int
    flagged: int

    @property
    def change(self) -> Decimal | None:
        ends = self.averages
        return ends[-1].value - ends[0].value if len(ends) > 1 else None


def rounded(value: Decimal, kind: MeasureKind) -> Decimal:
    step = Decimal(1).scaleb(-policy.MEASURES[kind].decimals)
    return value.quantize(step, ROUND_HALF_UP)


def _converted(value: Decimal, kind: MeasureKind, unit: str) -> Decimal:
    """In the kind's own unit, rounded half up to its decimals."""
    measure = policy.MEASURES[kind]
    if unit in ("", measure.unit):
        return rounded(value, kind)
    for name, factor, offset in measure.units:
        if unit == name:
            return rounded(value * factor + offset, kind)
    known = ", ".join([measure.unit, *(name for name, _, _ in measure.units)])
    raise Invalid(f"{measure.title} is given in {known}.", fields={"unit": f"one of {known}"})


def _plausible(value: Decimal, low: Decimal, high: Decimal, kind: MeasureKind, field: str) -> None:
    if not low <= value <= high:
        measure = policy.MEASURES[kind]
        said = f"{measure.title} must be between {low:f} and {high:f} {measure.unit}."
        raise Invalid(said, fields={field: f"{value:f} is not plausible"})


def _moment(given: datetime | None) -> datetime:
    moment = given or now()
    if moment > now() + timedelta(minutes=policy.FUTURE_MINUTES):
        raise Invalid("A measurement cannot be in the future.", fields={"measured_at": "future"})
    if moment < now() - timedelta(days=365 * policy.OLDEST_YEARS):
        years = policy.OLDEST_YEARS
        raise Invalid(f"That is more than {years} years ago.", fields={"measured_at": "too old"})
    return moment.replace(microsecond=0)


@operation
def record_measurement(
    db: Session, user: User, patient_id: int, entry: NewMeasurement
) -> Measurement:
    """Enter a measurement; other units are converted, implausible values refused."""
    access = enter(db, user, patient_id, "record", "record")
    measure = policy.MEASURES[entry.kind]
    value = _converted(entry.value, entry.kind, entry.unit)
    _plausible(value, measure.low, measure.high, entry.kind, "value")
    second = None
    if measure.second:
        if entry.second is None:
            raise Invalid("Blood pressure has two values.", fields={"second": "missing"})
        second = _converted(entry.second, entry.kind, entry.unit)
        _plausible(second, measure.second[0], measure.second[1], entry.kind, "second")
        if second >= value:
            raise Invalid("The second value is the lower one.", fields={"second": "too high"})
    elif entry.second is not None:
        raise Invalid(f"{measure.title} has one value.", fields={"second": "not used"})
    row = Measurement(
        patient_id=patient_id,
        kind=entry.kind,
        value=value,
        second=second,
        measured_at=_moment(entry.measured_at),
        source="practice" if access.role == "provider" else "self",
        note=entry.note,
        recorded_by=pk(user),
        recorded_at=now(),
    )
    db.add(row)
    db.flush()
    return row


@operation
def delete_measurement(db: Session, user: User, patient_id: int, measurement_id: int) -> None:
    """Take back what one has entered oneself by mistake."""
    access = enter(db, user, patient_id, "record", "record")
    row = own_row(db, Measurement, measurement_id, access.patient)
    if row.recorded_by != user.id:
        raise Refused("Only who entered a measurement can delete it.")
    if now() - row.recorded_at > timedelta(hours=policy.CORRECTION_HOURS):
        raise Refused(f"It can be deleted for {policy.CORRECTION_HOURS} hours after entering.")
    db.delete(row)
    db.flush()


@operation
def list_measurements(
    db: Session,
    user: User,
    patient_id: int,
    kind: MeasureKind | None,
    first_day: date | None,
    last_day: date | None,
    page: int,
    size: int,
) -> Paged[Measurement]:
    """Measurements, newest first."""
    enter(db, user, patient_id, "record")
    query = select(Measurement).where(Measurement.patient_id == patient_id)
    if kind:
        query = query.where(Measurement.kind == kind)
    if first_day:
        query = query.where(col(Measurement.measured_at) >= _start(first_day))
    if last_day:
        query = query.where(col(Measurement.measured_at) < _start(last_day + timedelta(days=1)))
    newest = col(Measurement.measured_at).desc()
    return paged(db, query.order_by(newest, col(Measurement.id).desc()), page, size)


def target_of(db: Session, patient_id: int, kind: MeasureKind) -> Target | None:
    query = select(Target).where(Target.patient_id == patient_id, Target.kind == kind)
    return db.exec(query).first()


def targets_of(db: Session, patient_id: int) -> dict[MeasureKind, Target]:
    rows = db.exec(select(Target).where(Target.patient_id == patient_id))
    return {row.kind: row for row in rows}


def bounds(kind: MeasureKind, target: Target | None) -> tuple[Decimal | None, Decimal | None]:
    """What is marked: outside the target where there is one, else outside the portal's range."""
    if target is not None:
        return target.low, target.high
    normal = policy.MEASURES[kind].normal
    return normal if normal else (None, None)


def flag(row: Measurement, target: Target | None) -> Literal["low", "high"] | None:
    """Whether a value is outside the range that it is held against."""
    low, high = bounds(row.kind, target)
    limits = policy.MEASURES[row.kind].second
    second_high = target.second_high if target else (limits[3] if limits else None)
    if high is not None and row.value > high:
        return "high"
    if row.second is not None and second_high is not None and row.second > second_high:
        return "high"
    if low is not None and row.value < low:
        return "low"
    return None


@operation
def latest_measurements(db: Session, user: User, patient_id: int) -> list[Measurement]:
    """The newest of each kind."""
    enter(db, user, patient_id, "record")
    found = []
    for kind in policy.MEASURES:
        query = select(Measurement).where(
            Measurement.patient_id == patient_id, Measurement.kind == kind
        )
        newest = col(Measurement.measured_at).desc()
        if row := db.exec(query.order_by(newest, col(Measurement.id).desc()).limit(1)).first():
            found.append(row)
    return found


@operation
def view_trend(
    db: Session, user: User, patient_id: int, kind: MeasureKind, bucket: Bucket, days: int
) -> Trend:
    """Averages by day, week or month of the last `days` days, today included."""
    enter(db, user, patient_id, "record")
    first = today() - timedelta(days=days - 1)
    if bucket == "week":
        first -= timedelta(days=first.weekday())
    elif bucket == "month":
        first = first.replace(day=1)
    target = target_of(db, patient_id, kind)
    rows = _by_day(db, patient_id, kind, first)
    averages = _averages(rows, kind, bucket)
    count, flagged = _flagged(db, patient_id, kind, first, target)
    return Trend(kind, bucket, averages, target, count, flagged)


type _Day = tuple[date, int, Decimal, Decimal | None]


def _by_day(db: Session, patient_id: int, kind: MeasureKind, first: date) -> list[_Day]:
    """Day, number of measurements, sums of their values."""
    day = func.date(Measurement.measured_at)
    query = (
        select(day, func.count(), func.sum(Measurement.value), func.sum(Measurement.second))
        .where(
            Measurement.patient_id == patient_id,
            Measurement.kind == kind,
            col(Measurement.measured_at) >= _start(first),
        )
        .group_by(day)
        .order_by(day)
    )
    return [(date.fromisoformat(d), n, value, second) for d, n, value, second in db.execute(query)]


def _start(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), tzinfo=now().tzinfo)


def _averages(rows: list[_Day], kind: MeasureKind, bucket: Bucket) -> list[Average]:
    found: dict[date, list[_Day]] = {}
    for row in rows:
        found.setdefault(_bucket(row[0], bucket), []).append(row)
    return [_average(first, days, kind) for first, days in found.items()]


def _bucket(day: date, bucket: Bucket) -> date:
    if bucket == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if bucket == "month" else day


def _average(first: date, days: list[_Day], kind: MeasureKind) -> Average:
    count = sum(row[1] for row in days)
    parts = len(days) if policy.MEASURES[kind].summed else count
    total = sum((row[2] for row in days), Decimal(0))
    seconds = [row[3] for row in days if row[3] is not None]
    second = rounded(sum(seconds, Decimal(0)) / count, kind) if seconds else None
    return Average(first, count, rounded(total / parts, kind), second)


def _flagged(
    db: Session, patient_id: int, kind: MeasureKind, first: date, target: Target | None
) -> tuple[int, int]:
    low, high = bounds(kind, target)
    limits = policy.MEASURES[kind].second
    second_high = target.second_high if target else (limits[3] if limits else None)
    outside = [
        col(Measurement.value) < low if low is not None else None,
        col(Measurement.value) > high if high is not None else None,
        col(Measurement.second) > second_high if second_high is not None else None,
    ]
    tests = [test for test in outside if test is not None]
    query = select(func.count()).where(
        Measurement.patient_id == patient_id,
        Measurement.kind == kind,
        col(Measurement.measured_at) >= _start(first),
    )
    count = db.execute(query).scalar_one()
    if not tests:
        return count, 0
    either = tests[0]
    for test in tests[1:]:
        either = either | test
    return count, db.execute(query.where(either)).scalar_one()


@operation
def list_targets(db: Session, user: User, patient_id: int) -> list[Target]:
    """The ranges that the person aims at."""
    enter(db, user, patient_id, "record")
    query = select(Target).where(Target.patient_id == patient_id)
    return list(db.exec(query.order_by(col(Target.kind))))


@operation
def set_target(
    db: Session, user: User, patient_id: int, kind: MeasureKind, target: NewTarget
) -> Target:
    """Set the range for a kind; both bounds must be plausible and in order."""
    enter(db, user, patient_id, "record", "record")
    measure = policy.MEASURES[kind]
    if target.low is None and target.high is None:
        raise Invalid("A target has a lower or an upper bound.", fields={"low": "missing"})
    for name, bound in (("low", target.low), ("high", target.high)):
        if bound is not None:
            _plausible(bound, measure.low, measure.high, kind, name)
    if target.low is not None and target.high is not None and target.low >= target.high:
        raise Invalid("The lower bound must be below the upper.", fields={"low": "too high"})
    if target.second_high is not None:
        if measure.second is None:
            said = "Only blood pressure has a second value."
            raise Invalid(said, fields={"second_high": "not used"})
        _plausible(target.second_high, *measure.second[:2], kind, "second_high")
    row = target_of(db, patient_id, kind) or Target(
        patient_id=patient_id, kind=kind, set_on=today()
    )
    row.low, row.high, row.second_high = target.low, target.high, target.second_high
    row.set_on = today()
    db.add(row)
    db.flush()
    return row


@operation
def clear_target(db: Session, user: User, patient_id: int, kind: MeasureKind) -> None:
    """Remove the target of a kind."""
    enter(db, user, patient_id, "record", "record")
    row = target_of(db, patient_id, kind)
    if row is None:
        raise NotFound("There is no target for this kind.")
    db.delete(row)
    db.flush()
