"""Insurance: cover, estimates, pre-authorisation and claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from pydantic import BaseModel, Field
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Benefit,
    Claim,
    Cover,
    Document,
    Plan,
    Preauthorisation,
    Referral,
    User,
)
from mock_platform.services.health.operations.access import (
    Access,
    Line,
    Named,
    enter,
    next_number,
    own_row,
    pk,
)
from mock_platform.services.health.policy import Category
from mock_platform.services.health.shares import Shares, Terms, cover_year, share

_COUNTING = ("in_review", "approved", "paid")
"""The claims that count towards deductible and yearly maximum."""


class EstimateQuery(BaseModel):
    category: Category
    billed: Decimal = Field(gt=0, max_digits=8, decimal_places=2)
    service_on: date | None = None


class NewClaim(BaseModel):
    """`invoice_id` is a document of kind `invoice` in the record; it is needed to submit."""

    category: Category
    service_on: date
    billed: Decimal = Field(gt=0, max_digits=8, decimal_places=2)
    billed_by: Named
    invoice_id: int | None = None
    preauthorisation_id: int | None = None


class NewPreauthorisation(BaseModel):
    category: Category
    estimate: Decimal = Field(gt=0, max_digits=8, decimal_places=2)
    reason: Line = Field(min_length=1)
    referral_id: int | None = None


@dataclass(frozen=True)
class FullCover:
    """A cover year: what counts of the deductible and of the yearly maximum so far."""

    cover: Cover
    plan: Plan
    benefits: Sequence[Benefit]
    year_from: date
    year_until: date
    deductible_used: Decimal
    paid: Decimal

    @property
    def deductible_left(self) -> Decimal:
        return max(Decimal("0.00"), self.plan.deductible - self.deductible_used)

    @property
    def maximum_left(self) -> Decimal:
        return max(Decimal("0.00"), self.plan.yearly_maximum - self.paid)

    def benefit(self, category: Category) -> Benefit | None:
        return next((one for one in self.benefits if one.category == category), None)

    def share(self, category: Category, billed: Decimal) -> Shares | None:
        """Who pays what; None: the plan does not cover it."""
        found = self.benefit(category)
        if found is None:
            return None
        terms = Terms(found.percent, found.minimum, found.tariff, found.deductible_free)
        return share(billed, terms, self.deductible_left, self.maximum_left)


@dataclass(frozen=True)
class Estimate:
    cover: FullCover
    shares: Shares | None
    needs_preauthorisation: bool


def _covering(db: Session, patient_id: int, day: date) -> Cover | None:
    query = select(Cover).where(Cover.patient_id == patient_id, col(Cover.starts_on) <= day)
    for cover in db.exec(query.order_by(col(Cover.starts_on).desc())):
        if cover.ends_on is None or day <= cover.ends_on:
            return cover
    return None


def _full(db: Session, cover: Cover, day: date) -> FullCover:
    first, following = cover_year(cover.starts_on, day)
    sums = select(
        func.coalesce(func.sum(Claim.deductible_part), 0),
        func.coalesce(func.sum(Claim.copayment), 0),
    ).where(
        Claim.cover_id == cover.id,
        col(Claim.status).in_(_COUNTING),
        col(Claim.service_on) >= first,
        col(Claim.service_on) < following,
    )
    deductible, copayment = db.execute(sums).one()
    benefits = db.exec(
        select(Benefit).where(Benefit.plan_id == cover.plan_id).order_by(col(Benefit.id))
    )
    return FullCover(
        cover,
        db.get_one(Plan, cover.plan_id),
        list(benefits),
        first,
        following - timedelta(days=1),
        deductible,
        deductible + copayment,
    )


def _cover(db: Session, patient_id: int, day: date) -> FullCover:
    cover = _covering(db, patient_id, day)
    if cover is None:
        raise Refused(f"There was no insurance cover on {day.isoformat()}.")
    return _full(db, cover, day)


def _insured(db: Session, user: User, patient_id: int) -> Access:
    """Insurance is no matter of the practice: its providers do not see it."""
    access = enter(db, user, patient_id, "insurance")
    if access.role == "provider":
        raise Forbidden("Insurance is a matter of the person and the insurer.")
    return access


@operation
def list_plans(db: Session) -> list[tuple[Plan, list[Benefit]]]:
    """The plans with what they cover."""
    benefits: dict[int, list[Benefit]] = {}
    for benefit in db.exec(select(Benefit).order_by(col(Benefit.id))):
        benefits.setdefault(benefit.plan_id, []).append(benefit)
    plans = db.exec(select(Plan).order_by(col(Plan.name)))
    return [(plan, benefits.get(plan.id or 0, [])) for plan in plans]


@operation
def view_cover(db: Session, user: User, patient_id: int) -> FullCover:
    """The person's cover today: plan, benefits, and what is left of the year's sums."""
    _insured(db, user, patient_id)
    cover = _covering(db, patient_id, today())
    if cover is None:
        raise NotFound("There is no insurance cover at present.")
    return _full(db, cover, today())


@operation
def estimate_claim(db: Session, user: User, patient_id: int, query: EstimateQuery) -> Estimate:
    """Who would pay what of a bill, as things stand."""
    _insured(db, user, patient_id)
    full = _cover(db, patient_id, query.service_on or today())
    benefit = full.benefit(query.category)
    needed = benefit is not None and benefit.preauthorisation
    return Estimate(full, full.share(query.category, query.billed), needed)


@operation
def list_claims(db: Session, user: User, patient_id: int, page: int, size: int) -> Paged[Claim]:
    """Claims, the latest service first."""
    _insured(db, user, patient_id)
    query = select(Claim).where(Claim.patient_id == patient_id)
    newest = query.order_by(col(Claim.service_on).desc(), col(Claim.id).desc())
    return paged(db, newest, page, size)


@operation
def view_claim(db: Session, user: User, patient_id: int, claim_id: int) -> Claim:
    """One claim."""
    access = _insured(db, user, patient_id)
    return own_row(db, Claim, claim_id, access.patient)


@operation
def create_claim(db: Session, user: User, patient_id: int, claim: NewClaim) -> Claim:
    """Begin a claim; it counts once it is submitted."""
    access = enter(db, user, patient_id, "insurance", "order")
    if claim.service_on > today():
        said = "The service lies in the future."
        raise Invalid(said, fields={"service_on": "in the future"})
    full = _cover(db, patient_id, claim.service_on)
    if claim.invoice_id is not None:
        document = own_row(db, Document, claim.invoice_id, access.patient)
        if document.kind != "invoice":
            said = f"{document.title} is no invoice."
            raise Invalid(said, fields={"invoice_id": "not an invoice"})
    if claim.preauthorisation_id is not None:
        own_row(db, Preauthorisation, claim.preauthorisation_id, access.patient)
    row = Claim(
        number=next_number(db, Claim, "C", 70_000),
        patient_id=patient_id,
        cover_id=pk(full.cover),
        made_at=now(),
        **claim.model_dump(),
    )
    db.add(row)
    db.flush()
    return row


def _refusal(db: Session, full: FullCover, claim: Claim) -> str | None:
    """Why the plan pays nothing."""
    benefit = full.benefit(claim.category)
    title = policy.CATEGORIES[claim.category]
    if benefit is None:
        return f"{full.plan.name} does not cover {title.lower()}."
    if not benefit.preauthorisation:
        return None
    found = (
        db.get(Preauthorisation, claim.preauthorisation_id) if claim.preauthorisation_id else None
    )
    if found is None:
        return f"{title} need a pre-authorisation, and none was named."
    if found.category != claim.category or found.status != "approved":
        return f"Pre-authorisation {found.number} does not allow it."
    if not found.requested_on <= claim.service_on <= (found.valid_until or claim.service_on):
        return f"Pre-authorisation {found.number} was not valid on that day."
    return None


@operation
def submit_claim(db: Session, user: User, patient_id: int, claim_id: int) -> Claim:
    """Hand a claim in: its parts are calculated, and it is approved, rejected or reviewed."""
    access = enter(db, user, patient_id, "insurance", "order")
    row = own_row(db, Claim, claim_id, access.patient)
    if row.status != "draft":
        raise Refused(f"The claim is {row.status.replace('_', ' ')}.")
    if row.invoice_id is None:
        raise Refused("A claim needs an invoice: add it as a document first.")
    if today() - row.service_on > timedelta(days=policy.CLAIM_DAYS):
        raise Refused(f"Claims are submitted within {policy.CLAIM_DAYS} days of the service.")
    _only_once(db, row)
    full = _full(db, db.get_one(Cover, row.cover_id), row.service_on)
    row.submitted_at = now()
    refusal = _refusal(db, full, row)
    shares = None if refusal else full.share(row.category, row.billed)
    if shares is None:
        row.status, row.decision = "rejected", refusal or ""
    else:
        row.deductible_part, row.copayment = shares.deductible, shares.copayment
        row.above_tariff, row.insurer_pays = shares.above_tariff, shares.insurer
        row.status = "in_review" if row.billed >= policy.REVIEW_FROM else "approved"
    db.flush()
    return row


def _only_once(db: Session, row: Claim) -> None:
    """Refused where a claim that counts names the same invoice, or has the same particulars."""
    counting = select(Claim).where(
        Claim.patient_id == row.patient_id, col(Claim.status).in_(_COUNTING)
    )
    once = "A service is claimed once"
    if other := db.exec(counting.where(Claim.invoice_id == row.invoice_id)).first():
        raise Refused(f"{once}: claim {other.number} names the same invoice.")
    same = counting.where(
        Claim.service_on == row.service_on,
        Claim.category == row.category,
        Claim.billed == row.billed,
    )
    if other := db.exec(same).first():
        raise Refused(f"{once}: claim {other.number} is about the same service.")


@operation
def attach_invoice(
    db: Session, user: User, patient_id: int, claim_id: int, document_id: int
) -> Claim:
    """Name the invoice of a draft."""
    access = enter(db, user, patient_id, "insurance", "order")
    row = own_row(db, Claim, claim_id, access.patient)
    if row.status != "draft":
        raise Refused("Only a draft can be changed.")
    document = own_row(db, Document, document_id, access.patient)
    if document.kind != "invoice":
        raise Invalid(f"{document.title} is no invoice.", fields={"document_id": "not an invoice"})
    row.invoice_id = document.id
    db.flush()
    return row


@operation
def withdraw_claim(db: Session, user: User, patient_id: int, claim_id: int) -> Claim:
    """Take back a claim that is not decided."""
    access = enter(db, user, patient_id, "insurance", "order")
    row = own_row(db, Claim, claim_id, access.patient)
    if row.status not in ("draft", "in_review"):
        raise Refused(f"The claim is {row.status}.")
    row.status = "withdrawn"
    db.flush()
    return row


@operation
def list_preauthorisations(db: Session, user: User, patient_id: int) -> list[Preauthorisation]:
    """Requests for pre-authorisation, the newest first."""
    _insured(db, user, patient_id)
    query = select(Preauthorisation).where(Preauthorisation.patient_id == patient_id)
    return list(db.exec(query.order_by(col(Preauthorisation.id).desc())))


@operation
def request_preauthorisation(
    db: Session, user: User, patient_id: int, wanted: NewPreauthorisation
) -> Preauthorisation:
    """Ask the insurer beforehand; small sums with a valid referral are authorised at once."""
    access = enter(db, user, patient_id, "insurance", "order")
    full = _cover(db, patient_id, today())
    benefit = full.benefit(wanted.category)
    title = policy.CATEGORIES[wanted.category]
    if benefit is None:
        raise Refused(f"{full.plan.name} does not cover {title.lower()}.")
    if not benefit.preauthorisation:
        raise Refused(f"{title} need no pre-authorisation.")
    row = Preauthorisation(
        number=next_number(db, Preauthorisation, "A", 90_000),
        patient_id=patient_id,
        cover_id=pk(full.cover),
        requested_on=today(),
        **wanted.model_dump(),
    )
    if wanted.referral_id is not None:
        referral = own_row(db, Referral, wanted.referral_id, access.patient)
        if referral.valid_until >= today() and wanted.estimate <= policy.PREAUTH_AUTO:
            row.status = "approved"
            row.valid_until = today() + timedelta(days=policy.PREAUTH_DAYS)
    db.add(row)
    db.flush()
    return row
