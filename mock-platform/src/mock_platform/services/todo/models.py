"""The tables; seed data and the verifier read the same classes."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator
from sqlalchemy import Index, UniqueConstraint, text
from sqlalchemy.orm import registry
from sqlmodel import Field, String

from mock_platform.kit.rows import Account, Day, MaybeWhen, Row, When
from mock_platform.services.todo.policy import FIRST_DAY, LAST_DAY, Repeat, Role

type Kind = Literal[
    "created", "changed", "completed", "reopened", "moved", "deleted", "restored", "commented"
]


def _due(day: date | None) -> date | None:
    if day and not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(f"a day is between {FIRST_DAY} and {LAST_DAY}")
    return day


class TodoRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, TodoRow, table=True):
    __tablename__ = "users"


class TaskList(TodoRow, table=True):
    """`archived`: shown apart, and nothing in it can be changed."""

    __tablename__ = "lists"
    __table_args__ = (UniqueConstraint("owner_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="users.id", index=True)
    name: str = Field(min_length=1, max_length=80)
    archived: bool = False


class Share(TodoRow, table=True):
    """A list that is open to somebody besides its owner."""

    __tablename__ = "shares"
    __table_args__ = (UniqueConstraint("list_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    list_id: int = Field(foreign_key="lists.id", index=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    role: Role = Field(sa_type=String)


class Item(TodoRow, table=True):
    """A task, or with `parent_id` a sub-task of one.

    `repeat` and `every`: when it is completed, a new one comes `every` days, weeks … after the due
    day, or after the day of completion (`from_completion`). `series` joins those of one recurrence,
    `anchor` is the day of the month that a monthly or yearly one keeps to where it can.
    `deleted_with` is the task that took a sub-task into the trash.
    """

    __tablename__ = "tasks"
    __table_args__ = (
        Index("tasks_of_list", "list_id", "deleted_at", "done_at"),
        Index(
            "open_tasks_by_due",
            "due_on",
            "priority",
            "id",
            "list_id",
            sqlite_where=text("done_at IS NULL AND deleted_at IS NULL AND parent_id IS NULL"),
        ),
        Index("tasks_by_done", "done_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    list_id: int = Field(foreign_key="lists.id")
    parent_id: int | None = Field(default=None, foreign_key="tasks.id", index=True)
    title: str = Field(min_length=1, max_length=200)
    notes: str = Field(default="", max_length=5000)
    priority: int = Field(default=3, ge=1, le=4)
    due_on: Annotated[Day | None, AfterValidator(_due)] = None
    repeat: Repeat | None = Field(default=None, sa_type=String)
    every: int = Field(default=1, ge=1, le=52)
    from_completion: bool = False
    series: str | None = Field(default=None, index=True)
    anchor: int | None = Field(default=None, ge=1, le=31)
    assignee_id: int | None = Field(default=None, foreign_key="users.id", index=True)
    created_by: int = Field(foreign_key="users.id")
    created_at: When
    done_at: MaybeWhen = None
    done_by: int | None = Field(default=None, foreign_key="users.id")
    deleted_at: MaybeWhen = None
    deleted_with: int | None = None


class Label(TodoRow, table=True):
    """A word that a user puts on tasks; nobody else sees it."""

    __tablename__ = "labels"
    __table_args__ = (UniqueConstraint("user_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    name: str = Field(min_length=1, max_length=40)


class TaskLabel(TodoRow, table=True):
    __tablename__ = "task_labels"

    task_id: int = Field(foreign_key="tasks.id", primary_key=True)
    label_id: int = Field(foreign_key="labels.id", primary_key=True, index=True)


class Comment(TodoRow, table=True):
    __tablename__ = "comments"

    id: int | None = Field(default=None, primary_key=True)
    task_id: int = Field(foreign_key="tasks.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    text: str = Field(min_length=1, max_length=2000)
    written_at: When


class Entry(TodoRow, table=True):
    """The history of a task: who did what, and what it was before."""

    __tablename__ = "history"

    id: int | None = Field(default=None, primary_key=True)
    task_id: int = Field(foreign_key="tasks.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    kind: Kind = Field(sa_type=String)
    details: str = Field(default="", max_length=500)
    at: When
