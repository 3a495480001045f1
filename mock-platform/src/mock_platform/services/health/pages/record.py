"""Measurements and trends; allergies, conditions, vaccinations and visits."""

from typing import Annotated, cast, get_args

from fastapi import Query, Request, Response
from sqlmodel import Session

from mock_platform.kit import NotFound
from mock_platform.kit.forms import checked
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health import policy
from mock_platform.services.health.models import User
from mock_platform.services.health.operations import (
    ConditionChange,
    NewAllergy,
    NewCondition,
    NewMeasurement,
    NewTarget,
    NewVaccination,
)
from mock_platform.services.health.operations.measurements import Bucket
from mock_platform.services.health.pages.chart import chart
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
from mock_platform.services.health.policy import MeasureKind

SPANS = {"day": 30, "week": 90, "month": 365}


def _kind(text: str) -> MeasureKind:
    if text not in policy.MEASURES:
        raise NotFound("There is no such kind of measurement.")
    return text


@router.get(AT + "/measurements")
def measurements(
    request: Request,
    db: DB,
    me: Me,
    patient_id: int,
    kind: Short = "",
    first_day: Short = "",
    last_day: Short = "",
    page: PageNumber = 1,
) -> Response:
    given = {"kind": kind, "first_day": first_day, "last_day": last_day}
    return _measurements(request, db, me, patient_id, page, given, {})


def _measurements(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    page: int,
    wanted: Typed,
    given: Typed,
    error: Wrong | None = None,
) -> Response:
    kind = _kind(wanted["kind"]) if wanted.get("kind") else None
    days = read_day(wanted.get("first_day", "")), read_day(wanted.get("last_day", ""))
    return show(
        request,
        db,
        me,
        "measurements.html",
        patient_id,
        error,
        found=ops.list_measurements(db, me, patient_id, kind, *days, page, SIZE),
        targets=ops.targets_of(db, patient_id),
        target_list=ops.list_targets(db, me, patient_id),
        flag=ops.flag,
        wanted=wanted,
        given=given,
    )


def _record(db: Session, me: User, patient_id: int, form: Typed) -> str:
    values = filled(form, "kind", "value", "second", "unit", "note")
    values["measured_at"] = moment(form.get("measured_at", ""))
    row = ops.record_measurement(db, me, patient_id, checked(NewMeasurement, values))
    measure = policy.MEASURES[row.kind]
    return f"{measure.title} of {ops.rounded(row.value, row.kind):f} {measure.unit} is entered."


def _delete(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.delete_measurement(db, me, patient_id, number(form, "measurement_id"))
    return "The measurement is deleted."


@router.post(AT + "/measurements")
def change_measurements(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    actions: dict[str, Action] = {"record": _record, "delete": _delete}
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        actions,
        f"/p/{patient_id}/measurements",
        lambda error: _measurements(request, db, me, patient_id, 1, {}, form, error),
    )


@router.get(AT + "/trends/{kind}")
def trend(
    request: Request,
    db: DB,
    me: Me,
    patient_id: int,
    kind: str,
    bucket: Short = "week",
    days: Annotated[int | None, Query(ge=1, le=730)] = None,
) -> Response:
    return _trend(request, db, me, patient_id, _kind(kind), bucket, days)


def _trend(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    kind: MeasureKind,
    bucket: str = "week",
    days: int | None = None,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    size = cast(Bucket, bucket if bucket in get_args(Bucket) else "week")
    span = days or SPANS[size]
    found = ops.view_trend(db, me, patient_id, kind, size, span)
    return show(
        request,
        db,
        me,
        "trend.html",
        patient_id,
        error,
        trend=found,
        chart=chart(found),
        days=span,
        spans=SPANS,
        kind=kind,
        measure=policy.MEASURES[kind],
        bounds=ops.bounds(kind, found.target),
        given=given or {},
    )


def _set(db: Session, me: User, patient_id: int, form: Typed) -> str:
    target = checked(NewTarget, filled(form, "low", "high", "second_high"))
    ops.set_target(db, me, patient_id, _kind(form["kind"]), target)
    return "The target is set."


def _clear(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.clear_target(db, me, patient_id, _kind(form["kind"]))
    return "The target is removed."


@router.post(AT + "/trends/{kind}")
def change_target(
    request: Request, db: DB, me: Me, patient_id: int, kind: str, form: Given
) -> Response:
    form["kind"] = _kind(kind)
    actions: dict[str, Action] = {"set": _set, "clear": _clear}
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        actions,
        f"/p/{patient_id}/trends/{kind}",
        lambda error: _trend(request, db, me, patient_id, _kind(kind), error=error, given=form),
    )


@router.get(AT + "/history")
def history(request: Request, db: DB, me: Me, patient_id: int) -> Response:
    return _history(request, db, me, patient_id)


def _history(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    return show(
        request,
        db,
        me,
        "history.html",
        patient_id,
        error,
        allergies=ops.list_allergies(db, me, patient_id),
        conditions=ops.list_conditions(db, me, patient_id),
        vaccines=ops.list_vaccinations(db, me, patient_id),
        given=given or {},
    )


def _add_allergy(db: Session, me: User, patient_id: int, form: Typed) -> str:
    values = filled(form, "kind", "name", "severity", "reaction", "noted_on")
    row = ops.add_allergy(db, me, patient_id, checked(NewAllergy, values))
    return f"The allergy to {row.name} is noted."


def _resolve(db: Session, me: User, patient_id: int, form: Typed) -> str:
    row = ops.resolve_allergy(db, me, patient_id, number(form, "allergy_id"))
    return f"The allergy to {row.name} is resolved."


def _add_condition(db: Session, me: User, patient_id: int, form: Typed) -> str:
    values = filled(form, "name", "since", "notes")
    row = ops.add_condition(db, me, patient_id, checked(NewCondition, values))
    return f"{row.name} is noted."


def _update_condition(db: Session, me: User, patient_id: int, form: Typed) -> str:
    change = checked(ConditionChange, filled(form, "notes", "status"))
    ops.update_condition(db, me, patient_id, number(form, "condition_id"), change)
    return "Saved."


def _vaccinate(db: Session, me: User, patient_id: int, form: Typed) -> str:
    dose = checked(NewVaccination, filled(form, "vaccine_id", "given_on", "batch"))
    row = ops.record_vaccination(db, me, patient_id, dose)
    return f"Dose {row.dose} is noted."


_ACTIONS: dict[str, Action] = {
    "allergy": _add_allergy,
    "resolve": _resolve,
    "condition": _add_condition,
    "update": _update_condition,
    "vaccinate": _vaccinate,
}


@router.post(AT + "/history")
def change_history(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _ACTIONS,
        f"/p/{patient_id}/history",
        lambda error: _history(request, db, me, patient_id, error, form),
    )


@router.get(AT + "/visits")
def visits(request: Request, db: DB, me: Me, patient_id: int, page: PageNumber = 1) -> Response:
    found = ops.list_summaries(db, me, patient_id, page, SIZE)
    return show(request, db, me, "visits.html", patient_id, found=found)
