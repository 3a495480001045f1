"""Insurance: plans, cover, estimates, pre-authorisation, claims."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.api.router import AT, Me, router
from mock_platform.services.health.models import Benefit, Claim, Plan, Preauthorisation
from mock_platform.services.health.operations import (
    Estimate,
    EstimateQuery,
    FullCover,
    NewClaim,
    NewPreauthorisation,
)


class BenefitOut(BaseModel):
    """The person pays `percent` after the deductible, at least `minimum`, all above `tariff`."""

    category: str
    percent: int
    minimum: Decimal
    tariff: Decimal | None
    deductible_free: bool
    preauthorisation: bool


class PlanOut(BaseModel):
    id: int
    name: str
    insurer: str
    deductible: Decimal
    yearly_maximum: Decimal
    about: str
    benefits: list[BenefitOut]


class CoverOut(BaseModel):
    """The cover year runs from `year_from` to `year_until`, both included."""

    plan: PlanOut
    member_number: str
    starts_on: date
    ends_on: date | None
    year_from: date
    year_until: date
    deductible_left: Decimal
    maximum_left: Decimal


class EstimateOut(BaseModel):
    """The parts add up to what was billed; `covered` false: the person pays all of it."""

    covered: bool
    needs_preauthorisation: bool
    deductible_part: Decimal
    copayment: Decimal
    above_tariff: Decimal
    insurer_pays: Decimal
    person_pays: Decimal


class InvoiceChoice(BaseModel):
    document_id: int


def _plan(plan: Plan, benefits: Sequence[Benefit]) -> PlanOut:
    shown = [BenefitOut.model_validate(one, from_attributes=True) for one in benefits]
    return PlanOut(**plan.model_dump(), benefits=shown)


def _cover(full: FullCover) -> CoverOut:
    return CoverOut(
        plan=_plan(full.plan, full.benefits),
        member_number=full.cover.member_number,
        starts_on=full.cover.starts_on,
        ends_on=full.cover.ends_on,
        year_from=full.year_from,
        year_until=full.year_until,
        deductible_left=full.deductible_left,
        maximum_left=full.maximum_left,
    )


def _estimate(found: Estimate, billed: Decimal) -> EstimateOut:
    shares, zero = found.shares, Decimal("0.00")
    return EstimateOut(
        covered=shares is not None,
        needs_preauthorisation=found.needs_preauthorisation,
        deductible_part=shares.deductible if shares else zero,
        copayment=shares.copayment if shares else zero,
        above_tariff=shares.above_tariff if shares else zero,
        insurer_pays=shares.insurer if shares else zero,
        person_pays=shares.person if shares else billed,
    )


@router.get("/plans", tags=["insurance"])
def list_plans(db: DB) -> list[PlanOut]:
    """The plans with what they cover."""
    return [_plan(plan, benefits) for plan, benefits in ops.list_plans(db)]


@router.get(AT + "/cover", tags=["insurance"])
def view_cover(db: DB, me: Me, patient_id: int) -> CoverOut:
    """The person's cover today, and what is left of the year's sums."""
    return _cover(ops.view_cover(db, me, patient_id))


@router.get(AT + "/estimate", tags=["insurance"])
def estimate_claim(
    db: DB, me: Me, patient_id: int, query: Annotated[EstimateQuery, Query()]
) -> EstimateOut:
    """Who would pay what of a bill."""
    return _estimate(ops.estimate_claim(db, me, patient_id, query), query.billed)


@router.get(AT + "/claims", tags=["claims"])
def list_claims(
    db: DB, me: Me, patient_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[Claim]:
    """Claims, the latest service first."""
    found = ops.list_claims(db, me, patient_id, page, size)
    return PageOf[Claim].of(found, list(found.items))


@router.post(AT + "/claims", tags=["claims"], status_code=201)
def create_claim(db: DB, me: Me, patient_id: int, body: NewClaim) -> Claim:
    """Begin a claim."""
    return ops.create_claim(db, me, patient_id, body)


@router.get(AT + "/claims/{claim_id}", tags=["claims"])
def view_claim(db: DB, me: Me, patient_id: int, claim_id: int) -> Claim:
    """One claim."""
    return ops.view_claim(db, me, patient_id, claim_id)


@router.put(AT + "/claims/{claim_id}/invoice", tags=["claims"])
def attach_invoice(db: DB, me: Me, patient_id: int, claim_id: int, body: InvoiceChoice) -> Claim:
    """Name the invoice of a draft."""
    return ops.attach_invoice(db, me, patient_id, claim_id, body.document_id)


@router.post(AT + "/claims/{claim_id}/submit", tags=["claims"])
def submit_claim(db: DB, me: Me, patient_id: int, claim_id: int) -> Claim:
    """Hand a claim in; its parts are calculated."""
    return ops.submit_claim(db, me, patient_id, claim_id)


@router.post(AT + "/claims/{claim_id}/withdraw", tags=["claims"])
def withdraw_claim(db: DB, me: Me, patient_id: int, claim_id: int) -> Claim:
    """Take back a claim that is not decided."""
    return ops.withdraw_claim(db, me, patient_id, claim_id)


@router.get(AT + "/preauthorisations", tags=["claims"])
def list_preauthorisations(db: DB, me: Me, patient_id: int) -> list[Preauthorisation]:
    """Requests for pre-authorisation, the newest first."""
    return ops.list_preauthorisations(db, me, patient_id)


@router.post(AT + "/preauthorisations", tags=["claims"], status_code=201)
def request_preauthorisation(
    db: DB, me: Me, patient_id: int, body: NewPreauthorisation
) -> Preauthorisation:
    """Ask the insurer beforehand."""
    return ops.request_preauthorisation(db, me, patient_id, body)
