"""What can be added to a booking and put right in it: seats, bags, names, contact."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import ZERO, Flight, Passenger, Ticket, User
from mock_platform.services.airline.operations.bookings import Email, Name, age_on
from mock_platform.services.airline.operations.flights import departure, one_flight
from mock_platform.services.airline.operations.records import (
    FullBooking,
    FullLeg,
    active_booking,
    charge,
    full_name,
    hours_until,
    note,
    one_leg,
    one_passenger,
    one_ticket,
    own_booking,
    reload,
)
from mock_platform.services.airline.policy import SeatKind


@dataclass(frozen=True)
class Seat:
    """`price` is the list price; some fares include it."""

    name: str
    row: int
    kind: SeatKind
    place: str
    price: Decimal
    free: bool


class ContactDetails(BaseModel):
    contact_email: Email
    contact_phone: str = Field(default="", max_length=40)


class CorrectName(BaseModel):
    first_name: Name
    last_name: Name


class SeatChoice(BaseModel):
    leg_id: int
    passenger_id: int
    seat: str = Field(min_length=2, max_length=4)
    payment_method_id: int | None = None


class BagOrder(BaseModel):
    """`count` more bags for a passenger, on all flights still ahead."""

    passenger_id: int
    count: int = Field(ge=1, le=len(policy.BAG_PRICES))
    payment_method_id: int | None = None


@operation
def view_seat_map(db: Session, flight_id: int) -> list[Seat]:
    """All seats of a flight from front to back."""
    flight = one_flight(db, flight_id)
    taken = taken_seats(db, flight)
    plane = policy.AIRCRAFT[flight.aircraft]
    return [
        Seat(
            name,
            int(name[:-1]),
            plane.kind(name),
            plane.place(name),
            policy.SEAT_PRICES[plane.kind(name)][1],
            name not in taken,
        )
        for name in plane.seats()
    ]


def taken_seats(db: Session, flight: Flight) -> set[str]:
    chosen = select(Ticket.seat).where(Ticket.flight_id == flight.id, col(Ticket.seat).is_not(None))
    own = {seat for seat in db.exec(chosen) if seat}
    return own | {seat for seat in flight.occupied.split(",") if seat}


@operation
def update_contact(db: Session, user: User, code: str, details: ContactDetails) -> FullBooking:
    """Change where news about a booking goes."""
    full = own_booking(db, user, code)
    full.booking.contact_email = details.contact_email.lower()
    full.booking.contact_phone = details.contact_phone.strip()
    note(db, full.booking, "Contact details changed.")
    return reload(db, full)


@operation
def correct_name(
    db: Session, user: User, code: str, passenger_id: int, name: CorrectName
) -> FullBooking:
    """Put a spelling mistake in a passenger's name right."""
    full = active_booking(db, user, code)
    passenger = one_passenger(full, passenger_id)
    before = full_name(passenger)
    if (name.first_name, name.last_name) == (passenger.first_name, passenger.last_name):
        raise Invalid("That is the name as it stands.")
    if passenger.name_corrected:
        raise Refused("A passenger's name can be corrected once only.")
    if any(
        ticket.checked_in_at
        for leg in full.current
        for ticket in leg.tickets
        if ticket.passenger_id == passenger.id
    ):
        raise Refused("The passenger is checked in already.")
    _in_time(full, policy.NAME_HOURS, "A name can be corrected")
    swapped = (name.first_name, name.last_name) == (passenger.last_name, passenger.first_name)
    changed = letters_changed(before, f"{name.first_name} {name.last_name}")
    if not swapped and changed > policy.NAME_LETTERS:
        raise Refused(
            f"That changes {changed} letters. At most {policy.NAME_LETTERS} can be corrected, "
            "and a ticket cannot be given to somebody else."
        )
    passenger.first_name, passenger.last_name = name.first_name, name.last_name
    passenger.name_corrected = True
    note(db, full.booking, f"Name corrected from {before} to {full_name(passenger)}.")
    return reload(db, full)


def letters_changed(before: str, after: str) -> int:
    """How many letters have to be put in, taken out or replaced; capitals do not matter."""
    old, new = before.casefold(), after.casefold()
    row = list(range(len(new) + 1))
    for number, letter in enumerate(old, 1):
        corner, row[0] = row[0], number
        for place, other in enumerate(new, 1):
            least = min(row[place] + 1, row[place - 1] + 1, corner + (letter != other))
            corner, row[place] = row[place], least
    return row[-1]


@operation
def choose_seat(db: Session, user: User, code: str, choice: SeatChoice) -> FullBooking:
    """Take a seat, or another one; a dearer one costs the difference."""
    full = active_booking(db, user, code)
    leg = one_leg(full, choice.leg_id)
    passenger = one_passenger(full, choice.passenger_id)
    ticket = one_ticket(leg, passenger)
    seat = choice.seat.strip().upper()
    _seatable(db, full, leg, passenger, seat)
    kind = policy.AIRCRAFT[leg.flight.aircraft].kind(seat)
    price = policy.seat_price(full.booking.fare, kind)
    due = max(price - ticket.seat_paid, ZERO)
    label = f"Seat {seat} on {leg.flight.number} for {full_name(passenger)}"
    charge(db, user, full.booking, due, label, choice.payment_method_id)
    ticket.seat, ticket.seat_paid = seat, max(price, ticket.seat_paid)
    note(db, full.booking, f"{label}.")
    return reload(db, full)


def _seatable(
    db: Session, full: FullBooking, leg: FullLeg, passenger: Passenger, seat: str
) -> None:
    plane = policy.AIRCRAFT[leg.flight.aircraft]
    if seat not in plane.seats():
        raise Invalid(f"The {plane.name} has no seat {seat}.", fields={"seat": "unknown"})
    if passenger.kind == "infant":
        raise Refused("Infants sit on a lap and have no seat.")
    if leg.flight.state == "cancelled":
        raise Refused("The flight is cancelled.")
    if hours_until(departure(leg.flight)) * 60 < policy.CHECK_IN_CLOSES:
        raise Refused(f"Seats can be chosen until {policy.CHECK_IN_CLOSES} minutes before.")
    if plane.kind(seat) == "legroom":
        infants = any(p.kind == "infant" for p in full.passengers)
        if infants or age_on(passenger.born_on, leg.flight.departs_at.date()) < policy.ALONE_FROM:
            raise Refused(
                f"Seats with extra legroom are at the exits: only for passengers of "
                f"{policy.ALONE_FROM} or older, and not with infants."
            )
    if seat in taken_seats(db, leg.flight):
        raise Refused(f"Seat {seat} is taken.")


@operation
def add_bags(db: Session, user: User, code: str, order: BagOrder) -> FullBooking:
    """Buy extra checked bags for a passenger."""
    full = active_booking(db, user, code)
    passenger = one_passenger(full, order.passenger_id)
    if passenger.kind == "infant":
        raise Refused("Extra bags are for passengers with a seat.")
    total = passenger.extra_bags + order.count
    if total > len(policy.BAG_PRICES):
        raise Refused(f"A passenger can have at most {len(policy.BAG_PRICES)} extra bags.")
    _in_time(full, policy.BAG_HOURS, "Bags can be added")
    price = sum(policy.BAG_PRICES[passenger.extra_bags : total], ZERO)
    label = f"{order.count} extra bag{'s' if order.count > 1 else ''} for {full_name(passenger)}"
    charge(db, user, full.booking, price, label, order.payment_method_id)
    passenger.extra_bags = total
    for leg in full.current:
        if leg.flown:
            one_ticket(leg, passenger).later_bags += order.count
    note(db, full.booking, f"{label}.")
    return reload(db, full)


def _in_time(full: FullBooking, hours: int, what: str) -> None:
    """Refused unless the next flight leaves in so many hours or more."""
    if not full.ahead:
        raise Refused("There is no flight ahead in this booking.")
    if departure(full.ahead[0].flight) < now() + timedelta(hours=hours):
        raise Refused(f"{what} until {hours} hours before departure.")
