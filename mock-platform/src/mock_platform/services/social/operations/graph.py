"""Following, follow requests, blocking."""

from datetime import timedelta

from sqlmodel import Session, col, or_, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.social import policy
from mock_platform.services.social.models import Account, Block, Follow, Notification, User
from mock_platform.services.social.operations import access, notices

NO_REQUEST = "There is no such request."
type FollowRequest = tuple[Follow, Account]


@operation
def follow_account(db: Session, user: User, account_id: int) -> Follow:
    """Follow a public account at once; ask a private one."""
    me, other = access.acting(db, user), access.seen_account(db, user, account_id)
    mine = access.id_of(me)
    if mine == account_id:
        raise Refused("An account does not follow itself.")
    if db.get(Block, (mine, account_id)) or db.get(Block, (account_id, mine)):
        raise Refused("Unblock this account first.")
    follow = find(db, mine, account_id)
    if follow is None:
        follow = Follow(follower_id=mine, followed_id=account_id, state="requested", asked_at=now())
        db.add(follow)
    elif follow.state != "declined":
        said = "You follow" if follow.state == "accepted" else "You have asked to follow"
        raise Refused(f"{said} this account already.")
    elif other.private and follow.decided_at is not None:
        again = follow.decided_at + timedelta(days=policy.ASK_AGAIN_DAYS)
        if now() < again:
            raise Refused(f"Your request was declined; ask again after {again:%Y-%m-%d %H:%M} UTC.")
    follow.state, follow.asked_at, follow.decided_at = "requested", now(), None
    if not other.private:
        follow.state, follow.decided_at = "accepted", now()
    notices.tell(db, account_id, "request" if other.private else "follow", mine)
    db.flush()
    return follow


@operation
def unfollow_account(db: Session, user: User, account_id: int) -> None:
    """Follow no more, or take a request back."""
    me = access.acting(db, user)
    follow = find(db, access.id_of(me), account_id)
    if follow is None or follow.state == "declined":
        raise NotFound("You do not follow this account.")
    _remove(db, follow)


@operation
def accept_request(db: Session, user: User, account_id: int, follower_id: int) -> Follow:
    """Let an account that asked follow a private account of the user's."""
    follow = _requested(db, user, account_id, follower_id)
    follow.state, follow.decided_at = "accepted", now()
    notices.tell(db, follower_id, "accepted", account_id)
    db.flush()
    return follow


@operation
def decline_request(db: Session, user: User, account_id: int, follower_id: int) -> Follow:
    """The account that asked is not told; it can ask again after a while."""
    follow = _requested(db, user, account_id, follower_id)
    follow.state, follow.decided_at = "declined", now()
    db.flush()
    return follow


@operation
def list_requests(
    db: Session, user: User, account_id: int, page: int, size: int
) -> Paged[FollowRequest]:
    """Who asks to follow an account of the user's, who asked first at first."""
    access.managed_account(db, user, account_id)
    wanted = (
        select(Follow)
        .where(Follow.followed_id == account_id, col(Follow.state) == "requested")
        .order_by(col(Follow.asked_at), col(Follow.id))
    )
    found = paged(db, wanted, page, size)
    ids = [follow.follower_id for follow in found.items]
    people = {a.id: a for a in db.exec(select(Account).where(col(Account.id).in_(ids)))}
    return Paged([(f, people[f.follower_id]) for f in found.items], page, size, found.total)


@operation
def list_followers(
    db: Session, user: User, account_id: int, page: int, size: int
) -> Paged[Account]:
    """Who follows an account; of a private one only its followers see that."""
    _open(db, user, account_id)
    joined = select(Account).join(Follow, col(Follow.follower_id) == Account.id)
    wanted = joined.where(Follow.followed_id == account_id, col(Follow.state) == "accepted")
    return paged(db, wanted.order_by(col(Account.handle)), page, size)


@operation
def list_following(
    db: Session, user: User, account_id: int, page: int, size: int
) -> Paged[Account]:
    """Whom an account follows; of a private one only its followers see that."""
    _open(db, user, account_id)
    joined = select(Account).join(Follow, col(Follow.followed_id) == Account.id)
    wanted = joined.where(Follow.follower_id == account_id, col(Follow.state) == "accepted")
    return paged(db, wanted.order_by(col(Account.handle)), page, size)


@operation
def remove_follower(db: Session, user: User, account_id: int, follower_id: int) -> None:
    """Make another account follow no more; it is not told."""
    access.managed_account(db, user, account_id, "moderate")
    follow = find(db, follower_id, account_id)
    if follow is None or follow.state != "accepted":
        raise NotFound("This account does not follow yours.")
    _remove(db, follow)


@operation
def block_account(db: Session, user: User, account_id: int, blocked_id: int) -> Block:
    """Neither sees the other any more, and neither follows the other."""
    access.managed_account(db, user, account_id, "moderate")
    if account_id == blocked_id:
        raise Invalid("An account does not block itself.")
    if db.get(Account, blocked_id) is None:
        raise NotFound(access.NO_ACCOUNT)
    if db.get(Block, (account_id, blocked_id)):
        raise Refused("This account is blocked already.")
    for follow in (find(db, account_id, blocked_id), find(db, blocked_id, account_id)):
        if follow is not None:
            _remove(db, follow)
    block = Block(account_id=account_id, blocked_id=blocked_id, at=now())
    db.add(block)
    db.flush()
    return block


@operation
def unblock_account(db: Session, user: User, account_id: int, blocked_id: int) -> None:
    """Follows that the block ended do not come back."""
    access.managed_account(db, user, account_id, "moderate")
    block = db.get(Block, (account_id, blocked_id))
    if block is None:
        raise NotFound("This account is not blocked.")
    db.delete(block)
    db.flush()


@operation
def list_blocks(db: Session, user: User, account_id: int) -> list[Account]:
    access.managed_account(db, user, account_id)
    joined = select(Account).join(Block, col(Block.blocked_id) == Account.id)
    blocked = joined.where(Block.account_id == account_id)
    return list(db.exec(blocked.order_by(col(Account.handle)).limit(500)))


def find(db: Session, follower_id: int | None, followed_id: int) -> Follow | None:
    return db.exec(
        select(Follow).where(Follow.follower_id == follower_id, Follow.followed_id == followed_id)
    ).first()


def _requested(db: Session, user: User, account_id: int, follower_id: int) -> Follow:
    access.managed_account(db, user, account_id, "moderate")
    follow = find(db, follower_id, account_id)
    if follow is None or follow.state != "requested":
        raise NotFound(NO_REQUEST)
    return follow


def _remove(db: Session, follow: Follow) -> None:
    """End a follow or a request, and what was told of it."""
    for row in db.exec(
        select(Notification).where(
            Notification.account_id == follow.followed_id,
            Notification.actor_id == follow.follower_id,
            or_(col(Notification.kind) == "follow", col(Notification.kind) == "request"),
        )
    ):
        db.delete(row)
    db.delete(follow)
    db.flush()


def _open(db: Session, user: User, account_id: int) -> None:
    account = access.seen_account(db, user, account_id)
    if not account.private or access.membership(db, user, account_id):
        return
    follow = find(db, access.acting_id(db, user), account_id)
    if follow is None or follow.state != "accepted":
        raise Forbidden("Only followers of this private account see that.")
