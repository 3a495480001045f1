"""Documents and messages; a provider's day, patients, renewals and inbox."""

import base64
from typing import Annotated, cast, get_args

from fastapi import Form, Request, Response, UploadFile
from sqlmodel import Session

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.forms import checked
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.api.practice import download
from mock_platform.services.health.models import User
from mock_platform.services.health.models.practice import DocumentKind
from mock_platform.services.health.operations import (
    Decision,
    NewDocument,
    NewMessage,
    NewSlots,
    NewThread,
)
from mock_platform.services.health.pages.router import (
    AT,
    SIZE,
    Action,
    Given,
    Me,
    Short,
    Typed,
    Wrong,
    filled,
    moment,
    number,
    perform,
    read_day,
    router,
    show,
)


@router.get(AT + "/documents")
def documents(
    request: Request, db: DB, me: Me, patient_id: int, kind: Short = "", page: PageNumber = 1
) -> Response:
    return _documents(request, db, me, patient_id, kind, page)


def _documents(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    kind: str = "",
    page: int = 1,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    chosen = cast(DocumentKind, kind) if kind in get_args(DocumentKind) else None
    found = ops.list_documents(db, me, patient_id, chosen, page, SIZE)
    context = {"found": found, "kind": kind, "given": given or {}}
    return show(request, db, me, "documents.html", patient_id, error, **context)


@router.post(AT + "/documents")
async def upload(
    request: Request,
    db: DB,
    me: Me,
    patient_id: int,
    form: Given,
    file: Annotated[UploadFile | None, Form()] = None,
) -> Response:
    back = f"/p/{patient_id}/documents"
    try:
        if form.get("action") == "delete":
            ops.delete_document(db, me, patient_id, number(form, "document_id"))
            return redirect(request, back, "The document is removed.")
        content = base64.b64encode(await file.read()).decode() if file else ""
        values = filled(form, "kind", "title") | {
            "filename": (file.filename if file else "") or "",
            "content": content,
        }
        row = ops.upload_document(db, me, patient_id, checked(NewDocument, values))
    except (Invalid, Refused) as error:
        db.rollback()
        return _documents(request, db, me, patient_id, error=error, given=form)
    return redirect(request, back, f"{row.title} is added.")


@router.get(AT + "/documents/{document_id}")
def document(db: DB, me: Me, patient_id: int, document_id: int) -> Response:
    row = ops.view_document(db, me, patient_id, document_id)
    return download(row.content, row.filename)


@router.get(AT + "/messages")
def messages(
    request: Request, db: DB, me: Me, patient_id: int, q: Short = "", page: PageNumber = 1
) -> Response:
    return _messages(request, db, me, patient_id, q, page)


def _messages(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    q: str = "",
    page: int = 1,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    people = ops.list_providers(db, None)
    hits = ops.search_messages(db, me, patient_id, q, page, SIZE) if q.strip() else None
    return show(
        request,
        db,
        me,
        "messages.html",
        patient_id,
        error,
        found=ops.list_threads(db, me, patient_id, page, SIZE),
        hits=hits,
        q=q,
        people=people,
        by_id={one.provider.id: one.provider for one in people},
        given=given or {},
    )


def _start(db: Session, me: User, patient_id: int, form: Typed) -> str:
    thread = checked(NewThread, filled(form, "provider_id", "topic", "subject", "body"))
    full = ops.start_thread(db, me, patient_id, thread)
    return f"Your message to {full.provider.name} is sent."


@router.post(AT + "/messages")
def start(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        {"start": _start},
        f"/p/{patient_id}/messages",
        lambda error: _messages(request, db, me, patient_id, error=error, given=form),
    )


@router.get(AT + "/messages/{thread_id}")
def thread(request: Request, db: DB, me: Me, patient_id: int, thread_id: int) -> Response:
    return _thread(request, db, me, patient_id, thread_id)


def _thread(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    thread_id: int,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    full = ops.view_thread(db, me, patient_id, thread_id)
    files = ops.list_documents(db, me, patient_id, None, 1, 100).items
    context = {"full": full, "documents": files, "given": given or {}}
    return show(request, db, me, "thread.html", patient_id, error, **context)


def _send(db: Session, me: User, patient_id: int, form: Typed) -> str:
    message = checked(NewMessage, filled(form, "body", "document_id"))
    ops.send_message(db, me, patient_id, number(form, "thread_id"), message)
    return "Your message is sent."


def _read(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.mark_thread_read(db, me, patient_id, number(form, "thread_id"))
    return "Marked as read."


def _close(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.close_thread(db, me, patient_id, number(form, "thread_id"))
    return "The conversation is closed."


@router.post(AT + "/messages/{thread_id}")
def change_thread(
    request: Request, db: DB, me: Me, patient_id: int, thread_id: int, form: Given
) -> Response:
    form["thread_id"] = str(thread_id)
    actions: dict[str, Action] = {"send": _send, "read": _read, "close": _close}
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        actions,
        f"/p/{patient_id}/messages/{thread_id}",
        lambda error: _thread(request, db, me, patient_id, thread_id, error, form),
    )


@router.get("/practice")
def practice(request: Request, db: DB, me: Me, day: Short = "") -> Response:
    return _practice(request, db, me, day)


def _practice(
    request: Request,
    db: Session,
    me: User,
    day: str = "",
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    chosen = read_day(day, today()) or today()
    context = {"day": chosen, "entries": ops.view_day(db, me, chosen), "given": given or {}}
    return show(request, db, me, "practice.html", None, error, **context)


def _publish(db: Session, me: User, _patient_id: int, form: Typed) -> str:
    values = filled(form, "minutes", "count")
    values["starts_at"] = moment(form.get("starts_at", ""))
    rows = ops.publish_slots(db, me, checked(NewSlots, values))
    return f"{len(rows)} slots are offered."


def _block(db: Session, me: User, _patient_id: int, form: Typed) -> str:
    ops.block_slot(db, me, number(form, "slot_id"))
    return "The slot is blocked."


def _open(db: Session, me: User, _patient_id: int, form: Typed) -> str:
    ops.open_slot(db, me, number(form, "slot_id"))
    return "The slot is offered again."


@router.post("/practice")
def change_day(request: Request, db: DB, me: Me, form: Given) -> Response:
    actions: dict[str, Action] = {"publish": _publish, "block": _block, "open": _open}
    day = read_day(form.get("day", ""), today())
    return perform(
        request,
        db,
        me,
        0,
        form,
        actions,
        f"/practice?day={day}",
        lambda error: _practice(request, db, me, str(day), error, form),
    )


@router.get("/practice/patients")
def patients(request: Request, db: DB, me: Me, q: Short = "", page: PageNumber = 1) -> Response:
    found = ops.list_patients(db, me, q, page, SIZE)
    return show(request, db, me, "patients.html", found=found, q=q)


@router.get("/practice/renewals")
def renewals(request: Request, db: DB, me: Me) -> Response:
    return _renewals(request, db, me)


def _renewals(request: Request, db: Session, me: User, error: Wrong | None = None) -> Response:
    return show(request, db, me, "renewals.html", None, error, renewals=ops.list_renewals(db, me))


def _decide(db: Session, me: User, _patient_id: int, form: Typed) -> str:
    approve = form.get("action") == "approve"
    decision = checked(Decision, {"approve": approve, **filled(form, "decision")})
    full = ops.decide_renewal(db, me, number(form, "renewal_id"), decision)
    return f"The request of {full.patient.name} is {full.renewal.status}."


@router.post("/practice/renewals")
def decide(request: Request, db: DB, me: Me, form: Given) -> Response:
    return perform(
        request,
        db,
        me,
        0,
        form,
        {"approve": _decide, "decline": _decide},
        "/practice/renewals",
        lambda error: _renewals(request, db, me, error),
    )


@router.get("/practice/inbox")
def inbox(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    found = ops.list_inbox(db, me, page, SIZE)
    return show(request, db, me, "inbox.html", found=found)
