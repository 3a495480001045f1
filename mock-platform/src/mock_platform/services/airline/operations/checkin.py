"""Check-in and boarding passes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import Session, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import Booking, Flight, Passenger, Ticket, User
from mock_platform.services.airline.operations.extras import taken_seats
from mock_platform.services.airline.operations.flights import departure
from mock_platform.services.airline.operations.records import (
    FullBooking,
    FullLeg,
    active_booking,
    full_name,
    note,
    one_leg,
    one_passenger,
    one_ticket,
    reload,
)


@dataclass(frozen=True)
class BoardingPass:
    """`text` is what the code on the pass says."""

    booking: Booking
    passenger: Passenger
    flight: Flight
    ticket: Ticket
    boards_at: datetime
    text: str


def window(flight: Flight) -> tuple[datetime, datetime]:
    """When check-in opens and closes; a delay moves both."""
    leaves = departure(flight)
    opens = leaves - timedelta(hours=policy.CHECK_IN_OPENS)
    return opens, leaves - timedelta(minutes=policy.CHECK_IN_CLOSES)


def check_in_open(flight: Flight) -> bool:
    opens, closes = window(flight)
    return flight.state != "cancelled" and opens <= now() <= closes


def _in_window(flight: Flight) -> None:
    opens, closes = window(flight)
    if flight.state == "cancelled":
        raise Refused(f"{flight.number} is cancelled.")
    if now() < opens:
        raise Refused(f"Check-in opens {policy.CHECK_IN_OPENS} hours before departure.")
    if now() > closes:
        raise Refused(f"Check-in closes {policy.CHECK_IN_CLOSES} minutes before departure.")


@operation
def check_in(
    db: Session, user: User, code: str, leg_id: int, passenger_ids: list[int]
) -> FullBooking:
    """Check in on one flight, everybody where none is named; who has no seat gets one."""
    full = active_booking(db, user, code)
    leg = one_leg(full, leg_id)
    people = [one_passenger(full, n) for n in dict.fromkeys(passenger_ids)] or full.passengers
    _in_window(leg.flight)
    waiting = [p for p in people if one_ticket(leg, p).checked_in_at is None]
    if not waiting:
        raise Refused("They are checked in already.")
    checked = {t.passenger_id for t in leg.tickets if t.checked_in_at} | {p.id for p in waiting}
    guarded = any(p.id in checked and p.kind == "adult" for p in full.passengers)
    if not guarded:
        raise Refused("Children and infants are checked in with an adult.")
    for passenger in waiting:
        _admit(db, leg, one_ticket(leg, passenger), passenger)
    names = ", ".join(full_name(passenger) for passenger in waiting)
    note(db, full.booking, f"Checked in on {leg.flight.number}: {names}.")
    return reload(db, full)


def _admit(db: Session, leg: FullLeg, ticket: Ticket, passenger: Passenger) -> None:
    if passenger.kind != "infant" and ticket.seat is None:
        ticket.seat = _free_seat(db, leg.flight)
    last = db.exec(
        select(func.max(Ticket.boarding_number)).where(Ticket.flight_id == leg.flight.id)
    ).one()
    ticket.boarding_number = max(last or 0, _strangers(leg.flight)) + 1
    ticket.checked_in_at = now()
    db.flush()


def _strangers(flight: Flight) -> int:
    return len([seat for seat in flight.occupied.split(",") if seat])


def _free_seat(db: Session, flight: Flight) -> str:
    """The hindmost free standard seat, else any that is free."""
    plane = policy.AIRCRAFT[flight.aircraft]
    taken = taken_seats(db, flight)
    free = [seat for seat in reversed(plane.seats()) if seat not in taken]
    plain = [seat for seat in free if plane.kind(seat) == "standard"]
    if not free:
        raise Refused("No seat is free any more; please come to the desk.")
    return (plain or free)[0]


@operation
def undo_check_in(
    db: Session, user: User, code: str, leg_id: int, passenger_ids: list[int]
) -> FullBooking:
    """Take a check-in back, everybody's where none is named; seats that were chosen stay."""
    full = active_booking(db, user, code)
    leg = one_leg(full, leg_id)
    people = [one_passenger(full, n) for n in dict.fromkeys(passenger_ids)] or full.passengers
    _in_window(leg.flight)
    tickets = [t for p in people if (t := one_ticket(leg, p)).checked_in_at]
    if not tickets:
        raise Refused("They are not checked in.")
    ids = {ticket.passenger_id for ticket in tickets}
    left = [p for p in full.passengers if p.id not in ids and one_ticket(leg, p).checked_in_at]
    if left and not any(p.kind == "adult" for p in left):
        raise Refused("Children and infants cannot stay checked in without an adult.")
    for ticket in tickets:
        ticket.checked_in_at = None
        ticket.boarding_number = None
    note(db, full.booking, f"Check-in on {leg.flight.number} undone.")
    return reload(db, full)


@operation
def view_boarding_pass(db: Session, user: User, code: str, ticket_id: int) -> BoardingPass:
    """The pass of a passenger who is checked in."""
    full = active_booking(db, user, code)
    for leg in full.current:
        for ticket in leg.tickets:
            if ticket.id == ticket_id:
                return _boarding_pass(full, leg, ticket)
    raise NotFound("The booking has no such ticket.")


def _boarding_pass(full: FullBooking, leg: FullLeg, ticket: Ticket) -> BoardingPass:
    if ticket.checked_in_at is None:
        raise Refused("There is a boarding pass once you are checked in.")
    passenger = one_passenger(full, ticket.passenger_id)
    flight = leg.flight
    text = (
        f"{flight.number}/{flight.origin}-{flight.destination}/{flight.departs_at:%d%b}".upper()
        + f"/{ticket.seat or 'INF'}/{ticket.boarding_number:03}/{full.booking.code}"
    )
    boards = departure(flight) - timedelta(minutes=policy.BOARDING)
    return BoardingPass(full.booking, passenger, flight, ticket, boards, text)
