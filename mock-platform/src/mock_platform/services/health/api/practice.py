"""Documents, messages, and the work of providers."""

from datetime import date, datetime
from typing import Annotated

from fastapi import Query, Response
from pydantic import BaseModel

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.api.router import AT, Me, router
from mock_platform.services.health.models import Document, Patient, Thread
from mock_platform.services.health.models.practice import DocumentKind
from mock_platform.services.health.operations import (
    FullThread,
    NewDocument,
    NewMessage,
    NewThread,
)


class DocumentOut(BaseModel):
    id: int
    kind: str
    title: str
    filename: str
    added_at: datetime


class ThreadOut(BaseModel):
    """`unread` is the patient's side's; `waiting`: for the practice's answer."""

    id: int
    patient_id: int
    provider_id: int
    topic: str
    subject: str
    status: str
    last_at: datetime
    unread: bool
    waiting: bool


class MessageOut(BaseModel):
    id: int
    name: str
    from_practice: bool
    body: str
    document_id: int | None
    sent_at: datetime


class FullThreadOut(ThreadOut):
    patient: str
    provider: str
    messages: list[MessageOut]


class PatientOut(BaseModel):
    id: int
    name: str
    born_on: date
    phone: str


def _document(row: Document) -> DocumentOut:
    return DocumentOut.model_validate(row, from_attributes=True)


def _thread(row: Thread) -> ThreadOut:
    return ThreadOut.model_validate(row, from_attributes=True)


def _full(full: FullThread) -> FullThreadOut:
    messages = [
        MessageOut(
            **message.model_dump(exclude={"thread_id", "user_id"}),
            name=full.names[message.user_id],
        )
        for message in full.messages
    ]
    return FullThreadOut(
        **full.thread.model_dump(),
        patient=full.patient.name,
        provider=full.provider.name,
        messages=messages,
    )


def _patient(row: Patient) -> PatientOut:
    return PatientOut.model_validate(row, from_attributes=True)


@router.get(AT + "/documents", tags=["documents"])
def list_documents(
    db: DB,
    me: Me,
    patient_id: int,
    kind: DocumentKind | None = None,
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[DocumentOut]:
    """Documents of the record, newest first."""
    found = ops.list_documents(db, me, patient_id, kind, page, size)
    return PageOf[DocumentOut].of(found, [_document(row) for row in found.items])


@router.post(AT + "/documents", tags=["documents"], status_code=201)
def upload_document(db: DB, me: Me, patient_id: int, body: NewDocument) -> DocumentOut:
    """Add a document; `content` is base64."""
    return _document(ops.upload_document(db, me, patient_id, body))


@router.get(
    AT + "/documents/{document_id}",
    tags=["documents"],
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def view_document(db: DB, me: Me, patient_id: int, document_id: int) -> Response:
    """Download a document."""
    row = ops.view_document(db, me, patient_id, document_id)
    return download(row.content, row.filename)


@router.delete(AT + "/documents/{document_id}", tags=["documents"], status_code=204)
def delete_document(db: DB, me: Me, patient_id: int, document_id: int) -> None:
    """Remove a document that one added oneself."""
    ops.delete_document(db, me, patient_id, document_id)


@router.get(AT + "/threads", tags=["messages"])
def list_threads(
    db: DB, me: Me, patient_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[ThreadOut]:
    """Conversations about the record, the latest first."""
    found = ops.list_threads(db, me, patient_id, page, size)
    return PageOf[ThreadOut].of(found, [_thread(full.thread) for full in found.items])


@router.get(AT + "/threads/search", tags=["messages"])
def search_messages(
    db: DB,
    me: Me,
    patient_id: int,
    q: Annotated[str, Query(min_length=1, max_length=100)],
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[ThreadOut]:
    """Conversations in which a text occurs."""
    found = ops.search_messages(db, me, patient_id, q, page, size)
    return PageOf[ThreadOut].of(found, [_thread(row) for row in found.items])


@router.post(AT + "/threads", tags=["messages"], status_code=201)
def start_thread(db: DB, me: Me, patient_id: int, body: NewThread) -> FullThreadOut:
    """Write to a provider."""
    return _full(ops.start_thread(db, me, patient_id, body))


@router.get(AT + "/threads/{thread_id}", tags=["messages"])
def view_thread(db: DB, me: Me, patient_id: int, thread_id: int) -> FullThreadOut:
    """A conversation with its latest hundred messages."""
    return _full(ops.view_thread(db, me, patient_id, thread_id))


@router.post(AT + "/threads/{thread_id}/messages", tags=["messages"], status_code=201)
def send_message(
    db: DB, me: Me, patient_id: int, thread_id: int, body: NewMessage
) -> FullThreadOut:
    """Answer in a conversation."""
    return _full(ops.send_message(db, me, patient_id, thread_id, body))


@router.post(AT + "/threads/{thread_id}/read", tags=["messages"])
def mark_thread_read(db: DB, me: Me, patient_id: int, thread_id: int) -> FullThreadOut:
    """Note that one has read it."""
    return _full(ops.mark_thread_read(db, me, patient_id, thread_id))


@router.post(AT + "/threads/{thread_id}/close", tags=["messages"])
def close_thread(db: DB, me: Me, patient_id: int, thread_id: int) -> FullThreadOut:
    """End a conversation."""
    return _full(ops.close_thread(db, me, patient_id, thread_id))


@router.get("/practice/patients", tags=["practice"])
def list_patients(
    db: DB,
    me: Me,
    q: Annotated[str, Query(max_length=100)] = "",
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[PatientOut]:
    """Those whom the provider who is signed in treats."""
    found = ops.list_patients(db, me, q, page, size)
    return PageOf[PatientOut].of(found, [_patient(row) for row in found.items])


@router.get("/practice/inbox", tags=["practice"])
def list_inbox(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[ThreadOut]:
    """Conversations that wait for the provider's answer."""
    found = ops.list_inbox(db, me, page, size)
    return PageOf[ThreadOut].of(found, [_thread(full.thread) for full in found.items])


def download(content: bytes, filename: str) -> Response:
    """A file to keep, never to show: it may hold anything."""
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "._- ") else "_" for c in filename)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type="application/octet-stream", headers=headers)
