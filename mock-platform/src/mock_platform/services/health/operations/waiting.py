"""The waiting list: who gets a slot that becomes free."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pydantic import BaseModel
from sqlalchemy import func
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.services.health import policy
from mock_platform.services.health.models import Appointment, Provider, Slot, User, WaitingEntry
from mock_platform.services.health.operations.access import enter, own_row
from mock_platform.services.health.operations.booking import book, pick_referral
from mock_platform.services.health.operations.slots import (
    SlotQuery,
    search_slots,
    view_provider,
)
from mock_platform.services.health.policy import Speciality, VisitKind


class WaitingRequest(BaseModel):
    """`provider_id` None: anybody of the speciality; the days are included."""

    speciality: Speciality
    provider_id: int | None = None
    kind: VisitKind
    first_day: date
    last_day: date
    referral_id: int | None = None


@dataclass(frozen=True)
class FullEntry:
    """`ahead` counts those who wait for the same speciality and joined earlier."""

    entry: WaitingEntry
    slot: Slot | None
    ahead: int


def release(db: Session, slot: Slot) -> None:
    """Make a slot free, and offer it to the first who waits for one like it."""
    slot.state, slot.held_until = "open", None
    until = min(
        now() + timedelta(hours=policy.OFFER_HOURS),
        slot.starts_at - timedelta(hours=policy.BOOKING_HOURS),
    )
    if until > now() and (entry := _first_waiting(db, slot)) is not None:
        slot.state, slot.held_until = "held", until
        entry.status, entry.slot_id, entry.offered_until = "offered", slot.id, until
    db.flush()


def _first_waiting(db: Session, slot: Slot) -> WaitingEntry | None:
    provider = db.get_one(Provider, slot.provider_id)
    day = slot.starts_at.date()
    query = select(WaitingEntry).where(
        WaitingEntry.status == "waiting",
        WaitingEntry.speciality == provider.speciality,
        or_(col(WaitingEntry.provider_id).is_(None), WaitingEntry.provider_id == provider.id),
        col(WaitingEntry.first_day) <= day,
        col(WaitingEntry.last_day) >= day,
    )
    for entry in db.exec(query.order_by(col(WaitingEntry.joined_at), col(WaitingEntry.id))):
        fits = policy.KINDS[entry.kind][1] <= slot.minutes
        if fits and str(slot.id) not in entry.passed.split(","):
            return entry
    return None


def _pass_on(db: Session, entry: WaitingEntry, status: str) -> None:
    """End an offer; the slot goes to the next who waits."""
    slot = db.get_one(Slot, entry.slot_id)
    entry.passed = ",".join(filter(None, [entry.passed, str(slot.id)]))
    entry.status = status  # type: ignore[assignment]
    entry.slot_id, entry.offered_until = None, None
    db.flush()
    release(db, slot)


def settle(db: Session) -> None:
    """Pass on what was offered and not taken in time."""
    query = select(WaitingEntry).where(
        WaitingEntry.status == "offered", col(WaitingEntry.offered_until) <= now()
    )
    for entry in db.exec(query.order_by(col(WaitingEntry.id))).all():
        _pass_on(db, entry, "waiting")


def _full(db: Session, entry: WaitingEntry) -> FullEntry:
    ahead = select(func.count()).where(
        WaitingEntry.status == "waiting",
        WaitingEntry.speciality == entry.speciality,
        col(WaitingEntry.joined_at) < entry.joined_at,
    )
    slot = db.get(Slot, entry.slot_id) if entry.slot_id else None
    return FullEntry(entry, slot, db.execute(ahead).scalar_one())


@operation
def list_waiting(db: Session, user: User, patient_id: int) -> Sequence[FullEntry]:
    """What the person waits for or is offered."""
    enter(db, user, patient_id, "appointments")
    query = select(WaitingEntry).where(
        WaitingEntry.patient_id == patient_id,
        col(WaitingEntry.status).in_(["waiting", "offered"]),
    )
    return [_full(db, entry) for entry in db.exec(query.order_by(col(WaitingEntry.joined_at)))]


@operation
def join_waiting_list(
    db: Session, user: User, patient_id: int, request: WaitingRequest
) -> FullEntry:
    """Wait for a slot; only possible while none is free that fits."""
    access = enter(db, user, patient_id, "appointments", "book")
    settle(db)
    field = policy.SPECIALITIES[request.speciality]
    if request.kind not in field.kinds:
        raise Invalid(f"{field.title} offers no such visit.", fields={"kind": "not offered"})
    if request.provider_id is not None:
        provider = view_provider(db, request.provider_id).provider
        if provider.speciality != request.speciality:
            said = f"{provider.name} works elsewhere."
            raise Invalid(said, fields={"provider_id": "another speciality"})
    _sound_days(request)
    query = select(WaitingEntry).where(
        WaitingEntry.patient_id == patient_id,
        col(WaitingEntry.status).in_(["waiting", "offered"]),
    )
    mine = db.exec(query).all()
    if len(mine) >= policy.MOST_WAITING:
        raise Refused(f"One can wait for {policy.MOST_WAITING} appointments at most.")
    if any((e.speciality, e.kind) == (request.speciality, request.kind) for e in mine):
        raise Refused("You wait for such an appointment already.")
    referral = pick_referral(
        db, access.patient, request.speciality, request.first_day, request.referral_id
    )
    free = SlotQuery(**request.model_dump(exclude={"referral_id"}))
    if search_slots(db, free, 1, 1).total:
        raise Refused("There are free appointments in these days: please book one.")
    values = request.model_dump(exclude={"referral_id"})
    entry = WaitingEntry(
        patient_id=patient_id,
        joined_at=now(),
        referral_id=referral.id if referral else None,
        **values,
    )
    db.add(entry)
    db.flush()
    return _full(db, entry)


def _sound_days(request: WaitingRequest) -> None:
    last = today() + timedelta(days=policy.BOOKING_DAYS)
    if not today() <= request.first_day <= request.last_day <= last:
        said = f"The days must follow each other, from today until {last.isoformat()}."
        raise Invalid(said, fields={"first_day": "out of range"})


def _mine(db: Session, user: User, patient_id: int, entry_id: int) -> WaitingEntry:
    access = enter(db, user, patient_id, "appointments", "book")
    settle(db)
    return own_row(db, WaitingEntry, entry_id, access.patient)


@operation
def leave_waiting_list(db: Session, user: User, patient_id: int, entry_id: int) -> None:
    """Wait no longer; an offer goes to the next."""
    entry = _mine(db, user, patient_id, entry_id)
    if entry.status == "offered":
        _pass_on(db, entry, "left")
    elif entry.status == "waiting":
        entry.status = "left"
        db.flush()
    else:
        raise Refused("This wait is over already.")


def _offered(entry: WaitingEntry) -> None:
    if entry.status != "offered":
        raise Refused("Nothing is offered to you at present; the offer may have lapsed.")


@operation
def accept_offer(db: Session, user: User, patient_id: int, entry_id: int) -> Appointment:
    """Book the slot that is kept; the rules for booking hold."""
    entry = _mine(db, user, patient_id, entry_id)
    _offered(entry)
    access = enter(db, user, patient_id, "appointments", "book")
    slot = db.get_one(Slot, entry.slot_id)
    slot.state, slot.held_until = "open", None
    made = book(db, user, access.patient, slot, entry.kind, "", entry.referral_id)
    entry.status, entry.offered_until = "booked", None
    db.flush()
    return made


@operation
def decline_offer(db: Session, user: User, patient_id: int, entry_id: int) -> FullEntry:
    """Let the slot go to the next, and wait on."""
    entry = _mine(db, user, patient_id, entry_id)
    _offered(entry)
    _pass_on(db, entry, "waiting")
    return _full(db, entry)
