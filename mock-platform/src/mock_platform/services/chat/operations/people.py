"""People, their presence and status."""

from datetime import datetime

from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.chat.models import Member, User
from mock_platform.services.chat.policy import Presence


@operation
def list_people(db: Session, user: User, q: str, page: int, size: int) -> Paged[User]:
    """Everybody by name; a guest sees those of the channels they are in."""
    wanted = select(User).order_by(col(User.name), col(User.id))
    if user.role == "guest":
        mine = select(Member.channel_id).where(Member.user_id == user.id)
        known = select(Member.user_id).where(col(Member.channel_id).in_(mine))
        wanted = wanted.where(col(User.id).in_(known))
    if q:
        like = (col(c).contains(q, autoescape=True) for c in (User.name, User.handle, User.title))
        wanted = wanted.where(or_(*like))
    return paged(db, wanted, page, size)


@operation
def view_person(db: Session, user: User, user_id: int) -> User:
    found = db.get(User, user_id)
    if found is None or (user.role == "guest" and not _met(db, user, user_id)):
        raise NotFound("There is no such person.")
    return found


@operation
def set_status(
    db: Session, user: User, presence: Presence, status: str, until: datetime | None = None
) -> User:
    """Say whether one is there, and what one is doing, perhaps only for a while."""
    if len(status) > 100:
        raise Invalid("A status has at most 100 characters.", fields={"status": "too long"})
    if until is not None and until <= now():
        raise Invalid("The end of a status is in the future.", fields={"until": "past"})
    user.presence, user.status, user.status_until = presence, status.strip(), until
    db.add(user)
    db.flush()
    return user


def status_of(user: User) -> str:
    """What the user says they are doing, if it still holds."""
    over = user.status_until is not None and user.status_until <= now()
    return "" if over else user.status


def _met(db: Session, user: User, user_id: int) -> bool:
    mine = select(Member.channel_id).where(Member.user_id == user.id)
    shared = select(Member).where(Member.user_id == user_id, col(Member.channel_id).in_(mine))
    return user.id == user_id or db.exec(shared).first() is not None
