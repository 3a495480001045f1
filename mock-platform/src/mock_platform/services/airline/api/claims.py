"""Claims for compensation and baggage."""

from datetime import datetime
from decimal import Decimal

from fastapi import Response
from pydantic import BaseModel

from mock_platform.kit.pages import download
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline.api.router import Me, router
from mock_platform.services.airline.operations import (
    BaggageReport,
    CompensationRequest,
    FullClaim,
    NewDocument,
)


class DocumentOut(BaseModel):
    id: int
    kind: str
    filename: str
    content_type: str
    uploaded_at: datetime


class ClaimOut(BaseModel):
    """`amount` is what the terms allow; `missing` are documents needed before submission."""

    number: str
    kind: str
    status: str
    code: str
    flight_number: str
    flight_date: datetime
    passenger: str | None
    passengers: int
    asked: Decimal
    amount: Decimal
    bag_tag: str
    description: str
    filed_at: datetime
    submitted_at: datetime | None
    decided_at: datetime | None
    decision: str
    documents: list[DocumentOut]
    missing: list[str]


def _claim(full: FullClaim) -> ClaimOut:
    hidden = {"id", "user_id", "booking_id", "flight_id", "passenger_id"}
    return ClaimOut(
        **full.claim.model_dump(exclude=hidden),
        code=full.booking.code,
        flight_number=full.flight.number,
        flight_date=full.flight.departs_at,
        passenger=ops.full_name(full.passenger) if full.passenger else None,
        documents=[
            DocumentOut(
                id=d.id or 0,
                kind=d.kind,
                filename=d.filename,
                content_type=d.content_type,
                uploaded_at=d.uploaded_at,
            )
            for d in full.documents
        ],
        missing=[str(kind) for kind in full.missing],
    )


@router.get("/claims", tags=["claims"])
def list_claims(db: DB, me: Me, page: PageNumber = 1, size: PageSize = 20) -> PageOf[ClaimOut]:
    """The user's claims, newest first."""
    found = ops.list_claims(db, me, page, size)
    return PageOf[ClaimOut].of(found, [_claim(full) for full in found.items])


@router.post("/bookings/{code}/compensation-claims", tags=["claims"], status_code=201)
def file_compensation_claim(db: DB, me: Me, code: str, body: CompensationRequest) -> ClaimOut:
    """Begin a claim for a late or cancelled flight."""
    return _claim(ops.file_compensation_claim(db, me, code, body))


@router.post("/bookings/{code}/baggage-claims", tags=["claims"], status_code=201)
def file_baggage_claim(db: DB, me: Me, code: str, body: BaggageReport) -> ClaimOut:
    """Begin a claim for delayed, damaged or lost baggage."""
    return _claim(ops.file_baggage_claim(db, me, code, body))


@router.get("/claims/{number}", tags=["claims"])
def view_claim(db: DB, me: Me, number: str) -> ClaimOut:
    """One claim."""
    return _claim(ops.view_claim(db, me, number))


@router.post("/claims/{number}/documents", tags=["claims"], status_code=201)
def upload_document(db: DB, me: Me, number: str, body: NewDocument) -> ClaimOut:
    """Add a document; `content` is base64."""
    return _claim(ops.upload_document(db, me, number, body))


@router.get(
    "/claims/{number}/documents/{document_id}",
    tags=["claims"],
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def view_document(db: DB, me: Me, number: str, document_id: int) -> Response:
    """Download a document."""
    file = ops.view_document(db, me, number, document_id)
    return download(file.content, file.filename)


@router.delete("/claims/{number}/documents/{document_id}", tags=["claims"], status_code=204)
def delete_document(db: DB, me: Me, number: str, document_id: int) -> None:
    """Take a document out of a draft."""
    ops.delete_document(db, me, number, document_id)


@router.post("/claims/{number}/submit", tags=["claims"])
def submit_claim(db: DB, me: Me, number: str) -> ClaimOut:
    """Hand a claim in."""
    return _claim(ops.submit_claim(db, me, number))


@router.post("/claims/{number}/withdraw", tags=["claims"])
def withdraw_claim(db: DB, me: Me, number: str) -> ClaimOut:
    """Take a claim back before it is decided."""
    return _claim(ops.withdraw_claim(db, me, number))
