"""Managing accounts: posts, moderation, followers, campaigns, analytics, settings."""

from typing import Any

from fastapi import Request, Response
from pydantic import BaseModel

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import parse_day
from mock_platform.kit.forms import attempt, checked, known_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.social import operations as ops
from mock_platform.services.social.models import User
from mock_platform.services.social.pages.router import SIZE, Me, Text, managed, router, show
from mock_platform.services.social.policy import Role


class Membership(BaseModel):
    role: Role


@router.get("/accounts")
def accounts(request: Request, db: DB, me: Me) -> Response:
    return show(request, db, me, "accounts.html")


@router.post("/accounts")
def create(
    request: Request,
    db: DB,
    me: Me,
    handle: Text = "",
    name: Text = "",
    kind: Text = "person",
    bio: Text = "",
    private: Text = "",
) -> Response:
    given = {"handle": handle, "name": name, "kind": kind, "bio": bio, "private": bool(private)}
    try:
        made = ops.create_account(db, me, checked(ops.NewAccount, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return show(request, db, me, "accounts.html", 422, given=given, error=error.message)
    return redirect(request, f"/u/{made.handle}", "Your account is there.")


@router.post("/switch")
def switch(request: Request, db: DB, me: Me, account_id: Text = "") -> Response:
    number = known_number(account_id)
    return attempt(request, db, lambda: ops.switch_account(db, me, number), "/", "Switched.")


@router.post("/notifications/read")
def read(request: Request, db: DB, me: Me) -> Response:
    acting = ops.acting_id(db, me) or 0
    return attempt(
        request,
        db,
        lambda: ops.mark_notifications_read(db, me, acting),
        "/notifications",
        "All seen.",
    )


@router.post("/account/{account_id}/{action}")
def act_on_account(request: Request, db: DB, me: Me, account_id: str, action: str) -> Response:
    number, acting = known_number(account_id), ops.acting_id(db, me) or 0
    account = ops.view_account(db, me, number).account
    actions: dict[str, tuple[Any, str]] = {
        "follow": (
            lambda: ops.follow_account(db, me, number),
            "You have asked to follow." if account.private else "You follow this account.",
        ),
        "unfollow": (lambda: ops.unfollow_account(db, me, number), "You do not follow any more."),
        "block": (lambda: ops.block_account(db, me, acting, number), "Blocked."),
        "unblock": (lambda: ops.unblock_account(db, me, acting, number), "No longer blocked."),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    return attempt(request, db, do, f"/u/{account.handle}", done)


@router.get("/manage/{account_id}/posts")
def posts(
    request: Request, db: DB, me: Me, account_id: str, state: str = "draft", page: PageNumber = 1
) -> Response:
    if state not in ("draft", "scheduled", "published"):
        raise NotFound("There is no such page.")
    number = known_number(account_id)
    found = ops.list_managed_posts(db, me, number, state, page, SIZE)  # type: ignore[arg-type]
    return show(request, db, me, "posts.html", found=found, state=state, **managed(db, me, number))


@router.get("/manage/{account_id}/queue")
def queue(
    request: Request, db: DB, me: Me, account_id: str, part: str = "waiting", page: PageNumber = 1
) -> Response:
    if part not in ("waiting", "held", "reported", "hidden"):
        raise NotFound("There is no such page.")
    number = known_number(account_id)
    found = ops.list_queue(db, me, number, part, page, SIZE)  # type: ignore[arg-type]
    return show(request, db, me, "queue.html", found=found, part=part, **managed(db, me, number))


@router.get("/manage/{account_id}/followers")
def followers(request: Request, db: DB, me: Me, account_id: str, page: PageNumber = 1) -> Response:
    number = known_number(account_id)
    return show(
        request,
        db,
        me,
        "followers.html",
        requests=ops.list_requests(db, me, number, 1, 100),
        found=ops.list_followers(db, me, number, page, 50),
        blocks=ops.list_blocks(db, me, number),
        **managed(db, me, number),
    )


@router.post("/manage/{account_id}/followers/{follower_id}/{action}")
def act_on_follower(
    request: Request, db: DB, me: Me, account_id: str, follower_id: str, action: str
) -> Response:
    number, other = known_number(account_id), known_number(follower_id)
    actions: dict[str, tuple[Any, str]] = {
        "accept": (ops.accept_request, "Accepted."),
        "decline": (ops.decline_request, "Declined."),
        "remove": (ops.remove_follower, "Removed."),
        "block": (ops.block_account, "Blocked."),
        "unblock": (ops.unblock_account, "No longer blocked."),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    back = f"/manage/{number}/followers"
    return attempt(request, db, lambda: do(db, me, number, other), back, done)


@router.get("/manage/{account_id}/campaigns")
def campaigns(request: Request, db: DB, me: Me, account_id: str) -> Response:
    return _campaigns(request, db, me, known_number(account_id))


@router.post("/manage/{account_id}/campaigns")
def plan(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    name: Text = "",
    starts: Text = "",
    ends: Text = "",
    measure: Text = "impressions",
    goal: Text = "",
    hashtag: Text = "",
    budget_note: Text = "",
) -> Response:
    number = known_number(account_id)
    given = _plan(name, starts, ends, measure, goal, hashtag, budget_note)
    try:
        made = ops.create_campaign(db, me, number, checked(ops.CampaignPlan, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return _campaigns(request, db, me, number, 422, given=given, error=error.message)
    return redirect(request, f"/campaign/{made.id}", "Created.")


@router.get("/campaign/{campaign_id}")
def campaign(request: Request, db: DB, me: Me, campaign_id: str) -> Response:
    return _campaign(request, db, me, known_number(campaign_id))


@router.post("/campaign/{campaign_id}")
def change_campaign(
    request: Request,
    db: DB,
    me: Me,
    campaign_id: str,
    name: Text = "",
    starts: Text = "",
    ends: Text = "",
    measure: Text = "impressions",
    goal: Text = "",
    hashtag: Text = "",
    budget_note: Text = "",
) -> Response:
    number = known_number(campaign_id)
    given = _plan(name, starts, ends, measure, goal, hashtag, budget_note)
    try:
        ops.edit_campaign(db, me, number, checked(ops.CampaignPlan, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return _campaign(request, db, me, number, 422, given=given, error=error.message)
    return redirect(request, f"/campaign/{number}", "Changed.")


@router.post("/campaign/{campaign_id}/delete")
def delete_campaign(request: Request, db: DB, me: Me, campaign_id: str) -> Response:
    number = known_number(campaign_id)
    account = ops.view_campaign(db, me, number).campaign.account_id
    try:
        ops.delete_campaign(db, me, number)
    except Refused as error:
        db.rollback()
        return redirect(request, f"/campaign/{number}", error.message, "error")
    return redirect(request, f"/manage/{account}/campaigns", "Deleted.")


@router.get("/manage/{account_id}/analytics")
def analytics(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    since: str = "",
    until: str = "",
    page: PageNumber = 1,
) -> Response:
    number = known_number(account_id)
    error = ""
    try:
        days = (_day(since), _day(until))
        found = ops.view_analytics(db, me, number, *days)
    except Invalid as wrong:
        error, days = wrong.message, (None, None)
        found = ops.view_analytics(db, me, number, *days)
    return show(
        request,
        db,
        me,
        "analytics.html",
        422 if error else 200,
        found=found,
        posts=ops.list_post_figures(db, me, number, *days, page, SIZE),
        error=error,
        **managed(db, me, number),
    )


@router.get("/manage/{account_id}/analytics.csv")
def export(db: DB, me: Me, account_id: str, since: str = "", until: str = "") -> Response:
    text = ops.export_figures(db, me, known_number(account_id), _day(since), _day(until))
    headers = {"Content-Disposition": 'attachment; filename="figures.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


@router.get("/manage/{account_id}/settings")
def settings(request: Request, db: DB, me: Me, account_id: str) -> Response:
    return _settings(request, db, me, known_number(account_id))


@router.post("/manage/{account_id}/settings")
def change_settings(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    name: Text = "",
    bio: Text = "",
    website: Text = "",
    private: Text = "",
    comment_mode: Text = "new_held",
) -> Response:
    number = known_number(account_id)
    given = {
        "name": name,
        "bio": bio,
        "website": website,
        "private": bool(private),
        "comment_mode": comment_mode,
    }
    try:
        ops.edit_account(db, me, number, checked(ops.Settings, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return _settings(request, db, me, number, 422, given=given, error=error.message)
    return redirect(request, f"/manage/{number}/settings", "Changed.")


@router.post("/manage/{account_id}/members/{action}")
def act_on_members(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    action: str,
    email: Text = "",
    user_id: Text = "",
    role: Text = "",
) -> Response:
    number = known_number(account_id)

    def given() -> Role:
        return checked(Membership, {"role": role}).role

    actions: dict[str, tuple[Any, str]] = {
        "add": (lambda: ops.add_member(db, me, number, email, given()), "Added."),
        "role": (
            lambda: ops.change_role(db, me, number, known_number(user_id), given()),
            "Changed.",
        ),
        "remove": (
            lambda: ops.remove_member(db, me, number, known_number(user_id)),
            "Removed.",
        ),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    left = action == "remove" and user_id == str(me.id)
    return attempt(request, db, do, "/accounts" if left else f"/manage/{number}/settings", done)


@router.post("/manage/{account_id}/rules/{action}")
def act_on_rules(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    action: str,
    phrase: Text = "",
    kind: Text = "",
    rule_id: Text = "",
) -> Response:
    number = known_number(account_id)

    def add() -> object:
        rule = checked(ops.NewRule, {"phrase": phrase, "kind": kind})
        return ops.add_keyword_rule(db, me, number, rule)

    def remove() -> object:
        return ops.remove_keyword_rule(db, me, number, known_number(rule_id))

    if action not in ("add", "remove"):
        raise NotFound("There is no such page.")
    do, done = (add, "Added.") if action == "add" else (remove, "Removed.")
    return attempt(request, db, do, f"/manage/{number}/settings", done)


def _day(text: str) -> Any:
    if not text:
        return None
    try:
        return parse_day(text)
    except (ValueError, OverflowError):
        raise Invalid(f"{text[:40]!r} is not a day.") from None


def _plan(*values: str) -> dict[str, Any]:
    names = ("name", "starts", "ends", "measure", "goal", "hashtag", "budget_note")
    return dict(zip(names, values, strict=True))


def _campaigns(
    request: Request, db: DB, me: User, number: int, status: int = 200, **context: Any
) -> Response:
    found = ops.list_campaigns(db, me, number)
    around = managed(db, me, number) | context
    return show(request, db, me, "campaigns.html", status, found=found, **around)


def _campaign(
    request: Request, db: DB, me: User, number: int, status: int = 200, **context: Any
) -> Response:
    progress = ops.view_campaign(db, me, number)
    account_id = progress.campaign.account_id
    around = managed(db, me, account_id) | {"given": progress.campaign.model_dump()} | context
    return show(request, db, me, "campaign.html", status, progress=progress, **around)


def _settings(
    request: Request, db: DB, me: User, number: int, status: int = 200, **context: Any
) -> Response:
    around = managed(db, me, number)
    context = {"given": around["account"].model_dump()} | context
    return show(
        request,
        db,
        me,
        "settings.html",
        status,
        members=ops.list_members(db, me, number),
        rules=ops.list_keyword_rules(db, me, number),
        **around,
        **context,
    )
