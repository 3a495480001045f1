"""The web pages of the mail service."""

import base64
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Form, Query, Request, Response, UploadFile
from sqlmodel import Session

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.auth import signed_in
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import download, local_path, page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.email import operations as ops
from mock_platform.services.email.models import User
from mock_platform.services.email.operations import (
    Answer,
    ContactDetails,
    NewFile,
    Outgoing,
    Passing,
    Search,
    Settings,
)

router = page_router()
Me = Annotated[User, Depends(signed_in)]
SIZE = 25
Text = Annotated[str, Form()]
Files = Annotated[list[UploadFile], Form()]


@router.get("/")
def start(request: Request, db: DB, me: Me) -> Response:
    return _folder(request, db, me, "inbox", 1)


@router.get("/folder/{folder}")
def folder(request: Request, db: DB, me: Me, folder: str, page: PageNumber = 1) -> Response:
    return _folder(request, db, me, folder, page)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Query(max_length=400)] = "",
    folder: str = "",
    sender: str = "",
    recipient: str = "",
    subject: str = "",
    text: str = "",
    before: str = "",
    after: str = "",
    has_attachment: bool = False,
    unread: bool = False,
    flagged: bool = False,
    page: PageNumber = 1,
) -> Response:
    given: dict[str, Any] = {
        "q": q,
        "folder": folder,
        "sender": sender,
        "recipient": recipient,
        "subject": subject,
        "text": text,
        "before": before or None,
        "after": after or None,
        "has_attachment": has_attachment,
        "unread": unread,
        "flagged": flagged,
    }
    wanted = checked(Search, given)
    found = ops.search_messages(db, me, wanted, page, SIZE)
    return _page(request, db, me, "search.html", found=found, given=given)


@router.get("/message/{message_id}")
def message(request: Request, db: DB, me: Me, message_id: int) -> Response:
    letter = ops.view_message(db, me, message_id)
    if letter.folder.kind == "drafts":
        return redirect(request, f"/draft/{message_id}")
    thread = [letter]
    if letter.folder.kind != "trash":
        thread = ops.view_thread(db, me, letter.message.thread)
    return _page(request, db, me, "message.html", letter=letter, thread=thread)


@router.post("/messages")
def act_on_messages(
    request: Request,
    db: DB,
    me: Me,
    action: Text,
    back: Text = "/",
    ids: Annotated[list[int], Form()] = [],  # noqa: B006
    folder: Text = "",
) -> Response:
    """What is done with one message, or with those ticked in a list."""
    if not ids:
        return redirect(request, _back(back), "Tick at least one message first.", "error")
    try:
        for number in ids:
            _act_on(db, me, number, action, folder)
    except Refused as refused:
        db.rollback()
        return redirect(request, _back(back), refused.message, "error")
    count = f"{len(ids)} message{'s' if len(ids) > 1 else ''}"
    done = {"move": f"moved to {folder}", "delete": "deleted", "archive": "archived"}
    return redirect(request, _back(back), f"{count} {done.get(action, f'marked: {action}')}.")


def _act_on(db: DB, me: User, number: int, action: str, folder: str) -> None:
    match action:
        case "read" | "unread":
            ops.mark_message(db, me, number, unread=action == "unread")
        case "flag" | "unflag":
            ops.mark_message(db, me, number, flagged=action == "flag")
        case "move" | "archive" | "spam" | "restore":
            target = {"move": folder, "restore": "inbox"}.get(action, action)
            ops.move_message(db, me, number, target)
        case "delete":
            ops.delete_message(db, me, number)
        case _:
            raise Invalid(f"There is no action {action!r}.")


@router.get("/compose")
def compose(
    request: Request, db: DB, me: Me, to: Annotated[str, Query(max_length=400)] = ""
) -> Response:
    return _form(request, db, me, {"to": to, "body": _signature(me)})


@router.post("/compose")
async def send(
    request: Request,
    db: DB,
    me: Me,
    to: Text = "",
    cc: Text = "",
    bcc: Text = "",
    subject: Text = "",
    body: Text = "",
    files: Files = [],  # noqa: B006
    action: Text = "send",
    draft_id: Text = "",
) -> Response:
    given = {"to": to, "cc": cc, "bcc": bcc, "subject": subject, "body": body}
    draft = whole_number(draft_id)
    try:
        outgoing = _outgoing(given, await _uploaded(files))
        if action == "draft":
            saved = ops.save_draft(db, me, outgoing, draft)
            return redirect(request, f"/draft/{saved.message.id}", "Draft saved.")
        if draft is None:
            ops.send_message(db, me, outgoing)
        else:
            ops.save_draft(db, me, outgoing, draft)
            ops.send_draft(db, me, draft)
    except Invalid as error:
        db.rollback()
        return _form(request, db, me, given, error=error, draft_id=draft)
    return redirect(request, "/", "Message sent.")


@router.get("/draft/{message_id}")
def draft(request: Request, db: DB, me: Me, message_id: int) -> Response:
    ops.own_draft(db, me, message_id)
    letter = ops.view_message(db, me, message_id)
    given = {kind: ", ".join(letter.addresses(kind)) for kind in ("to", "cc", "bcc")}
    given |= {"subject": letter.message.subject, "body": letter.message.body}
    return _form(request, db, me, given, draft_id=message_id, attached=letter.attachments)


@router.get("/message/{message_id}/reply")
def reply_form(request: Request, db: DB, me: Me, message_id: int, all: bool = False) -> Response:  # noqa: A002
    letter = ops.view_message(db, me, message_id)
    to, cc = ops.reply_recipients(me, letter, to_all=all)
    given = {"body": _signature(me), "cc": ""}
    return _page(request, db, me, "reply.html", letter=letter, to=to, cc=cc, all=all, given=given)


@router.post("/message/{message_id}/reply")
async def reply(
    request: Request,
    db: DB,
    me: Me,
    message_id: int,
    body: Text = "",
    cc: Text = "",
    to_all: Text = "",
    files: Files = [],  # noqa: B006
) -> Response:
    try:
        answer = checked(
            Answer,
            {
                "body": body,
                "to_all": bool(to_all),
                "cc": _addresses(cc),
                "attachments": await _uploaded(files),
            },
        )
        ops.reply_message(db, me, message_id, answer)
    except Invalid as error:
        db.rollback()
        letter = ops.view_message(db, me, message_id)
        to, copies = ops.reply_recipients(me, letter, to_all=bool(to_all))
        context = {"letter": letter, "to": to, "cc": copies, "all": bool(to_all)}
        given = {"body": body, "cc": cc}
        return _page(request, db, me, "reply.html", 422, given=given, error=error, **context)
    return redirect(request, f"/message/{message_id}", "Reply sent.")


@router.get("/message/{message_id}/forward")
def forward_form(request: Request, db: DB, me: Me, message_id: int) -> Response:
    letter = ops.view_message(db, me, message_id)
    return _page(request, db, me, "forward.html", letter=letter, given={"body": _signature(me)})


@router.post("/message/{message_id}/forward")
def forward(
    request: Request,
    db: DB,
    me: Me,
    message_id: int,
    to: Text = "",
    cc: Text = "",
    body: Text = "",
) -> Response:
    try:
        given = {"to": _addresses(to), "cc": _addresses(cc), "body": body}
        ops.forward_message(db, me, message_id, checked(Passing, given))
    except Invalid as error:
        db.rollback()
        letter = ops.view_message(db, me, message_id)
        typed = {"to": to, "cc": cc, "body": body}
        return _page(request, db, me, "forward.html", 422, letter=letter, given=typed, error=error)
    return redirect(request, f"/message/{message_id}", "Message forwarded.")


@router.get("/attachment/{attachment_id}")
def attachment(db: DB, me: Me, attachment_id: int) -> Response:
    file = ops.view_attachment(db, me, attachment_id)
    return download(file.content, file.filename)


@router.get("/folders")
def folders(request: Request, db: DB, me: Me) -> Response:
    return _page(request, db, me, "folders.html")


@router.post("/folders")
def add_folder(request: Request, db: DB, me: Me, name: Text = "") -> Response:
    return attempt(
        request, db, lambda: ops.create_folder(db, me, name), "/folders", "Folder created."
    )


@router.post("/folders/{folder_id}")
def change_folder(
    request: Request, db: DB, me: Me, folder_id: int, action: Text, name: Text = ""
) -> Response:
    if action == "delete":
        remove = lambda: ops.delete_folder(db, me, folder_id)  # noqa: E731
        return attempt(request, db, remove, "/folders", "Folder deleted.")
    rename = lambda: ops.rename_folder(db, me, folder_id, name)  # noqa: E731
    return attempt(request, db, rename, "/folders", "Folder renamed.")


@router.get("/contacts")
def contacts(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Query(max_length=200)] = "",
    page: PageNumber = 1,
) -> Response:
    found = ops.list_contacts(db, me, q, page, SIZE)
    return _page(request, db, me, "contacts.html", found=found, q=q)


@router.get("/contact/new")
def new_contact(request: Request, db: DB, me: Me) -> Response:
    given = dict.fromkeys(ContactDetails.model_fields, "")
    return _page(request, db, me, "contact.html", given=given, contact_id=None)


@router.get("/contact/{contact_id}")
def contact(request: Request, db: DB, me: Me, contact_id: int) -> Response:
    given = ops.view_contact(db, me, contact_id).model_dump()
    return _page(request, db, me, "contact.html", given=given, contact_id=contact_id)


@router.post("/contact/{which}")
def save_contact(
    request: Request,
    db: DB,
    me: Me,
    which: str,
    action: Text = "save",
    name: Text = "",
    email: Text = "",
    phone: Text = "",
    firm: Text = "",
    note: Text = "",
) -> Response:
    number = None if which == "new" else known_number(which)
    if action == "delete" and number is not None:
        ops.delete_contact(db, me, number)
        return redirect(request, "/contacts", "Contact deleted.")
    given = {"name": name, "email": email, "phone": phone, "firm": firm, "note": note}
    try:
        details = checked(ContactDetails, given)
        if number is None:
            ops.create_contact(db, me, details)
        else:
            ops.update_contact(db, me, number, details)
    except Invalid as error:
        context = {"given": given, "contact_id": number, "error": error}
        return _page(request, db, me, "contact.html", 422, **context)
    return redirect(request, "/contacts", f"{name} is in your contacts.")


@router.get("/settings")
def settings(request: Request, db: DB, me: Me) -> Response:
    return _page(request, db, me, "settings.html")


@router.post("/settings")
def save_settings(
    request: Request, db: DB, me: Me, signature: Text = "", away_message: Text = ""
) -> Response:
    given = {"signature": signature, "away_message": away_message}
    save = lambda: ops.update_settings(db, me, checked(Settings, given))  # noqa: E731
    return attempt(request, db, save, "/settings", "Settings saved.")


def _folder(request: Request, db: Session, me: User, name: str, number: int) -> Response:
    found = ops.list_messages(db, me, name, number, SIZE)
    current = next(
        f for f, _, _ in ops.list_folders(db, me) if name.lower() in (f.name.lower(), f.kind)
    )
    return _page(request, db, me, "folder.html", found=found, folder=current)


def _page(
    request: Request, db: Session, me: User, template: str, status: int = 200, **context: Any
) -> Response:
    """A page with the list of folders at its side; `q` is what the search box shows."""
    listed = [{"folder": f, "total": t, "unread": n} for f, t, n in ops.list_folders(db, me)]
    return page(request, template, status, folders=listed, **context)


def _form(
    request: Request,
    db: Session,
    me: User,
    given: dict[str, str],
    error: Invalid | None = None,
    draft_id: int | None = None,
    attached: Any = (),
) -> Response:
    return _page(
        request,
        db,
        me,
        "compose.html",
        422 if error else 200,
        given=given,
        error=error,
        draft_id=draft_id,
        attached=attached,
    )


def _outgoing(given: dict[str, str], files: list[NewFile]) -> Outgoing:
    lists = {kind: _addresses(given[kind]) for kind in ("to", "cc", "bcc")}
    return checked(Outgoing, {**given, **lists, "attachments": files})


def _addresses(text: str) -> list[str]:
    """From what a person types: separated by commas, semicolons or lines; `Name <address>` too."""
    parts = (part.strip() for part in text.replace(";", ",").replace("\n", ",").split(","))
    return [part.rsplit("<", 1)[-1].rstrip("> ") for part in parts if part]


async def _uploaded(files: list[UploadFile]) -> list[NewFile]:
    found = []
    for file in files:
        if file.filename:
            given = {
                "filename": file.filename,
                "content_type": file.content_type or "application/octet-stream",
                "content": base64.b64encode(await file.read()).decode(),
            }
            found.append(checked(NewFile, given))
    return found


def _back(path: str) -> str:
    return quote(local_path(path), safe="/?&=%:@+")


def _signature(me: User) -> str:
    return f"\n\n{me.signature}" if me.signature else ""
