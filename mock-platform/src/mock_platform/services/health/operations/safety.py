"""What speaks against a medicine: interactions with what is taken, and allergies."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, col, or_, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.health.models import (
    Allergy,
    Interaction,
    Medication,
    Medicine,
    User,
)
from mock_platform.services.health.operations.access import enter

type Rule = Literal["refused", "acknowledge", "note"]


@dataclass(frozen=True)
class Objection:
    """`rule` is what follows from it: it forbids, needs an acknowledgement, or only informs."""

    kind: Literal["interaction", "allergy", "duplicate"]
    rule: Rule
    text: str


RULES: dict[str, Rule] = {
    "severe": "refused",
    "moderate": "acknowledge",
    "minor": "note",
}
"""What follows from an interaction, by severity."""


def taken(db: Session, patient_id: int) -> list[tuple[Medication, Medicine]]:
    """What the person takes at present, paused or not."""
    query = (
        select(Medication, Medicine)
        .join(Medicine, col(Medicine.id) == Medication.medicine_id)
        .where(Medication.patient_id == patient_id, Medication.status != "stopped")
    )
    return [(medication, medicine) for medication, medicine in db.exec(query)]


def warnings_for(db: Session, patient_id: int, medicine: Medicine) -> list[Objection]:
    """All that speaks against a medicine, what weighs most first."""
    others = [other for _, other in taken(db, patient_id)]
    found = [*_interactions(db, medicine, others), *_allergies(db, patient_id, medicine)]
    if any(other.substance == medicine.substance for other in others):
        text = f"{medicine.substance} is taken already."
        found.append(Objection("duplicate", "acknowledge", text))
    weight = ["refused", "acknowledge", "note"]
    return sorted(found, key=lambda warning: (weight.index(warning.rule), warning.text))


def _interactions(
    db: Session, medicine: Medicine, others: Iterable[Medicine]
) -> Iterable[Objection]:
    mine, theirs = medicine.substance, {other.substance for other in others}
    query = select(Interaction).where(or_(Interaction.substance == mine, Interaction.other == mine))
    for row in db.exec(query):
        other = row.other if row.substance == mine else row.substance
        if other in theirs:
            text = f"{mine} and {other}: {row.severity} interaction. {row.text}".strip()
            yield Objection("interaction", RULES[row.severity], text)


def _allergies(db: Session, patient_id: int, medicine: Medicine) -> Iterable[Objection]:
    query = select(Allergy).where(Allergy.patient_id == patient_id, Allergy.status == "active")
    for row in db.exec(query):
        if row.kind == "substance" and row.name == medicine.substance:
            yield Objection("allergy", "refused", f"Allergy to {row.name} is on record.")
        if row.kind == "group" and row.name == medicine.group:
            text = f"Allergy to the group {row.name} is on record."
            yield Objection("allergy", "acknowledge", text)


def cleared(
    db: Session, patient_id: int, medicine: Medicine, *, acknowledged: bool, treating: bool
) -> str:
    """The warnings that were accepted, as text; Refused where they forbid it.

    Those who treat the person can accept what is refused to everybody else.
    """
    found = warnings_for(db, patient_id, medicine)
    refused = [warning.text for warning in found if warning.rule == "refused"]
    if refused and not treating:
        raise Refused(f"{medicine.name} cannot be added: {' '.join(refused)} Ask the practice.")
    open_ = [warning.text for warning in found if warning.rule != "note"]
    if open_ and not acknowledged:
        raise Refused(f"Please acknowledge first: {' '.join(open_)}")
    return " ".join(open_)


def medicine_of(db: Session, medicine_id: int) -> Medicine:
    medicine = db.get(Medicine, medicine_id)
    if medicine is None:
        raise NotFound("There is no such medicine.")
    return medicine


@operation
def check_medicine(db: Session, user: User, patient_id: int, medicine_id: int) -> list[Objection]:
    """What speaks against a medicine for this person."""
    enter(db, user, patient_id, "medicines")
    return warnings_for(db, patient_id, medicine_of(db, medicine_id))
