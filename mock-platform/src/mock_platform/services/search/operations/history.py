"""What a user searched for, if they want it kept."""

from sqlmodel import Session, col, select

from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.search.models import PastSearch, User


def note_search(db: Session, user: User, query: str, found: int) -> None:
    if user.keep_history and query.strip():
        assert user.id is not None
        db.add(PastSearch(user_id=user.id, query=query, found=found, at=now()))
        db.flush()


@operation
def list_searches(db: Session, user: User, page: int, size: int) -> Paged[PastSearch]:
    """The user's searches, newest first."""
    own = select(PastSearch).where(PastSearch.user_id == user.id)
    return paged(db, own.order_by(col(PastSearch.id).desc()), page, size)


@operation
def clear_history(db: Session, user: User) -> None:
    for past in db.exec(select(PastSearch).where(PastSearch.user_id == user.id)):
        db.delete(past)


@operation
def set_history(db: Session, user: User, keep_history: bool) -> User:
    """Whether searches are kept from now on; those kept before stay."""
    user.keep_history = keep_history
    db.add(user)
    db.flush()
    return user
