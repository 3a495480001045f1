"""Who there is to see, and when they have time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pydantic import AwareDatetime, BaseModel, Field
from sqlmodel import Session, and_, col, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.health import policy
from mock_platform.services.health.models import (
    Appointment,
    Patient,
    Place,
    Provider,
    Slot,
    User,
)
from mock_platform.services.health.operations.access import (
    own_provider,
    pk,
)
from mock_platform.services.health.policy import Speciality, VisitKind

MOST_SLOTS = 40


class SlotQuery(BaseModel):
    """All that is given must fit; days are UTC."""

    kind: VisitKind | None = None
    speciality: Speciality | None = None
    provider_id: int | None = None
    place_id: int | None = None
    first_day: date | None = None
    last_day: date | None = None


class NewSlots(BaseModel):
    """`count` slots of `minutes`, one after the other."""

    starts_at: AwareDatetime
    minutes: int = Field(ge=10, le=120)
    count: int = Field(default=1, ge=1, le=MOST_SLOTS)


@dataclass(frozen=True)
class FullProvider:
    provider: Provider
    place: Place


@dataclass(frozen=True)
class FullSlot:
    slot: Slot
    provider: Provider
    place: Place


@dataclass(frozen=True)
class DayEntry:
    """A slot in a provider's day, and who comes."""

    slot: Slot
    appointment: Appointment | None
    patient: Patient | None


def is_free(slot: Slot) -> bool:
    lapsed = slot.state == "held" and slot.held_until is not None and slot.held_until <= now()
    return slot.state == "open" or lapsed


def bookable() -> tuple[datetime, datetime]:
    """The first and the last moment at which an appointment can begin that is booked now."""
    return (
        now() + timedelta(hours=policy.BOOKING_HOURS),
        now() + timedelta(days=policy.BOOKING_DAYS),
    )


def midnight(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), tzinfo=now().tzinfo)


def providers(db: Session) -> dict[int, FullProvider]:
    """All providers by id, with their places."""
    query = select(Provider, Place).join(Place, col(Place.id) == Provider.place_id)
    rows = db.exec(query.order_by(col(Provider.name)))
    return {provider.id or 0: FullProvider(provider, place) for provider, place in rows}


@operation
def list_providers(db: Session, speciality: Speciality | None) -> list[FullProvider]:
    """The people of the practice, by name."""
    found = providers(db).values()
    return [one for one in found if speciality in (None, one.provider.speciality)]


@operation
def view_provider(db: Session, provider_id: int) -> FullProvider:
    """One of them."""
    found = providers(db).get(provider_id)
    if found is None:
        raise NotFound("There is no such provider.")
    return found


def _chosen(known: dict[int, FullProvider], query: SlotQuery) -> list[int]:
    """The providers that a search is about."""
    return [
        number
        for number, one in known.items()
        if query.speciality in (None, one.provider.speciality)
        and query.provider_id in (None, number)
        and query.place_id in (None, one.place.id)
        and (query.kind is None or query.kind in policy.SPECIALITIES[one.provider.speciality].kinds)
    ]


@operation
def search_slots(db: Session, query: SlotQuery, page: int, size: int) -> Paged[FullSlot]:
    """Slots that can be booked now, the earliest first."""
    known = providers(db)
    first, last = bookable()
    if query.first_day:
        first = max(first, midnight(query.first_day))
    until = last + timedelta(seconds=1)
    if query.last_day:
        until = min(until, midnight(query.last_day) + timedelta(days=1))
    lapsed = and_(Slot.state == "held", col(Slot.held_until) <= now())
    found = select(Slot).where(
        or_(Slot.state == "open", lapsed),
        col(Slot.starts_at) >= first,
        col(Slot.starts_at) < until,
        col(Slot.provider_id).in_(_chosen(known, query)),
    )
    if query.kind:
        found = found.where(col(Slot.minutes) >= policy.KINDS[query.kind][1])
    rows = paged(db, found.order_by(col(Slot.starts_at), col(Slot.id)), page, size)
    items = [
        FullSlot(slot, known[slot.provider_id].provider, known[slot.provider_id].place)
        for slot in rows.items
    ]
    return Paged(items, rows.page, rows.size, rows.total)


def slot_of(db: Session, slot_id: int) -> Slot:
    slot = db.get(Slot, slot_id)
    if slot is None:
        raise NotFound("There is no such slot.")
    return slot


@operation
def view_day(db: Session, user: User, day: date) -> Sequence[DayEntry]:
    """A provider's own slots of a day (UTC), and who comes."""
    provider = own_provider(db, user)
    booked = and_(col(Appointment.slot_id) == Slot.id, col(Appointment.status) != "cancelled")
    query = (
        select(Slot, Appointment, Patient)
        .outerjoin(Appointment, booked)
        .outerjoin(Patient, col(Patient.id) == Appointment.patient_id)
        .where(
            Slot.provider_id == provider.id,
            col(Slot.starts_at) >= midnight(day),
            col(Slot.starts_at) < midnight(day) + timedelta(days=1),
        )
        .order_by(col(Slot.starts_at), col(Slot.id))
        .limit(200)
    )
    return [DayEntry(slot, appointment, patient) for slot, appointment, patient in db.exec(query)]


@operation
def publish_slots(db: Session, user: User, wanted: NewSlots) -> list[Slot]:
    """Offer time of one's own; it must not overlap with what one offers already."""
    provider = own_provider(db, user)
    start = wanted.starts_at.replace(second=0, microsecond=0)
    length = timedelta(minutes=wanted.minutes)
    end = start + wanted.count * length
    if start < now() or start.date() > today() + timedelta(days=365):
        raise Invalid("Slots lie within a year from now.", fields={"starts_at": "out of range"})
    near = select(Slot).where(
        Slot.provider_id == provider.id,
        col(Slot.starts_at) > start - timedelta(minutes=240),
        col(Slot.starts_at) < end,
    )
    for slot in db.exec(near):
        if slot.starts_at + timedelta(minutes=slot.minutes) > start:
            raise Refused(f"That overlaps with the slot at {slot.starts_at:%d %b %H:%M}.")
    rows = [
        Slot(provider_id=pk(provider), starts_at=start + number * length, minutes=wanted.minutes)
        for number in range(wanted.count)
    ]
    db.add_all(rows)
    db.flush()
    return rows


def _own_slot(db: Session, user: User, slot_id: int) -> Slot:
    provider, slot = own_provider(db, user), slot_of(db, slot_id)
    if slot.provider_id != provider.id:
        raise NotFound("There is no such slot.")
    return slot


@operation
def block_slot(db: Session, user: User, slot_id: int) -> Slot:
    """Take a free slot of one's own out of the offer."""
    slot = _own_slot(db, user, slot_id)
    if slot.state != "open":
        raise Refused(f"The slot is {slot.state}.")
    slot.state = "blocked"
    db.flush()
    return slot


@operation
def open_slot(db: Session, user: User, slot_id: int) -> Slot:
    """Offer a blocked slot again."""
    slot = _own_slot(db, user, slot_id)
    if slot.state != "blocked":
        raise Refused(f"The slot is {slot.state}.")
    slot.state = "open"
    db.flush()
    return slot
