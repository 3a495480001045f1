"""Who may see and change what."""

from typing import Any

from sqlmodel import Session, col, or_, select

from mock_platform.kit import Forbidden, NotFound
from mock_platform.services.workspace.models import (
    Database,
    Grant,
    Member,
    Page,
    Record,
    Space,
    User,
)
from mock_platform.services.workspace.policy import Role

_RANK: dict[str, int] = {"viewer": 0, "editor": 1, "admin": 2}


def id_of(row: User | Page | Database | Record | Space) -> int:
    assert row.id is not None
    return row.id


def role_in(db: Session, user: User, space_id: int) -> Role | None:
    member = db.get(Member, (space_id, id_of(user)))
    return member.role if member else None


def need(db: Session, user: User, space_id: int, role: Role) -> None:
    """Forbidden where the user may see the space but not do this; NotFound where not even that."""
    have = role_in(db, user, space_id)
    if have is None:
        raise NotFound("There is no such space.")
    if _RANK[have] < _RANK[role]:
        raise Forbidden(f"Only an {role} of this space may do that.")


def seen_space(db: Session, user: User, space_id: int) -> Space:
    found = db.get(Space, space_id)
    if found is None or role_in(db, user, space_id) is None:
        raise NotFound("There is no such space.")
    return found


def visible_pages(user: User) -> Any:
    """Conditions of a select of pages that a user may see; trash included."""
    joined = select(Member.space_id).where(Member.user_id == user.id)
    ruled = joined.where(Member.role == "admin")
    granted = select(Grant.page_id).where(Grant.user_id == user.id)
    return (
        col(Page.space_id).in_(joined),
        or_(
            col(Page.restricted).is_(False),
            Page.created_by == user.id,
            col(Page.space_id).in_(ruled),
            col(Page.id).in_(granted),
        ),
    )


def seen_page(db: Session, user: User, page_id: int, *, deleted: bool = False) -> Page:
    found = db.exec(select(Page).where(Page.id == page_id, *visible_pages(user))).first()
    if found is None or (found.deleted_at is not None) != deleted:
        raise NotFound("There is no such page.")
    return found


def changeable_page(db: Session, user: User, page_id: int, *, deleted: bool = False) -> Page:
    found = seen_page(db, user, page_id, deleted=deleted)
    need(db, user, found.space_id, "editor")
    return found


def seen_database(db: Session, user: User, database_id: int) -> Database:
    found = db.get(Database, database_id)
    if found is None or role_in(db, user, found.space_id) is None:
        raise NotFound("There is no such database.")
    return found


def seen_record(db: Session, user: User, record_id: int, *, deleted: bool = False) -> Record:
    found = db.get(Record, record_id)
    if found is None or (found.deleted_at is not None) != deleted:
        raise NotFound("There is no such record.")
    try:
        seen_database(db, user, found.database_id)
    except NotFound:
        raise NotFound("There is no such record.") from None
    return found


def changeable_record(db: Session, user: User, record_id: int, *, deleted: bool = False) -> Record:
    found = seen_record(db, user, record_id, deleted=deleted)
    need(db, user, seen_database(db, user, found.database_id).space_id, "editor")
    return found
