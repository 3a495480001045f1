"""The web pages."""

from datetime import date
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi import Query as Param

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.clock import today
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.todo import operations as ops
from mock_platform.services.todo import policy
from mock_platform.services.todo.models import User
from mock_platform.services.todo.operations import access, views

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form()]
SIZE, FEW = 50, 12
DAYS = {"today": "Today", "overdue": "Overdue", "upcoming": "Upcoming", "no_date": "No date"}


class Typed:
    """The task form as it was filled in."""

    def __init__(
        self,
        title: Text = "",
        notes: Text = "",
        priority: Text = "3",
        due_on: Text = "",
        repeat: Text = "",
        every: Text = "1",
        from_completion: Text = "",
        assignee_id: Text = "",
        labels: Text = "",
    ) -> None:
        self.values: dict[str, Any] = {
            "title": title,
            "notes": notes,
            "priority": priority,
            "due_on": due_on,
            "repeat": repeat,
            "every": every or "1",
            "from_completion": bool(from_completion),
            "assignee_id": assignee_id,
            "labels": labels,
        }

    def details(self) -> ops.Details:
        empty_means_none = ("due_on", "repeat", "assignee_id")
        given = {k: v for k, v in self.values.items() if v != "" or k not in empty_means_none}
        return checked(ops.Details, given | {"labels": self.values["labels"].split(",")})


TaskForm = Annotated[Typed, Depends()]


@router.get("/")
def home(request: Request, db: DB, me: Me) -> Response:
    return _show(request, db, me, "home.html", found=ops.view_days(db, me, FEW))


@router.get("/tasks")
def tasks(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=200)] = "",
    label: Annotated[str, Param(max_length=40)] = "",
    state: str = "open",
    when: str = "",
    priority: str = "",
    mine: bool = False,
    page: PageNumber = 1,
) -> Response:
    given = {
        "q": q,
        "label": label or None,
        "state": state,
        "when": when or None,
        "priority": whole_number(priority),
        "assigned_to_me": mine,
    }
    found, error = None, ""
    try:
        found = ops.search_tasks(db, me, checked(ops.Query, given), page, SIZE)
    except Invalid as wrong:
        error = wrong.message
    status = 422 if error else 200
    return _show(request, db, me, "tasks.html", status, found=found, error=error)


@router.get("/list/{list_id}")
def task_list(
    request: Request, db: DB, me: Me, list_id: str, state: str = "open", page: PageNumber = 1
) -> Response:
    return _list(request, db, me, known_number(list_id), state, page)


@router.post("/list/{list_id}/tasks")
def add(
    request: Request, db: DB, me: Me, list_id: str, form: TaskForm, parent_id: Text = ""
) -> Response:
    number, parent = known_number(list_id), whole_number(parent_id)
    try:
        ops.add_task(db, me, number, form.details(), parent)
    except (Invalid, Refused) as error:
        db.rollback()
        if parent is not None:
            return redirect(request, f"/task/{parent}", error.message, "error")
        given = form.values
        return _list(request, db, me, number, "open", 1, 422, given=given, error=error.message)
    return redirect(request, f"/task/{parent}" if parent else f"/list/{number}", "Added.")


@router.get("/task/{task_id}")
def task(request: Request, db: DB, me: Me, task_id: str) -> Response:
    return _task(request, db, me, known_number(task_id))


@router.post("/task/{task_id}")
def change(request: Request, db: DB, me: Me, task_id: str, form: TaskForm) -> Response:
    number = known_number(task_id)
    try:
        ops.change_task(db, me, number, form.details())
    except (Invalid, Refused) as error:
        db.rollback()
        return _task(request, db, me, number, 422, given=form.values, error=error.message)
    return redirect(request, f"/task/{number}", "Changed.")


@router.post("/task/{task_id}/complete")
def complete(request: Request, db: DB, me: Me, task_id: str, back: Text = "") -> Response:
    number = known_number(task_id)
    done = "Done."

    def act() -> None:
        nonlocal done
        following = ops.complete_task(db, me, number)
        if following and following.due_on:
            done = f"Done. It comes back on {following.due_on:%-d %b %Y}."

    path = _back(back, number)
    answer = attempt(request, db, act, path, "")
    return redirect(request, path, done) if "set-cookie" not in answer.headers else answer


@router.post("/task/{task_id}/reopen")
def reopen(request: Request, db: DB, me: Me, task_id: str, back: Text = "") -> Response:
    number = known_number(task_id)
    path = _back(back, number)
    return attempt(request, db, lambda: ops.reopen_task(db, me, number), path, "Reopened.")


@router.post("/task/{task_id}/move")
def move(request: Request, db: DB, me: Me, task_id: str, list_id: Text = "") -> Response:
    number, target = known_number(task_id), known_number(list_id)
    return attempt(
        request, db, lambda: ops.move_task(db, me, number, target), f"/task/{number}", "Moved."
    )


@router.post("/task/{task_id}/delete")
def delete(request: Request, db: DB, me: Me, task_id: str) -> Response:
    number = known_number(task_id)
    list_id = ops.view_task(db, me, number).shown.list.id
    ops.delete_task(db, me, number)
    return redirect(request, f"/list/{list_id}", "Deleted. It is in the trash for a while.")


@router.post("/task/{task_id}/comments")
def comment(request: Request, db: DB, me: Me, task_id: str, text: Text = "") -> Response:
    number = known_number(task_id)
    return attempt(
        request,
        db,
        lambda: ops.comment_on_task(db, me, number, text),
        f"/task/{number}",
        "Added.",
    )


@router.get("/trash")
def trash(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    return _show(request, db, me, "trash.html", found=ops.list_trash(db, me, page, SIZE))


@router.post("/trash/{task_id}/restore")
def restore(request: Request, db: DB, me: Me, task_id: str) -> Response:
    number = known_number(task_id)
    return attempt(
        request, db, lambda: ops.restore_task(db, me, number), "/trash", "It is back in its list."
    )


@router.get("/lists")
def lists(request: Request, db: DB, me: Me) -> Response:
    return _show(request, db, me, "lists.html")


@router.post("/lists")
def create(request: Request, db: DB, me: Me, name: Text = "") -> Response:
    return attempt(request, db, lambda: ops.create_list(db, me, name), "/lists", "Created.")


@router.get("/list/{list_id}/settings")
def settings(request: Request, db: DB, me: Me, list_id: str) -> Response:
    number = known_number(list_id)
    found = access.seen_list(db, me, number)
    return _show(
        request,
        db,
        me,
        "settings.html",
        list=found,
        role=access.role_in(db, me, found),
        shares=ops.list_shares(db, me, number),
    )


@router.post("/list/{list_id}/settings")
def change_settings(
    request: Request, db: DB, me: Me, list_id: str, name: Text = "", archived: Text = ""
) -> Response:
    number = known_number(list_id)
    return attempt(
        request,
        db,
        lambda: ops.change_list(db, me, number, name, bool(archived)),
        f"/list/{number}/settings",
        "Changed.",
    )


@router.post("/list/{list_id}/delete")
def delete_list(request: Request, db: DB, me: Me, list_id: str) -> Response:
    number = known_number(list_id)
    try:
        ops.delete_list(db, me, number)
    except Refused as refused:
        db.rollback()
        return redirect(request, f"/list/{number}/settings", refused.message, "error")
    return redirect(request, "/lists", "Deleted.")


@router.post("/list/{list_id}/shares")
def share(
    request: Request, db: DB, me: Me, list_id: str, email: Text = "", role: Text = ""
) -> Response:
    number = known_number(list_id)
    if role not in policy.ROLES:
        raise NotFound("There is no such role.")
    return attempt(
        request,
        db,
        lambda: ops.share_list(db, me, number, email, role),
        f"/list/{number}/settings",
        "Shared.",
    )


@router.post("/list/{list_id}/unshare")
def unshare(request: Request, db: DB, me: Me, list_id: str, user_id: Text = "") -> Response:
    number, other = known_number(list_id), known_number(user_id)
    ops.unshare_list(db, me, number, other)
    left = other == me.id
    return redirect(request, "/lists" if left else f"/list/{number}/settings", "No longer shared.")


@router.get("/labels")
def labels(request: Request, db: DB, me: Me) -> Response:
    return _show(request, db, me, "labels.html", labels=ops.list_labels(db, me))


@router.post("/labels/{label_id}")
def change_label(
    request: Request, db: DB, me: Me, label_id: str, name: Text = "", action: Text = "rename"
) -> Response:
    number = known_number(label_id)
    if action == "delete":
        ops.delete_label(db, me, number)
        return redirect(request, "/labels", "Deleted.")
    return attempt(
        request, db, lambda: ops.rename_label(db, me, number, name), "/labels", "Renamed."
    )


@router.get("/summary")
def summary(request: Request, db: DB, me: Me, month: str = "") -> Response:
    try:
        first = date.fromisoformat(f"{month}-01") if month else today().replace(day=1)
    except ValueError:
        raise NotFound("There is no such month.") from None
    if not 2000 <= first.year <= 2100:
        raise NotFound("There is no such month.")
    found = ops.summarise_month(db, me, first.year, first.month)
    before: date | None = date(first.year - (first.month == 1), (first.month - 2) % 12 + 1, 1)
    if before and before < views.first_day(db, me).replace(day=1):
        before = None
    return _show(request, db, me, "summary.html", found=found, first=first, before=before)


@router.get("/help")
def help_page(request: Request, _user: Annotated[User | None, Depends(visitor)]) -> Response:
    return page(request, "help.html", policy=policy, lists=[])


def _back(path: str, task_id: int) -> str:
    plain = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if plain and path.isprintable() and path.isascii() else f"/task/{task_id}"


def _list(
    request: Request,
    db: DB,
    me: User,
    list_id: int,
    state: str,
    number: int,
    status: int = 200,
    **context: Any,
) -> Response:
    query = checked(ops.Query, {"list_id": list_id, "state": state})
    found = ops.search_tasks(db, me, query, number, SIZE)
    opened = access.seen_list(db, me, list_id)
    shared: dict[str, Any] = {
        "list": opened,
        "role": access.role_in(db, me, opened),
        "people": access.members(db, opened),
        "given": {},
        "error": "",
    }
    return _show(request, db, me, "list.html", status, found=found, **shared | context)


def _task(
    request: Request, db: DB, me: User, task_id: int, status: int = 200, **context: Any
) -> Response:
    opened = ops.view_task(db, me, task_id)
    values = opened.shown.task.model_dump() | {"labels": ", ".join(opened.shown.labels)}
    shared: dict[str, Any] = {
        "opened": opened,
        "people": access.members(db, opened.shown.list),
        "given": values,
        "error": "",
    }
    return _show(request, db, me, "task.html", status, **shared | context)


def _show(
    request: Request, db: DB, me: User, template: str, status: int = 200, **context: Any
) -> Response:
    lists = ops.list_lists(db, me)
    return page(request, template, status=status, lists=lists, policy=policy, days=DAYS, **context)
