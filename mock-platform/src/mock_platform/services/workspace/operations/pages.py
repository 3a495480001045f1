"""Writing, moving and removing pages."""

import re
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.services.workspace import policy
from mock_platform.services.workspace.models import (
    Comment,
    Grant,
    Member,
    Page,
    PageLink,
    Revision,
    User,
)
from mock_platform.services.workspace.operations import access
from mock_platform.services.workspace.policy import PageKind

_LINK = re.compile(r"\[\[([^\[\]\n]{1,160})\]\]")


@operation
def create_page(
    db: Session,
    user: User,
    space_id: int,
    title: str,
    body: str = "",
    kind: PageKind = "note",
    parent_id: int | None = None,
    template_id: int | None = None,
) -> Page:
    """With `template_id`, the text of that template with its placeholders filled in."""
    access.need(db, user, space_id, "editor")
    title = _title(title)
    if parent_id is not None:
        parent = access.seen_page(db, user, parent_id)
        _check_place(db, space_id, parent)
    if template_id is not None:
        template = access.seen_page(db, user, template_id)
        if template.kind != "template":
            raise Refused("That page is no template.")
        filled = {"{today}": today().isoformat(), "{me}": user.name, "{title}": title}
        body = template.body
        for name, value in filled.items():
            body = body.replace(name, value)
    page = Page(
        space_id=space_id,
        parent_id=parent_id,
        kind=kind,
        title=title,
        body=_body(body),
        created_by=access.id_of(user),
        created_at=now(),
        updated_by=access.id_of(user),
        updated_at=now(),
    )
    db.add(page)
    db.flush()
    _link(db, page)
    _resolve(db, page)
    return page


@operation
def edit_page(db: Session, user: User, page_id: int, title: str, body: str, revision: int) -> Page:
    """Change title and text; `revision` is the one that was read, so that nothing is lost."""
    page = access.changeable_page(db, user, page_id)
    if revision != page.revision:
        raise Refused(
            f"The page has been changed meanwhile: it is at revision {page.revision}, you changed "
            f"revision {revision}. Read it again."
        )
    return _write(db, user, page, _title(title), _body(body))


@operation
def restore_revision(db: Session, user: User, page_id: int, number: int) -> Page:
    """Make the page say again what it said then, as a new revision."""
    page = access.changeable_page(db, user, page_id)
    kept = db.exec(
        select(Revision).where(Revision.page_id == page_id, Revision.number == number)
    ).first()
    if kept is None:
        raise NotFound("There is no such revision.")
    return _write(db, user, page, kept.title, kept.body)


@operation
def move_page(
    db: Session, user: User, page_id: int, parent_id: int | None, space_id: int | None = None
) -> Page:
    """Put a page, with what is below it, under another, or at the top of a space."""
    page = access.changeable_page(db, user, page_id)
    target = space_id if space_id is not None else page.space_id
    access.need(db, user, target, "editor")
    below = _below(db, user, page)
    if parent_id is not None:
        parent = access.seen_page(db, user, parent_id)
        if parent.id == page.id or parent.id in {p.id for p in below}:
            raise Refused("A page cannot lie below itself.")
        _check_place(db, target, parent, height=_height(page, below))
    if target != page.space_id and any(p.restricted for p in [page, *below]):
        raise Refused("A restricted page stays in its space.")
    page.parent_id = parent_id
    for moved in [page, *below]:
        moved.space_id = target
    db.flush()
    return page


@operation
def delete_page(db: Session, user: User, page_id: int) -> None:
    """Put a page with all below it into the trash."""
    page = access.changeable_page(db, user, page_id)
    for below in _below(db, user, page):
        if below.deleted_at is None:
            below.deleted_at, below.deleted_with = now(), page.id
    page.deleted_at = now()
    db.flush()


@operation
def restore_page(db: Session, user: User, page_id: int) -> Page:
    """Bring a page back from the trash, with what went with it."""
    page = access.changeable_page(db, user, page_id, deleted=True)
    assert page.deleted_at is not None
    if page.deleted_at < now() - timedelta(days=policy.TRASH_DAYS):
        raise Refused(f"Deleted pages can be brought back for {policy.TRASH_DAYS} days.")
    parent = db.get(Page, page.parent_id) if page.parent_id else None
    if parent is not None and parent.deleted_at is not None:
        raise Refused("Bring back the page that it lies below.")
    for restored in [page, *db.exec(select(Page).where(Page.deleted_with == page.id))]:
        restored.deleted_at = restored.deleted_with = None
    db.flush()
    return page


@operation
def restrict_page(db: Session, user: User, page_id: int, restricted: bool) -> Page:
    """Hide a page from the rest of its space, or show it: who made it and admins may."""
    page = _own_or_ruled(db, user, page_id)
    page.restricted = restricted
    if not restricted:
        for grant in db.exec(select(Grant).where(Grant.page_id == page_id)):
            db.delete(grant)
    db.flush()
    return page


@operation
def share_page(db: Session, user: User, page_id: int, user_id: int, shared: bool = True) -> Page:
    """Show a restricted page to somebody of its space, or no longer."""
    page = _own_or_ruled(db, user, page_id)
    if not page.restricted:
        raise Refused("The whole space sees this page; restrict it first.")
    if db.get(Member, (page.space_id, user_id)) is None:
        raise NotFound("They are not in this space.")
    grant = db.get(Grant, (page_id, user_id))
    if shared and grant is None:
        db.add(Grant(page_id=page_id, user_id=user_id))
    if not shared and grant is not None:
        db.delete(grant)
    db.flush()
    return page


@operation
def comment_on_page(db: Session, user: User, page_id: int, text: str) -> Comment:
    access.seen_page(db, user, page_id)
    if not 1 <= len(text.strip()) <= 2000:
        raise Invalid("A comment has 1 to 2000 characters.", fields={"text": "wrong"})
    comment = Comment(
        page_id=page_id, user_id=access.id_of(user), text=text.strip(), written_at=now()
    )
    db.add(comment)
    db.flush()
    return comment


def _write(db: Session, user: User, page: Page, title: str, body: str) -> Page:
    if (title, body) == (page.title, page.body):
        return page
    db.add(
        Revision(
            page_id=access.id_of(page),
            number=page.revision,
            title=page.title,
            body=page.body,
            written_by=page.updated_by,
            written_at=page.updated_at,
        )
    )
    renamed = title != page.title
    page.title, page.body, page.revision = title, body, page.revision + 1
    page.updated_by, page.updated_at = access.id_of(user), now()
    db.flush()
    _link(db, page)
    if renamed:
        _resolve(db, page)
    return page


def _link(db: Session, page: Page) -> None:
    """Note which pages the text links to."""
    wanted = list(dict.fromkeys(title.strip() for title in _LINK.findall(page.body)))
    for link in db.exec(select(PageLink).where(PageLink.page_id == page.id)).all():
        if link.title in wanted:
            wanted.remove(link.title)
        else:
            db.delete(link)
    for title in wanted:
        target = db.exec(
            select(Page)
            .where(Page.space_id == page.space_id, Page.title == title)
            .where(col(Page.deleted_at).is_(None))
            .order_by(col(Page.id))
        ).first()
        link = PageLink(
            page_id=access.id_of(page), title=title, target_id=target.id if target else None
        )
        db.add(link)
    db.flush()


def _resolve(db: Session, page: Page) -> None:
    """Lead links that had no target to a page that now has their title."""
    waiting: Any = (
        select(PageLink)
        .join(Page, col(Page.id) == col(PageLink.page_id))
        .where(PageLink.title == page.title, col(PageLink.target_id).is_(None))
        .where(Page.space_id == page.space_id)
    )
    for link in db.exec(waiting).all():
        link.target_id = page.id
    db.flush()


def _check_place(db: Session, space_id: int, parent: Page, *, height: int = 1) -> None:
    """Whether pages of that height can lie below `parent`."""
    if parent.space_id != space_id:
        raise Refused("The page above is in another space.")
    depth, above = 1 + height, parent
    while above.parent_id is not None:
        found = db.get(Page, above.parent_id)
        assert found is not None
        depth, above = depth + 1, found
    if depth > policy.MOST_DEPTH:
        raise Refused(f"At most {policy.MOST_DEPTH} pages lie below each other.")


def _below(db: Session, user: User, page: Page) -> list[Page]:
    """All pages below; what the user may not see there keeps the page where it is."""
    found: list[Page] = []
    waiting = [page.id]
    while waiting:
        level = db.exec(select(Page).where(col(Page.parent_id).in_(waiting))).all()
        found += level
        waiting = [p.id for p in level]
    ids = [p.id for p in found]
    seen = set(db.exec(select(Page.id).where(col(Page.id).in_(ids), *access.visible_pages(user))))
    if seen != set(ids):
        raise Refused("There is a page below that you may not see; ask an admin of the space.")
    return found


def _height(page: Page, below: list[Page]) -> int:
    """How many pages lie below each other, from `page` down."""
    children = [p for p in below if p.parent_id == page.id]
    return 1 + max((_height(child, below) for child in children), default=0)


def _own_or_ruled(db: Session, user: User, page_id: int) -> Page:
    page = access.changeable_page(db, user, page_id)
    if page.created_by != user.id and access.role_in(db, user, page.space_id) != "admin":
        raise Forbidden("Only who made the page, or an admin, may do that.")
    return page


def _title(title: str) -> str:
    title = title.strip()
    if not 1 <= len(title) <= 160 or any(c in title for c in "[]\n"):
        message = "A title has 1 to 160 characters, no brackets and no line break."
        raise Invalid(message, fields={"title": message})
    return title


def _body(body: str) -> str:
    body = body.replace("\r\n", "\n")
    if len(body) > policy.LONGEST_BODY:
        message = f"A page has at most {policy.LONGEST_BODY} characters."
        raise Invalid(message, fields={"body": message})
    return body
