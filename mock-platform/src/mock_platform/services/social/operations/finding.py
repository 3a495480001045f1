"""Searching posts, accounts and hashtags."""

from datetime import UTC, date, datetime, time

from pydantic import BaseModel, Field
from sqlmodel import Session, col, func, or_, select

from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.social.models import Account, Block, Media, Post, PostTag, User
from mock_platform.services.social.operations import access
from mock_platform.services.social.operations.reading import NEWEST, Shown, page_of

type TagCount = tuple[str, int]


class Query(BaseModel):
    """All conditions hold together; `before` is exclusive, `after` inclusive, in UTC days."""

    q: str = Field(default="", max_length=200)
    tag: str = Field(default="", max_length=41)
    account_id: int | None = None
    after: date | None = None
    before: date | None = None
    with_media: bool = False


@operation
def search_posts(db: Session, user: User, query: Query, page: int, size: int) -> Paged[Shown]:
    """Posts that the user may read and that hold all words, newest first."""
    wanted = select(Post).where(access.may_read(db, user))
    for word in query.q.split()[:10]:
        wanted = wanted.where(col(Post.text).contains(word, autoescape=True))
    if query.tag:
        tag = query.tag.removeprefix("#").lower()
        tagged = select(PostTag.post_id).where(PostTag.tag == tag)
        wanted = wanted.where(col(Post.id).in_(tagged))
    if query.account_id is not None:
        wanted = wanted.where(Post.account_id == query.account_id)
    if query.after:
        wanted = wanted.where(col(Post.publish_at) >= _midnight(query.after))
    if query.before:
        wanted = wanted.where(col(Post.publish_at) < _midnight(query.before))
    if query.with_media:
        with_files = select(Media.post_id).where(col(Media.post_id).is_not(None))
        wanted = wanted.where(col(Post.id).in_(with_files))
    return page_of(db, user, wanted.order_by(*NEWEST), page, size)


@operation
def search_accounts(db: Session, user: User, q: str, page: int, size: int) -> Paged[Account]:
    """Accounts by handle, name or words about them, except those that block one."""
    me = access.acting_id(db, user)
    blocking = select(Block.account_id).where(Block.blocked_id == me)
    wanted = select(Account).where(col(Account.id).not_in(blocking))
    if words := q.strip().removeprefix("@"):
        columns = (Account.handle, Account.name, Account.bio)
        wanted = wanted.where(or_(*(col(c).contains(words, autoescape=True) for c in columns)))
    return paged(db, wanted.order_by(col(Account.handle)), page, size)


@operation
def search_tags(db: Session, user: User, q: str, page: int, size: int) -> Paged[TagCount]:
    """Hashtags that begin so, with how many posts that the user may read use them, most first."""
    used = (
        select(PostTag.tag, func.count().label("uses"))
        .join(Post, col(Post.id) == PostTag.post_id)
        .where(
            access.may_read(db, user),
            col(PostTag.tag).startswith(q.strip().removeprefix("#").lower(), autoescape=True),
        )
        .group_by(col(PostTag.tag))
    )
    total = db.execute(select(func.count()).select_from(used.subquery())).scalar_one()
    ordered = used.order_by(func.count().desc(), col(PostTag.tag))
    rows = db.execute(ordered.offset((page - 1) * size).limit(size)).all()
    return Paged([(tag, uses) for tag, uses in rows], page, size, total)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)
