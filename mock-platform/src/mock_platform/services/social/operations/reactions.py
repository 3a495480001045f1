"""Likes and reposts."""

from sqlmodel import Session, select

from mock_platform.kit import Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.social.models import Account, Like, Post, Repost, User
from mock_platform.services.social.operations import access, notices


@operation
def like_post(db: Session, user: User, post_id: int) -> Post:
    """As the account that one acts as; liking twice is liking once."""
    me, post = access.acting(db, user), access.live_post(db, user, post_id)
    account = access.id_of(me)
    if db.get(Like, (post_id, account)) is None:
        db.add(Like(post_id=post_id, account_id=account, at=now()))
        notices.tell(db, post.account_id, "like", account, post_id)
    db.flush()
    return post


@operation
def unlike_post(db: Session, user: User, post_id: int) -> Post:
    me, post = access.acting(db, user), access.live_post(db, user, post_id)
    if like := db.get(Like, (post_id, access.id_of(me))):
        db.delete(like)
        notices.untell(db, "like", access.id_of(me), post_id)
    db.flush()
    return post


@operation
def repost_post(db: Session, user: User, post_id: int) -> Post:
    """Pass a public post on to one's followers."""
    me, post = access.acting(db, user), access.live_post(db, user, post_id)
    account = access.id_of(me)
    if post.account_id == account:
        raise Refused("An account does not repost its own posts.")
    if post.visibility != "public" or _is_private(db, post):
        raise Refused("Only public posts of public accounts can be reposted.")
    if db.get(Repost, (post_id, account)) is None:
        db.add(Repost(post_id=post_id, account_id=account, at=now()))
        notices.tell(db, post.account_id, "repost", account, post_id)
    db.flush()
    return post


@operation
def undo_repost(db: Session, user: User, post_id: int) -> Post:
    me, post = access.acting(db, user), access.live_post(db, user, post_id)
    if repost := db.get(Repost, (post_id, access.id_of(me))):
        db.delete(repost)
        notices.untell(db, "repost", access.id_of(me), post_id)
    db.flush()
    return post


def _is_private(db: Session, post: Post) -> bool:
    return db.exec(select(Account.private).where(Account.id == post.account_id)).one()
