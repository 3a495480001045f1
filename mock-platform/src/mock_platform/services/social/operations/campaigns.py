"""Campaigns: posts that work towards a goal together."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Self

from pydantic import BaseModel, Field, model_validator
from sqlmodel import Session, col, func, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.services.social import policy
from mock_platform.services.social.models import Campaign, Figure, Post, User
from mock_platform.services.social.models.graph import Measure
from mock_platform.services.social.operations import access
from mock_platform.services.social.operations.analytics import Totals, totals_of


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
    mine = select(Campaign).where(Campaign.account_id == account_id)
    order = (col(Campaign.starts).desc(), col(Campaign.id).desc())
    return [_progress(db, campaign) for campaign in db.exec(mine.order_by(*order).limit(50))]


@operation
def view_campaign(db: Session, user: User, campaign_id: int) -> Progress:
    return _progress(db, _managed(db, user, campaign_id))


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


def _progress(db: Session, campaign: Campaign) -> Progress:
    inside = (Post.campaign_id == campaign.id, col(Post.state) != "deleted")
    posts = db.exec(select(func.count()).select_from(Post).where(*inside)).one()
    period = (col(Figure.day) >= campaign.starts, col(Figure.day) <= campaign.ends)
    return Progress(campaign, posts, totals_of(db, *inside, *period))
