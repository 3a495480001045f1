"""Cover, estimates, pre-authorisation and claims."""

from fastapi import Request, Response
from sqlmodel import Session

from mock_platform.kit import NotFound
from mock_platform.kit.forms import checked, whole_number
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.models import User
from mock_platform.services.health.operations import (
    EstimateQuery,
    NewClaim,
    NewPreauthorisation,
)
from mock_platform.services.health.pages.router import (
    AT,
    SIZE,
    Action,
    Given,
    Me,
    Typed,
    Wrong,
    filled,
    number,
    perform,
    router,
    show,
)


@router.get("/plans")
def plans(request: Request, db: DB, me: Me) -> Response:
    return show(request, db, me, "plans.html", plans=ops.list_plans(db))


@router.get(AT + "/insurance")
def insurance(request: Request, db: DB, me: Me, patient_id: int, page: PageNumber = 1) -> Response:
    return _insurance(request, db, me, patient_id, page)


def _insurance(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    page: int = 1,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    claims = ops.list_claims(db, me, patient_id, page, SIZE)
    try:
        cover = ops.view_cover(db, me, patient_id)
    except NotFound:
        cover = None
    return show(
        request,
        db,
        me,
        "insurance.html",
        patient_id,
        error,
        found=claims,
        cover=cover,
        preauthorisations=ops.list_preauthorisations(db, me, patient_id),
        referrals=[one for one in ops.list_referrals(db, me, patient_id) if one.usable],
        invoices=ops.list_documents(db, me, patient_id, "invoice", 1, 100).items,
        given=given or {},
    )


@router.get(AT + "/estimate")
def estimate(request: Request, db: DB, me: Me, patient_id: int) -> Response:
    """The parts of a bill; nothing is claimed."""
    given = dict(request.query_params)
    found = None
    if given.get("billed"):
        query = checked(EstimateQuery, filled(given, "category", "billed", "service_on"))
        found = ops.estimate_claim(db, me, patient_id, query)
        given["billed"] = str(query.billed)
    else:
        ops.list_preauthorisations(db, me, patient_id)
    return show(request, db, me, "estimate.html", patient_id, found=found, given=given)


def _claim(db: Session, me: User, patient_id: int, form: Typed) -> str:
    names = ("category", "service_on", "billed", "billed_by", "invoice_id", "preauthorisation_id")
    row = ops.create_claim(db, me, patient_id, checked(NewClaim, filled(form, *names)))
    return f"Claim {row.number} is a draft: look at it, then submit it."


def _ask(db: Session, me: User, patient_id: int, form: Typed) -> str:
    names = ("category", "estimate", "reason", "referral_id")
    wanted = checked(NewPreauthorisation, filled(form, *names))
    row = ops.request_preauthorisation(db, me, patient_id, wanted)
    return f"Pre-authorisation {row.number} is {row.status}."


@router.post(AT + "/insurance")
def change_insurance(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    actions: dict[str, Action] = {"claim": _claim, "ask": _ask}
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        actions,
        f"/p/{patient_id}/insurance",
        lambda error: _insurance(request, db, me, patient_id, 1, error, form),
    )


@router.get(AT + "/claims/{claim_id}")
def claim(request: Request, db: DB, me: Me, patient_id: int, claim_id: int) -> Response:
    return _one(request, db, me, patient_id, claim_id)


def _one(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    claim_id: int,
    error: Wrong | None = None,
) -> Response:
    row = ops.view_claim(db, me, patient_id, claim_id)
    invoices = ops.list_documents(db, me, patient_id, "invoice", 1, 100).items
    preauths = ops.list_preauthorisations(db, me, patient_id)
    context = {"claim": row, "invoices": invoices, "preauthorisations": preauths}
    return show(request, db, me, "claim.html", patient_id, error, **context)


def _attach(db: Session, me: User, patient_id: int, form: Typed) -> str:
    document = whole_number(form.get("document_id", "")) or 0
    ops.attach_invoice(db, me, patient_id, number(form, "claim_id"), document)
    return "The invoice is attached."


def _submit(db: Session, me: User, patient_id: int, form: Typed) -> str:
    row = ops.submit_claim(db, me, patient_id, number(form, "claim_id"))
    return f"The claim is {row.status.replace('_', ' ')}."


def _withdraw(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.withdraw_claim(db, me, patient_id, number(form, "claim_id"))
    return "The claim is withdrawn."


_ACTIONS: dict[str, Action] = {"attach": _attach, "submit": _submit, "withdraw": _withdraw}


@router.post(AT + "/claims/{claim_id}")
def change_claim(
    request: Request, db: DB, me: Me, patient_id: int, claim_id: int, form: Given
) -> Response:
    form["claim_id"] = str(claim_id)
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _ACTIONS,
        f"/p/{patient_id}/claims/{claim_id}",
        lambda error: _one(request, db, me, patient_id, claim_id, error),
    )
