"""Whose record one may open, and what one may do there; the log of who did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StringConstraints
from sqlalchemy import exists, func
from sqlmodel import Session, SQLModel, col, or_, select

from mock_platform.kit import Forbidden, Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.kit.transaction import Transaction
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    AccessEntry,
    Appointment,
    CareLink,
    HealthRow,
    Patient,
    Provider,
    User,
)
from mock_platform.services.health.models.people import Area, LinkKind

type Need = Literal["look", "record", "book", "order", "write", "share", "treat"]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Said = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)]
Named = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]

RIGHTS: Final[dict[str, str]] = {
    "record": "enter measurements and medicines",
    "book": "book and cancel appointments",
    "order": "order prescriptions and make claims",
    "write": "write messages and add documents",
}
_PROVIDERS: Final = ("look", "record", "write", "treat")
"""What those who treat somebody may do in the record."""


@dataclass(frozen=True)
class Access:
    """A record, and in which role somebody is in it: `self`, `parent`, `carer`, `provider`."""

    patient: Patient
    role: str
    rights: frozenset[str]
    provider: Provider | None = None

    def may(self, need: Need) -> bool:
        return need in self.rights


class NewLink(BaseModel):
    email: str = Field(min_length=3, max_length=200)
    may_record: bool = False
    may_book: bool = False
    may_order: bool = False
    may_write: bool = False


class LinkRights(BaseModel):
    may_record: bool = False
    may_book: bool = False
    may_order: bool = False
    may_write: bool = False


@dataclass(frozen=True)
class FullLink:
    link: CareLink
    user: User


def sixteenth(patient: Patient) -> date:
    """The birthday at which a parent's access ends."""
    year = patient.born_on.year + policy.ADULT_AT
    try:
        return patient.born_on.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def provider_of(db: Session, user: User) -> Provider | None:
    return db.exec(select(Provider).where(Provider.user_id == user.id)).first()


def own_provider(db: Session, user: User) -> Provider:
    """The provider that the user is; Forbidden for everybody else."""
    provider = provider_of(db, user)
    if provider is None:
        raise Forbidden("Only providers of the practice can do that.")
    return provider


def _treats(db: Session, provider: Provider, patient: Patient) -> bool:
    seen = exists().where(
        col(Appointment.patient_id) == patient.id,
        col(Appointment.provider_id) == provider.id,
        col(Appointment.status) != "cancelled",
    )
    return patient.doctor_id == provider.id or bool(db.execute(select(seen)).scalar())


def look_up(db: Session, user: User, patient_id: int) -> Access | None:
    """How the user can get at a record; None: not at all. A request finds it out once."""
    if Transaction.of(db) is None:
        return _look_up(db, user, patient_id)
    known: dict[tuple[int, int], Access | None] = db.info.setdefault("access", {})
    key = (pk(user), patient_id)
    if key not in known:
        known[key] = _look_up(db, user, patient_id)
    return known[key]


def _look_up(db: Session, user: User, patient_id: int) -> Access | None:
    patient = db.get(Patient, patient_id)
    if patient is None:
        return None
    if patient.user_id == user.id:
        return Access(patient, "self", frozenset({"look", *RIGHTS, "share"}))
    query = select(CareLink).where(CareLink.user_id == user.id, CareLink.patient_id == patient_id)
    link = db.exec(query).first()
    if link is not None and (link.kind != "parent" or today() < sixteenth(patient)):
        rights = {name for name in RIGHTS if getattr(link, f"may_{name}")}
        shares = {"share"} if link.kind == "parent" else set()
        return Access(patient, link.kind, frozenset({"look"} | rights | shares))
    if user.role == "provider":
        provider = provider_of(db, user)
        if provider is not None and _treats(db, provider, patient):
            return Access(patient, "provider", frozenset(_PROVIDERS), provider)
    return None


def enter(db: Session, user: User, patient_id: int, area: Area, need: Need = "look") -> Access:
    """Open a part of a record; NotFound if it is none of the user's, Forbidden if a right lacks."""
    access = look_up(db, user, patient_id)
    if access is None:
        raise NotFound("There is no such record.")
    if not access.may(need):
        raise Forbidden(_lacking(access, need))
    if access.role != "self":
        _log(db, user, access, area, changed=need != "look")
    return access


def _lacking(access: Access, need: Need) -> str:
    if need == "treat":
        return "Only those who treat this person can do that."
    if need == "share":
        return "Only the person, or a parent of a child, decides who has access."
    return f"You may look at the record of {access.patient.name}, but not {RIGHTS[need]}."


def _log(db: Session, user: User, access: Access, area: Area, *, changed: bool) -> None:
    if Transaction.of(db) is not None:
        noted: set[tuple[int, Area, bool]] = db.info.setdefault("noted", set())
        line = (pk(access.patient), area, changed)
        if line in noted:
            return
        noted.add(line)
    since = now() - timedelta(minutes=policy.LOG_MINUTES)
    query = select(AccessEntry.id).where(
        AccessEntry.patient_id == access.patient.id,
        AccessEntry.user_id == user.id,
        AccessEntry.area == area,
        col(AccessEntry.at) > since,
        AccessEntry.changed == changed,
    )
    if db.exec(query.limit(1)).first() is None:
        db.add(
            AccessEntry(
                patient_id=pk(access.patient),
                user_id=pk(user),
                acting_as=access.role,
                area=area,
                changed=changed,
                at=now(),
            )
        )
        db.flush()


def own_row[R: SQLModel](db: Session, model: type[R], row_id: int, patient: Patient) -> R:
    """A row of the record; NotFound if it is another's."""
    row = db.get(model, row_id)
    if row is None or row.patient_id != patient.id:  # type: ignore[attr-defined]
        raise NotFound("The record has no such entry.")
    return row


def pk(row: HealthRow) -> int:
    """The id of a row that is stored."""
    number: int | None = row.id  # type: ignore[attr-defined]
    assert number is not None
    return number


def next_number(db: Session, model: type[SQLModel], letter: str, first: int) -> str:
    """`W-10001`: the letter of a kind of paper and a number that no other has."""
    last: int = db.execute(select(func.max(model.id))).scalar() or 0  # type: ignore[attr-defined]
    return f"{letter}-{first + last + 1}"


@operation
def list_records(db: Session, user: User) -> list[Access]:
    """The user's own record first, then those they have access to, by name."""
    linked = select(CareLink.patient_id).where(CareLink.user_id == user.id)
    query = select(Patient).where(or_(Patient.user_id == user.id, col(Patient.id).in_(linked)))
    found = [look_up(db, user, patient.id or 0) for patient in db.exec(query)]
    return sorted(
        (access for access in found if access is not None),
        key=lambda access: (access.role != "self", access.patient.name, access.patient.id),
    )


@operation
def list_access(db: Session, user: User, patient_id: int) -> list[FullLink]:
    """Who else has access to a record, and may do what."""
    enter(db, user, patient_id, "record")
    query = select(CareLink, User).join(User, col(User.id) == CareLink.user_id)
    rows = db.exec(query.where(CareLink.patient_id == patient_id).order_by(col(CareLink.id)))
    return [FullLink(link, other) for link, other in rows]


@operation
def grant_access(db: Session, user: User, patient_id: int, link: NewLink) -> FullLink:
    """Let another account look at the record, as a carer, with the rights that are named."""
    access = enter(db, user, patient_id, "record", "share")
    email = link.email.strip().lower()
    other = db.exec(select(User).where(User.email == email)).first()
    if other is None or other.role != "patient":
        raise Invalid("Nobody has an account with this address.", fields={"email": "unknown"})
    if other.id == access.patient.user_id:
        raise Invalid("It is that person's own record.", fields={"email": "the person"})
    links = db.exec(select(CareLink).where(CareLink.patient_id == patient_id)).all()
    if any(one.user_id == other.id for one in links):
        raise Refused(f"{other.name} has access already.")
    if len(links) >= policy.MOST_LINKS:
        raise Refused(f"At most {policy.MOST_LINKS} people can have access to a record.")
    kind: LinkKind = "carer"
    rights = link.model_dump(exclude={"email"})
    row = CareLink(user_id=pk(other), patient_id=patient_id, kind=kind, since=now(), **rights)
    db.add(row)
    db.flush()
    return FullLink(row, other)


def _link(db: Session, patient: Patient, link_id: int) -> CareLink:
    return own_row(db, CareLink, link_id, patient)


@operation
def change_access(
    db: Session, user: User, patient_id: int, link_id: int, rights: LinkRights
) -> FullLink:
    """Say anew what somebody with access may do; a parent's rights stay as they are."""
    access = enter(db, user, patient_id, "record", "share")
    link = _link(db, access.patient, link_id)
    if link.kind == "parent":
        raise Refused("A parent's rights cannot be changed here.")
    for name, value in rights.model_dump().items():
        setattr(link, name, value)
    db.flush()
    return FullLink(link, db.get_one(User, link.user_id))


@operation
def revoke_access(db: Session, user: User, patient_id: int, link_id: int) -> None:
    """Take access away; one can also give up one's own."""
    access = enter(db, user, patient_id, "record")
    link = _link(db, access.patient, link_id)
    if not access.may("share") and link.user_id != user.id:
        raise Forbidden(_lacking(access, "share"))
    if link.kind == "parent":
        raise Refused("A parent's access ends with the child's 16th birthday.")
    db.delete(link)
    db.flush()


@operation
def list_access_log(
    db: Session, user: User, patient_id: int, page: int, size: int
) -> Paged[AccessEntry]:
    """Who else looked at a record, newest first."""
    enter(db, user, patient_id, "record")
    query = select(AccessEntry).where(AccessEntry.patient_id == patient_id)
    newest = query.order_by(col(AccessEntry.at).desc(), col(AccessEntry.id).desc())
    return paged(db, newest, page, size)


def names(db: Session, numbers: Sequence[int]) -> dict[int, str]:
    """User id → name."""
    rows = db.exec(select(User.id, User.name).where(col(User.id).in_(set(numbers))))
    return {number: name for number, name in rows if number is not None}


class ProfileDetails(BaseModel):
    phone: Line = ""
    address: Line = ""
    height_cm: int | None = Field(default=None, ge=30, le=250)


@operation
def view_record(db: Session, user: User, patient_id: int) -> Access:
    """The head of a record: who it is about, and what the user may do there."""
    return enter(db, user, patient_id, "record")


@operation
def update_details(db: Session, user: User, patient_id: int, details: ProfileDetails) -> Access:
    """Change telephone, address and height."""
    access = enter(db, user, patient_id, "record", "record")
    for name, value in details.model_dump().items():
        setattr(access.patient, name, value)
    db.flush()
    return access
