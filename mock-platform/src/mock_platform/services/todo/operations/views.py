"""Looking at tasks: lists, days, searches, one task, a month."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any, Literal

from pydantic import BaseModel, Field
from sqlalchemy import and_, case
from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.todo import policy
from mock_platform.services.todo.models import (
    Comment,
    Entry,
    Item,
    Label,
    TaskLabel,
    TaskList,
    User,
)
from mock_platform.services.todo.operations import access
from mock_platform.services.todo.operations.labels import labels_of

type State = Literal["open", "done", "all"]
type When = Literal["today", "overdue", "upcoming", "no_date"]


class Query(BaseModel):
    """All conditions hold together; days are inclusive, in UTC."""

    q: str = Field(default="", max_length=200)
    list_id: int | None = None
    label: str | None = Field(default=None, max_length=40)
    state: State = "open"
    when: When | None = None
    due_from: date | None = None
    due_until: date | None = None
    priority: int | None = Field(default=None, ge=1, le=4)
    assigned_to_me: bool = False


@dataclass(frozen=True)
class Shown:
    """A task with what is shown beside it."""

    task: Item
    list: TaskList
    labels: Sequence[str]
    assignee: User | None
    subtasks: int
    subtasks_done: int


@dataclass(frozen=True)
class Opened:
    """A task in full; `subtasks` in the order in which they were added."""

    shown: Shown
    role: str
    subtasks: Sequence[Item]
    comments: Sequence[tuple[Comment, User]]
    history: Sequence[tuple[Entry, User]]


@dataclass
class Month:
    """What happened in a month (UTC) in the lists that a user sees, sub-tasks not counted."""

    year: int
    month: int
    created: int = 0
    completed: int = 0
    late: int = 0
    overdue: int = 0
    by_list: dict[str, int] = field(default_factory=dict)
    by_label: dict[str, int] = field(default_factory=dict)
    by_person: dict[str, int] = field(default_factory=dict)


@operation
def search_tasks(db: Session, user: User, query: Query, page: int, size: int) -> Paged[Shown]:
    """Tasks (not sub-tasks) by due day, then priority; those without a day last."""
    statement = _conditions(db, user, query)
    if query.state == "done":
        statement = statement.order_by(col(Item.done_at).desc(), col(Item.id).desc())
    else:
        statement = _by_due(statement, query)
    found = paged(db, statement, page, size)
    return Paged(shown(db, user, found.items), page, size, found.total)


@operation
def view_days(db: Session, user: User, few: int) -> dict[When, Paged[Shown]]:
    """The first open tasks that are overdue, due today, and due soon."""
    due = {}
    days: tuple[When, ...] = ("overdue", "today", "upcoming")
    for when in days:
        query = Query(when=when)
        due[when] = paged(db, _by_due(_conditions(db, user, query), query), 1, few)
    beside = iter(shown(db, user, [task for found in due.values() for task in found.items]))
    return {
        when: Paged(list(islice(beside, len(found.items))), 1, few, found.total)
        for when, found in due.items()
    }


@operation
def list_trash(db: Session, user: User, page: int, size: int) -> Paged[Shown]:
    """Deleted tasks that can still be brought back, the last deleted first."""
    since = now() - timedelta(days=policy.TRASH_DAYS)
    statement = (
        select(Item)
        .where(col(Item.list_id).in_(access.visible_lists(user)), col(Item.deleted_at) >= since)
        .order_by(col(Item.deleted_at).desc(), col(Item.id).desc())
    )
    found = paged(db, statement, page, size)
    return Paged(shown(db, user, found.items), page, size, found.total)


@operation
def view_task(db: Session, user: User, task_id: int) -> Opened:
    task = access.seen_task(db, user, task_id)
    (one,) = shown(db, user, [task])
    subtasks = select(Item).where(Item.parent_id == task_id, col(Item.deleted_at).is_(None))
    comments = select(Comment, User).join(User).where(Comment.task_id == task_id)
    history = select(Entry, User).join(User).where(Entry.task_id == task_id)
    return Opened(
        one,
        access.role_in(db, user, one.list) or "viewer",
        db.exec(subtasks.order_by(col(Item.id))).all(),
        db.exec(comments.order_by(col(Comment.id))).all(),
        db.exec(history.order_by(col(Entry.id).desc())).all(),
    )


@operation
def summarise_month(db: Session, user: User, year: int, month: int) -> Month:
    """Created, completed (late: after the due day), and what fell due but was not done by then."""
    found = Month(year, month)
    first = date(year, month, 1)
    after = date(year + month // 12, month % 12 + 1, 1)
    start, end = (datetime.combine(day, time(), tzinfo=UTC) for day in (first, after))
    base = select(Item).where(
        col(Item.list_id).in_(access.visible_lists(user)),
        col(Item.parent_id).is_(None),
        col(Item.deleted_at).is_(None),
    )
    done_then = and_(col(Item.done_at) >= start, col(Item.done_at) < end)
    due_then = and_(col(Item.due_on) >= first, col(Item.due_on) < min(after, today()))
    still_open = or_(col(Item.done_at).is_(None), col(Item.done_at) >= end)
    counted = base.with_only_columns(
        *(
            func.count(case((condition, 1)))
            for condition in (
                and_(col(Item.created_at) >= start, col(Item.created_at) < end),
                done_then,
                and_(done_then, func.date(col(Item.done_at)) > col(Item.due_on)),
                and_(due_then, still_open),
            )
        )
    )
    found.created, found.completed, found.late, found.overdue = db.execute(counted).one()
    completed = base.where(done_then)
    done = db.execute(
        completed.join(TaskList)
        .join(User, col(User.id) == col(Item.done_by), isouter=True)
        .with_only_columns(col(Item.id), col(TaskList.name), col(User.name))
    ).all()
    found.by_list = _counted(list_name for _, list_name, _ in done)
    found.by_person = _counted(name for _, _, name in done if name is not None)
    labels = select(Label.name).join(TaskLabel).where(Label.user_id == user.id)
    found.by_label = _counted(
        db.exec(labels.where(col(TaskLabel.task_id).in_([task for task, _, _ in done])))
    )
    return found


def first_day(db: Session, user: User) -> date:
    """The day on which the oldest task that the user sees was created; today if there is none."""
    oldest = select(func.min(Item.created_at)).where(
        col(Item.list_id).in_(access.visible_lists(user))
    )
    found = db.exec(oldest).one()
    return found.date() if found else today()


def shown(db: Session, user: User, tasks: Sequence[Item]) -> list[Shown]:
    """The tasks with what is shown beside them, in a few queries whatever their number."""
    ids = [task.id for task in tasks]
    lists = {
        x.id: x
        for x in db.exec(select(TaskList).where(col(TaskList.id).in_({t.list_id for t in tasks})))
    }
    people = {
        x.id: x
        for x in db.exec(select(User).where(col(User.id).in_({t.assignee_id for t in tasks})))
    }
    counts = {
        parent: (total, done)
        for parent, total, done in db.exec(
            select(Item.parent_id, func.count(), func.count(col(Item.done_at)))
            .where(col(Item.parent_id).in_(ids), col(Item.deleted_at).is_(None))
            .group_by(col(Item.parent_id))
        )
    }
    labels = labels_of(db, user, tasks)
    return [
        Shown(
            task,
            lists[task.list_id],
            labels.get(task.id or 0, []),
            people.get(task.assignee_id),
            *counts.get(task.id, (0, 0)),
        )
        for task in tasks
    ]


def _conditions(db: Session, user: User, query: Query) -> SelectOfScalar[Item]:
    wanted = select(Item).where(col(Item.deleted_at).is_(None), col(Item.parent_id).is_(None))
    if query.list_id is not None:
        wanted = wanted.where(Item.list_id == access.seen_list(db, user, query.list_id).id)
    else:
        visible = access.visible_lists(user).where(col(TaskList.archived).is_(False))
        # plus nothing: the index over due days is the better one wherever a day is asked for
        in_list = col(Item.list_id) + 0 if query.when else col(Item.list_id)
        wanted = wanted.where(in_list.in_(visible))
    if query.state != "all":
        done = col(Item.done_at).is_not(None)
        wanted = wanted.where(done if query.state == "done" else ~done)
    if query.q:
        like = (col(c).contains(query.q, autoescape=True) for c in (Item.title, Item.notes))
        wanted = wanted.where(or_(*like))
    if query.label is not None:
        labelled = (
            select(TaskLabel.task_id)
            .join(Label)
            .where(Label.user_id == user.id, Label.name == query.label.strip().lower())
        )
        wanted = wanted.where(col(Item.id).in_(labelled))
    if query.priority is not None:
        wanted = wanted.where(Item.priority == query.priority)
    if query.assigned_to_me:
        wanted = wanted.where(Item.assignee_id == user.id)
    return _days(wanted, query)


def _by_due(wanted: SelectOfScalar[Item], query: Query) -> SelectOfScalar[Item]:
    if query.when in ("overdue", "today", "upcoming"):
        first: tuple[Any, ...] = ()
    else:
        first = (case((col(Item.due_on).is_(None), 1), else_=0),)
    return wanted.order_by(*first, col(Item.due_on), col(Item.priority), col(Item.id))


def _days(wanted: SelectOfScalar[Item], query: Query) -> SelectOfScalar[Item]:
    due, day = col(Item.due_on), today()
    match query.when:
        case "today":
            wanted = wanted.where(due == day)
        case "overdue":
            wanted = wanted.where(due < day)
        case "upcoming":
            wanted = wanted.where(due > day, due <= day + timedelta(days=policy.SOON_DAYS))
        case "no_date":
            wanted = wanted.where(due.is_(None))
    if query.due_from:
        wanted = wanted.where(due >= query.due_from)
    if query.due_until:
        wanted = wanted.where(due <= query.due_until)
    return wanted


def _counted(names: Iterable[str]) -> dict[str, int]:
    """How often each name comes, by name."""
    return dict(sorted(Counter(names).items()))
