"""The start page, the overview of a record, its details, and who has access."""

from fastapi import Request, Response
from sqlmodel import Session

from mock_platform.kit.clock import today
from mock_platform.kit.forms import checked
from mock_platform.kit.pages import page
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health import policy, terms
from mock_platform.services.health.models import User
from mock_platform.services.health.operations import LinkRights, NewLink, ProfileDetails
from mock_platform.services.health.pages.practice import practice
from mock_platform.services.health.pages.router import (
    AT,
    SIZE,
    Action,
    Given,
    Me,
    Typed,
    Visitor,
    Wrong,
    filled,
    number,
    perform,
    router,
    show,
    ticked,
)

_RIGHTS = tuple(f"may_{name}" for name in ops.RIGHTS)


@router.get("/")
def home(request: Request, db: DB, me: Visitor) -> Response:
    """A provider's day, one's own record, or the records one has access to."""
    if me is None:
        return page(request, "home.html", access=None, at="", policy=policy)
    if me.role == "provider":
        return practice(request, db, me)
    found = ops.list_records(db, me)
    if found and found[0].role == "self":
        return overview(request, db, me, found[0].patient.id or 0)
    return show(request, db, me, "records.html", records=found)


@router.get("/records")
def records(request: Request, db: DB, me: Me) -> Response:
    found = ops.list_records(db, me)
    return show(request, db, me, "records.html", records=found)


@router.get("/policies")
def policies(request: Request, _me: Visitor) -> Response:
    sections = terms.sections()
    return page(request, "policies.html", sections=sections, access=None, at="", policy=policy)


@router.get(AT)
def overview(request: Request, db: DB, me: Me, patient_id: int) -> Response:
    ops.view_record(db, me, patient_id)
    return show(
        request,
        db,
        me,
        "overview.html",
        patient_id,
        latest=ops.latest_measurements(db, me, patient_id),
        targets=ops.targets_of(db, patient_id),
        flag=ops.flag,
        doses=ops.list_doses(db, me, patient_id, today()),
        upcoming=ops.list_appointments(db, me, patient_id, "upcoming", 1, 3),
        waiting=ops.list_waiting(db, me, patient_id),
        threads=ops.list_threads(db, me, patient_id, 1, 3),
        vaccines=[
            one
            for one in ops.list_vaccinations(db, me, patient_id)
            if one.state in ("due", "overdue")
        ],
        refills=[
            one
            for one in ops.list_medications(db, me, patient_id, False)
            if one.refill_on and one.refill_on <= today()
        ],
    )


@router.get(AT + "/details")
def details(request: Request, db: DB, me: Me, patient_id: int) -> Response:
    return _details(request, db, me, patient_id)


def _details(
    request: Request,
    db: Session,
    me: User,
    patient_id: int,
    error: Wrong | None = None,
    given: Typed | None = None,
) -> Response:
    ops.view_record(db, me, patient_id)
    return show(
        request,
        db,
        me,
        "details.html",
        patient_id,
        error,
        links=ops.list_access(db, me, patient_id),
        rights=ops.RIGHTS,
        given=given or {},
    )


def _save(db: Session, me: User, patient_id: int, form: Typed) -> str:
    given = checked(ProfileDetails, filled(form, "phone", "address", "height_cm"))
    ops.update_details(db, me, patient_id, given)
    return "Saved."


def _grant(db: Session, me: User, patient_id: int, form: Typed) -> str:
    link = checked(NewLink, filled(form, "email") | ticked(form, *_RIGHTS))
    return f"{ops.grant_access(db, me, patient_id, link).user.name} has access now."


def _change(db: Session, me: User, patient_id: int, form: Typed) -> str:
    rights = LinkRights(**ticked(form, *_RIGHTS))
    full = ops.change_access(db, me, patient_id, number(form, "link_id"), rights)
    return f"The rights of {full.user.name} are changed."


def _revoke(db: Session, me: User, patient_id: int, form: Typed) -> str:
    ops.revoke_access(db, me, patient_id, number(form, "link_id"))
    return "The access is taken away."


_ACTIONS: dict[str, Action] = {
    "save": _save,
    "grant": _grant,
    "change": _change,
    "revoke": _revoke,
}


@router.post(AT + "/details")
def change_details(request: Request, db: DB, me: Me, patient_id: int, form: Given) -> Response:
    back = f"/p/{patient_id}/details"
    if form.get("action") == "revoke" and ops.view_record(db, me, patient_id).role == "carer":
        back = "/records"
    return perform(
        request,
        db,
        me,
        patient_id,
        form,
        _ACTIONS,
        back,
        lambda error: _details(request, db, me, patient_id, error, form),
    )


@router.get(AT + "/access-log")
def access_log(request: Request, db: DB, me: Me, patient_id: int, page: PageNumber = 1) -> Response:
    found = ops.list_access_log(db, me, patient_id, page, SIZE)
    known = ops.names(db, [entry.user_id for entry in found.items])
    return show(request, db, me, "access_log.html", patient_id, found=found, names=known)
