"""Reading: feed, profiles, posts, search, notifications, help."""

from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi import Query as Param

from mock_platform.kit import Forbidden, Invalid, NotFound
from mock_platform.kit.auth import visitor
from mock_platform.kit.forms import checked, known_number
from mock_platform.kit.pages import download, page
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.social import operations as ops
from mock_platform.services.social import policy
from mock_platform.services.social.models import User
from mock_platform.services.social.pages.router import SIZE, Me, router, show

Words = Annotated[str, Param(max_length=200)]
SHOWN_DAYS = 60


@router.get("/")
def feed(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    return show(request, db, me, "feed.html", found=ops.view_feed(db, me, page, SIZE))


@router.get("/u/{handle}")
def profile(request: Request, db: DB, me: Me, handle: str, page: PageNumber = 1) -> Response:
    seen = ops.find_account(db, me, handle)
    number = seen.account.id or 0
    return show(
        request,
        db,
        me,
        "profile.html",
        seen=seen,
        pins=ops.list_pinned_posts(db, me, number),
        found=ops.list_account_posts(db, me, number, page, SIZE),
    )


@router.get("/u/{handle}/{side}")
def people(
    request: Request, db: DB, me: Me, handle: str, side: str, page: PageNumber = 1
) -> Response:
    """Who follows an account, or whom it follows."""
    sides = {"followers": ops.list_followers, "following": ops.list_following}
    if side not in sides:
        raise NotFound("There is no such page.")
    seen = ops.find_account(db, me, handle)
    try:
        found = sides[side](db, me, seen.account.id or 0, page, 50)
    except Forbidden:
        found = None
    return show(request, db, me, "people.html", seen=seen, side=side, found=found)


@router.get("/post/{post_id}")
def post(request: Request, db: DB, me: Me, post_id: str, page: PageNumber = 1) -> Response:
    return show_post(request, db, me, known_number(post_id), page)


def show_post(
    request: Request, db: DB, me: User, number: int, page: int = 1, status: int = 200, **typed: str
) -> Response:
    shown = ops.view_post(db, me, number)
    return show(
        request,
        db,
        me,
        "post.html",
        status,
        shown=shown,
        revisions=ops.list_revisions(db, me, number),
        found=ops.list_comments(db, me, number, page, 20),
        figures=ops.list_figures(db, me, number)[-SHOWN_DAYS:] if shown.member else [],
        **typed,
    )


@router.get("/tag/{tag}")
def tag(request: Request, db: DB, me: Me, tag: str, page: PageNumber = 1) -> Response:
    found = ops.search_posts(db, me, checked(ops.Query, {"tag": tag}), page, SIZE)
    return show(request, db, me, "tag.html", tag=tag.lower(), found=found)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    me: Me,
    q: Words = "",
    kind: str = "posts",
    after: str = "",
    before: str = "",
    with_media: bool = False,
    page: PageNumber = 1,
) -> Response:
    if kind not in ("posts", "accounts", "tags"):
        raise NotFound("There is no such page.")
    given = {"q": q, "after": after or None, "before": before or None, "with_media": with_media}
    error, posts, accounts, tags = "", None, None, None
    try:
        if kind == "accounts":
            accounts = ops.search_accounts(db, me, q, page, SIZE)
        elif kind == "tags":
            tags = ops.search_tags(db, me, q, page, SIZE)
        else:
            posts = ops.search_posts(db, me, checked(ops.Query, given), page, SIZE)
    except Invalid as wrong:
        error = wrong.message
    context = {"posts": posts, "accounts": accounts, "tags": tags, "error": error, "kind": kind}
    return show(request, db, me, "search.html", 422 if error else 200, **context)


@router.get("/notifications")
def notifications(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    acting = ops.acting_id(db, me)
    found = ops.list_notifications(db, me, acting, False, page, 30) if acting else None
    return show(request, db, me, "notifications.html", found=found)


@router.get("/media/{media_id}")
def media(db: DB, me: Me, media_id: str) -> Response:
    """Images, which were looked at when they came, are shown in the page; others downloaded."""
    file = ops.view_media(db, me, known_number(media_id))
    if not file.media_type.startswith("image/"):
        return download(file.content, file.filename)
    headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
    return Response(file.content, media_type=file.media_type, headers=headers)


@router.get("/help")
def help_page(request: Request, _user: Annotated[User | None, Depends(visitor)]) -> Response:
    return page(request, "help.html", policy=policy)
