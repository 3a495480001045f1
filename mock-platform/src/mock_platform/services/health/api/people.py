"""Records, access, and the terms."""

from dataclasses import asdict
from datetime import date, datetime

from pydantic import BaseModel

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.health import operations as ops
from mock_platform.services.health import terms
from mock_platform.services.health.api.router import AT, Me, router
from mock_platform.services.health.models import AccessEntry
from mock_platform.services.health.operations import (
    Access,
    FullLink,
    LinkRights,
    NewLink,
    ProfileDetails,
)


class RecordOut(BaseModel):
    """`role`: self, parent, carer or provider; `rights` is what the user may do there."""

    id: int
    name: str
    born_on: date
    doctor_id: int | None
    height_cm: int | None
    phone: str
    address: str
    role: str
    rights: list[str]


class LinkOut(BaseModel):
    id: int
    name: str
    email: str
    kind: str
    may_record: bool
    may_book: bool
    may_order: bool
    may_write: bool
    since: datetime


class AccessOut(BaseModel):
    name: str
    acting_as: str
    area: str
    changed: bool
    at: datetime


class SectionOut(BaseModel):
    """`rows` are a table whose first row is its head."""

    slug: str
    title: str
    paragraphs: list[str]
    rows: list[list[str]]


def _record(access: Access) -> RecordOut:
    hidden = {"user_id"}
    return RecordOut(
        **access.patient.model_dump(exclude=hidden),
        role=access.role,
        rights=sorted(access.rights),
    )


def _link(full: FullLink) -> LinkOut:
    values = full.link.model_dump(exclude={"user_id", "patient_id"})
    return LinkOut(**values, name=full.user.name, email=full.user.email)


@router.get("/patients", tags=["records"])
def list_records(db: DB, me: Me) -> list[RecordOut]:
    """One's own record, and those one has access to."""
    return [_record(access) for access in ops.list_records(db, me)]


@router.get(AT, tags=["records"])
def view_record(db: DB, me: Me, patient_id: int) -> RecordOut:
    """One record, and what one may do there."""
    return _record(ops.view_record(db, me, patient_id))


@router.put(AT, tags=["records"])
def update_details(db: DB, me: Me, patient_id: int, body: ProfileDetails) -> RecordOut:
    """Change telephone, address and height."""
    return _record(ops.update_details(db, me, patient_id, body))


@router.get(AT + "/access", tags=["access"])
def list_access(db: DB, me: Me, patient_id: int) -> list[LinkOut]:
    """Who else has access to the record."""
    return [_link(full) for full in ops.list_access(db, me, patient_id)]


@router.post(AT + "/access", tags=["access"], status_code=201)
def grant_access(db: DB, me: Me, patient_id: int, body: NewLink) -> LinkOut:
    """Give another account access."""
    return _link(ops.grant_access(db, me, patient_id, body))


@router.put(AT + "/access/{link_id}", tags=["access"])
def change_access(db: DB, me: Me, patient_id: int, link_id: int, body: LinkRights) -> LinkOut:
    """Say anew what somebody may do."""
    return _link(ops.change_access(db, me, patient_id, link_id, body))


@router.delete(AT + "/access/{link_id}", tags=["access"], status_code=204)
def revoke_access(db: DB, me: Me, patient_id: int, link_id: int) -> None:
    """Take access away."""
    ops.revoke_access(db, me, patient_id, link_id)


@router.get(AT + "/access-log", tags=["access"])
def list_access_log(
    db: DB, me: Me, patient_id: int, page: PageNumber = 1, size: PageSize = 20
) -> PageOf[AccessOut]:
    """Who else looked at the record or changed it, newest first."""
    found = ops.list_access_log(db, me, patient_id, page, size)
    known = ops.names(db, [entry.user_id for entry in found.items])
    return PageOf[AccessOut].of(found, [_entry(entry, known) for entry in found.items])


def _entry(entry: AccessEntry, known: dict[int, str]) -> AccessOut:
    values = entry.model_dump(include={"acting_as", "area", "changed", "at"})
    return AccessOut(**values, name=known[entry.user_id])


@router.get("/policies", tags=["terms"])
def view_policies() -> list[SectionOut]:
    """All policies, as they stand on the page."""
    return [SectionOut.model_validate(asdict(section)) for section in terms.sections()]
