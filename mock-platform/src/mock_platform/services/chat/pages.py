"""The web pages."""

import re
from datetime import timedelta
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi import Query as Param
from markupsafe import Markup

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.clock import now
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import linked, page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.chat import operations as ops
from mock_platform.services.chat import policy
from mock_platform.services.chat.models import User
from mock_platform.services.chat.operations import access
from mock_platform.services.chat.policy import Presence

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form()]
SIZE = 30
HOURS = {"": "Until changed", "1": "1 hour", "4": "4 hours", "24": "1 day", "168": "1 week"}
_HANDLE = re.compile(r"(?<![\w@.&;#/])@[a-z][a-z0-9.-]*[a-z0-9]")


def shown_text(text: str) -> Markup:
    """A message's words, with links, and with those who are called in bold."""
    return Markup(  # noqa: S704 - `linked` has escaped it; a handle holds no markup
        _HANDLE.sub(lambda m: f"<strong>{m.group()}</strong>", str(linked(text)))
    )


@router.get("/")
def home(request: Request, db: DB, me: Me) -> Response:
    return _show(request, db, me, "home.html", found=ops.list_mentions(db, me, 1, 10))


@router.get("/channels")
def channels(request: Request, db: DB, me: Me) -> Response:
    return _show(request, db, me, "channels.html", every=ops.list_channels(db, me, True))


@router.post("/channels")
def create(
    request: Request, db: DB, me: Me, name: Text = "", private: Text = "", purpose: Text = ""
) -> Response:
    try:
        made = ops.create_channel(db, me, name, bool(private), purpose[:250])
    except (Invalid, Refused) as error:
        db.rollback()
        return redirect(request, "/channels", error.message, "error")
    return redirect(request, f"/channel/{made.id}", "Created.")


@router.get("/channel/{channel_id}")
def channel(request: Request, db: DB, me: Me, channel_id: str, page: PageNumber = 1) -> Response:
    number = known_number(channel_id)
    answer = _channel(request, db, me, number, page)
    ops.mark_read(db, me, number)
    return answer


@router.post("/channel/{channel_id}/messages")
def send(
    request: Request,
    db: DB,
    me: Me,
    channel_id: str,
    text: Text = "",
    thread_id: Text = "",
    link_name: Text = "",
    link_url: Text = "",
) -> Response:
    number, thread = known_number(channel_id), whole_number(thread_id)
    try:
        given = {"name": link_name or link_url, "url": link_url}
        links = [checked(ops.NamedLink, given)] if link_url else []
        ops.send_message(db, me, number, text, thread, links)
    except (Invalid, Refused) as error:
        db.rollback()
        if thread is not None:
            return redirect(request, f"/thread/{thread}", error.message, "error")
        typed = {"text": text, "link_name": link_name, "link_url": link_url}
        return _channel(request, db, me, number, 1, 422, given=typed, error=error.message)
    return redirect(request, f"/thread/{thread}" if thread else f"/channel/{number}")


@router.get("/channel/{channel_id}/about")
def about(request: Request, db: DB, me: Me, channel_id: str) -> Response:
    number = known_number(channel_id)
    return _show(
        request,
        db,
        me,
        "about.html",
        shown=ops.view_channel(db, me, number),
        members=ops.list_members(db, me, number),
        pins=ops.list_pins(db, me, number),
        people=ops.list_people(db, me, "", 1, 100).items,
    )


@router.post("/channel/{channel_id}/{action}")
def act_on_channel(
    request: Request,
    db: DB,
    me: Me,
    channel_id: str,
    action: str,
    topic: Text = "",
    user_id: Text = "",
) -> Response:
    """What is done with a channel."""
    number = known_number(channel_id)
    actions: dict[str, tuple[Any, str]] = {
        "join": (lambda: ops.join_channel(db, me, number), "You are in."),
        "leave": (lambda: ops.leave_channel(db, me, number), "You have left."),
        "topic": (lambda: ops.set_topic(db, me, number, topic), "Changed."),
        "archive": (lambda: ops.archive_channel(db, me, number), "Archived."),
        "open": (lambda: ops.archive_channel(db, me, number, False), "Open again."),
        "mute": (lambda: ops.mute_channel(db, me, number, True), "Muted."),
        "unmute": (lambda: ops.mute_channel(db, me, number, False), "No longer muted."),
        "invite": (
            lambda: ops.invite_to_channel(db, me, number, known_number(user_id)),
            "They are in.",
        ),
        "remove": (
            lambda: ops.remove_member(db, me, number, known_number(user_id)),
            "They are out.",
        ),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    back = "/channels" if action == "leave" else f"/channel/{number}/about"
    return attempt(request, db, do, f"/channel/{number}" if action == "join" else back, done)


@router.get("/thread/{message_id}")
def thread(request: Request, db: DB, me: Me, message_id: str) -> Response:
    posts = ops.view_thread(db, me, known_number(message_id))
    shown = ops.view_channel(db, me, posts[0].channel.id or 0)
    return _show(request, db, me, "thread.html", posts=posts, shown=shown)


@router.get("/message/{message_id}/edit")
def edit_form(request: Request, db: DB, me: Me, message_id: str) -> Response:
    return _edit(request, db, me, known_number(message_id))


@router.post("/message/{message_id}/edit")
def edit(request: Request, db: DB, me: Me, message_id: str, text: Text = "") -> Response:
    number = known_number(message_id)
    try:
        message = ops.edit_message(db, me, number, text)
    except (Invalid, Refused) as error:
        db.rollback()
        return _edit(request, db, me, number, 422, text=text, error=error.message)
    return redirect(request, f"/thread/{message.thread_id or number}", "Changed.")


@router.post("/message/{message_id}/{action}")
def act_on_message(
    request: Request,
    db: DB,
    me: Me,
    message_id: str,
    action: str,
    name: Text = "",
    back: Text = "/",
) -> Response:
    """What is done with a message."""
    number = known_number(message_id)
    actions: dict[str, tuple[Any, str]] = {
        "react": (lambda: ops.add_reaction(db, me, number, name), ""),
        "unreact": (lambda: ops.remove_reaction(db, me, number, name), ""),
        "pin": (lambda: ops.pin_message(db, me, number), "Pinned."),
        "unpin": (lambda: ops.unpin_message(db, me, number), "No longer pinned."),
        "save": (lambda: ops.save_message(db, me, number), "Saved."),
        "unsave": (lambda: ops.unsave_message(db, me, number), "No longer saved."),
        "delete": (lambda: ops.delete_message(db, me, number), "Deleted."),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    return attempt(request, db, do, _local(back), done)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=200)] = "",
    channel_id: str = "",
    sender_id: str = "",
    after: str = "",
    before: str = "",
    has_link: bool = False,
    page: PageNumber = 1,
) -> Response:
    given = {
        "q": q,
        "channel_id": whole_number(channel_id),
        "sender_id": whole_number(sender_id),
        "after": after or None,
        "before": before or None,
        "has_link": has_link,
    }
    found, error = None, ""
    try:
        found = ops.search_messages(db, me, checked(ops.Query, given), page, SIZE)
    except Invalid as wrong:
        error = wrong.message
    people = ops.list_people(db, me, "", 1, 100).items
    status = 422 if error else 200
    return _show(request, db, me, "search.html", status, found=found, error=error, people=people)


@router.get("/saved")
def saved(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    return _show(request, db, me, "saved.html", found=ops.list_saved(db, me, page, SIZE))


@router.get("/people")
def people(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=100)] = "",
    page: PageNumber = 1,
) -> Response:
    found = ops.list_people(db, me, q, page, SIZE)
    return _show(request, db, me, "people.html", found=found)


@router.post("/direct")
def direct(
    request: Request,
    db: DB,
    me: Me,
    user_ids: Annotated[list[int], Form()] = [],  # noqa: B006
) -> Response:
    try:
        opened = ops.open_direct(db, me, user_ids)
    except Refused as error:
        db.rollback()
        return redirect(request, "/people", error.message, "error")
    return redirect(request, f"/channel/{opened.id}")


@router.post("/status")
def status(
    request: Request,
    db: DB,
    me: Me,
    presence: Annotated[Presence, Form()] = "active",
    status: Text = "",
    hours: Text = "",
) -> Response:
    if hours not in HOURS:
        raise NotFound("There is no such page.")
    until = now() + timedelta(hours=int(hours)) if hours else None
    return attempt(
        request, db, lambda: ops.set_status(db, me, presence, status, until), "/people", "Changed."
    )


@router.get("/help")
def help_page(request: Request, _user: Annotated[User | None, Depends(visitor)]) -> Response:
    return page(request, "help.html", policy=policy)


def _local(path: str) -> str:
    plain = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if plain and path.isprintable() and path.isascii() else "/"


def _edit(
    request: Request, db: DB, me: User, number: int, status: int = 200, **typed: str
) -> Response:
    found = access.seen_message(db, me, number)
    context = {"text": found.text, "error": ""} | typed
    return _show(request, db, me, "edit.html", status, message=found, **context)


def _channel(
    request: Request,
    db: DB,
    me: User,
    channel_id: int,
    number: int,
    status: int = 200,
    **typed: Any,
) -> Response:
    context = {"given": {}, "error": ""} | typed
    mine = ops.list_channels(db, me)
    joined = next((one for one in mine if one.channel.id == channel_id), None)
    return _show(
        request,
        db,
        me,
        "channel.html",
        status,
        channels=mine,
        shown=joined or ops.view_channel(db, me, channel_id),
        found=ops.list_messages(db, me, channel_id, number, SIZE),
        pins=ops.list_pins(db, me, channel_id),
        **context,
    )


def _show(
    request: Request, db: DB, me: User, template: str, status: int = 200, **context: Any
) -> Response:
    shared = {
        "policy": policy,
        "hours": HOURS,
        "shown_text": shown_text,
        "status_of": ops.status_of,
        "can_edit": lambda m: (
            m.user_id == me.id and m.sent_at > now() - timedelta(minutes=policy.EDIT_MINUTES)
        ),
        "me": me,
    }
    if "channels" not in context:
        context["channels"] = ops.list_channels(db, me)
    return page(request, template, status=status, **shared, **context)
