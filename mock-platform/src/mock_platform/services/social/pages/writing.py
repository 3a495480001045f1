"""Writing posts and comments, and reacting."""

import base64
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Form, Request, Response, UploadFile

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.routing import DB
from mock_platform.services.social import operations as ops
from mock_platform.services.social.models import User
from mock_platform.services.social.pages.reading import show_post
from mock_platform.services.social.pages.router import Me, Text, back_to, managed, router, show


def moment(typed: str) -> dict[str, Any]:
    """What a date-and-time control holds, as UTC."""
    try:
        return {"publish_at": datetime.fromisoformat(typed).replace(tzinfo=UTC)}
    except ValueError:
        return {"publish_at": typed}


@router.get("/manage/{account_id}/write")
def write_form(request: Request, db: DB, me: Me, account_id: str) -> Response:
    return _form(request, db, me, known_number(account_id), None)


@router.post("/manage/{account_id}/write")
def write(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    text: Text = "",
    visibility: Text = "public",
    campaign_id: Text = "",
    publish_at: Text = "",
    media_ids: Annotated[list[int], Form()] = [],  # noqa: B006
    action: Text = "draft",
) -> Response:
    number = known_number(account_id)
    given = _given(text, visibility, campaign_id, media_ids)
    try:
        post = ops.create_post(db, me, number, checked(ops.PostContent, given))
        done = _send(db, me, post.id or 0, action, publish_at)
    except (Invalid, Refused) as error:
        db.rollback()
        typed = given | {"publish_at": publish_at}
        return _form(request, db, me, number, None, 422, given=typed, error=error.message)
    return redirect(request, f"/post/{post.id}", done)


@router.get("/post/{post_id}/edit")
def edit_form(request: Request, db: DB, me: Me, post_id: str) -> Response:
    shown = ops.view_post(db, me, known_number(post_id))
    if not shown.member:
        raise NotFound("There is no such page.")
    post = shown.post
    given = {
        "text": post.text,
        "visibility": post.visibility,
        "campaign_id": post.campaign_id or "",
        "media_ids": [media.id for media in shown.media],
        "publish_at": f"{post.publish_at:%Y-%m-%dT%H:%M}" if post.publish_at else "",
    }
    return _form(request, db, me, post.account_id, shown, given=given)


@router.post("/post/{post_id}/edit")
def edit(
    request: Request,
    db: DB,
    me: Me,
    post_id: str,
    text: Text = "",
    visibility: Text = "public",
    campaign_id: Text = "",
    publish_at: Text = "",
    media_ids: Annotated[list[int], Form()] = [],  # noqa: B006
    action: Text = "draft",
) -> Response:
    number = known_number(post_id)
    given = _given(text, visibility, campaign_id, media_ids)
    try:
        ops.edit_post(db, me, number, checked(ops.PostContent, given))
        done = _send(db, me, number, action, publish_at)
    except (Invalid, Refused) as error:
        db.rollback()
        shown = ops.view_post(db, me, number)
        typed = given | {"publish_at": publish_at}
        return _form(
            request, db, me, shown.post.account_id, shown, 422, given=typed, error=error.message
        )
    return redirect(request, f"/post/{number}", done)


@router.post("/post/{post_id}/comments")
def comment(
    request: Request, db: DB, me: Me, post_id: str, text: Text = "", parent_id: Text = ""
) -> Response:
    number = known_number(post_id)
    try:
        made = ops.comment_on_post(db, me, number, text, whole_number(parent_id))
    except (Invalid, Refused) as error:
        db.rollback()
        typed = {"error": error.message, "typed": text}
        return show_post(request, db, me, number, 1, 422, **typed)
    held = made.state == "held"
    return redirect(
        request, f"/post/{number}", "Your comment waits for approval." if held else "Said."
    )


@router.post("/post/{post_id}/{action}")
def act_on_post(
    request: Request, db: DB, me: Me, post_id: str, action: str, back: Text = "/"
) -> Response:
    number = known_number(post_id)
    actions: dict[str, tuple[Any, str]] = {
        "like": (ops.like_post, ""),
        "unlike": (ops.unlike_post, ""),
        "repost": (ops.repost_post, "Passed on to your followers."),
        "unrepost": (ops.undo_repost, "No longer passed on."),
        "pin": (ops.pin_post, "Pinned."),
        "unpin": (ops.unpin_post, "No longer pinned."),
        "publish": (ops.publish_post, "Published."),
        "unschedule": (ops.unschedule_post, "It is a draft again."),
        "delete": (ops.delete_post, "Deleted."),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    return attempt(request, db, lambda: do(db, me, number), back_to(back), done)


@router.post("/comment/{comment_id}/{action}")
def act_on_comment(
    request: Request,
    db: DB,
    me: Me,
    comment_id: str,
    action: str,
    reason: Text = "",
    note: Text = "",
    back: Text = "/",
) -> Response:
    number = known_number(comment_id)

    def why() -> ops.Complaint:
        return checked(ops.Complaint, {"reason": reason, "note": note})

    actions: dict[str, tuple[Any, str]] = {
        "approve": (lambda: ops.approve_comment(db, me, number), "Approved."),
        "hide": (lambda: ops.hide_comment(db, me, number, why()), "Hidden."),
        "delete": (
            lambda: ops.delete_comment(db, me, number, why() if reason else None),
            "Deleted.",
        ),
        "report": (lambda: ops.report_comment(db, me, number, why()), "Reported. Thank you."),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    return attempt(request, db, do, back_to(back), done)


@router.get("/manage/{account_id}/media")
def media_page(request: Request, db: DB, me: Me, account_id: str) -> Response:
    number = known_number(account_id)
    files = ops.list_media(db, me, number)
    return show(request, db, me, "media.html", files=files, **managed(db, me, number))


@router.post("/manage/{account_id}/media")
async def upload(
    request: Request,
    db: DB,
    me: Me,
    account_id: str,
    file: Annotated[UploadFile, Form()],
    alt: Text = "",
) -> Response:
    number = known_number(account_id)
    content = base64.b64encode(await file.read()).decode()
    given = {"filename": file.filename or "", "content": content, "alt": alt}
    try:
        ops.upload_media(db, me, number, checked(ops.NewMedia, given))
    except (Invalid, Refused) as error:
        db.rollback()
        context = managed(db, me, number) | {"given": {"alt": alt}, "error": error.message}
        files = ops.list_media(db, me, number)
        return show(request, db, me, "media.html", 422, files=files, **context)
    return redirect(request, f"/manage/{number}/media", "Uploaded.")


@router.post("/media/{media_id}/{action}")
def act_on_media(
    request: Request, db: DB, me: Me, media_id: str, action: str, alt: Text = "", back: Text = "/"
) -> Response:
    number = known_number(media_id)
    actions: dict[str, tuple[Any, str]] = {
        "describe": (lambda: ops.describe_media(db, me, number, alt), "Described."),
        "remove": (lambda: ops.remove_media(db, me, number), "Removed."),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    return attempt(request, db, do, back_to(back), done)


def _given(text: str, visibility: str, campaign_id: str, media_ids: list[int]) -> dict[str, Any]:
    campaign = whole_number(campaign_id)
    return {
        "text": text,
        "visibility": visibility,
        "campaign_id": campaign,
        "media_ids": media_ids,
    }


def _send(db: DB, me: User, number: int, action: str, publish_at: str) -> str:
    """What the form's button asks for beyond keeping the words; what to tell."""
    if action == "publish":
        ops.publish_post(db, me, number)
        return "Published."
    if action == "schedule":
        ops.schedule_post(db, me, number, checked(ops.PublishAt, moment(publish_at)))
        return "Scheduled."
    return "Saved."


def _form(
    request: Request,
    db: DB,
    me: User,
    account_id: int,
    shown: ops.Shown | None,
    status: int = 200,
    **context: Any,
) -> Response:
    files = [*(shown.media if shown else ()), *ops.list_media(db, me, account_id)]
    campaigns = ops.named_campaigns(db, account_id)
    around = managed(db, me, account_id) | {"shown": shown, "files": files}
    return show(request, db, me, "write.html", status, campaigns=campaigns, **(around | context))
