"""Moderation, campaigns and analytics of one's own accounts."""

from datetime import date

from starlette.responses import Response

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.social import operations as ops
from mock_platform.services.social.api.router import Me, router
from mock_platform.services.social.api.shapes import (
    AnalyticsOut,
    CampaignOut,
    FollowersOut,
    PostTotalsOut,
    QueuedOut,
    RuleOut,
)


@router.get("/accounts/{account_id}/queue", tags=["moderation"])
def list_queue(
    db: DB,
    me: Me,
    account_id: int,
    part: ops.QueuePart = "waiting",
    page: PageNumber = 1,
    size: PageSize = 30,
) -> PageOf[QueuedOut]:
    """Comments on the account's posts; `waiting` are those held or reported."""
    found = ops.list_queue(db, me, account_id, part, page, size)
    return PageOf[QueuedOut].of(found, [QueuedOut.of(queued) for queued in found.items])


@router.get("/accounts/{account_id}/rules", tags=["moderation"])
def list_keyword_rules(db: DB, me: Me, account_id: int) -> list[RuleOut]:
    return [RuleOut(**r.model_dump()) for r in ops.list_keyword_rules(db, me, account_id)]


@router.post("/accounts/{account_id}/rules", tags=["moderation"], status_code=201)
def add_keyword_rule(db: DB, me: Me, account_id: int, body: ops.NewRule) -> RuleOut:
    """Comments with these words are refused (`block`) or wait (`hold`)."""
    return RuleOut(**ops.add_keyword_rule(db, me, account_id, body).model_dump())


@router.delete("/accounts/{account_id}/rules/{rule_id}", tags=["moderation"], status_code=204)
def remove_keyword_rule(db: DB, me: Me, account_id: int, rule_id: int) -> None:
    ops.remove_keyword_rule(db, me, account_id, rule_id)


@router.get("/accounts/{account_id}/campaigns", tags=["campaigns"])
def list_campaigns(db: DB, me: Me, account_id: int) -> list[CampaignOut]:
    return [CampaignOut.of(progress) for progress in ops.list_campaigns(db, me, account_id)]


@router.post("/accounts/{account_id}/campaigns", tags=["campaigns"], status_code=201)
def create_campaign(db: DB, me: Me, account_id: int, body: ops.CampaignPlan) -> CampaignOut:
    return _campaign(db, me, ops.create_campaign(db, me, account_id, body).id or 0)


@router.get("/campaigns/{campaign_id}", tags=["campaigns"])
def view_campaign(db: DB, me: Me, campaign_id: int) -> CampaignOut:
    return _campaign(db, me, campaign_id)


@router.put("/campaigns/{campaign_id}", tags=["campaigns"])
def edit_campaign(db: DB, me: Me, campaign_id: int, body: ops.CampaignPlan) -> CampaignOut:
    return _campaign(db, me, ops.edit_campaign(db, me, campaign_id, body).id or 0)


@router.delete("/campaigns/{campaign_id}", tags=["campaigns"], status_code=204)
def delete_campaign(db: DB, me: Me, campaign_id: int) -> None:
    ops.delete_campaign(db, me, campaign_id)


@router.get("/accounts/{account_id}/analytics", tags=["analytics"])
def view_analytics(
    db: DB, me: Me, account_id: int, since: date | None = None, until: date | None = None
) -> AnalyticsOut:
    """Totals, days, best post and growth of followers; both days included."""
    return AnalyticsOut.of(ops.view_analytics(db, me, account_id, since, until))


@router.get("/accounts/{account_id}/analytics/posts", tags=["analytics"])
def list_post_figures(
    db: DB,
    me: Me,
    account_id: int,
    since: date | None = None,
    until: date | None = None,
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[PostTotalsOut]:
    """What each post reached, the most seen first."""
    found = ops.list_post_figures(db, me, account_id, since, until, page, size)
    return PageOf[PostTotalsOut].of(found, [PostTotalsOut.counted(item) for item in found.items])


@router.get("/accounts/{account_id}/analytics/followers", tags=["analytics"])
def list_follower_counts(
    db: DB, me: Me, account_id: int, since: date | None = None, until: date | None = None
) -> list[FollowersOut]:
    """Followers at the end of each day."""
    rows = ops.list_follower_counts(db, me, account_id, since, until)
    return [FollowersOut(day=row.day, followers=row.followers) for row in rows]


@router.get(
    "/accounts/{account_id}/analytics.csv",
    tags=["analytics"],
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
def export_figures(
    db: DB, me: Me, account_id: int, since: date | None = None, until: date | None = None
) -> Response:
    """The raw numbers of all posts."""
    text = ops.export_figures(db, me, account_id, since, until)
    return Response(text, media_type="text/csv")


def _campaign(db: DB, me: Me, campaign_id: int) -> CampaignOut:
    return CampaignOut.of(ops.view_campaign(db, me, campaign_id))
