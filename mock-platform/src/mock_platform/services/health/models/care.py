"""Care: slots, appointments, the waiting list, referrals, fees, visits, prescriptions."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, text
from sqlmodel import Field

from mock_platform.kit.rows import Day, MaybeWhen, Money, When
from mock_platform.services.health.models.people import Count, HealthRow
from mock_platform.services.health.policy import Speciality, VisitKind

SlotState = Literal["open", "held", "booked", "blocked"]
AppointmentStatus = Literal["booked", "cancelled", "completed", "missed"]
WaitingStatus = Literal["waiting", "offered", "booked", "left"]
ChargeStatus = Literal["open", "paid", "waived"]
PrescriptionStatus = Literal["active", "cancelled"]
RenewalStatus = Literal["requested", "approved", "declined", "withdrawn"]


class Slot(HealthRow, table=True):
    """A time that a provider offers; no two of one provider overlap.

    `held` until `held_until` for somebody on the waiting list.
    """

    __tablename__ = "slots"
    __table_args__ = (
        Index("ix_slots_free", "state", "starts_at", "provider_id", "minutes"),
        Index("ix_slots_provider", "provider_id", "starts_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    provider_id: int = Field(foreign_key="providers.id")
    starts_at: When
    minutes: Annotated[int, Limit(ge=5, le=240)]
    state: SlotState = Field(default="open", sa_type=String)
    held_until: MaybeWhen = None


class Appointment(HealthRow, table=True):
    """`moves` is how often it was moved; `fee` what cancelling or missing it cost."""

    __tablename__ = "appointments"
    __table_args__ = (
        Index("ix_appointments_list", "patient_id", "starts_at"),
        Index("ix_appointments_provider", "provider_id", "starts_at"),
        Index(
            "ix_appointments_slot", "slot_id", unique=True, sqlite_where=text("status = 'booked'")
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True)
    patient_id: int = Field(foreign_key="patients.id")
    provider_id: int = Field(foreign_key="providers.id")
    slot_id: int = Field(foreign_key="slots.id")
    kind: VisitKind = Field(sa_type=String)
    starts_at: When
    minutes: Annotated[int, Limit(ge=5, le=240)]
    status: AppointmentStatus = Field(default="booked", sa_type=String)
    reason: str = ""
    referral_id: int | None = Field(default=None, foreign_key="referrals.id", index=True)
    moves: Count = 0
    fee: Money = Decimal("0.00")
    booked_by: int = Field(foreign_key="users.id")
    booked_at: When
    cancelled_at: MaybeWhen = None


class WaitingEntry(HealthRow, table=True):
    """Somebody waits for a slot between two days, of one provider or of a speciality."""

    __tablename__ = "waiting_list"
    __table_args__ = (Index("ix_waiting_order", "status", "joined_at"),)

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    speciality: Speciality = Field(sa_type=String)
    provider_id: int | None = Field(default=None, foreign_key="providers.id")
    kind: VisitKind = Field(sa_type=String)
    first_day: Day
    last_day: Day
    status: WaitingStatus = Field(default="waiting", sa_type=String)
    joined_at: When
    slot_id: int | None = Field(default=None, foreign_key="slots.id", index=True)
    offered_until: MaybeWhen = None
    referral_id: int | None = Field(default=None, foreign_key="referrals.id")
    passed: str = ""


class Referral(HealthRow, table=True):
    """Leads to a speciality for `visits` appointments until a day."""

    __tablename__ = "referrals"

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    speciality: Speciality = Field(sa_type=String)
    provider_id: int = Field(foreign_key="providers.id")
    issued_on: Day
    valid_until: Day
    visits: Annotated[int, Limit(ge=1, le=20)] = 1
    reason: str = ""


class Charge(HealthRow, table=True):
    """A fee of the practice."""

    __tablename__ = "charges"

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    appointment_id: int | None = Field(default=None, foreign_key="appointments.id")
    amount: Money
    text: str
    made_at: When
    status: ChargeStatus = Field(default="open", sa_type=String)
    paid_at: MaybeWhen = None


class VisitSummary(HealthRow, table=True):
    """What the provider wrote about a visit."""

    __tablename__ = "visit_summaries"
    __table_args__ = (Index("ix_visits_list", "patient_id", "written_at"),)

    id: int | None = Field(default=None, primary_key=True)
    appointment_id: int = Field(foreign_key="appointments.id", unique=True)
    patient_id: int = Field(foreign_key="patients.id")
    provider_id: int = Field(foreign_key="providers.id")
    summary: str
    next_steps: str = ""
    written_at: When


class Prescription(HealthRow, table=True):
    """`units` a supply, which lasts `supply_days`; `repeats` are further supplies after the first.

    `supplies` counts those collected.
    """

    __tablename__ = "prescriptions"
    __table_args__ = (Index("ix_prescriptions_list", "patient_id", "issued_on"),)

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True)
    patient_id: int = Field(foreign_key="patients.id")
    provider_id: int = Field(foreign_key="providers.id", index=True)
    medicine_id: int = Field(foreign_key="medicines.id")
    directions: str
    units: Annotated[int, Limit(ge=1, le=1000)]
    supply_days: Annotated[int, Limit(ge=1, le=365)] = 30
    repeats: Annotated[int, Limit(ge=0, le=12)] = 0
    supplies: Count = 0
    issued_on: Day
    valid_until: Day
    status: PrescriptionStatus = Field(default="active", sa_type=String)


class Dispensation(HealthRow, table=True):
    """A supply that was collected."""

    __tablename__ = "dispensations"

    id: int | None = Field(default=None, primary_key=True)
    prescription_id: int = Field(foreign_key="prescriptions.id", index=True)
    collected_on: Day
    units: Annotated[int, Limit(ge=1)]


class Renewal(HealthRow, table=True):
    """A request to issue a prescription again; `new_prescription_id` is what came of it."""

    __tablename__ = "renewals"

    id: int | None = Field(default=None, primary_key=True)
    prescription_id: int = Field(foreign_key="prescriptions.id", index=True)
    status: RenewalStatus = Field(default="requested", sa_type=String, index=True)
    note: str = ""
    requested_by: int = Field(foreign_key="users.id")
    requested_at: When
    decided_at: MaybeWhen = None
    decision: str = ""
    new_prescription_id: int | None = Field(default=None, foreign_key="prescriptions.id")
