"""Documents, and messages with the practice."""

import base64
import binascii
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator
from pydantic import Field as Limit
from sqlalchemy import Column, Index, LargeBinary, String
from sqlmodel import Field

from mock_platform.kit.rows import When
from mock_platform.services.health.models.people import HealthRow

DocumentKind = Literal["letter", "result", "invoice", "form", "other"]
Topic = Literal["question", "prescription", "result", "appointment", "billing"]
ThreadStatus = Literal["open", "closed"]


def _content(value: Any) -> Any:
    """Seed data gives text as it is and other content as `base64:…`."""
    if not isinstance(value, str):
        return value
    if not value.startswith("base64:"):
        return value.encode()
    try:
        return base64.b64decode(value.removeprefix("base64:"), validate=True)
    except binascii.Error as error:
        raise ValueError(f"not base64: {error}") from None


class Document(HealthRow, table=True):
    """A file of a record."""

    __tablename__ = "documents"
    __table_args__ = (Index("ix_documents_list", "patient_id", "added_at"),)

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id")
    kind: DocumentKind = Field(default="other", sa_type=String)
    title: str
    filename: Annotated[str, Limit(min_length=1, max_length=120)]
    content: Annotated[bytes, BeforeValidator(_content)] = Field(
        sa_column=Column(LargeBinary, nullable=False)
    )
    added_by: int = Field(foreign_key="users.id")
    added_at: When


class Thread(HealthRow, table=True):
    """A conversation about a record with one provider of the practice."""

    __tablename__ = "threads"
    __table_args__ = (
        Index("ix_threads_list", "patient_id", "last_at"),
        Index("ix_threads_provider", "provider_id", "last_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    patient_id: int = Field(foreign_key="patients.id")
    provider_id: int = Field(foreign_key="providers.id")
    topic: Topic = Field(default="question", sa_type=String)
    subject: str
    status: ThreadStatus = Field(default="open", sa_type=String)
    last_at: When
    unread: bool = Field(default=False, description="By the patient's side")
    waiting: bool = Field(default=False, description="For the practice's answer")


class Message(HealthRow, table=True):
    __tablename__ = "messages"
    __table_args__ = (Index("ix_messages_thread", "thread_id", "sent_at"),)

    id: int | None = Field(default=None, primary_key=True)
    thread_id: int = Field(foreign_key="threads.id")
    user_id: int = Field(foreign_key="users.id")
    from_practice: bool = False
    body: str
    document_id: int | None = Field(default=None, foreign_key="documents.id")
    sent_at: When
