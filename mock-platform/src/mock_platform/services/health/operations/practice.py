"""Documents of a record, and messages with the practice."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from sqlalchemy import func
from sqlalchemy.orm import defer
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Appointment,
    Claim,
    Document,
    Message,
    Patient,
    Provider,
    Thread,
    User,
)
from mock_platform.services.health.models.practice import DocumentKind, Topic
from mock_platform.services.health.operations.access import (
    Named,
    Said,
    enter,
    names,
    own_provider,
    own_row,
    pk,
)
from mock_platform.services.health.operations.slots import view_provider


def _file_name(value: str) -> str:
    if not value.isprintable() or "/" in value or "\\" in value:
        raise ValueError("a file name without folders")
    return value


def _base64(value: str) -> str:
    try:
        base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not base64") from None
    return value


class NewDocument(BaseModel):
    """`content` is base64."""

    kind: DocumentKind = "other"
    title: Named
    filename: Annotated[str, AfterValidator(_file_name)] = Field(min_length=1, max_length=120)
    content: Annotated[str, AfterValidator(_base64)] = Field(
        min_length=1, max_length=policy.LARGEST_DOCUMENT * 2
    )


class NewThread(BaseModel):
    provider_id: int
    topic: Topic = "question"
    subject: Named
    body: Said = Field(min_length=1)


class NewMessage(BaseModel):
    """`document_id` is a document of the record."""

    body: Said = Field(min_length=1)
    document_id: int | None = None


@dataclass(frozen=True)
class FullThread:
    thread: Thread
    patient: Patient
    provider: Provider
    messages: Sequence[Message]
    names: dict[int, str]


@operation
def list_documents(
    db: Session, user: User, patient_id: int, kind: DocumentKind | None, page: int, size: int
) -> Paged[Document]:
    """Documents without their content, the newest first."""
    enter(db, user, patient_id, "documents")
    query = select(Document).where(Document.patient_id == patient_id)
    if kind:
        query = query.where(Document.kind == kind)
    newest = query.order_by(col(Document.added_at).desc(), col(Document.id).desc())
    return paged(db, newest.options(defer(Document.content)), page, size)  # type: ignore[arg-type]


@operation
def view_document(db: Session, user: User, patient_id: int, document_id: int) -> Document:
    """One document with its content."""
    access = enter(db, user, patient_id, "documents")
    return own_row(db, Document, document_id, access.patient)


@operation
def upload_document(db: Session, user: User, patient_id: int, document: NewDocument) -> Document:
    """Add a file to the record."""
    enter(db, user, patient_id, "documents", "write")
    content = base64.b64decode(document.content)
    if len(content) > policy.LARGEST_DOCUMENT:
        said = f"A document has at most {policy.LARGEST_DOCUMENT // 1_000_000} MB."
        raise Invalid(said, fields={"content": "too large"})
    query = select(func.count()).where(Document.patient_id == patient_id)
    if db.execute(query).scalar_one() >= policy.MOST_DOCUMENTS:
        raise Refused(f"A record holds {policy.MOST_DOCUMENTS} documents at most.")
    row = Document(
        patient_id=patient_id,
        kind=document.kind,
        title=document.title,
        filename=document.filename,
        content=content,
        added_by=pk(user),
        added_at=now(),
    )
    db.add(row)
    db.flush()
    return row


@operation
def delete_document(db: Session, user: User, patient_id: int, document_id: int) -> None:
    """Remove a document that one added oneself and that nothing refers to."""
    access = enter(db, user, patient_id, "documents", "write")
    row = own_row(db, Document, document_id, access.patient)
    if row.added_by != user.id:
        raise Refused("Only who added a document can remove it.")
    claims = select(Claim.id).where(Claim.invoice_id == row.id).limit(1)
    sent = select(Message.id).where(Message.document_id == row.id).limit(1)
    if db.exec(claims).first() is not None or db.exec(sent).first() is not None:
        raise Refused("A claim or a message refers to it.")
    db.delete(row)
    db.flush()


def _fulls(db: Session, rows: Sequence[Thread]) -> list[FullThread]:
    return [
        FullThread(
            row, db.get_one(Patient, row.patient_id), db.get_one(Provider, row.provider_id), [], {}
        )
        for row in rows
    ]


@operation
def list_threads(
    db: Session, user: User, patient_id: int, page: int, size: int
) -> Paged[FullThread]:
    """Conversations about a record, the latest first; providers see their own."""
    access = enter(db, user, patient_id, "documents")
    query = select(Thread).where(Thread.patient_id == patient_id)
    if access.provider is not None:
        query = query.where(Thread.provider_id == access.provider.id)
    latest = query.order_by(col(Thread.last_at).desc(), col(Thread.id).desc())
    rows = paged(db, latest, page, size)
    return Paged(_fulls(db, rows.items), rows.page, rows.size, rows.total)


@operation
def list_inbox(db: Session, user: User, page: int, size: int) -> Paged[FullThread]:
    """Conversations that wait for the answer of the provider who is signed in, oldest first."""
    provider = own_provider(db, user)
    query = select(Thread).where(Thread.provider_id == provider.id, col(Thread.waiting).is_(True))
    rows = paged(db, query.order_by(col(Thread.last_at), col(Thread.id)), page, size)
    return Paged(_fulls(db, rows.items), rows.page, rows.size, rows.total)


def _thread(db: Session, user: User, patient_id: int, thread_id: int, write: bool) -> Thread:
    access = enter(db, user, patient_id, "documents", "write" if write else "look")
    row = own_row(db, Thread, thread_id, access.patient)
    if access.provider is not None and row.provider_id != access.provider.id:
        raise NotFound("The record has no such entry.")
    return row


def _full(db: Session, row: Thread) -> FullThread:
    query = select(Message).where(Message.thread_id == row.id)
    newest = query.order_by(col(Message.sent_at).desc(), col(Message.id).desc()).limit(100)
    messages = list(reversed(db.exec(newest).all()))
    people = names(db, [message.user_id for message in messages])
    one = _fulls(db, [row])[0]
    return FullThread(row, one.patient, one.provider, messages, people)


@operation
def view_thread(db: Session, user: User, patient_id: int, thread_id: int) -> FullThread:
    """A conversation with its latest hundred messages."""
    return _full(db, _thread(db, user, patient_id, thread_id, write=False))


@operation
def mark_thread_read(db: Session, user: User, patient_id: int, thread_id: int) -> FullThread:
    """Note that the patient's side has read it."""
    row = _thread(db, user, patient_id, thread_id, write=False)
    if user.role == "provider":
        raise Forbidden("That is for the patient's side.")
    row.unread = False
    db.flush()
    return _full(db, row)


@operation
def start_thread(db: Session, user: User, patient_id: int, thread: NewThread) -> FullThread:
    """Write to a provider about a record; only to those one has to do with."""
    access = enter(db, user, patient_id, "documents", "write")
    provider = view_provider(db, thread.provider_id).provider
    if access.provider is not None and access.provider.id != provider.id:
        raise Refused("Providers write in their own name.")
    met = select(Appointment.id).where(
        Appointment.patient_id == patient_id, Appointment.provider_id == provider.id
    )
    general = provider.speciality in ("general", "nurse")
    if not general and db.exec(met.limit(1)).first() is None:
        raise Refused(f"You have no appointment with {provider.name}; write to your practice.")
    row = Thread(
        patient_id=patient_id,
        provider_id=pk(provider),
        topic=thread.topic,
        subject=thread.subject,
        last_at=now(),
    )
    db.add(row)
    db.flush()
    _send(db, user, row, thread.body, None, from_practice=access.provider is not None)
    return _full(db, row)


def _send(
    db: Session,
    user: User,
    row: Thread,
    body: str,
    document_id: int | None,
    *,
    from_practice: bool,
) -> None:
    db.add(
        Message(
            thread_id=pk(row),
            user_id=pk(user),
            from_practice=from_practice,
            body=body,
            document_id=document_id,
            sent_at=now(),
        )
    )
    row.last_at, row.unread, row.waiting = now(), from_practice, not from_practice
    db.flush()


@operation
def send_message(
    db: Session, user: User, patient_id: int, thread_id: int, message: NewMessage
) -> FullThread:
    """Answer in a conversation."""
    row = _thread(db, user, patient_id, thread_id, write=True)
    if row.status == "closed":
        raise Refused("The conversation is closed; please begin a new one.")
    if now() - row.last_at > timedelta(days=policy.CLOSE_DAYS):
        raise Refused(f"It has been quiet for {policy.CLOSE_DAYS} days; please begin a new one.")
    if message.document_id is not None:
        own_row(db, Document, message.document_id, db.get_one(Patient, patient_id))
    practice = user.role == "provider" and db.get_one(Provider, row.provider_id).user_id == user.id
    _send(db, user, row, message.body, message.document_id, from_practice=practice)
    return _full(db, row)


@operation
def close_thread(db: Session, user: User, patient_id: int, thread_id: int) -> FullThread:
    """End a conversation; nobody can answer any more."""
    row = _thread(db, user, patient_id, thread_id, write=True)
    if row.status == "closed":
        raise Refused("The conversation is closed already.")
    row.status, row.waiting = "closed", False
    db.flush()
    return _full(db, row)


@operation
def search_messages(
    db: Session, user: User, patient_id: int, text: str, page: int, size: int
) -> Paged[Thread]:
    """Conversations in whose subject or messages a text occurs, the latest first."""
    access = enter(db, user, patient_id, "documents")
    said = select(Message.thread_id).where(col(Message.body).icontains(text, autoescape=True))
    query = select(Thread).where(
        Thread.patient_id == patient_id,
        or_(
            col(Thread.subject).icontains(text, autoescape=True),
            col(Thread.id).in_(said),
        ),
    )
    if access.provider is not None:
        query = query.where(Thread.provider_id == access.provider.id)
    return paged(db, query.order_by(col(Thread.last_at).desc()), page, size)


@operation
def list_patients(db: Session, user: User, text: str, page: int, size: int) -> Paged[Patient]:
    """Those whom the provider who is signed in treats, by name."""
    provider = own_provider(db, user)
    seen = select(Appointment.patient_id).where(
        Appointment.provider_id == provider.id, Appointment.status != "cancelled"
    )
    query = select(Patient).where(or_(Patient.doctor_id == provider.id, col(Patient.id).in_(seen)))
    if text.strip():
        query = query.where(col(Patient.name).icontains(text.strip(), autoescape=True))
    return paged(db, query.order_by(col(Patient.name), col(Patient.id)), page, size)
