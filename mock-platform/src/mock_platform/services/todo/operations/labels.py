"""The labels of a user."""

from collections.abc import Sequence

from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.todo import policy
from mock_platform.services.todo.models import Item, Label, TaskLabel, User
from mock_platform.services.todo.operations import access


@operation
def list_labels(db: Session, user: User) -> list[tuple[Label, int]]:
    """The user's labels by name, with how many open tasks have them."""
    counted = (
        select(Label, func.count(col(Item.id)))
        .outerjoin(TaskLabel, col(TaskLabel.label_id) == col(Label.id))
        .outerjoin(
            Item,
            (col(Item.id) == col(TaskLabel.task_id))
            & col(Item.done_at).is_(None)
            & col(Item.deleted_at).is_(None),
        )
        .where(Label.user_id == user.id)
        .group_by(col(Label.id))
        .order_by(col(Label.name))
    )
    return [(label, count) for label, count in db.exec(counted)]


@operation
def rename_label(db: Session, user: User, label_id: int, name: str) -> Label:
    label = _own(db, user, label_id)
    wanted = _checked(name)
    other = _named(db, user, wanted)
    if other is not None and other.id != label_id:
        raise Refused("You have a label of that name already.")
    label.name = wanted
    db.flush()
    return label


@operation
def delete_label(db: Session, user: User, label_id: int) -> None:
    """Take the label off every task."""
    label = _own(db, user, label_id)
    for used in db.exec(select(TaskLabel).where(TaskLabel.label_id == label_id)):
        db.delete(used)
    db.flush()
    db.delete(label)


def put_labels(db: Session, user: User, task: Item, names: Sequence[str]) -> None:
    """Make the user's labels on a task be these; other users' stay."""
    assert task.id is not None
    wanted = {_label(db, user, name).id for name in names if name.strip()}
    own = select(TaskLabel).join(Label).where(TaskLabel.task_id == task.id)
    have = {used.label_id: used for used in db.exec(own.where(Label.user_id == user.id))}
    for label_id in have.keys() - wanted:
        db.delete(have[label_id])
    for label_id in sorted(number for number in wanted if number and number not in have):
        db.add(TaskLabel(task_id=task.id, label_id=label_id))
    db.flush()


def labels_of(db: Session, user: User, tasks: Sequence[Item]) -> dict[int, list[str]]:
    """Task id → the names of the user's labels on it."""
    found: dict[int, list[str]] = {}
    rows = db.exec(
        select(TaskLabel.task_id, Label.name)
        .join(Label)
        .where(Label.user_id == user.id, col(TaskLabel.task_id).in_([t.id for t in tasks]))
        .order_by(col(Label.name))
    )
    for task_id, name in rows:
        found.setdefault(task_id, []).append(name)
    return found


def _label(db: Session, user: User, name: str) -> Label:
    wanted = _checked(name)
    label = _named(db, user, wanted)
    if label is None:
        held = db.exec(select(func.count()).where(Label.user_id == user.id)).one()
        if held >= policy.MOST_LABELS:
            raise Refused(f"You can have at most {policy.MOST_LABELS} labels.")
        label = Label(user_id=access.id_of(user), name=wanted)
        db.add(label)
        db.flush()
    return label


def _named(db: Session, user: User, name: str) -> Label | None:
    return db.exec(select(Label).where(Label.user_id == user.id, Label.name == name)).first()


def _checked(name: str) -> str:
    name = name.strip().lower()
    if not 1 <= len(name) <= 40 or "," in name:
        raise Invalid("A label has 1 to 40 characters and no comma.", fields={"labels": "wrong"})
    return name


def _own(db: Session, user: User, label_id: int) -> Label:
    label = db.get(Label, label_id)
    if label is None or label.user_id != user.id:
        raise NotFound("There is no such label.")
    return label
