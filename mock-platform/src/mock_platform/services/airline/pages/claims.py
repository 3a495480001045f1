"""Claims through pages."""

import base64
from typing import Annotated, Any

from fastapi import Form, Query, Request, Response, UploadFile

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.forms import attempt, checked, whole_number
from mock_platform.kit.pages import download, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import policy
from mock_platform.services.airline.operations import (
    BaggageReport,
    CompensationRequest,
    NewDocument,
)
from mock_platform.services.airline.pages.router import SIZE, Me, Text, router, show


@router.get("/claims")
def claims(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    return show(request, db, me, "claims.html", found=ops.list_claims(db, me, page, SIZE))


@router.get("/trips/{code}/claim")
def claim_page(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    kind: Annotated[str, Query(max_length=20)] = "compensation",
    leg: Annotated[str, Query(max_length=12)] = "",
) -> Response:
    given = {"kind": kind if kind in policy.CLAIM_TITLES else "compensation", "leg_id": leg}
    return _claim_form(request, db, me, code, given)


@router.post("/trips/{code}/claim")
def file_claim(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    kind: Text,
    leg_id: Text,
    passenger_id: Text = "",
    bag_tag: Text = "",
    asked: Text = "",
    description: Text = "",
) -> Response:
    given: dict[str, Any] = {
        "kind": kind,
        "leg_id": leg_id,
        "passenger_id": passenger_id,
        "bag_tag": bag_tag,
        "asked": asked,
        "description": description,
    }
    try:
        if kind == "compensation":
            wanted = checked(CompensationRequest, given)
            full = ops.file_compensation_claim(db, me, code, wanted)
        else:
            full = ops.file_baggage_claim(db, me, code, checked(BaggageReport, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return _claim_form(request, db, me, code, given, error)
    path = f"/claims/{full.claim.number}"
    return redirect(request, path, "The claim is a draft: add the documents, then submit it.")


def _claim_form(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    given: dict[str, Any],
    error: Invalid | Refused | None = None,
) -> Response:
    full = ops.view_booking(db, me, code)
    empty = {"passenger_id": "", "bag_tag": "", "asked": "", "description": ""}
    status = error.status if error else 200
    context = {"full": full, "given": empty | given, "error": error}
    return show(request, db, me, "claim_form.html", status, **context)


@router.get("/claims/{number}")
def claim(request: Request, db: DB, me: Me, number: str) -> Response:
    return show(request, db, me, "claim.html", full=ops.view_claim(db, me, number))


@router.post("/claims/{number}/documents")
async def upload(
    request: Request,
    db: DB,
    me: Me,
    number: str,
    kind: Text,
    file: Annotated[UploadFile, Form()],
) -> Response:
    content = base64.b64encode(await file.read()).decode()

    def add() -> None:
        given = {
            "kind": kind,
            "filename": file.filename or "",
            "content_type": (file.content_type or "application/octet-stream")[:100],
            "content": content,
        }
        ops.upload_document(db, me, number, checked(NewDocument, given))

    return attempt(request, db, add, f"/claims/{number}", "Document added.")


@router.get("/claims/{number}/documents/{document_id}")
def document(db: DB, me: Me, number: str, document_id: int) -> Response:
    file = ops.view_document(db, me, number, document_id)
    return download(file.content, file.filename)


@router.post("/claims/{number}")
def decide(
    request: Request, db: DB, me: Me, number: str, action: Text, document_id: Text = ""
) -> Response:
    back = f"/claims/{number}"
    if action == "delete":
        which = whole_number(document_id) or 0
        remove = lambda: ops.delete_document(db, me, number, which)  # noqa: E731
        return attempt(request, db, remove, back, "Document removed.")
    if action == "withdraw":
        withdraw = lambda: ops.withdraw_claim(db, me, number)  # noqa: E731
        return attempt(request, db, withdraw, back, "The claim is withdrawn.")
    submit = lambda: ops.submit_claim(db, me, number)  # noqa: E731
    return attempt(request, db, submit, back, "The claim is submitted.")
