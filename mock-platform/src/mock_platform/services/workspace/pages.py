"""The web pages."""

import re
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from fastapi import Query as Param
from markupsafe import Markup, escape

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import linked, page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.workspace import operations as ops
from mock_platform.services.workspace import policy
from mock_platform.services.workspace.models import User
from mock_platform.services.workspace.operations import access
from mock_platform.services.workspace.policy import PageKind, Role

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form()]
SIZE = 30
_TITLE = re.compile(r"\[\[([^\[\]\n]{1,160})\]\]")


def shown_body(body: str, links: dict[str, int | None]) -> Markup:
    """The text with its links to pages, and web addresses, as links; all else is escaped."""
    parts = _TITLE.split(body)
    shown = []
    for position, part in enumerate(parts):
        title = part.strip()
        if position % 2 == 0:
            shown.append(linked(part))
        elif links.get(title):
            shown.append(Markup('<a href="/page/{}">{}</a>').format(links[title], title))
        else:
            shown.append(Markup('<span class="soft">{}</span>').format(escape(title)))
    return Markup("").join(shown)


@router.get("/")
def home(request: Request, db: DB, me: Me) -> Response:
    recent = ops.search_pages(db, me, "", None, None, 1, 10)
    databases = ops.list_databases(db, me)
    return _show(request, db, me, "home.html", recent=recent, databases=databases)


@router.post("/spaces")
def create_space(request: Request, db: DB, me: Me, name: Text = "") -> Response:
    return attempt(request, db, lambda: ops.create_space(db, me, name), "/", "Created.")


@router.get("/space/{space_id}")
def space(request: Request, db: DB, me: Me, space_id: str, page: PageNumber = 1) -> Response:
    number = known_number(space_id)
    return _show(
        request,
        db,
        me,
        "space.html",
        members=ops.list_members(db, me, number),
        found=ops.list_pages(db, me, number, None, page, SIZE),
        databases=[d for d in ops.list_databases(db, me) if d[0].space_id == number],
        **_space(db, me, number),
    )


@router.post("/space/{space_id}/members")
def set_member(
    request: Request,
    db: DB,
    me: Me,
    space_id: str,
    role: Annotated[Role, Form()],
    email: Text = "",
) -> Response:
    number = known_number(space_id)
    return attempt(
        request,
        db,
        lambda: ops.set_member(db, me, number, email, role),
        f"/space/{number}",
        "Changed.",
    )


@router.post("/space/{space_id}/remove")
def remove_member(request: Request, db: DB, me: Me, space_id: str, user_id: Text = "") -> Response:
    number, other = known_number(space_id), known_number(user_id)
    try:
        ops.remove_member(db, me, number, other)
    except Refused as error:
        db.rollback()
        return redirect(request, f"/space/{number}", error.message, "error")
    return redirect(request, "/" if other == me.id else f"/space/{number}", "Removed.")


@router.get("/space/{space_id}/new")
def new_page(
    request: Request, db: DB, me: Me, space_id: str, parent_id: str = "", template_id: str = ""
) -> Response:
    given = {"parent_id": parent_id, "template_id": template_id, "kind": "note"}
    return _page_form(request, db, me, known_number(space_id), given)


@router.post("/space/{space_id}/new")
def create_page(
    request: Request,
    db: DB,
    me: Me,
    space_id: str,
    kind: Annotated[PageKind, Form()] = "note",
    title: Text = "",
    body: Text = "",
    parent_id: Text = "",
    template_id: Text = "",
) -> Response:
    number = known_number(space_id)
    above, template = whole_number(parent_id), whole_number(template_id)
    try:
        made = ops.create_page(db, me, number, title, body, kind, above, template)
    except (Invalid, Refused) as error:
        db.rollback()
        given = {
            "title": title,
            "body": body,
            "kind": kind,
            "parent_id": parent_id,
            "template_id": template_id,
        }
        return _page_form(request, db, me, number, given, error)
    return redirect(request, f"/page/{made.id}", "Created.")


@router.get("/page/{page_id}")
def view(request: Request, db: DB, me: Me, page_id: str) -> Response:
    opened = ops.view_page(db, me, known_number(page_id))
    members = ops.list_members(db, me, opened.space.id or 0)
    return _show(request, db, me, "page.html", opened=opened, members=members)


@router.get("/page/{page_id}/edit")
def edit_form(request: Request, db: DB, me: Me, page_id: str) -> Response:
    opened = ops.view_page(db, me, known_number(page_id))
    given = opened.page.model_dump()
    return _show(request, db, me, "edit.html", opened=opened, given=given, error="")


@router.post("/page/{page_id}/edit")
def edit(
    request: Request,
    db: DB,
    me: Me,
    page_id: str,
    title: Text = "",
    body: Text = "",
    revision: Text = "",
) -> Response:
    number, read = known_number(page_id), known_number(revision)
    try:
        ops.edit_page(db, me, number, title, body, read)
    except (Invalid, Refused) as error:
        db.rollback()
        given = {"title": title, "body": body, "revision": read}
        opened = ops.view_page(db, me, number)
        return _show(
            request, db, me, "edit.html", 422, opened=opened, given=given, error=error.message
        )
    return redirect(request, f"/page/{number}", "Changed.")


@router.get("/page/{page_id}/revisions")
def revisions(request: Request, db: DB, me: Me, page_id: str) -> Response:
    number = known_number(page_id)
    opened = ops.view_page(db, me, number)
    kept = ops.list_revisions(db, me, number)
    return _show(request, db, me, "revisions.html", opened=opened, kept=kept)


@router.post("/page/{page_id}/{action}")
def act_on_page(
    request: Request,
    db: DB,
    me: Me,
    page_id: str,
    action: str,
    text: Text = "",
    place: Text = "",
    user_id: Text = "",
    number: Text = "",
) -> Response:
    """What is done with a page."""
    which = known_number(page_id)
    actions: dict[str, tuple[Any, str]] = {
        "comment": (lambda: ops.comment_on_page(db, me, which, text), "Added."),
        "move": (lambda: ops.move_page(db, me, which, whole_number(place)), "Moved."),
        "restrict": (lambda: ops.restrict_page(db, me, which, True), "Restricted."),
        "open": (lambda: ops.restrict_page(db, me, which, False), "The space sees it again."),
        "share": (lambda: ops.share_page(db, me, which, known_number(user_id)), "Shared."),
        "unshare": (
            lambda: ops.share_page(db, me, which, known_number(user_id), False),
            "No longer shared.",
        ),
        "revert": (
            lambda: ops.restore_revision(db, me, which, known_number(number)),
            "It says again what it said then.",
        ),
    }
    if action not in actions:
        raise NotFound("There is no such page.")
    do, done = actions[action]
    return _attempt(request, db, do, f"/page/{which}", done)


@router.post("/delete-page/{page_id}")
def delete_page(request: Request, db: DB, me: Me, page_id: str) -> Response:
    number = known_number(page_id)
    space_id = ops.view_page(db, me, number).space.id
    ops.delete_page(db, me, number)
    return redirect(request, f"/space/{space_id}", "It is in the trash.")


@router.get("/search")
def search(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=200)] = "",
    page: PageNumber = 1,
) -> Response:
    found = ops.search_pages(db, me, q, None, None, page, SIZE)
    return _show(request, db, me, "search.html", found=found)


@router.get("/trash")
def trash(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    found = ops.list_trash(db, me, page, SIZE)
    records = ops.list_deleted_records(db, me)
    return _show(request, db, me, "trash.html", found=found, records=records)


@router.post("/trash/{kind}/{number}")
def restore(request: Request, db: DB, me: Me, kind: str, number: str) -> Response:
    which = known_number(number)
    actions: dict[str, Any] = {
        "page": lambda: ops.restore_page(db, me, which),
        "record": lambda: ops.restore_record(db, me, which),
    }
    if kind not in actions:
        raise NotFound("There is no such page.")
    return _attempt(request, db, actions[kind], "/trash", "It is back.")


@router.post("/space/{space_id}/databases")
def create_database(
    request: Request, db: DB, me: Me, space_id: str, name: Text = "", about: Text = ""
) -> Response:
    number = known_number(space_id)
    return _attempt(
        request,
        db,
        lambda: ops.create_database(db, me, number, name, about),
        f"/space/{number}",
        "Created.",
    )


@router.get("/database/{database_id}")
def database(
    request: Request,
    db: DB,
    me: Me,
    database_id: str,
    q: Annotated[str, Param(max_length=200)] = "",
    sort: Annotated[str, Param(max_length=61)] = "",
    field: Annotated[str, Param(max_length=60)] = "",
    value: Annotated[str, Param(max_length=200)] = "",
    page: PageNumber = 1,
) -> Response:
    number = known_number(database_id)
    where = {field: value} if field and value else {}
    opened, columns = ops.view_database(db, me, number)
    found, error = None, ""
    try:
        found = ops.list_records(db, me, number, where, q, sort, page, SIZE)
    except Invalid as wrong:
        error = wrong.message
    return _show(
        request,
        db,
        me,
        "database.html",
        422 if error else 200,
        database=opened,
        columns=columns,
        found=found,
        error=error,
        **_space(db, me, opened.space_id),
    )


@router.post("/database/{database_id}/fields")
def add_field(
    request: Request,
    db: DB,
    me: Me,
    database_id: str,
    name: Text = "",
    kind: Text = "",
    required: Text = "",
    options: Text = "",
) -> Response:
    number = known_number(database_id)
    given = {"name": name, "kind": kind, "required": bool(required)}
    given["options"] = [line for line in options.splitlines() if line.strip()]
    return _attempt(
        request,
        db,
        lambda: ops.add_field(db, me, number, checked(ops.FieldDetails, given)),
        f"/database/{number}",
        "Added.",
    )


@router.post("/database/{database_id}/remove-field")
def remove_field(
    request: Request, db: DB, me: Me, database_id: str, field_id: Text = ""
) -> Response:
    number, which = known_number(database_id), known_number(field_id)
    return _attempt(
        request, db, lambda: ops.remove_field(db, me, which), f"/database/{number}", "Removed."
    )


@router.get("/database/{database_id}/new")
def new_record(request: Request, db: DB, me: Me, database_id: str) -> Response:
    return _record_form(request, db, me, known_number(database_id), None, {})


@router.post("/database/{database_id}/new")
async def add_record(request: Request, db: DB, me: Me, database_id: str) -> Response:
    number = known_number(database_id)
    values = await _values(request, db, me, number)
    try:
        made = ops.add_record(db, me, number, values)
    except Invalid as error:
        db.rollback()
        return _record_form(request, db, me, number, None, values, error)
    return redirect(request, f"/record/{made.id}", "Added.")


@router.get("/record/{record_id}")
def record(request: Request, db: DB, me: Me, record_id: str) -> Response:
    filled, _ = ops.view_record(db, me, known_number(record_id))
    return _record_form(request, db, me, filled.record.database_id, filled, filled.values)


@router.post("/record/{record_id}")
async def change_record(request: Request, db: DB, me: Me, record_id: str) -> Response:
    number = known_number(record_id)
    filled, _ = ops.view_record(db, me, number)
    values = await _values(request, db, me, filled.record.database_id)
    try:
        ops.change_record(db, me, number, values)
    except Invalid as error:
        db.rollback()
        filled, _ = ops.view_record(db, me, number)
        return _record_form(request, db, me, filled.record.database_id, filled, values, error)
    return redirect(request, f"/record/{number}", "Changed.")


@router.post("/record/{record_id}/delete")
def delete_record(request: Request, db: DB, me: Me, record_id: str) -> Response:
    number = known_number(record_id)
    filled, _ = ops.view_record(db, me, number)
    database_id = filled.record.database_id
    ops.delete_record(db, me, number)
    return redirect(request, f"/database/{database_id}", "It is in the trash.")


@router.get("/help")
def help_page(request: Request, _user: Annotated[User | None, Depends(visitor)]) -> Response:
    return page(request, "help.html", policy=policy)


def _attempt(request: Request, db: DB, action: Any, back: str, done: str) -> Response:
    """Like `attempt`; what is not allowed is told on the page as well."""
    try:
        return attempt(request, db, action, back, done)
    except Forbidden as error:
        db.rollback()
        return redirect(request, back, error.message, "error")


async def _values(request: Request, db: DB, me: User, database_id: int) -> dict[str, str]:
    """The fields of the form, by name; a box that is not ticked says no."""
    form = await request.form()
    _, columns = ops.view_database(db, me, database_id)
    values = {}
    for column in columns:
        given = form.get(f"field-{column.id}", "no" if column.kind == "checkbox" else "")
        values[column.name] = str(given)
    return values


def _space(db: DB, me: User, space_id: int) -> dict[str, Any]:
    return {
        "space": access.seen_space(db, me, space_id),
        "role": access.role_in(db, me, space_id),
    }


def _page_form(
    request: Request,
    db: DB,
    me: User,
    space_id: int,
    given: dict[str, Any],
    error: Invalid | Refused | None = None,
) -> Response:
    templates = ops.search_pages(db, me, "", space_id, "template", 1, 50).items
    above = ops.search_pages(db, me, "", space_id, None, 1, 100).items
    return _show(
        request,
        db,
        me,
        "new.html",
        error.status if error else 200,
        given=given,
        error=error,
        templates=[(p.id, p.title) for p in templates],
        above=[(p.id, p.title) for p in above],
        **_space(db, me, space_id),
    )


def _record_form(
    request: Request,
    db: DB,
    me: User,
    database_id: int,
    filled: ops.Filled | None,
    values: dict[str, str],
    error: Invalid | None = None,
) -> Response:
    opened, columns = ops.view_database(db, me, database_id)
    history = ops.view_record(db, me, filled.record.id or 0)[1] if filled else []
    return _show(
        request,
        db,
        me,
        "record.html",
        error.status if error else 200,
        database=opened,
        columns=columns,
        filled=filled,
        values=values,
        error=error,
        history=history,
        people=ops.list_members(db, me, opened.space_id),
        **_space(db, me, opened.space_id),
    )


def _show(
    request: Request, db: DB, me: User, template: str, status: int = 200, **context: Any
) -> Response:
    shared = {
        "spaces": ops.list_spaces(db, me),
        "policy": policy,
        "me": me,
        "shown_body": shown_body,
    }
    return page(request, template, status=status, **shared, **context)
