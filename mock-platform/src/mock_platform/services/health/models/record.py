"""The record: measurements and targets, allergies, conditions, vaccinations."""

from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlmodel import Field

from mock_platform.kit.rows import Day, MaybeMoney, Money, When
from mock_platform.services.health.models.people import HealthRow
from mock_platform.services.health.policy import MeasureKind, Severity

Source = Literal["self", "practice", "device"]
State = Literal["active", "resolved"]
AllergyKind = Literal["substance", "group", "other"]


class Measurement(HealthRow, table=True):
    """`value` is in the kind's own unit; `second` is the lower value of a blood pressure."""

    __tablename__ = "measurements"
    __table_args__ = (
        Index("ix_measurements_kind", "patient_id", "kind", "measured_at"),
        Index("ix_measurements_list", "patient_id", "measured_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id")
    kind: MeasureKind = Field(sa_type=String)
    value: Money
    second: MaybeMoney = None
    measured_at: When
    source: Source = Field(default="self", sa_type=String)
    note: str = ""
    recorded_by: int = Field(foreign_key="users.id")
    recorded_at: When


class Target(HealthRow, table=True):
    """The range a person aims at; `second_high` bounds the lower value of a blood pressure."""

    __tablename__ = "targets"
    __table_args__ = (UniqueConstraint("patient_id", "kind"),)

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id")
    kind: MeasureKind = Field(sa_type=String)
    low: MaybeMoney = None
    high: MaybeMoney = None
    second_high: MaybeMoney = None
    set_on: Day


class Allergy(HealthRow, table=True):
    """`name` is a substance or a group of the medicine list, or anything for kind `other`."""

    __tablename__ = "allergies"

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    kind: AllergyKind = Field(default="other", sa_type=String)
    name: str
    severity: Severity = Field(default="moderate", sa_type=String)
    reaction: str = ""
    noted_on: Day
    status: State = Field(default="active", sa_type=String)


class Condition(HealthRow, table=True):
    __tablename__ = "conditions"

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    name: str
    since: Day
    notes: str = ""
    status: State = Field(default="active", sa_type=String)


class Vaccine(HealthRow, table=True):
    """`doses` at `interval_days` from each other, then one every `booster_days` (0: never)."""

    __tablename__ = "vaccines"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    doses: Annotated[int, Limit(ge=1, le=6)] = 1
    interval_days: Annotated[int, Limit(ge=0)] = 0
    booster_days: Annotated[int, Limit(ge=0)] = 0


class Vaccination(HealthRow, table=True):
    """A dose that was given; `dose` counts from 1."""

    __tablename__ = "vaccinations"
    __table_args__ = (UniqueConstraint("patient_id", "vaccine_id", "dose"),)

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id")
    vaccine_id: int = Field(foreign_key="vaccines.id")
    dose: Annotated[int, Limit(ge=1)]
    given_on: Day
    batch: str = ""
    given_by: str = ""
