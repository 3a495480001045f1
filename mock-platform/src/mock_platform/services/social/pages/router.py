"""What all pages share: who looks, what is around every page, and how words are shown."""

from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from markupsafe import Markup

from mock_platform.kit.auth import signed_in
from mock_platform.kit.pages import linked, local_path, page
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.social import operations as ops
from mock_platform.services.social import policy
from mock_platform.services.social.models import User

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form()]
SIZE = 20


def shown_text(text: str) -> Markup:
    """A post's words with their links, hashtags and handles, everything else escaped."""
    html = str(linked(text))
    html = ops.TAG.sub(lambda m: f'<a href="/tag/{m[1].lower()}">{m[0]}</a>', html)
    html = ops.HANDLE.sub(lambda m: f'<a href="/u/{m[1]}">{m[0]}</a>', html)
    return Markup(html)  # noqa: S704 - `linked` has escaped it; tags and handles hold no markup


def show(
    request: Request, db: DB, me: User, template: str, status: int = 200, **context: Any
) -> Response:
    """A page, with the user's accounts beside it."""
    mine = ops.list_my_accounts(db, me)
    acting = ops.acting_id(db, me)
    shared: dict[str, Any] = {
        "mine": mine,
        "acting": next((m for m in mine if m.account.id == acting), None),
        "policy": policy,
        "shown_text": shown_text,
        "error": "",
        "given": {},
    }
    return page(request, template, status=status, **(shared | context))


def managed(db: DB, me: User, account_id: int) -> dict[str, Any]:
    """What pages of one's own account show around it."""
    profile = ops.view_account(db, me, account_id)
    rights = policy.ROLES[profile.role] if profile.role else ()
    return {"account": profile.account, "role": profile.role, "rights": rights}


def back_to(target: str) -> str:
    """A path of this site that a form asks to return to."""
    return local_path(target) if target.isascii() else "/"
