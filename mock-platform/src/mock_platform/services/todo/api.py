"""The JSON API."""

from datetime import date, datetime
from typing import Annotated

from fastapi import Depends
from fastapi import Query as Param
from pydantic import BaseModel, Field

from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.todo import operations as ops
from mock_platform.services.todo.models import Item, Kind, Share, TaskList, User
from mock_platform.services.todo.operations import views
from mock_platform.services.todo.policy import Repeat, Role

router = api_router()
Me = Annotated[User, Depends(signed_in)]
SIGNED_IN = [bearer]


class ListOut(BaseModel):
    id: int
    name: str
    archived: bool
    role: str
    open: int


class NewList(BaseModel):
    name: str = Field(min_length=1, max_length=80)


class ListChange(BaseModel):
    name: str | None = Field(default=None, min_length=1, max_length=80)
    archived: bool | None = None


class ShareOut(BaseModel):
    user_id: int
    name: str
    email: str
    role: Role


class NewShare(BaseModel):
    email: str = Field(min_length=3, max_length=200)
    role: Role


class LabelOut(BaseModel):
    id: int
    name: str
    open: int


class LabelName(BaseModel):
    name: str = Field(min_length=1, max_length=40)


class TaskOut(BaseModel):
    """`labels` are the signed-in user's own."""

    id: int
    list_id: int
    list_name: str
    parent_id: int | None
    title: str
    notes: str
    priority: int
    due_on: date | None
    repeat: Repeat | None
    every: int
    from_completion: bool
    assignee_id: int | None
    assignee: str | None
    labels: list[str]
    created_at: datetime
    done_at: datetime | None
    subtasks: int
    subtasks_done: int

    @classmethod
    def of(cls, shown: ops.Shown) -> "TaskOut":
        return cls.model_validate(
            shown.task.model_dump()
            | {
                "list_name": shown.list.name,
                "assignee": shown.assignee.name if shown.assignee else None,
                "labels": list(shown.labels),
                "subtasks": shown.subtasks,
                "subtasks_done": shown.subtasks_done,
            }
        )


class SubtaskOut(BaseModel):
    id: int
    title: str
    due_on: date | None
    done_at: datetime | None


class CommentOut(BaseModel):
    author: str
    text: str
    written_at: datetime


class EntryOut(BaseModel):
    who: str
    kind: Kind
    details: str
    at: datetime


class FullTask(TaskOut):
    role: str
    items: list[SubtaskOut]
    comments: list[CommentOut]
    history: list[EntryOut]


class NewTask(ops.Details):
    list_id: int
    parent_id: int | None = None


class Completed(BaseModel):
    """`next_id` is the occurrence that follows, if the task recurs."""

    id: int
    next_id: int | None


class Target(BaseModel):
    list_id: int


class NewComment(BaseModel):
    text: str = Field(min_length=1, max_length=2000)


@router.get("/lists", tags=["lists"], dependencies=SIGNED_IN)
def list_lists(db: DB, me: Me) -> list[ListOut]:
    """Own lists and those that are shared with the user."""
    return [
        ListOut(**shown.list.model_dump(), role=shown.role, open=shown.open)
        for shown in ops.list_lists(db, me)
    ]


@router.post("/lists", tags=["lists"], status_code=201, dependencies=SIGNED_IN)
def create_list(db: DB, me: Me, body: NewList) -> TaskList:
    return ops.create_list(db, me, body.name)


@router.patch("/lists/{list_id}", tags=["lists"], dependencies=SIGNED_IN)
def change_list(db: DB, me: Me, list_id: int, body: ListChange) -> TaskList:
    """Rename, archive or bring back."""
    return ops.change_list(db, me, list_id, body.name, body.archived)


@router.delete("/lists/{list_id}", tags=["lists"], status_code=204, dependencies=SIGNED_IN)
def delete_list(db: DB, me: Me, list_id: int) -> None:
    ops.delete_list(db, me, list_id)


@router.get("/lists/{list_id}/shares", tags=["lists"], dependencies=SIGNED_IN)
def list_shares(db: DB, me: Me, list_id: int) -> list[ShareOut]:
    return [
        ShareOut(user_id=share.user_id, name=user.name, email=user.email, role=share.role)
        for share, user in ops.list_shares(db, me, list_id)
    ]


@router.put("/lists/{list_id}/shares", tags=["lists"], dependencies=SIGNED_IN)
def share_list(db: DB, me: Me, list_id: int, body: NewShare) -> Share:
    """Share with somebody, or change what they may do."""
    return ops.share_list(db, me, list_id, body.email, body.role)


@router.delete(
    "/lists/{list_id}/shares/{user_id}", tags=["lists"], status_code=204, dependencies=SIGNED_IN
)
def unshare_list(db: DB, me: Me, list_id: int, user_id: int) -> None:
    """End sharing with somebody; with one's own id, leave the list."""
    ops.unshare_list(db, me, list_id, user_id)


@router.get("/tasks", tags=["tasks"], dependencies=SIGNED_IN)
def search_tasks(
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=200)] = "",
    list_id: int | None = None,
    label: Annotated[str | None, Param(max_length=40)] = None,
    state: views.State = "open",
    when: views.When | None = None,
    due_from: date | None = None,
    due_until: date | None = None,
    priority: Annotated[int | None, Param(ge=1, le=4)] = None,
    assigned_to_me: bool = False,
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[TaskOut]:
    """Tasks by due day, then priority; sub-tasks come with their task."""
    query = ops.Query(
        q=q,
        list_id=list_id,
        label=label,
        state=state,
        when=when,
        due_from=due_from,
        due_until=due_until,
        priority=priority,
        assigned_to_me=assigned_to_me,
    )
    found = ops.search_tasks(db, me, query, page, size)
    return PageOf[TaskOut].of(found, [TaskOut.of(shown) for shown in found.items])


@router.post("/tasks", tags=["tasks"], status_code=201, dependencies=SIGNED_IN)
def add_task(db: DB, me: Me, body: NewTask) -> TaskOut:
    """With `parent_id` a sub-task."""
    details = ops.Details(**body.model_dump(exclude={"list_id", "parent_id"}))
    task = ops.add_task(db, me, body.list_id, details, body.parent_id)
    return _out(db, me, task)


@router.get("/tasks/{task_id}", tags=["tasks"], dependencies=SIGNED_IN)
def view_task(db: DB, me: Me, task_id: int) -> FullTask:
    """With sub-tasks, comments and history."""
    opened = ops.view_task(db, me, task_id)
    return FullTask(
        **TaskOut.of(opened.shown).model_dump(),
        role=opened.role,
        items=[SubtaskOut(**sub.model_dump()) for sub in opened.subtasks],
        comments=[
            CommentOut(author=user.name, text=c.text, written_at=c.written_at)
            for c, user in opened.comments
        ],
        history=[
            EntryOut(who=user.name, kind=e.kind, details=e.details, at=e.at)
            for e, user in opened.history
        ],
    )


@router.put("/tasks/{task_id}", tags=["tasks"], dependencies=SIGNED_IN)
def change_task(db: DB, me: Me, task_id: int, body: ops.Details) -> TaskOut:
    """Everything that it says, anew."""
    return _out(db, me, ops.change_task(db, me, task_id, body))


@router.delete("/tasks/{task_id}", tags=["tasks"], status_code=204, dependencies=SIGNED_IN)
def delete_task(db: DB, me: Me, task_id: int) -> None:
    """Into the trash, with its sub-tasks."""
    ops.delete_task(db, me, task_id)


@router.post("/tasks/{task_id}/complete", tags=["tasks"], dependencies=SIGNED_IN)
def complete_task(db: DB, me: Me, task_id: int) -> Completed:
    following = ops.complete_task(db, me, task_id)
    return Completed(id=task_id, next_id=following.id if following else None)


@router.post("/tasks/{task_id}/reopen", tags=["tasks"], dependencies=SIGNED_IN)
def reopen_task(db: DB, me: Me, task_id: int) -> TaskOut:
    return _out(db, me, ops.reopen_task(db, me, task_id))


@router.post("/tasks/{task_id}/move", tags=["tasks"], dependencies=SIGNED_IN)
def move_task(db: DB, me: Me, task_id: int, body: Target) -> TaskOut:
    """To another list, with its sub-tasks."""
    return _out(db, me, ops.move_task(db, me, task_id, body.list_id))


@router.post("/tasks/{task_id}/comments", tags=["tasks"], status_code=201, dependencies=SIGNED_IN)
def comment_on_task(db: DB, me: Me, task_id: int, body: NewComment) -> CommentOut:
    comment = ops.comment_on_task(db, me, task_id, body.text)
    return CommentOut(author=me.name, text=comment.text, written_at=comment.written_at)


@router.get("/trash", tags=["tasks"], dependencies=SIGNED_IN)
def list_trash(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 50) -> PageOf[TaskOut]:
    """Deleted tasks that can be brought back."""
    found = ops.list_trash(db, me, page, size)
    return PageOf[TaskOut].of(found, [TaskOut.of(shown) for shown in found.items])


@router.post("/trash/{task_id}/restore", tags=["tasks"], dependencies=SIGNED_IN)
def restore_task(db: DB, me: Me, task_id: int) -> TaskOut:
    return _out(db, me, ops.restore_task(db, me, task_id))


@router.get("/labels", tags=["labels"], dependencies=SIGNED_IN)
def list_labels(db: DB, me: Me) -> list[LabelOut]:
    return [LabelOut(**x.model_dump(), open=count) for x, count in ops.list_labels(db, me)]


@router.patch("/labels/{label_id}", tags=["labels"], dependencies=SIGNED_IN)
def rename_label(db: DB, me: Me, label_id: int, body: LabelName) -> LabelName:
    return LabelName(name=ops.rename_label(db, me, label_id, body.name).name)


@router.delete("/labels/{label_id}", tags=["labels"], status_code=204, dependencies=SIGNED_IN)
def delete_label(db: DB, me: Me, label_id: int) -> None:
    """Takes it off every task."""
    ops.delete_label(db, me, label_id)


@router.get("/summary/{year}/{month}", tags=["summary"], dependencies=SIGNED_IN)
def summarise_month(
    db: DB,
    me: Me,
    year: Annotated[int, Field(ge=2000, le=2100)],
    month: Annotated[int, Field(ge=1, le=12)],
) -> ops.Month:
    """What was created, done, late and left in a month."""
    return ops.summarise_month(db, me, year, month)


def _out(db: DB, me: User, task: Item) -> TaskOut:
    return TaskOut.of(views.shown(db, me, [task])[0])
