"""Opening a page of the collection."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.search.models import Citation, Document, Report, Source, User


class Complaint(BaseModel):
    reason: Literal["outdated", "wrong", "copied", "harmful"]
    details: str = Field(default="", max_length=1000)


@dataclass(frozen=True)
class Reading:
    """A page with where it is from, what it cites, and its near duplicates."""

    document: Document
    source: Source
    citations: Sequence[tuple[Citation, Document | None]]
    copies: Sequence[tuple[Document, Source]]
    cited_by: int


def document_of(db: Session, document_id: int) -> Document:
    found = db.get(Document, document_id)
    if found is None:
        raise NotFound("There is no such page in the collection.")
    return found


@operation
def view_document(db: Session, document_id: int) -> Reading:
    document = document_of(db, document_id)
    source = db.get(Source, document.source_id)
    assert source is not None
    citations = db.exec(
        select(Citation, Document)
        .outerjoin(Document, col(Document.id) == col(Citation.cited_id))
        .where(Citation.document_id == document_id)
        .order_by(col(Citation.id))
    ).all()
    copies: Sequence[tuple[Document, Source]] = []
    if document.cluster:
        copies = db.exec(
            select(Document, Source)
            .join(Source)
            .where(Document.cluster == document.cluster, Document.id != document_id)
            .order_by(col(Document.published_on), col(Document.id))
        ).all()
    return Reading(document, source, citations, copies, list_citing(db, document_id, 1, 1).total)


@operation
def list_citing(db: Session, document_id: int, page: int, size: int) -> Paged[Document]:
    """The pages that cite a page, newest first."""
    document_of(db, document_id)
    citing = select(Document).where(
        col(Document.id).in_(select(Citation.document_id).where(Citation.cited_id == document_id))
    )
    order = (col(Document.published_on).desc(), col(Document.id).desc())
    return paged(db, citing.order_by(*order), page, size)


@operation
def report_document(db: Session, user: User, document_id: int, complaint: Complaint) -> Report:
    """Tell Lodestar what is wrong with a page; once a page and user."""
    document_of(db, document_id)
    assert user.id is not None
    earlier = select(Report).where(Report.user_id == user.id, Report.document_id == document_id)
    if db.exec(earlier).first():
        raise Refused("You have reported this page already.")
    report = Report(
        user_id=user.id,
        document_id=document_id,
        reported_at=now(),
        reason=complaint.reason,
        details=complaint.details,
    )
    db.add(report)
    db.flush()
    return report
