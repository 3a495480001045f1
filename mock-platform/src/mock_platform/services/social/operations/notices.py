"""What accounts are told."""

from collections.abc import Sequence

from sqlmodel import Session, col, func, select

from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.social.models import Account, Notification, User
from mock_platform.services.social.models.graph import NotificationKind
from mock_platform.services.social.operations import access

type Notice = tuple[Notification, Account]
"""What is told, and who did it."""


@operation
def list_notifications(
    db: Session, user: User, account_id: int, unread: bool, page: int, size: int
) -> Paged[Notice]:
    """What an account of the user's is told, newest first; held comments wait in the queue."""
    access.managed_account(db, user, account_id)
    wanted = select(Notification).where(
        Notification.account_id == account_id, col(Notification.at) <= now()
    )
    if unread:
        wanted = wanted.where(col(Notification.read).is_(False))
    order = (col(Notification.at).desc(), col(Notification.id).desc())
    found = paged(db, wanted.order_by(*order), page, size)
    ids = {notification.actor_id for notification in found.items}
    actors = {a.id: a for a in db.exec(select(Account).where(col(Account.id).in_(ids)))}
    return Paged([(n, actors[n.actor_id]) for n in found.items], page, size, found.total)


@operation
def mark_notifications_read(db: Session, user: User, account_id: int) -> None:
    """Count everything that an account was told up to now as seen."""
    access.managed_account(db, user, account_id)
    for row in db.exec(
        select(Notification).where(
            Notification.account_id == account_id,
            col(Notification.read).is_(False),
            col(Notification.at) <= now(),
        )
    ):
        row.read = True
    db.flush()


def unread_counts(db: Session, account_ids: Sequence[int]) -> dict[int, int]:
    """How many unseen notifications there are, by account."""
    counted = select(Notification.account_id, func.count()).where(
        col(Notification.account_id).in_(account_ids),
        col(Notification.read).is_(False),
        col(Notification.at) <= now(),
    )
    return dict(db.exec(counted.group_by(col(Notification.account_id))).all())


def tell(
    db: Session,
    account_id: int,
    kind: NotificationKind,
    actor_id: int,
    post_id: int | None = None,
    comment_id: int | None = None,
) -> None:
    """Tell an account what another did; nobody is told of their own doing."""
    if account_id != actor_id:
        db.add(
            Notification(
                account_id=account_id,
                kind=kind,
                actor_id=actor_id,
                post_id=post_id,
                comment_id=comment_id,
                at=now(),
            )
        )


def untell(db: Session, kind: NotificationKind, actor_id: int, post_id: int) -> None:
    """Take back what was told of something undone."""
    for row in db.exec(
        select(Notification).where(
            Notification.post_id == post_id,
            col(Notification.kind) == kind,
            Notification.actor_id == actor_id,
        )
    ):
        db.delete(row)
