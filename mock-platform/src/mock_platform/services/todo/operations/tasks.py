"""Adding, changing, completing and removing tasks."""

import secrets
from datetime import date, timedelta
from typing import Any

from pydantic import BaseModel, Field, model_validator
from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.services.todo import policy
from mock_platform.services.todo.models import Comment, Entry, Item, Kind, TaskLabel, User
from mock_platform.services.todo.operations import access
from mock_platform.services.todo.operations.labels import put_labels
from mock_platform.services.todo.operations.recurrence import next_due
from mock_platform.services.todo.policy import Repeat


class Details(BaseModel):
    """What a task says; `labels` are names, made where they do not exist."""

    title: str = Field(min_length=1, max_length=200)
    notes: str = Field(default="", max_length=5000)
    priority: int = Field(default=3, ge=1, le=4)
    due_on: date | None = Field(default=None, ge=policy.FIRST_DAY, le=policy.LAST_DAY)
    repeat: Repeat | None = None
    every: int = Field(default=1, ge=1, le=52)
    from_completion: bool = False
    assignee_id: int | None = None
    labels: list[str] = Field(default_factory=list, max_length=20)

    @model_validator(mode="after")
    def _repeats_from_a_day(self) -> "Details":
        if self.repeat and self.due_on is None:
            raise ValueError("a recurring task needs a due day")
        return self


@operation
def add_task(
    db: Session, user: User, list_id: int, details: Details, parent_id: int | None = None
) -> Item:
    access.changeable_list(db, user, list_id)
    if parent_id is not None:
        _check_parent(db, user, list_id, parent_id, details)
    held = select(func.count()).where(Item.list_id == list_id, col(Item.deleted_at).is_(None))
    if db.exec(held).one() >= policy.MOST_TASKS:
        raise Refused(f"A list holds at most {policy.MOST_TASKS} tasks.")
    _check_assignee(db, user, list_id, details.assignee_id)
    task = Item(
        list_id=list_id,
        parent_id=parent_id,
        created_by=access.id_of(user),
        created_at=now(),
        series=secrets.token_hex(6) if details.repeat else None,
        anchor=_anchor(details),
        **_columns(details),
    )
    db.add(task)
    db.flush()
    put_labels(db, user, task, details.labels)
    note(db, user, task, "created")
    return task


@operation
def change_task(db: Session, user: User, task_id: int, details: Details) -> Item:
    """Make the task say what `details` say."""
    task = access.changeable_task(db, user, task_id)
    if task.parent_id and details.repeat:
        raise Refused("A sub-task cannot recur by itself.")
    if details.assignee_id != task.assignee_id:
        _check_assignee(db, user, task.list_id, details.assignee_id)
    before = {name: getattr(task, name) for name in _columns(details)}
    for name, value in _columns(details).items():
        setattr(task, name, value)
    if task.repeat and task.series is None:
        task.series = secrets.token_hex(6)
    changed = [name for name, value in before.items() if value != getattr(task, name)]
    if task.anchor is None or not {"due_on", "repeat"}.isdisjoint(changed):
        task.anchor = _anchor(details)
    db.flush()
    put_labels(db, user, task, details.labels)
    if changed:
        said = ", ".join(f"{name.removesuffix('_id')}: {before[name]}" for name in changed)
        note(db, user, task, "changed", f"was {said}")
    return task


@operation
def complete_task(db: Session, user: User, task_id: int) -> Item | None:
    """Tick a task off; the one that comes next, if it recurs."""
    task = access.changeable_task(db, user, task_id)
    if task.done_at is not None:
        raise Refused("This task is done already.")
    if db.exec(_subtasks(task).where(col(Item.done_at).is_(None))).first():
        raise Refused("Finish or delete the open sub-tasks first.")
    task.done_at, task.done_by = now(), access.id_of(user)
    note(db, user, task, "completed")
    following = _following(db, user, task) if task.repeat else None
    db.flush()
    return following


@operation
def reopen_task(db: Session, user: User, task_id: int) -> Item:
    """Untick a task; the parent of a sub-task is reopened with it."""
    task = access.changeable_task(db, user, task_id)
    if task.done_at is None:
        raise Refused("This task is not done.")
    parent = db.get(Item, task.parent_id) if task.parent_id else None
    whole = parent or task
    later = select(Item.id).where(Item.series == whole.series, col(Item.id) > whole.id)
    if whole.series and db.exec(later).first():
        raise Refused("Its next occurrence is there already; change that one.")
    task.done_at = task.done_by = None
    if parent and parent.done_at:
        parent.done_at = parent.done_by = None
        note(db, user, parent, "reopened")
    note(db, user, task, "reopened")
    db.flush()
    return task


@operation
def move_task(db: Session, user: User, task_id: int, list_id: int) -> Item:
    """Move a task with its sub-tasks, also those in the trash, to another list."""
    task = access.changeable_task(db, user, task_id)
    target = access.changeable_list(db, user, list_id)
    if task.parent_id is not None:
        raise Refused("A sub-task stays with its task.")
    if task.list_id == list_id:
        raise Refused("The task is in that list already.")
    known = {member.id for member in access.members(db, target)}
    for moved in [task, *db.exec(select(Item).where(Item.parent_id == task.id))]:
        moved.list_id = list_id
        if moved.assignee_id not in known:
            moved.assignee_id = None
    note(db, user, task, "moved", f"to {target.name}")
    db.flush()
    return task


@operation
def delete_task(db: Session, user: User, task_id: int) -> None:
    """Put a task with its sub-tasks into the trash."""
    task = access.changeable_task(db, user, task_id)
    for below in db.exec(_subtasks(task)):
        below.deleted_at, below.deleted_with = now(), task.id
    task.deleted_at = now()
    note(db, user, task, "deleted")
    db.flush()


@operation
def restore_task(db: Session, user: User, task_id: int) -> Item:
    """Bring a task back from the trash, with the sub-tasks that went with it."""
    task = access.changeable_task(db, user, task_id, deleted=True)
    assert task.deleted_at is not None
    if task.deleted_at < now() - timedelta(days=policy.TRASH_DAYS):
        raise Refused(f"Deleted tasks can be brought back for {policy.TRASH_DAYS} days.")
    parent = db.get(Item, task.parent_id) if task.parent_id else None
    if parent:
        if parent.deleted_at:
            raise Refused("Bring back the task that it belongs to.")
        access.changeable_list(db, user, parent.list_id)
        _check_room(db, parent)
        task.list_id = parent.list_id
    for restored in [task, *db.exec(select(Item).where(Item.deleted_with == task.id))]:
        restored.deleted_at = restored.deleted_with = None
    note(db, user, task, "restored")
    db.flush()
    return task


@operation
def comment_on_task(db: Session, user: User, task_id: int, text: str) -> Comment:
    """Viewers may do that too."""
    task = access.seen_task(db, user, task_id)
    access.refuse_archived(access.seen_list(db, user, task.list_id))
    if not 1 <= len(text.strip()) <= 2000:
        raise Invalid("A comment has 1 to 2000 characters.", fields={"text": "wrong"})
    comment = Comment(
        task_id=task_id, user_id=access.id_of(user), text=text.strip(), written_at=now()
    )
    db.add(comment)
    note(db, user, task, "commented")
    db.flush()
    return comment


def note(db: Session, user: User, task: Item, kind: Kind, details: str = "") -> None:
    """Add to the task's history."""
    assert task.id is not None
    entry = Entry(
        task_id=task.id, user_id=access.id_of(user), kind=kind, details=details[:500], at=now()
    )
    db.add(entry)


def _columns(details: Details) -> dict[str, Any]:
    return details.model_dump(exclude={"labels"})


def _anchor(details: Details) -> int | None:
    return details.due_on.day if details.repeat and details.due_on else None


def _subtasks(task: Item) -> Any:
    return select(Item).where(Item.parent_id == task.id, col(Item.deleted_at).is_(None))


def _check_parent(db: Session, user: User, list_id: int, parent_id: int, details: Details) -> None:
    parent = access.seen_task(db, user, parent_id)
    if parent.list_id != list_id:
        raise NotFound("There is no such task in this list.")
    if parent.parent_id is not None:
        raise Refused("A sub-task has no sub-tasks of its own.")
    if details.repeat:
        raise Refused("A sub-task cannot recur by itself.")
    _check_room(db, parent)


def _check_room(db: Session, parent: Item) -> None:
    if parent.done_at is not None:
        raise Refused("That task is done; reopen it first.")
    if len(db.exec(_subtasks(parent)).all()) >= policy.MOST_SUBTASKS:
        raise Refused(f"A task has at most {policy.MOST_SUBTASKS} sub-tasks.")


def _check_assignee(db: Session, user: User, list_id: int, assignee_id: int | None) -> None:
    if assignee_id is None:
        return
    known = {member.id for member in access.members(db, access.seen_list(db, user, list_id))}
    if assignee_id not in known:
        raise Invalid("The list is not shared with them.", fields={"assignee_id": "unknown"})


def _following(db: Session, user: User, task: Item) -> Item | None:
    """The next occurrence, with the sub-tasks open again and the same labels; None at the end."""
    assert task.repeat is not None
    assert task.due_on is not None
    anchor = None if task.from_completion else task.anchor or task.due_on.day
    due_on = next_due(
        today() if task.from_completion else task.due_on, task.repeat, task.every, anchor
    )
    if due_on is None:
        return None
    fresh = {"id", "done_at", "done_by", "due_on", "created_at", "created_by", "deleted_with"}
    new = Item(
        **task.model_dump(exclude={*fresh, "anchor"}),
        due_on=due_on,
        anchor=anchor,
        created_at=now(),
        created_by=access.id_of(user),
    )
    db.add(new)
    db.flush()
    for sub in db.exec(_subtasks(task)).all():
        values = sub.model_dump(exclude={*fresh, "parent_id"})
        copy = Item(**values, parent_id=new.id, created_at=now(), created_by=access.id_of(user))
        db.add(copy)
    for label in db.exec(select(TaskLabel).where(TaskLabel.task_id == task.id)).all():
        db.add(TaskLabel(task_id=new.id or 0, label_id=label.label_id))
    note(db, user, new, "created", "the next occurrence")
    return new
