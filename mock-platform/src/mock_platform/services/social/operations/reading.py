"""Looking at posts: the feed, a profile, an account's own drafts, one post."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import desc
from sqlalchemy.orm import defer
from sqlmodel import Session, col, func, literal, null, select, union_all

from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.social.models import (
    Account,
    Comment,
    Follow,
    Like,
    Media,
    Post,
    Repost,
    User,
)
from mock_platform.services.social.operations import access

type PostState = Literal["draft", "scheduled", "published"]


@dataclass(frozen=True)
class Shown:
    """A post with what is shown around it; `reposted_by` is why it is in a feed.

    `member`: the user manages its account.
    """

    post: Post
    account: Account
    state: str
    media: Sequence[Media]
    likes: int
    reposts: int
    comments: int
    liked: bool
    reposted: bool
    member: bool
    reposted_by: Account | None = None


@operation
def view_feed(db: Session, user: User, page: int, size: int) -> Paged[Shown]:
    """What the accounts that one follows, and one's own, posted and reposted, newest first."""
    me = access.acting_id(db, user)
    sources = _sources(me)
    readable = access.may_read(db, user)
    own = select(Post.id, Post.publish_at.label("at"), null().label("by")).where(  # type: ignore[union-attr]
        col(Post.account_id).in_(sources), readable
    )
    passed_on = (
        select(Post.id, Repost.at.label("at"), Repost.account_id.label("by"))  # type: ignore[attr-defined]
        .join(Repost, col(Repost.post_id) == Post.id)
        .where(col(Repost.account_id).in_(sources), col(Post.account_id).not_in(sources), readable)
    )
    total = sum(
        db.execute(select(func.count()).select_from(part.subquery())).scalar_one()
        for part in (own, passed_on)
    )
    both = union_all(
        select(_newest(own, page * size)), select(_newest(passed_on, page * size))
    ).subquery()
    lines = db.execute(
        select(both.c.id, both.c.by)
        .order_by(both.c.at.desc(), both.c.id.desc())
        .offset((page - 1) * size)
        .limit(size)
    ).all()
    posts = {p.id: p for p in db.exec(select(Post).where(col(Post.id).in_({n for n, _ in lines})))}
    people = {
        a.id: a for a in db.exec(select(Account).where(col(Account.id).in_({b for _, b in lines})))
    }
    found = shown(db, user, list(posts.values()))
    by_id = {each.post.id: each for each in found}
    items = [_with(by_id[number], people.get(by)) for number, by in lines]
    return Paged(items, page, size, total)


@operation
def list_account_posts(
    db: Session, user: User, account_id: int, page: int, size: int
) -> Paged[Shown]:
    """What one may read of an account, newest first."""
    access.seen_account(db, user, account_id)
    wanted = select(Post).where(Post.account_id == account_id, access.may_read(db, user))
    return page_of(db, user, wanted.order_by(*NEWEST), page, size)


@operation
def list_pinned_posts(db: Session, user: User, account_id: int) -> list[Shown]:
    """The account's pinned posts that one may read, the last pinned first."""
    access.seen_account(db, user, account_id)
    wanted = select(Post).where(
        Post.account_id == account_id, col(Post.pinned_at).is_not(None), access.may_read(db, user)
    )
    pinned = db.exec(wanted.order_by(col(Post.pinned_at).desc())).all()
    return shown(db, user, pinned)


@operation
def list_managed_posts(
    db: Session, user: User, account_id: int, state: PostState, page: int, size: int
) -> Paged[Shown]:
    """All posts of one's account in a state: drafts as last written, others by their time."""
    access.managed_account(db, user, account_id)
    wanted = select(Post).where(Post.account_id == account_id)
    if state == "draft":
        wanted = wanted.where(col(Post.state) == "draft").order_by(col(Post.id).desc())
    elif state == "scheduled":
        waiting = (col(Post.state) == "scheduled", col(Post.publish_at) > now())
        wanted = wanted.where(*waiting).order_by(col(Post.publish_at), col(Post.id))
    else:
        wanted = wanted.where(access.is_live()).order_by(*NEWEST)
    return page_of(db, user, wanted, page, size)


@operation
def view_post(db: Session, user: User, post_id: int) -> Shown:
    """A post that one may read, or an unpublished one of one's accounts."""
    post = access.readable_post(db, user, post_id)
    return shown(db, user, [post])[0]


NEWEST = (col(Post.publish_at).desc(), col(Post.id).desc())


def page_of(db: Session, user: User, wanted: Any, page: int, size: int) -> Paged[Shown]:
    found: Paged[Post] = paged(db, wanted, page, size)
    return Paged(shown(db, user, found.items), page, size, found.total)


def shown(db: Session, user: User, posts: Sequence[Post]) -> list[Shown]:
    """The posts with what is shown around them, in a few queries whatever their number."""
    if not posts:
        return []
    ids, me = [post.id for post in posts], access.acting_id(db, user)
    mine = set(db.exec(access.managed(user)))
    authors = {post.account_id for post in posts}
    accounts = {a.id: a for a in db.exec(select(Account).where(col(Account.id).in_(authors)))}
    content = defer(Media.content, raiseload=True)  # type: ignore[arg-type]
    files = select(Media).where(col(Media.post_id).in_(ids)).order_by(col(Media.id))
    media: dict[int | None, list[Media]] = {}
    for file in db.exec(files.options(content)):
        media.setdefault(file.post_id, []).append(file)
    likes, reposts = (_counts(db, model.post_id, ids) for model in (Like, Repost))
    comments = _counts(db, Comment.post_id, ids, col(Comment.state) == "shown")
    liked, reposted = (
        set(db.exec(select(m.post_id).where(col(m.post_id).in_(ids), m.account_id == me)))
        for m in (Like, Repost)
    )
    return [
        Shown(
            post,
            accounts[post.account_id],
            access.state_of(post),
            media.get(post.id, []),
            likes.get(post.id, 0),
            reposts.get(post.id, 0),
            comments.get(post.id, 0),
            post.id in liked,
            post.id in reposted,
            post.account_id in mine,
        )
        for post in posts
    ]


def _newest(part: Any, most: int) -> Any:
    """The first lines of one part of a feed, so that not all have to be sorted."""
    return part.order_by(desc("at"), col(Post.id).desc()).limit(most).subquery()


def _sources(me: int | None) -> Any:
    """A select of the accounts whose doings are in the feed: followed ones, and one's own."""
    followed = select(Follow.followed_id).where(
        Follow.follower_id == me, col(Follow.state) == "accepted"
    )
    return followed.union_all(select(literal(me)))


def _counts(
    db: Session, column: Any, ids: Sequence[int | None], *conditions: Any
) -> dict[Any, int]:
    counted = select(column, func.count()).where(column.in_(ids), *conditions)
    return dict(db.exec(counted.group_by(column)).all())


def _with(each: Shown, by: Account | None) -> Shown:
    return Shown(**{**vars(each), "reposted_by": by})
