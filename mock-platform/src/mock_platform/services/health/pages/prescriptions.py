"""Prescriptions and their renewal."""

from fastapi import Request, Response
from sqlmodel import Session

from mock_platform.kit.forms import checked
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.models import User
from mock_platform.services.health.operations import NewPrescription
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
    ticked,
)


@router.get(AT + "/prescriptions")
def prescriptions(
    request: Request, db: DB, me: Me, patient_id: int, page: PageNumber = 1
) -> Response:
    return _prescriptions(request, db, me, patient_id, page)


def _prescriptions(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    page: int = 1,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    access = ops.view_record(db, me, patient_id)
    treats = access.may("treat")
    return show(
        request,
        db,
        me,
        "prescriptions.html",
        patient_id,
        error,
        found=ops.list_prescriptions(db, me, patient_id, page, SIZE),
        medicines=ops.search_medicines(db, "", 1, 100).items if treats else [],
        given=given or {},
    )


def _issue(db: Session, me: User, patient_id: int, form: Typed) -> str:
    names = ("medicine_id", "directions", "units", "supply_days", "repeats")
    wanted = checked(NewPrescription, filled(form, *names) | ticked(form, "acknowledged"))
    full = ops.issue_prescription(db, me, patient_id, wanted)
    return f"Prescription {full.prescription.number} is issued."


@router.post(AT + "/prescriptions")
def issue(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        {"issue": _issue},
        f"/p/{patient_id}/prescriptions",
        lambda error: _prescriptions(request, db, me, patient_id, 1, error, form),
    )


@router.get(AT + "/prescriptions/{prescription_id}")
def prescription(
    request: Request, db: DB, me: Me, patient_id: int, prescription_id: int
) -> Response:
    return _prescription(request, db, me, patient_id, prescription_id)


def _prescription(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    prescription_id: int,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    full = ops.view_prescription(db, me, patient_id, prescription_id)
    return show(
        request, db, me, "prescription.html", patient_id, error, full=full, given=given or {}
    )


def _collect(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.collect_supply(db, me, patient_id, number(form, "prescription_id"))
    return f"{full.prescription.units} of {full.medicine.name} are on their way."


def _renew(db: Session, me: User, patient_id: int, form: Typed) -> str:
    note = form.get("note", "").strip()[:200]
    ops.request_renewal(db, me, patient_id, number(form, "prescription_id"), note)
    return "The renewal is requested."


def _withdraw(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.withdraw_renewal(db, me, patient_id, number(form, "prescription_id"))
    return "The request is withdrawn."


def _cancel(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.cancel_prescription(db, me, patient_id, number(form, "prescription_id"))
    return "The prescription is cancelled."


_ACTIONS: dict[str, Action] = {
    "collect": _collect,
    "renew": _renew,
    "withdraw": _withdraw,
    "cancel": _cancel,
}


@router.post(AT + "/prescriptions/{prescription_id}")
def change_prescription(
    request: Request, db: DB, me: Me, patient_id: int, prescription_id: int, form: Given
) -> Response:
    form["prescription_id"] = str(prescription_id)
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _ACTIONS,
        f"/p/{patient_id}/prescriptions/{prescription_id}",
        lambda error: _prescription(request, db, me, patient_id, prescription_id, error, form),
    )
