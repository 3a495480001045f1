"""Looking at pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, or_, select

from mock_platform.kit import NotFound
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.workspace.models import (
    Comment,
    Grant,
    Page,
    PageLink,
    Revision,
    Space,
    User,
)
from mock_platform.services.workspace.operations import access
from mock_platform.services.workspace.policy import PageKind, Role


@dataclass(frozen=True)
class Opened:
    """A page in full. `path` leads down to it; `links` are title → page, where there is one."""

    page: Page
    space: Space
    role: Role
    path: Sequence[Page]
    below: Sequence[Page]
    links: dict[str, int | None]
    backlinks: Sequence[Page]
    comments: Sequence[tuple[Comment, User]]
    shared_with: Sequence[User]
    author: User


@operation
def search_pages(
    db: Session,
    user: User,
    q: str,
    space_id: int | None,
    kind: PageKind | None,
    page: int,
    size: int,
) -> Paged[Page]:
    """Pages whose title or text holds every word, the last changed first."""
    wanted = select(Page).where(col(Page.deleted_at).is_(None), *access.visible_pages(user))
    if space_id is not None:
        wanted = wanted.where(Page.space_id == access.seen_space(db, user, space_id).id)
    if kind:
        wanted = wanted.where(Page.kind == kind)
    for word in q.split()[:10]:
        like = [col(c).contains(word, autoescape=True) for c in (Page.title, Page.body)]
        wanted = wanted.where(or_(*like))
    return paged(db, wanted.order_by(col(Page.updated_at).desc(), col(Page.id).desc()), page, size)


@operation
def list_pages(
    db: Session, user: User, space_id: int, parent_id: int | None, page: int, size: int
) -> Paged[Page]:
    """The pages right below another, or at the top of a space, by title."""
    access.seen_space(db, user, space_id)
    wanted = select(Page).where(
        Page.space_id == space_id, col(Page.deleted_at).is_(None), *access.visible_pages(user)
    )
    if parent_id is None:
        wanted = wanted.where(col(Page.parent_id).is_(None))
    else:
        wanted = wanted.where(Page.parent_id == access.seen_page(db, user, parent_id).id)
    return paged(db, wanted.order_by(col(Page.title), col(Page.id)), page, size)


@operation
def view_page(db: Session, user: User, page_id: int) -> Opened:
    page = access.seen_page(db, user, page_id)
    space = access.seen_space(db, user, page.space_id)
    author = db.get(User, page.updated_by)
    assert author is not None
    visible = (col(Page.deleted_at).is_(None), *access.visible_pages(user))
    below = select(Page).where(Page.parent_id == page_id, *visible)
    linking = select(PageLink.page_id).where(PageLink.target_id == page_id)
    backlinks = select(Page).where(col(Page.id).in_(linking), *visible)
    comments = select(Comment, User).join(User).where(Comment.page_id == page_id)
    shared = select(User).join(Grant).where(Grant.page_id == page_id)
    return Opened(
        page,
        space,
        access.role_in(db, user, page.space_id) or "viewer",
        _path(db, page, visible),
        db.exec(below.order_by(col(Page.title))).all(),
        _links(db, page, visible),
        db.exec(backlinks.order_by(col(Page.title))).all(),
        db.exec(comments.order_by(col(Comment.id))).all(),
        db.exec(shared.order_by(col(User.name))).all(),
        author,
    )


@operation
def list_revisions(db: Session, user: User, page_id: int) -> list[tuple[Revision, User]]:
    """What a page said before, the newest first."""
    access.seen_page(db, user, page_id)
    joined = select(Revision, User).join(User).where(Revision.page_id == page_id)
    return list(db.exec(joined.order_by(col(Revision.number).desc())))


@operation
def view_revision(db: Session, user: User, page_id: int, number: int) -> Revision:
    access.seen_page(db, user, page_id)
    found = db.exec(
        select(Revision).where(Revision.page_id == page_id, Revision.number == number)
    ).first()
    if found is None:
        raise NotFound("There is no such revision.")
    return found


@operation
def list_trash(db: Session, user: User, page: int, size: int) -> Paged[Page]:
    """Deleted pages, the last deleted first."""
    wanted = select(Page).where(col(Page.deleted_at).is_not(None), *access.visible_pages(user))
    return paged(db, wanted.order_by(col(Page.deleted_at).desc(), col(Page.id).desc()), page, size)


def _path(db: Session, page: Page, visible: Sequence[object]) -> list[Page]:
    """The pages above, but none that the user may not see."""
    path: list[Page] = []
    above = page
    while above.parent_id is not None:
        found = db.get(Page, above.parent_id)
        assert found is not None
        path.insert(0, found)
        above = found
    ids = [p.id for p in path]
    seen = set(db.exec(select(Page.id).where(col(Page.id).in_(ids), *visible)))  # type: ignore[arg-type]
    return [p for p in path if p.id in seen]


def _links(db: Session, page: Page, visible: Sequence[object]) -> dict[str, int | None]:
    """A link to a page that the user may not see, or that is deleted, leads nowhere."""
    links = db.exec(select(PageLink).where(PageLink.page_id == page.id)).all()
    targets = [link.target_id for link in links if link.target_id]
    seen = set(db.exec(select(Page.id).where(col(Page.id).in_(targets), *visible)))  # type: ignore[arg-type]
    return {link.title: link.target_id if link.target_id in seen else None for link in links}
