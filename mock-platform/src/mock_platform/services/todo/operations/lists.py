"""Lists and whom they are shared with."""

from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.todo import policy
from mock_platform.services.todo.models import Item, Share, TaskList, User
from mock_platform.services.todo.operations import access
from mock_platform.services.todo.policy import Role


@dataclass(frozen=True)
class Shown:
    """A list as its user sees it; `open` counts tasks and sub-tasks still to do."""

    list: TaskList
    role: str
    open: int


@operation
def list_lists(db: Session, user: User) -> list[Shown]:
    """The user's own lists, then those shared with them, by name."""
    counted = db.exec(
        select(Item.list_id, func.count())
        .where(col(Item.done_at).is_(None), col(Item.deleted_at).is_(None))
        .where(col(Item.list_id).in_(access.visible_lists(user)))
        .group_by(col(Item.list_id))
    )
    counts = dict(counted.all())
    roles = {
        share.list_id: share.role
        for share in db.exec(select(Share).where(Share.user_id == user.id))
    }
    found = db.exec(select(TaskList).where(col(TaskList.id).in_(access.visible_lists(user))))
    shown = [Shown(x, roles.get(x.id or 0, "owner"), counts.get(x.id or 0, 0)) for x in found]
    return sorted(shown, key=lambda s: (s.list.archived, s.role != "owner", s.list.name.casefold()))


@operation
def create_list(db: Session, user: User, name: str) -> TaskList:
    owned = db.exec(select(func.count()).where(TaskList.owner_id == user.id)).one()
    if owned >= policy.MOST_LISTS:
        raise Refused(f"You can have at most {policy.MOST_LISTS} lists.")
    made = TaskList(owner_id=access.id_of(user), name=_free(db, user, name))
    db.add(made)
    db.flush()
    return made


@operation
def change_list(
    db: Session, user: User, list_id: int, name: str | None = None, archived: bool | None = None
) -> TaskList:
    """Rename a list, archive it or bring it back."""
    found = access.own_list(db, user, list_id)
    if name is not None and name.strip() != found.name:
        found.name = _free(db, user, name)
    if archived is not None:
        found.archived = archived
    db.flush()
    return found


@operation
def delete_list(db: Session, user: User, list_id: int) -> None:
    """Only an empty list can be deleted: no open, done or deleted task is left in it."""
    found = access.own_list(db, user, list_id)
    if db.exec(select(Item.id).where(Item.list_id == list_id)).first():
        raise Refused("There are tasks in this list, or in its trash; archive it instead.")
    for share in db.exec(select(Share).where(Share.list_id == list_id)):
        db.delete(share)
    db.flush()
    db.delete(found)


@operation
def list_shares(db: Session, user: User, list_id: int) -> list[tuple[Share, User]]:
    """With whom a list is shared, by name."""
    access.seen_list(db, user, list_id)
    joined = select(Share, User).join(User).where(Share.list_id == list_id)
    return list(db.exec(joined.order_by(col(User.name))))


@operation
def share_list(db: Session, user: User, list_id: int, email: str, role: Role) -> Share:
    """Open a list to somebody, or change what they may do in it."""
    found = access.own_list(db, user, list_id)
    other = db.exec(select(User).where(User.email == email.strip().lower())).first()
    if other is None:
        raise Invalid("Nobody has an account with that address.", fields={"email": "unknown"})
    if other.id == found.owner_id:
        raise Refused("The list is yours already.")
    share = db.exec(
        select(Share).where(Share.list_id == list_id, Share.user_id == other.id)
    ).first()
    if share is None:
        share = Share(list_id=list_id, user_id=access.id_of(other), role=role)
    share.role = role
    db.add(share)
    db.flush()
    return share


@operation
def unshare_list(db: Session, user: User, list_id: int, user_id: int) -> None:
    """Close a list to somebody; anybody may leave a list that is shared with them."""
    found = access.seen_list(db, user, list_id)
    if user_id != user.id:
        access.own_list(db, user, list_id)
    share = db.exec(select(Share).where(Share.list_id == list_id, Share.user_id == user_id)).first()
    if share is None:
        raise NotFound("The list is not shared with them.")
    assigned = select(Item).where(Item.list_id == found.id, Item.assignee_id == user_id)
    for task in db.exec(assigned.where(col(Item.done_at).is_(None))):
        task.assignee_id = None
    db.delete(share)


def _free(db: Session, user: User, name: str) -> str:
    name = name.strip()
    if not 1 <= len(name) <= 80:
        raise Invalid("A list needs a name of 1 to 80 characters.", fields={"name": "wrong"})
    taken = select(TaskList).where(TaskList.owner_id == user.id, TaskList.name == name)
    if db.exec(taken).first():
        raise Refused("You have a list of that name already.")
    return name
