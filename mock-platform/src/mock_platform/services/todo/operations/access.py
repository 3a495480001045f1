"""Who may see and change what."""

from typing import Any

from sqlmodel import Session, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from mock_platform.kit import Forbidden, NotFound, Refused
from mock_platform.services.todo.models import Item, Share, TaskList, User


def visible_lists(user: User) -> SelectOfScalar[Any]:
    """A select of the ids of the lists that a user owns or that are shared with them."""
    shared = select(Share.list_id).where(Share.user_id == user.id)
    return select(TaskList.id).where(
        or_(TaskList.owner_id == user.id, col(TaskList.id).in_(shared))
    )


def role_in(db: Session, user: User, task_list: TaskList) -> str | None:
    """`owner`, `editor`, `viewer`, or None."""
    if task_list.owner_id == user.id:
        return "owner"
    share = db.exec(
        select(Share).where(Share.list_id == task_list.id, Share.user_id == user.id)
    ).first()
    return share.role if share else None


def seen_list(db: Session, user: User, list_id: int) -> TaskList:
    found = db.get(TaskList, list_id)
    if found is None or role_in(db, user, found) is None:
        raise NotFound("There is no such list.")
    return found


def own_list(db: Session, user: User, list_id: int) -> TaskList:
    found = seen_list(db, user, list_id)
    if found.owner_id != user.id:
        raise Forbidden("Only the owner of a list may do that.")
    return found


def changeable_list(db: Session, user: User, list_id: int) -> TaskList:
    found = seen_list(db, user, list_id)
    if role_in(db, user, found) == "viewer":
        raise Forbidden("You may only look at this list.")
    refuse_archived(found)
    return found


def refuse_archived(task_list: TaskList) -> None:
    if task_list.archived:
        raise Refused("This list is archived; bring it back first.")


def seen_task(db: Session, user: User, task_id: int, *, deleted: bool = False) -> Item:
    found = db.get(Item, task_id)
    if found is None or (found.deleted_at is not None) != deleted:
        raise NotFound("There is no such task.")
    task_list = db.get(TaskList, found.list_id)
    if task_list is None or role_in(db, user, task_list) is None:
        raise NotFound("There is no such task.")
    return found


def changeable_task(db: Session, user: User, task_id: int, *, deleted: bool = False) -> Item:
    found = seen_task(db, user, task_id, deleted=deleted)
    changeable_list(db, user, found.list_id)
    return found


def members(db: Session, task_list: TaskList) -> list[User]:
    """The owner, then those it is shared with."""
    shared = select(Share.user_id).where(Share.list_id == task_list.id)
    found = db.exec(
        select(User).where(or_(User.id == task_list.owner_id, col(User.id).in_(shared)))
    )
    return sorted(found, key=lambda user: (user.id != task_list.owner_id, user.name))


def id_of(user: User) -> int:
    assert user.id is not None
    return user.id
