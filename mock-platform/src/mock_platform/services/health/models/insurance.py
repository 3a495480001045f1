"""Insurance: plans and their benefits, who is covered, pre-authorisations, claims."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlmodel import Field

from mock_platform.kit.rows import Day, MaybeMoney, MaybeWhen, Money, When
from mock_platform.services.health.models.people import HealthRow
from mock_platform.services.health.policy import Category

ZERO = Decimal("0.00")
Price = Annotated[Money, Limit(ge=0)]
Percent = Annotated[int, Limit(ge=0, le=100)]
ClaimStatus = Literal["draft", "in_review", "approved", "paid", "rejected", "withdrawn"]
PreauthStatus = Literal["requested", "approved", "declined"]


class Plan(HealthRow, table=True):
    """`deductible` and `yearly_maximum` are a person's, for a cover year."""

    __tablename__ = "plans"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    insurer: str
    deductible: Price
    yearly_maximum: Price
    about: str = ""


class Benefit(HealthRow, table=True):
    """What a plan covers in a category, of at most `tariff` a service; no row: nothing.

    The person pays the deductible first (unless `deductible_free`), then `percent` of the rest,
    but at least `minimum`.
    """

    __tablename__ = "benefits"
    __table_args__ = (UniqueConstraint("plan_id", "category"),)

    id: int | None = Field(default=None, primary_key=True)
    plan_id: int = Field(foreign_key="plans.id")
    category: Category = Field(sa_type=String)
    percent: Percent
    minimum: Price = ZERO
    tariff: MaybeMoney = None
    deductible_free: bool = False
    preauthorisation: bool = False


class Cover(HealthRow, table=True):
    """A person's insurance; its years begin on `starts_on` and its anniversaries."""

    __tablename__ = "covers"

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    plan_id: int = Field(foreign_key="plans.id")
    member_number: str
    starts_on: Day
    ends_on: Day | None = None


class Preauthorisation(HealthRow, table=True):
    __tablename__ = "preauthorisations"

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True)
    patient_id: int = Field(foreign_key="patients.id", index=True)
    cover_id: int = Field(foreign_key="covers.id")
    category: Category = Field(sa_type=String)
    estimate: Price
    reason: str = ""
    referral_id: int | None = Field(default=None, foreign_key="referrals.id")
    status: PreauthStatus = Field(default="requested", sa_type=String)
    requested_on: Day
    valid_until: Day | None = None


class Claim(HealthRow, table=True):
    """The parts are set when it is submitted; they add up to `billed`.

    `insurer_pays` + `deductible_part` + `copayment` + `above_tariff`.
    """

    __tablename__ = "claims"
    __table_args__ = (
        Index("ix_claims_list", "patient_id", "service_on"),
        Index("ix_claims_year", "cover_id", "status", "service_on"),
    )

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True)
    patient_id: int = Field(foreign_key="patients.id")
    cover_id: int = Field(foreign_key="covers.id")
    category: Category = Field(sa_type=String)
    service_on: Day
    billed: Price
    billed_by: str
    invoice_id: int | None = Field(default=None, foreign_key="documents.id")
    preauthorisation_id: int | None = Field(default=None, foreign_key="preauthorisations.id")
    status: ClaimStatus = Field(default="draft", sa_type=String)
    deductible_part: Price = ZERO
    copayment: Price = ZERO
    above_tariff: Price = ZERO
    insurer_pays: Price = ZERO
    made_at: When
    submitted_at: MaybeWhen = None
    decision: str = ""
