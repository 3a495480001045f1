"""Medicines and doses."""

from fastapi import Request, Response
from sqlmodel import Session

from mock_platform.kit.clock import today
from mock_platform.kit.forms import checked, whole_number
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health.models import User
from mock_platform.services.health.operations import NewIntake, NewMedication, Plan
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
    ticked,
)

_PLAN = (
    "pattern",
    "times",
    "weekdays",
    "every_days",
    "units",
    "course_days",
    "daily_maximum",
    "hours_between",
)
PATTERNS = {
    "daily": "Every day",
    "weekdays": "On days of the week",
    "interval": "Every so many days",
    "as_needed": "As needed",
}


@router.get("/medicines")
def medicine_list(
    request: Request, db: DB, me: Me, q: Short = "", page: PageNumber = 1
) -> Response:
    found = ops.search_medicines(db, q, page, SIZE)
    return show(request, db, me, "medicine_list.html", found=found, q=q)


@router.get("/medicines/{medicine_id}")
def medicine(request: Request, db: DB, me: Me, medicine_id: int) -> Response:
    found, interactions = ops.view_medicine(db, medicine_id)
    records = [one for one in ops.list_records(db, me) if one.may("record")]
    return show(
        request, db, me, "medicine.html", medicine=found, interactions=interactions, records=records
    )


@router.get(AT + "/medicines")
def medicines(
    request: Request, db: DB, me: Me, patient_id: int, day: Short = "", stopped: Short = ""
) -> Response:
    return _medicines(request, db, me, patient_id, day, stopped)


def _medicines(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    day: str = "",
    stopped: str = "",
    error: Wrong | None = None,
) -> Response:
    chosen = read_day(day, today()) or today()
    return show(
        request,
        db,
        me,
        "medicines.html",
        patient_id,
        error,
        day=chosen,
        doses=ops.list_doses(db, me, patient_id, chosen),
        medications=ops.list_medications(db, me, patient_id, bool(stopped)),
        adherence=ops.view_adherence(db, me, patient_id, 7),
        patterns=PATTERNS,
        stopped=stopped,
    )


def _intake(db: Session, me: User, patient_id: int, form: Typed) -> str:
    values = filled(form, "status", "units", "note")
    values["due_at"] = moment(form.get("due_at", ""))
    values["taken_at"] = moment(form.get("taken_at", ""))
    wanted = checked(NewIntake, values)
    row = ops.record_intake(db, me, patient_id, number(form, "medication_id"), wanted)
    return f"Recorded as {row.status}."


def _undo(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.undo_intake(db, me, patient_id, number(form, "intake_id"))
    return "The intake is taken back."


@router.post(AT + "/medicines")
def change_doses(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    actions: dict[str, Action] = {"intake": _intake, "undo": _undo}
    day = form.get("day", "")
    shown = read_day(day, today())
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        actions,
        f"/p/{patient_id}/medicines?day={shown}",
        lambda error: _medicines(request, db, me, patient_id, day, error=error),
    )


@router.get(AT + "/add-medicine")
def add_page(
    request: Request, db: DB, me: Me, patient_id: int, medicine_id: Short = "", q: Short = ""
) -> Response:
    return _add_page(request, db, me, patient_id, {"medicine_id": medicine_id}, q)


def _add_page(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    given: Typed,
    q: str = "",
    error: Wrong | None = None,
) -> Response:
    chosen = whole_number(given.get("medicine_id", ""))
    found = objections = choices = None
    if chosen is None:
        choices = ops.search_medicines(db, q, 1, 50)
    else:
        found, _ = ops.view_medicine(db, chosen)
        objections = ops.check_medicine(db, me, patient_id, chosen)
    return show(
        request,
        db,
        me,
        "add_medicine.html",
        patient_id,
        error,
        medicine=found,
        objections=objections,
        choices=choices,
        patterns=PATTERNS,
        q=q,
        given=given,
    )


def _add(db: Session, me: User, patient_id: int, form: Typed) -> str:
    values = filled(form, "medicine_id", "starts_on", "stock", "reason", *_PLAN)
    values |= ticked(form, "acknowledged")
    full = ops.add_medication(db, me, patient_id, checked(NewMedication, values))
    return f"{full.medicine.name} is on the list."


@router.post(AT + "/add-medicine")
def add(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        {"add": _add},
        f"/p/{patient_id}/medicines",
        lambda error: _add_page(request, db, me, patient_id, form, error=error),
    )


@router.get(AT + "/medicines/{medication_id}")
def medication(
    request: Request, db: DB, me: Me, patient_id: int, medication_id: int, page: PageNumber = 1
) -> Response:
    return _medication(request, db, me, patient_id, medication_id, page)


def _medication(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    medication_id: int,
    page: int = 1,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    return show(
        request,
        db,
        me,
        "medication.html",
        patient_id,
        error,
        full=ops.view_medication(db, me, patient_id, medication_id),
        intakes=ops.list_intakes(db, me, patient_id, medication_id, page, SIZE),
        patterns=PATTERNS,
        given=given or {},
    )


def _change(db: Session, me: User, patient_id: int, form: Typed) -> str:
    plan = checked(Plan, filled(form, *_PLAN))
    ops.change_medication(db, me, patient_id, number(form, "medication_id"), plan)
    return "The schedule is changed."


def _pause(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.pause_medication(db, me, patient_id, number(form, "medication_id"))
    return f"{full.medicine.name} is paused."


def _resume(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.resume_medication(db, me, patient_id, number(form, "medication_id"))
    return f"{full.medicine.name} is resumed."


def _stop(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.stop_medication(db, me, patient_id, number(form, "medication_id"))
    return f"{full.medicine.name} is stopped."


def _stock(db: Session, me: User, patient_id: int, form: Typed) -> str:
    full = ops.set_stock(db, me, patient_id, number(form, "medication_id"), number(form, "stock"))
    return f"There are {full.medication.stock} of {full.medicine.name}."


_ACTIONS: dict[str, Action] = {
    "change": _change,
    "pause": _pause,
    "resume": _resume,
    "stop": _stop,
    "stock": _stock,
    "intake": _intake,
    "undo": _undo,
}


@router.post(AT + "/medicines/{medication_id}")
def change_one(
    request: Request, db: DB, me: Me, patient_id: int, medication_id: int, form: Given
) -> Response:
    form["medication_id"] = str(medication_id)
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _ACTIONS,
        f"/p/{patient_id}/medicines/{medication_id}",
        lambda error: _medication(
            request, db, me, patient_id, medication_id, error=error, given=form
        ),
    )
