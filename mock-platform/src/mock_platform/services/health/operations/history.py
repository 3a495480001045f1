"""Allergies, conditions and vaccinations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, StringConstraints
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.services.health.models import (
    Allergy,
    Condition,
    Medicine,
    User,
    Vaccination,
    Vaccine,
)
from mock_platform.services.health.models.record import AllergyKind, State
from mock_platform.services.health.operations.access import (
    Line,
    Named,
    Said,
    enter,
    own_row,
)
from mock_platform.services.health.policy import Severity

Batch = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
DueState = Literal["complete", "later", "due", "overdue", "none"]
SOON_DAYS = 30


class NewAllergy(BaseModel):
    """`name` is a substance or a group of the medicine list for those kinds."""

    kind: AllergyKind = "other"
    name: Named
    severity: Severity = "moderate"
    reaction: Line = ""
    noted_on: date | None = None


class NewCondition(BaseModel):
    name: Named
    since: date | None = None
    notes: Said = ""


class ConditionChange(BaseModel):
    notes: Said = ""
    status: State = "active"


class NewVaccination(BaseModel):
    vaccine_id: int
    given_on: date | None = None
    batch: Batch = ""


@dataclass(frozen=True)
class VaccineStatus:
    """`due_on`: when the next dose is due; None: no further dose is. `none`: not begun."""

    vaccine: Vaccine
    given: Sequence[Vaccination]
    due_on: date | None
    state: DueState


def _past(day: date | None, name: str) -> date:
    if day is not None and day > today():
        raise Invalid("That day has not come yet.", fields={name: "in the future"})
    return day or today()


@operation
def list_allergies(db: Session, user: User, patient_id: int) -> list[Allergy]:
    """All allergies, those that are active first."""
    enter(db, user, patient_id, "record")
    query = select(Allergy).where(Allergy.patient_id == patient_id)
    return list(db.exec(query.order_by(col(Allergy.status), col(Allergy.name))))


@operation
def add_allergy(db: Session, user: User, patient_id: int, allergy: NewAllergy) -> Allergy:
    """Note an allergy; medicines are checked against it from then on."""
    enter(db, user, patient_id, "record", "record")
    name = allergy.name
    if allergy.kind != "other":
        name = _listed(db, allergy)
    same = select(Allergy).where(
        Allergy.patient_id == patient_id, Allergy.name == name, Allergy.status == "active"
    )
    if db.exec(same).first():
        raise Refused(f"{name} is on the list already.")
    noted_on = _past(allergy.noted_on, "noted_on")
    values = allergy.model_dump(exclude={"name", "noted_on"})
    row = Allergy(patient_id=patient_id, name=name, noted_on=noted_on, **values)
    db.add(row)
    db.flush()
    return row


def _listed(db: Session, allergy: NewAllergy) -> str:
    column = Medicine.substance if allergy.kind == "substance" else Medicine.group
    known = set(db.exec(select(column).distinct()))
    found = {name.lower(): name for name in known}.get(allergy.name.lower())
    if found is None:
        said = f"The medicine list has no such {allergy.kind}."
        raise Invalid(said, fields={"name": f"not a {allergy.kind}"})
    return found


@operation
def resolve_allergy(db: Session, user: User, patient_id: int, allergy_id: int) -> Allergy:
    """Mark an allergy as no longer active; only who treats the person can."""
    access = enter(db, user, patient_id, "record", "treat")
    row = own_row(db, Allergy, allergy_id, access.patient)
    if row.status == "resolved":
        raise Refused("It is resolved already.")
    row.status = "resolved"
    db.flush()
    return row


@operation
def list_conditions(db: Session, user: User, patient_id: int) -> list[Condition]:
    """All conditions, those that are active first."""
    enter(db, user, patient_id, "record")
    query = select(Condition).where(Condition.patient_id == patient_id)
    return list(db.exec(query.order_by(col(Condition.status), col(Condition.since).desc())))


@operation
def add_condition(db: Session, user: User, patient_id: int, condition: NewCondition) -> Condition:
    """Note a condition."""
    enter(db, user, patient_id, "record", "record")
    row = Condition(
        patient_id=patient_id,
        name=condition.name,
        since=_past(condition.since, "since"),
        notes=condition.notes,
    )
    db.add(row)
    db.flush()
    return row


@operation
def update_condition(
    db: Session, user: User, patient_id: int, condition_id: int, change: ConditionChange
) -> Condition:
    """Change the notes of a condition, or whether it is active."""
    access = enter(db, user, patient_id, "record", "record")
    row = own_row(db, Condition, condition_id, access.patient)
    row.notes, row.status = change.notes, change.status
    db.flush()
    return row


def _next_due(vaccine: Vaccine, given: Sequence[Vaccination]) -> date | None:
    if not given:
        return None
    last = given[-1].given_on
    if len(given) < vaccine.doses:
        return last + timedelta(days=vaccine.interval_days)
    return last + timedelta(days=vaccine.booster_days) if vaccine.booster_days else None


def _state(given: Sequence[Vaccination], due: date | None) -> DueState:
    if not given:
        return "none"
    if due is None:
        return "complete"
    if due < today():
        return "overdue"
    return "due" if due <= today() + timedelta(days=SOON_DAYS) else "later"


@operation
def list_vaccinations(db: Session, user: User, patient_id: int) -> list[VaccineStatus]:
    """Each vaccine with the doses given and when the next is due."""
    enter(db, user, patient_id, "record")
    query = select(Vaccination).where(Vaccination.patient_id == patient_id)
    given: dict[int, list[Vaccination]] = {}
    for row in db.exec(query.order_by(col(Vaccination.dose))):
        given.setdefault(row.vaccine_id, []).append(row)
    found = []
    for vaccine in db.exec(select(Vaccine).order_by(col(Vaccine.name))):
        doses = given.get(vaccine.id or 0, [])
        due = _next_due(vaccine, doses)
        found.append(VaccineStatus(vaccine, doses, due, _state(doses, due)))
    return found


@operation
def record_vaccination(
    db: Session, user: User, patient_id: int, dose: NewVaccination
) -> Vaccination:
    """Note a dose that was given; only who treats the person can."""
    access = enter(db, user, patient_id, "record", "treat")
    vaccine = db.get(Vaccine, dose.vaccine_id)
    if vaccine is None:
        raise NotFound("There is no such vaccine.")
    query = select(Vaccination).where(
        Vaccination.patient_id == patient_id, Vaccination.vaccine_id == vaccine.id
    )
    given = db.exec(query.order_by(col(Vaccination.dose))).all()
    day = _past(dose.given_on, "given_on")
    due = _next_due(vaccine, given)
    if given and due is None:
        raise Refused(f"No further dose of {vaccine.name} is planned.")
    if due is not None and len(given) < vaccine.doses and day < due:
        raise Refused(f"The next dose of {vaccine.name} is due on {due.isoformat()}.")
    if given and day <= given[-1].given_on:
        raise Refused("The doses must be given one after the other.")
    row = Vaccination(
        patient_id=patient_id,
        vaccine_id=dose.vaccine_id,
        dose=len(given) + 1,
        given_on=day,
        batch=dose.batch,
        given_by=access.provider.name if access.provider else "",
    )
    db.add(row)
    db.flush()
    return row
