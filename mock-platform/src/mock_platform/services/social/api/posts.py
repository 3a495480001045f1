"""Posts: reading, writing, reacting, commenting, searching."""

from datetime import date
from typing import Annotated

from fastapi import Query as Param
from pydantic import BaseModel, Field
from starlette.responses import Response

from mock_platform.kit.pages import download
from mock_platform.kit.paging import Paged, PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.social import operations as ops
from mock_platform.services.social import policy
from mock_platform.services.social.api.router import Me, router
from mock_platform.services.social.api.shapes import (
    AccountOut,
    CommentOut,
    DecidedOut,
    FigureOut,
    MediaOut,
    PostOut,
    ReportOut,
    RevisionOut,
    TagOut,
    WrittenOut,
)
from mock_platform.services.social.models import Post

Words = Annotated[str, Param(max_length=200)]


class NewComment(BaseModel):
    text: str = Field(min_length=1, max_length=policy.LONGEST_COMMENT)
    parent_id: int | None = None


class Alt(BaseModel):
    alt: str = Field(max_length=300)


@router.get("/feed", tags=["posts"])
def view_feed(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[PostOut]:
    """Posts and reposts of followed accounts and one's own, newest first."""
    return _posts(ops.view_feed(db, me, page, size))


@router.get("/posts", tags=["posts"])
def search_posts(
    db: DB,
    me: Me,
    q: Words = "",
    tag: Annotated[str, Param(max_length=41)] = "",
    account_id: int | None = None,
    after: date | None = None,
    before: date | None = None,
    with_media: bool = False,
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[PostOut]:
    """All words must occur; newest first."""
    query = ops.Query(
        q=q, tag=tag, account_id=account_id, after=after, before=before, with_media=with_media
    )
    return _posts(ops.search_posts(db, me, query, page, size))


@router.get("/tags", tags=["posts"])
def search_tags(
    db: DB, me: Me, q: Words = "", page: PageNumber = 1, size: PageSize = 20
) -> PageOf[TagOut]:
    """Hashtags that begin so, the most used first."""
    found = ops.search_tags(db, me, q, page, size)
    return PageOf[TagOut].of(found, [TagOut(tag=tag, posts=uses) for tag, uses in found.items])


@router.get("/accounts", tags=["accounts"])
def search_accounts(
    db: DB, me: Me, q: Words = "", page: PageNumber = 1, size: PageSize = 20
) -> PageOf[AccountOut]:
    """By handle, name or words about them."""
    found = ops.search_accounts(db, me, q, page, size)
    return PageOf[AccountOut].of(found, [AccountOut.of(account) for account in found.items])


@router.get("/accounts/{account_id}/posts", tags=["posts"])
def list_account_posts(
    db: DB, me: Me, account_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[PostOut]:
    """What one may read of an account."""
    return _posts(ops.list_account_posts(db, me, account_id, page, size))


@router.get("/accounts/{account_id}/pins", tags=["posts"])
def list_pinned_posts(db: DB, me: Me, account_id: int) -> list[PostOut]:
    return [PostOut.of(post) for post in ops.list_pinned_posts(db, me, account_id)]


@router.get("/accounts/{account_id}/written", tags=["posts"])
def list_managed_posts(
    db: DB,
    me: Me,
    account_id: int,
    state: ops.PostState = "draft",
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[PostOut]:
    """Drafts, scheduled or published posts of an account of one's own."""
    return _posts(ops.list_managed_posts(db, me, account_id, state, page, size))


@router.post("/accounts/{account_id}/posts", tags=["posts"], status_code=201)
def create_post(db: DB, me: Me, account_id: int, body: ops.PostContent) -> PostOut:
    """Write a draft."""
    return _post(db, me, ops.create_post(db, me, account_id, body))


@router.get("/posts/{post_id}", tags=["posts"])
def view_post(db: DB, me: Me, post_id: int) -> PostOut:
    return PostOut.of(ops.view_post(db, me, post_id))


@router.put("/posts/{post_id}", tags=["posts"])
def edit_post(db: DB, me: Me, post_id: int, body: ops.PostContent) -> PostOut:
    return _post(db, me, ops.edit_post(db, me, post_id, body))


@router.delete("/posts/{post_id}", tags=["posts"], status_code=204)
def delete_post(db: DB, me: Me, post_id: int) -> None:
    ops.delete_post(db, me, post_id)


@router.post("/posts/{post_id}/publish", tags=["posts"])
def publish_post(db: DB, me: Me, post_id: int) -> PostOut:
    """Let it out now."""
    return _post(db, me, ops.publish_post(db, me, post_id))


@router.put("/posts/{post_id}/schedule", tags=["posts"])
def schedule_post(db: DB, me: Me, post_id: int, body: ops.PublishAt) -> PostOut:
    """Let it out later."""
    return _post(db, me, ops.schedule_post(db, me, post_id, body))


@router.delete("/posts/{post_id}/schedule", tags=["posts"])
def unschedule_post(db: DB, me: Me, post_id: int) -> PostOut:
    """Make it a draft again."""
    return _post(db, me, ops.unschedule_post(db, me, post_id))


@router.put("/posts/{post_id}/pin", tags=["posts"])
def pin_post(db: DB, me: Me, post_id: int) -> PostOut:
    return _post(db, me, ops.pin_post(db, me, post_id))


@router.delete("/posts/{post_id}/pin", tags=["posts"])
def unpin_post(db: DB, me: Me, post_id: int) -> PostOut:
    return _post(db, me, ops.unpin_post(db, me, post_id))


@router.get("/posts/{post_id}/revisions", tags=["posts"])
def list_revisions(db: DB, me: Me, post_id: int) -> list[RevisionOut]:
    """What it said before."""
    return [RevisionOut(**r.model_dump()) for r in ops.list_revisions(db, me, post_id)]


@router.get("/posts/{post_id}/figures", tags=["analytics"])
def list_figures(db: DB, me: Me, post_id: int) -> list[FigureOut]:
    """The raw numbers of a post of one's own, day by day."""
    return [FigureOut(**f.model_dump()) for f in ops.list_figures(db, me, post_id)]


@router.put("/posts/{post_id}/like", tags=["reactions"])
def like_post(db: DB, me: Me, post_id: int) -> PostOut:
    return _post(db, me, ops.like_post(db, me, post_id))


@router.delete("/posts/{post_id}/like", tags=["reactions"])
def unlike_post(db: DB, me: Me, post_id: int) -> PostOut:
    return _post(db, me, ops.unlike_post(db, me, post_id))


@router.put("/posts/{post_id}/repost", tags=["reactions"])
def repost_post(db: DB, me: Me, post_id: int) -> PostOut:
    """Pass it on to one's followers."""
    return _post(db, me, ops.repost_post(db, me, post_id))


@router.delete("/posts/{post_id}/repost", tags=["reactions"])
def undo_repost(db: DB, me: Me, post_id: int) -> PostOut:
    return _post(db, me, ops.undo_repost(db, me, post_id))


@router.get("/posts/{post_id}/comments", tags=["comments"])
def list_comments(
    db: DB, me: Me, post_id: int, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[CommentOut]:
    """Oldest first, each with its answers."""
    found = ops.list_comments(db, me, post_id, page, size)
    return PageOf[CommentOut].of(found, [CommentOut.of(said) for said in found.items])


@router.post("/posts/{post_id}/comments", tags=["comments"], status_code=201)
def comment_on_post(db: DB, me: Me, post_id: int, body: NewComment) -> WrittenOut:
    """`state` tells whether it is shown or held."""
    return WrittenOut.of(ops.comment_on_post(db, me, post_id, body.text, body.parent_id))


@router.post("/comments/{comment_id}/reports", tags=["comments"], status_code=201)
def report_comment(db: DB, me: Me, comment_id: int, body: ops.Complaint) -> ReportOut:
    """Complain about it."""
    return ReportOut(**ops.report_comment(db, me, comment_id, body).model_dump())


@router.post("/comments/{comment_id}/approve", tags=["moderation"])
def approve_comment(db: DB, me: Me, comment_id: int) -> DecidedOut:
    return DecidedOut.of(ops.approve_comment(db, me, comment_id))


@router.post("/comments/{comment_id}/hide", tags=["moderation"])
def hide_comment(db: DB, me: Me, comment_id: int, body: ops.Complaint) -> DecidedOut:
    return DecidedOut.of(ops.hide_comment(db, me, comment_id, body))


@router.post("/comments/{comment_id}/delete", tags=["moderation"])
def delete_comment(
    db: DB, me: Me, comment_id: int, body: ops.Complaint | None = None
) -> WrittenOut:
    """One's own; or, with a reason, one under a post of one's account."""
    return WrittenOut.of(ops.delete_comment(db, me, comment_id, body))


@router.get("/accounts/{account_id}/media", tags=["media"])
def list_media(db: DB, me: Me, account_id: int) -> list[MediaOut]:
    """Files that are in no post yet."""
    return [MediaOut.of(media) for media in ops.list_media(db, me, account_id)]


@router.post("/accounts/{account_id}/media", tags=["media"], status_code=201)
def upload_media(db: DB, me: Me, account_id: int, body: ops.NewMedia) -> MediaOut:
    """`content` is base64; images need `alt`."""
    return MediaOut.of(ops.upload_media(db, me, account_id, body))


@router.put("/media/{media_id}/alt", tags=["media"])
def describe_media(db: DB, me: Me, media_id: int, body: Alt) -> MediaOut:
    """Change the words that describe it."""
    return MediaOut.of(ops.describe_media(db, me, media_id, body.alt))


@router.delete("/media/{media_id}", tags=["media"], status_code=204)
def remove_media(db: DB, me: Me, media_id: int) -> None:
    ops.remove_media(db, me, media_id)


@router.get(
    "/media/{media_id}",
    tags=["media"],
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def view_media(db: DB, me: Me, media_id: int) -> Response:
    """The file itself."""
    media = ops.view_media(db, me, media_id)
    return download(media.content, media.filename)


def _posts(found: Paged[ops.Shown]) -> PageOf[PostOut]:
    return PageOf[PostOut].of(found, [PostOut.of(post) for post in found.items])


def _post(db: DB, me: Me, post: Post) -> PostOut:
    return PostOut.of(ops.shown(db, me, [post])[0])
