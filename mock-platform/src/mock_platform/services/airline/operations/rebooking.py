"""Changing flights, rebooking after a disruption, and cancelling, by the terms of the fare."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal

from pydantic import BaseModel, Field
from sqlmodel import Session

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import ZERO, Direction, Flight, User
from mock_platform.services.airline.operations.bookings import add_leg, check_return
from mock_platform.services.airline.operations.flights import bookable, departure, take_seats
from mock_platform.services.airline.operations.records import (
    FullBooking,
    FullLeg,
    active_booking,
    charge,
    hours_until,
    move_miles,
    note,
    notify,
    refresh_times,
    refund,
    reload,
)

CENT = Decimal("0.01")


class ChangeRequest(BaseModel):
    """`flights` are the ids of the new flights of a direction: one, or two."""

    direction: Direction = "outbound"
    flights: list[int] = Field(max_length=2)
    payment_method_id: int | None = None


@dataclass(frozen=True)
class ChangeQuote:
    """`difference` is new less old fare; below zero only some fares give it back."""

    flights: tuple[Flight, ...]
    fee: Decimal
    old_fare: Decimal
    new_fare: Decimal
    to_pay: Decimal
    to_refund: Decimal

    @property
    def difference(self) -> Decimal:
        return self.new_fare - self.old_fare


@dataclass(frozen=True)
class CancellationQuote:
    """What cancelling now would give back; `rule` says by which terms."""

    rule: str
    percent: int
    refund: Decimal
    miles: int


@operation
def quote_change(db: Session, user: User, code: str, request: ChangeRequest) -> ChangeQuote:
    """What a change of flights would cost, without making it."""
    return _change_quote(db, active_booking(db, user, code), request)


@operation
def change_flight(db: Session, user: User, code: str, request: ChangeRequest) -> FullBooking:
    """Take other flights in one direction, for the fee and the difference of the fare."""
    full = active_booking(db, user, code)
    quote = _change_quote(db, full, request)
    method = request.payment_method_id
    reason = f"Change of the {request.direction} flight"
    charge(db, user, full.booking, quote.to_pay, reason, method)
    if quote.to_refund:
        refund(db, full, quote.to_refund, reason)
    _replace(db, full, request.direction, full.way(request.direction), quote.flights)
    _tell(db, user, full, f"{reason} to {_names(quote.flights)}.")
    return _times(db, reload(db, full))


@operation
def rebook_flight(db: Session, user: User, code: str, request: ChangeRequest) -> FullBooking:
    """Take other flights free of charge after a cancellation, long delay or missed connection."""
    full = active_booking(db, user, code)
    if request.direction not in full.disrupted:
        raise Refused(
            "Free rebooking is for flights that are cancelled, "
            f"{policy.REBOOK_DELAY} minutes late or more, or whose connection is missed."
        )
    old = full.unflown(request.direction)
    flights = _new_flights(db, full, old, request)
    _same_route(old, flights)
    _fits(full, request.direction, flights)
    away = abs(departure(flights[0]) - old[0].flight.departs_at)
    if away > timedelta(days=policy.REBOOK_DAYS):
        raise Refused(f"Free rebooking is within {policy.REBOOK_DAYS} days of the flight.")
    seats = sum((ticket.seat_paid for leg in old for ticket in leg.tickets), ZERO)
    _replace(db, full, request.direction, old, flights, keep_prices=True)
    if seats:
        refund(db, full, seats, "Seats on the disrupted flight")
    _tell(db, user, full, f"Rebooked free of charge to {_names(flights)}.")
    return _times(db, reload(db, full))


def _change_quote(db: Session, full: FullBooking, request: ChangeRequest) -> ChangeQuote:
    fare = policy.FARES[full.booking.fare]
    old = full.way(request.direction)
    if not old:
        raise Invalid("The booking has no flight in that direction.")
    if full.booking.paid_with == "miles":
        raise Refused("Award bookings cannot be changed; cancel and book again.")
    if old[0].flown:
        raise Refused("The journey in that direction has begun.")
    if any(ticket.checked_in_at for leg in old for ticket in leg.tickets):
        raise Refused("Undo the check-in first.")
    if hours_until(departure(old[0].flight)) < fare.change_hours:
        raise Refused(
            f"{fare.title} can be changed until {fare.change_hours} hours before departure."
        )
    flights = _new_flights(db, full, old, request)
    _same_route(old, flights)
    _fits(full, request.direction, flights)
    was = sum((ticket.price for leg in old for ticket in leg.tickets), ZERO)
    prices = [
        policy.fare_price(flight.base_price, full.booking.fare, passenger.kind)
        for flight in flights
        for passenger in full.passengers
    ]
    new = sum(prices, ZERO)
    fee = fare.change_fee * len(full.seated)
    back = was - new if fare.returns_difference else ZERO
    return ChangeQuote(flights, fee, was, new, fee + max(new - was, ZERO), max(back, ZERO))


def _new_flights(
    db: Session, full: FullBooking, old: Sequence[FullLeg], request: ChangeRequest
) -> tuple[Flight, ...]:
    have = [leg.flight.id or 0 for leg in old]
    if have == request.flights:
        raise Invalid("These are the flights you have.")
    return bookable(db, request.flights, len(full.seated), held=have)


def _same_route(old: Sequence[FullLeg], flights: Sequence[Flight]) -> None:
    route = (old[0].flight.origin, old[-1].flight.destination)
    if (flights[0].origin, flights[-1].destination) != route:
        raise Refused(f"The new flights have to lead from {route[0]} to {route[1]} as well.")


def _fits(full: FullBooking, direction: Direction, flights: tuple[Flight, ...]) -> None:
    if direction == "outbound":
        check_return(flights, [leg.flight for leg in full.way("inbound")])
    elif full.way("outbound"):
        check_return([leg.flight for leg in full.way("outbound")], flights)


def _replace(
    db: Session,
    full: FullBooking,
    direction: Direction,
    old: Sequence[FullLeg],
    flights: Sequence[Flight],
    *,
    keep_prices: bool = False,
) -> None:
    """End the old legs and begin new ones, at today's prices unless those paid are kept."""
    end_legs(full, old)
    db.flush()
    before = [ticket for leg in old for ticket in leg.tickets]
    for place, flight in enumerate(flights):
        position = old[0].leg.position + place
        tickets = add_leg(
            db, full.booking, full.passengers, direction, position, flight, taken_at=now()
        )
        for ticket in tickets if keep_prices else ():
            paid = [t for t in before if t.passenger_id == ticket.passenger_id]
            own = paid if place == 0 else []
            ticket.price = sum((t.price for t in own), ZERO)
            ticket.miles = sum(t.miles for t in own)
    take_seats(flights, len(full.seated))
    db.flush()


def end_legs(full: FullBooking, legs: Sequence[FullLeg]) -> None:
    """Give up seats and check-ins of legs; the flights can be sold again."""
    for leg in legs:
        leg.leg.ended_at = now()
        leg.flight.seats_left += len(full.seated)
        for ticket in leg.tickets:
            ticket.seat = None
            ticket.checked_in_at = None
            ticket.boarding_number = None


def _names(flights: Sequence[Flight]) -> str:
    return " and ".join(flight.number for flight in flights)


def _tell(db: Session, user: User, full: FullBooking, text: str) -> None:
    note(db, full.booking, text)
    notify(db, user, "booking", f"Booking {full.booking.code} changed", text, full.booking)


def _times(db: Session, full: FullBooking) -> FullBooking:
    refresh_times(full.booking, full.current)
    db.flush()
    return full


@operation
def quote_cancellation(db: Session, user: User, code: str) -> CancellationQuote:
    """What cancelling the booking now would give back."""
    return _cancellation(active_booking(db, user, code))


@operation
def cancel_booking(db: Session, user: User, code: str) -> FullBooking:
    """Cancel what is not flown yet; the refund follows the fare, the 24-hour rule, or the cause."""
    full = active_booking(db, user, code)
    quote = _cancellation(full)
    end_legs(full, full.ahead)
    given = refund(db, full, quote.refund, f"Cancellation, {quote.rule}")
    text = f"Award booking {full.booking.code} cancelled"
    move_miles(db, user, "returned", quote.miles, text, booking_id=full.booking.id)
    full.booking.status = "cancelled"
    full.booking.cancelled_at = now()
    text = f"Cancelled ({quote.rule}): €{given} and {quote.miles:,} miles are refunded."
    note(db, full.booking, text)
    notify(db, user, "booking", f"Booking {full.booking.code} cancelled", text, full.booking)
    return reload(db, full)


def _cancellation(full: FullBooking) -> CancellationQuote:
    ahead = full.ahead
    if not ahead:
        raise Refused("All flights of the booking have left.")
    begun = len(ahead) < len(full.current)
    if full.refundable:
        return _quote(full, ahead, "disruption", 100, extras=True, everything=not begun)
    if begun:
        raise Refused("The journey has begun and cannot be cancelled any more.")
    if any(ticket.checked_in_at for leg in ahead for ticket in leg.tickets):
        raise Refused("Undo the check-in first.")
    booked = full.booking.booked_at
    fresh = now() - booked <= timedelta(hours=policy.GRACE_HOURS)
    notice = full.first_planned - booked >= timedelta(days=policy.GRACE_NOTICE_DAYS)
    if fresh and notice:
        return _quote(full, ahead, "24-hour rule", 100, extras=True, everything=True)
    percent = policy.refund_percent(full.booking.fare, hours_until(departure(ahead[0].flight)))
    rule = f"{policy.FARES[full.booking.fare].title} fare"
    return _quote(full, ahead, rule, percent, extras=False, everything=False)


def _quote(
    full: FullBooking,
    legs: Sequence[FullLeg],
    rule: str,
    percent: int,
    *,
    extras: bool,
    everything: bool,
) -> CancellationQuote:
    """`extras`: seats as well; `everything`: all that was ever paid, bags and fees too."""
    tickets = [ticket for leg in legs for ticket in leg.tickets]
    money = sum((t.price + (t.seat_paid if extras else ZERO) for t in tickets), ZERO)
    left = full.charged - full.refunded
    back = left if everything else (money * percent / 100).quantize(CENT, ROUND_HALF_UP)
    miles = sum(ticket.miles for ticket in tickets) * percent // 100
    return CancellationQuote(rule, percent, min(back, left), miles)
