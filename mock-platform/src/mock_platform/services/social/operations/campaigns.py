"""Campaigns: posts that work towards a goal together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Self

from pydantic import BaseModel, Field, model_validator
from sqlalchemy import select as columns
from sqlmodel import Session, col, func, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.services.social import policy
from mock_platform.services.social.models import Campaign, Figure, Post, User
from mock_platform.services.social.models.graph import Measure
from mock_platform.services.social.operations import access
from mock_platform.services.social.operations.analytics import SUMS, Totals


class CampaignPlan(BaseModel):
    """`goal` of `measure` is to be reached from `starts` to `ends`, both included."""

    name: str = Field(min_length=1, max_length=80, pattern=r"\S")
    starts: date
    ends: date
    measure: Measure = "impressions"
    goal: int = Field(ge=1, le=1_000_000_000)
    hashtag: str = Field(default="", max_length=40, pattern=r"^#?[A-Za-z0-9_]*$")
    budget_note: str = Field(default="", max_length=300)

    @model_validator(mode="after")
    def _period(self) -> Self:
        if self.ends < self.starts:
            raise ValueError("a campaign does not end before it starts")
        if self.ends - self.starts > timedelta(days=policy.LONGEST_PERIOD):
            raise ValueError(f"a campaign lasts at most {policy.LONGEST_PERIOD} days")
        return self


@dataclass(frozen=True)
class Progress:
    """A campaign, its posts that are not deleted, and what they reached within its period."""

    campaign: Campaign
    posts: int
    totals: Totals

    @property
    def reached(self) -> int:
        return int(getattr(self.totals, self.campaign.measure))

    @property
    def state(self) -> str:
        """`planned`, `running` or `over` today."""
        if today() < self.campaign.starts:
            return "planned"
        return "running" if today() <= self.campaign.ends else "over"


@operation
def list_campaigns(db: Session, user: User, account_id: int) -> list[Progress]:
    """The campaigns of an account of the user's, the last to start first."""
    access.managed_account(db, user, account_id)
    return _progress(db, named_campaigns(db, account_id))


@operation
def view_campaign(db: Session, user: User, campaign_id: int) -> Progress:
    return _progress(db, [_managed(db, user, campaign_id)])[0]


@operation
def create_campaign(db: Session, user: User, account_id: int, plan: CampaignPlan) -> Campaign:
    access.managed_account(db, user, account_id, "publish")
    campaign = Campaign(account_id=account_id, **_values(plan))
    db.add(campaign)
    db.flush()
    return campaign


@operation
def edit_campaign(db: Session, user: User, campaign_id: int, plan: CampaignPlan) -> Campaign:
    campaign = _managed(db, user, campaign_id)
    access.managed_account(db, user, campaign.account_id, "publish")
    for name, value in _values(plan).items():
        setattr(campaign, name, value)
    db.flush()
    return campaign


@operation
def delete_campaign(db: Session, user: User, campaign_id: int) -> None:
    """Remove a campaign that no post is in."""
    campaign = _managed(db, user, campaign_id)
    access.managed_account(db, user, campaign.account_id, "publish")
    if db.exec(select(Post.id).where(Post.campaign_id == campaign_id)).first() is not None:
        raise Refused("There are posts in this campaign.")
    db.delete(campaign)
    db.flush()


def _values(plan: CampaignPlan) -> dict[str, Any]:
    hashtag = plan.hashtag.removeprefix("#").lower()
    return plan.model_dump() | {"hashtag": hashtag, "name": plan.name.strip()}


def _managed(db: Session, user: User, campaign_id: int) -> Campaign:
    campaign = db.get(Campaign, campaign_id)
    if campaign is None or access.membership(db, user, campaign.account_id) is None:
        raise NotFound("There is no such campaign.")
    return campaign


def _progress(db: Session, campaigns: Sequence[Campaign]) -> list[Progress]:
    """The campaigns with their numbers, in two queries whatever their number."""
    ids = [campaign.id for campaign in campaigns]
    inside = (col(Post.campaign_id).in_(ids), col(Post.state) != "deleted")
    counted = columns(col(Post.campaign_id), func.count()).where(*inside)
    counts = db.execute(counted.group_by(col(Post.campaign_id))).all()
    posts = {number: count for number, count in counts}  # noqa: C416 - a row is no pair to mypy
    summed = (
        columns(col(Post.campaign_id), *SUMS)
        .join(Figure, col(Figure.post_id) == Post.id)
        .join(Campaign, col(Campaign.id) == Post.campaign_id)
        .where(*inside, col(Figure.day) >= Campaign.starts, col(Figure.day) <= Campaign.ends)
    )
    rows = db.execute(summed.group_by(col(Post.campaign_id))).all()
    totals = {number: Totals(*sums) for number, *sums in rows}
    return [Progress(c, posts.get(c.id, 0), totals.get(c.id, Totals())) for c in campaigns]


def named_campaigns(db: Session, account_id: int) -> Sequence[Campaign]:
    """What a post can be put into, the last to start first."""
    mine = select(Campaign).where(Campaign.account_id == account_id)
    order = (col(Campaign.starts).desc(), col(Campaign.id).desc())
    return db.exec(mine.order_by(*order).limit(50)).all()
