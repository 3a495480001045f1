"""Who may see and do what."""

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, and_, col, or_, select

from mock_platform.kit import Forbidden, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.services.social import policy
from mock_platform.services.social.models import (
    Account,
    Block,
    Campaign,
    Comment,
    Follow,
    Media,
    Member,
    Post,
    User,
)
from mock_platform.services.social.policy import Right

NO_ACCOUNT = "There is no such account."
NO_POST = "There is no such post."


def id_of(row: Account | Campaign | Comment | Media | Post | User) -> int:
    assert row.id is not None
    return row.id


def managed(user: User) -> Any:
    """A select of the ids of the accounts that a user is a member of."""
    return select(Member.account_id).where(Member.user_id == user.id)


def membership(db: Session, user: User, account_id: int) -> Member | None:
    found = db.get(Member, (account_id, id_of(user)))
    if found is not None:
        # A request asks for this many times; a session forgets rows that nothing refers to.
        db.info.setdefault("members", {})[account_id, user.id] = found
    return found


def managed_account(db: Session, user: User, account_id: int, right: Right = "view") -> Account:
    """An account of the user's; NotFound to who is no member, Forbidden to a role without."""
    found, member = db.get(Account, account_id), membership(db, user, account_id)
    if found is None or member is None:
        raise NotFound(NO_ACCOUNT)
    if right not in policy.ROLES[member.role]:
        raise Forbidden(f"The role {member.role} does not allow that.")
    return found


def acting_id(db: Session, user: User) -> int | None:
    """The account through which the user reads, if they are still a member of it."""
    chosen = user.acting_as
    return chosen if chosen is not None and membership(db, user, chosen) else None


def acting(db: Session, user: User) -> Account:
    """The account that the user acts as, which they may publish for."""
    chosen = acting_id(db, user)
    if chosen is None:
        raise Refused("Choose the account that you act as first.")
    return managed_account(db, user, chosen, "publish")


def is_live() -> ColumnElement[bool]:
    """Condition: a post is out, which a scheduled one is when its time has come."""
    out = col(Post.state).in_(("published", "scheduled"))
    return and_(out, col(Post.publish_at) <= now())


def live(post: Post) -> bool:
    return (
        post.state in ("published", "scheduled")
        and post.publish_at is not None
        and post.publish_at <= now()
    )


def state_of(post: Post) -> str:
    """`draft`, `scheduled`, `published` or `deleted` at this moment."""
    return "published" if live(post) else post.state


def apart(account_id: int | None) -> Any:
    """A select of the ids of accounts that block this one, or that it blocks."""
    blocked = select(Block.blocked_id).where(Block.account_id == account_id)
    return blocked.union_all(select(Block.account_id).where(Block.blocked_id == account_id))


def are_apart(db: Session, one: int | None, other: int) -> bool:
    if one is None:
        return False
    pair = (one, other)
    either = select(Block.at).where(
        col(Block.account_id).in_(pair), col(Block.blocked_id).in_(pair)
    )
    return db.exec(either).first() is not None


def may_read(db: Session, user: User) -> ColumnElement[bool]:
    """Condition: a post is out and the user, through the account they act as, may read it."""
    me = acting_id(db, user)
    followed = select(Follow.followed_id).where(
        Follow.follower_id == me, col(Follow.state) == "accepted"
    )
    private = select(Account.id).where(col(Account.private))
    open_to_all = and_(col(Post.visibility) == "public", col(Post.account_id).not_in(private))
    following = and_(
        col(Post.visibility).in_(("public", "followers")), col(Post.account_id).in_(followed)
    )
    foreign = and_(col(Post.account_id).not_in(apart(me)), or_(open_to_all, following))
    return and_(is_live(), or_(col(Post.account_id).in_(managed(user)), foreign))


def readable_post(db: Session, user: User, post_id: int) -> Post:
    """A post that is out and that the user may read, or an unpublished one of their accounts."""
    post = db.get(Post, post_id)
    if post is not None and post.state != "deleted" and membership(db, user, post.account_id):
        return post
    if post is None or not live(post) or not _open_to(db, acting_id(db, user), post):
        raise NotFound(NO_POST)
    return post


def _open_to(db: Session, me: int | None, post: Post) -> bool:
    """What `may_read` says of a foreign post that is out, for one post."""
    if post.visibility == "only_me" or are_apart(db, me, post.account_id):
        return False
    if post.visibility == "public" and not db.get_one(Account, post.account_id).private:
        return True
    follow = select(Follow.id).where(
        Follow.follower_id == me,
        Follow.followed_id == post.account_id,
        col(Follow.state) == "accepted",
    )
    return db.exec(follow).first() is not None


def live_post(db: Session, user: User, post_id: int) -> Post:
    """A post that is out, to react to."""
    post = readable_post(db, user, post_id)
    if not live(post):
        raise Refused("This post is not published.")
    return post


def managed_post(db: Session, user: User, post_id: int, right: Right = "publish") -> Post:
    """A post of one of the user's accounts, not deleted."""
    post = db.get(Post, post_id)
    if post is None or post.state == "deleted":
        raise NotFound(NO_POST)
    if membership(db, user, post.account_id) is None:
        readable_post(db, user, post_id)
        raise Forbidden("Only members of its account may do that.")
    managed_account(db, user, post.account_id, right)
    return post


def seen_account(db: Session, user: User, account_id: int) -> Account:
    """Any account, unless it blocks the one that the user acts as."""
    found = db.get(Account, account_id)
    me = acting_id(db, user)
    blocks_me = me is not None and db.get(Block, (account_id, me)) is not None
    if found is None or (blocks_me and membership(db, user, account_id) is None):
        raise NotFound(NO_ACCOUNT)
    return found
