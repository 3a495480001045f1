"""Medicines: the list of what there is, what a person takes, and what was taken."""

from typing import Annotated, Literal

from pydantic import AfterValidator
from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlmodel import Field

from mock_platform.kit.rows import Day, MaybeWhen, When
from mock_platform.services.health.models.people import Count, HealthRow
from mock_platform.services.health.policy import Severity
from mock_platform.services.health.schedule import Pattern, clean_times, clean_weekdays

MedicationStatus = Literal["active", "paused", "stopped"]
IntakeStatus = Literal["taken", "late", "skipped"]
Times = Annotated[str, AfterValidator(clean_times)]
Weekdays = Annotated[str, AfterValidator(clean_weekdays)]


class Medicine(HealthRow, table=True):
    """One product; `unit` is what is counted: tablets, capsules, drops."""

    __tablename__ = "medicines"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    substance: str = Field(index=True)
    group: str
    strength: str
    form: str = "tablet"
    pack_size: Annotated[int, Limit(ge=1)] = 30
    prescription_only: bool = False
    about: str = ""


class Interaction(HealthRow, table=True):
    """Two substances that affect each other, in alphabetical order."""

    __tablename__ = "interactions"
    __table_args__ = (UniqueConstraint("substance", "other"),)

    id: int | None = Field(default=None, primary_key=True)
    substance: str
    other: str = Field(index=True)
    severity: Severity = Field(sa_type=String)
    text: str = ""


class Medication(HealthRow, table=True):
    """What a person takes: `units` each time. Times are UTC, joined by commas, as are weekdays.

    `course_days` None: until stopped. `stock` is in units; `acknowledged` are the warnings that
    were accepted when it was added.
    """

    __tablename__ = "medications"

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    medicine_id: int = Field(foreign_key="medicines.id")
    pattern: Pattern = Field(default="daily", sa_type=String)
    times: Times = "08:00"
    weekdays: Weekdays = ""
    every_days: Annotated[int, Limit(ge=1, le=90)] = 1
    units: Annotated[int, Limit(ge=1, le=20)] = 1
    starts_on: Day
    course_days: Annotated[int, Limit(ge=1, le=1000)] | None = None
    daily_maximum: Annotated[int, Limit(ge=1, le=100)] | None = None
    hours_between: Annotated[int, Limit(ge=0, le=48)] = 0
    stock: Count = 0
    status: MedicationStatus = Field(default="active", sa_type=String)
    stopped_at: MaybeWhen = None
    reason: str = ""
    acknowledged: str = ""
    added_by: int = Field(foreign_key="users.id")


class Intake(HealthRow, table=True):
    """`due_at` None: taken as needed. `units` is 0 for those skipped.

    `from_stock` is how many of the units the stock had; None: all of them.
    """

    __tablename__ = "intakes"
    __table_args__ = (
        UniqueConstraint("medication_id", "due_at"),
        Index("ix_intakes_list", "medication_id", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    medication_id: int = Field(foreign_key="medications.id")
    due_at: MaybeWhen = None
    at: When
    status: IntakeStatus = Field(default="taken", sa_type=String)
    units: Count = 1
    from_stock: Count | None = None
    note: str = ""
    recorded_by: int = Field(foreign_key="users.id")
