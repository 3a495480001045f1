"""Booking a journey, and looking at what is booked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic import StringConstraints as Text
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import (
    ZERO,
    Booking,
    Direction,
    Flight,
    Leg,
    PaidWith,
    Passenger,
    Ticket,
    User,
)
from mock_platform.services.airline.operations.flights import (
    Party,
    airports,
    arrival,
    bookable,
    check_party,
    departure,
    local,
    take_seats,
)
from mock_platform.services.airline.operations.records import (
    FullBooking,
    charge,
    highest,
    load_bookings,
    move_miles,
    note,
    notify,
    own_booking,
    valid_card,
)
from mock_platform.services.airline.policy import FareName, PassengerKind


def _one_line(value: str) -> str:
    if not value.isprintable():
        raise ValueError("a name without line breaks and control characters")
    return value


Name = Annotated[
    str,
    Text(strip_whitespace=True, min_length=1, max_length=60),
    AfterValidator(_one_line),
]
Email = Annotated[str, Text(strip_whitespace=True, pattern=r"^[^@\s]+@[^@\s]+$", max_length=200)]
Flights = Annotated[list[int], Field(max_length=2)]
type Selection = Literal["all", "upcoming", "past", "cancelled"]
_NOTICES = 20
_NOTICE_DAYS = 30
"""Of how many journeys, and of flights how far past, notices are shown."""
_SPREAD = 15_485_863
_LETTERS = "KQWERTZUPASDFGHJLYXCVBNMIO"


class PassengerDetails(BaseModel):
    first_name: Name
    last_name: Name
    born_on: date


class BookingOrder(BaseModel):
    """`outbound` and `inbound` are flight numbers by id: one, or two with a change of planes."""

    outbound: Flights
    inbound: Flights = Field(default_factory=list)
    fare: FareName
    passengers: list[PassengerDetails] = Field(min_length=1, max_length=18)
    contact_email: Email
    contact_phone: str = Field(default="", max_length=40)
    pay_with: PaidWith = "card"
    payment_method_id: int | None = None


@dataclass(frozen=True)
class Quote:
    """`lines` are (kind, how many, price of one) for the whole journey."""

    outbound: tuple[Flight, ...]
    inbound: tuple[Flight, ...]
    lines: list[tuple[PassengerKind, int, Decimal]]
    total: Decimal
    miles: int


@operation
def quote_booking(
    db: Session, outbound: list[int], inbound: list[int], fare: FareName, party: Party
) -> Quote:
    """What a journey costs before it is booked, in money and in miles."""
    check_party(party)
    out, back = _journey(db, outbound, inbound, party.seats)
    lines: list[tuple[PassengerKind, int, Decimal]] = []
    miles = 0
    for kind in dict.fromkeys(party.kinds):
        prices = [policy.fare_price(f.base_price, fare, kind) for f in (*out, *back)]
        count = party.kinds.count(kind)
        lines.append((kind, count, sum(prices, ZERO)))
        miles += count * sum(policy.miles_price(price) for price in prices)
    return Quote(out, back, lines, sum((n * price for _, n, price in lines), ZERO), miles)


@operation
def book_flight(db: Session, user: User, order: BookingOrder) -> FullBooking:
    """Buy a journey for everybody named."""
    seats = len(order.passengers)
    out = bookable(db, order.outbound, 0)
    places = airports(db)
    day = local(departure(out[0]), places[out[0].origin].zone).date()
    kinds = _kinds(order.passengers, day)
    seats = sum(kind != "infant" for kind in kinds)
    out, back = _journey(db, order.outbound, order.inbound, seats)
    card = valid_card(db, user, order.payment_method_id) if order.pay_with == "card" else None
    booking = _store(db, user, order, out, back, card.id if card else None)
    people = _store_passengers(db, booking, order.passengers, kinds)
    paid = _store_legs(db, booking, people, {"outbound": out, "inbound": back})
    take_seats((*out, *back), seats)
    title = f"{places[out[0].origin].city} to {places[out[-1].destination].city}"
    if order.pay_with == "miles":
        miles = sum(ticket.miles for ticket in paid)
        move_miles(db, user, "redeemed", -miles, f"Award {title}", booking_id=booking.id)
    else:
        total = sum((ticket.price for ticket in paid), ZERO)
        charge(db, user, booking, total, f"{policy.FARES[order.fare].title} fare", None)
    note(db, booking, f"Booked for {len(people)} in the fare {policy.FARES[order.fare].title}.")
    body = f"Your booking {booking.code} is confirmed: {title}, {len(people)} travelling."
    notify(db, user, "booking", f"Booking {booking.code} confirmed", body, booking)
    db.flush()
    return load_bookings(db, [booking])[0]


def _journey(
    db: Session, outbound: Sequence[int], inbound: Sequence[int], seats: int
) -> tuple[tuple[Flight, ...], tuple[Flight, ...]]:
    out = bookable(db, outbound, seats)
    back = bookable(db, inbound, seats) if inbound else ()
    check_return(out, back)
    return out, back


def check_return(out: Sequence[Flight], back: Sequence[Flight]) -> None:
    """Invalid unless the way back leads back, and leaves after the arrival."""
    if not out or not back:
        return
    if (out[0].origin, out[-1].destination) != (back[-1].destination, back[0].origin):
        raise Invalid("The way back has to lead back to where the journey began.")
    if (departure(back[0]) - arrival(out[-1])).total_seconds() < policy.MIN_CONNECTION * 60:
        raise Invalid("The way back leaves before you have arrived.")


def age_on(born_on: date, day: date) -> int:
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))


def _kinds(passengers: Sequence[PassengerDetails], day: date) -> list[PassengerKind]:
    """Each passenger's kind; Invalid names who cannot travel like this."""
    ages = [age_on(passenger.born_on, day) for passenger in passengers]
    for place, age in enumerate(ages):
        if passengers[place].born_on > now().date() or not 0 <= age <= 120:
            wrong = {f"passengers.{place}.born_on": "is no date of birth"}
            raise Invalid("Please look again at the dates of birth.", fields=wrong)
    names = {(p.first_name.casefold(), p.last_name.casefold(), p.born_on) for p in passengers}
    if len(names) < len(passengers):
        raise Invalid("The same passenger is named twice.", fields={"passengers": "twice"})
    kinds = [policy.passenger_kind(age) for age in ages]
    grown = sum(age >= policy.ALONE_FROM for age in ages)
    if not grown:
        raise Invalid(f"Somebody of {policy.ALONE_FROM} or older has to travel along.")
    if kinds.count("infant") > grown:
        raise Invalid(f"Every infant needs the lap of somebody of {policy.ALONE_FROM} or older.")
    if len(kinds) - kinds.count("infant") > policy.MOST_PASSENGERS:
        raise Invalid(f"A booking is for at most {policy.MOST_PASSENGERS} passengers with seats.")
    return kinds


def _store(
    db: Session,
    user: User,
    order: BookingOrder,
    out: Sequence[Flight],
    back: Sequence[Flight],
    card: int | None,
) -> Booking:
    assert user.id is not None
    booking = Booking(
        code=_new_code(db),
        user_id=user.id,
        fare=order.fare,
        booked_at=now(),
        departs_at=out[0].departs_at,
        arrives_at=arrival((back or out)[-1]),
        contact_email=order.contact_email.lower(),
        contact_phone=order.contact_phone.strip(),
        paid_with=order.pay_with,
        payment_method_id=card,
    )
    db.add(booking)
    db.flush()
    return booking


def _store_passengers(
    db: Session,
    booking: Booking,
    given: Sequence[PassengerDetails],
    kinds: Sequence[PassengerKind],
) -> list[Passenger]:
    assert booking.id is not None
    people = [
        Passenger(booking_id=booking.id, kind=kind, **details.model_dump())
        for details, kind in zip(given, kinds, strict=True)
    ]
    db.add_all(people)
    db.flush()
    return people


def _store_legs(
    db: Session,
    booking: Booking,
    people: Sequence[Passenger],
    ways: dict[Direction, tuple[Flight, ...]],
) -> list[Ticket]:
    return [
        ticket
        for direction, flights in ways.items()
        for position, flight in enumerate(flights, 1)
        for ticket in add_leg(db, booking, people, direction, position, flight)
    ]


def add_leg(
    db: Session,
    booking: Booking,
    people: Sequence[Passenger],
    direction: Direction,
    position: int,
    flight: Flight,
    *,
    taken_at: datetime | None = None,
) -> list[Ticket]:
    """A leg with a ticket for everybody, at today's price in the booking's fare.

    `taken_at` says when a leg came into the booking later.
    """
    assert booking.id is not None
    assert flight.id is not None
    leg = Leg(
        booking_id=booking.id,
        direction=direction,
        position=position,
        flight_id=flight.id,
        taken_at=taken_at,
    )
    db.add(leg)
    db.flush()
    assert leg.id is not None
    award = booking.paid_with == "miles"
    tickets = []
    for passenger in people:
        assert passenger.id is not None
        price = policy.fare_price(flight.base_price, booking.fare, passenger.kind)
        tickets.append(
            Ticket(
                leg_id=leg.id,
                passenger_id=passenger.id,
                flight_id=flight.id,
                price=ZERO if award else price,
                miles=policy.miles_price(price) if award else 0,
            )
        )
    db.add_all(tickets)
    db.flush()
    return tickets


def _new_code(db: Session) -> str:
    number = highest(db, Booking)
    while True:
        number += 1
        rest, code = number * _SPREAD % 26**6, ""
        for _ in range(6):
            rest, place = divmod(rest, 26)
            code += _LETTERS[place]
        if db.exec(select(Booking.id).where(Booking.code == code)).first() is None:
            return code


@operation
def list_bookings(
    db: Session, user: User, show: Selection, page: int, size: int
) -> Paged[FullBooking]:
    """The user's journeys: those ahead soonest first, all others latest first."""
    statement = select(Booking).where(Booking.user_id == user.id)
    if show == "cancelled":
        statement = statement.where(Booking.status == "cancelled")
    elif show != "all":
        statement = statement.where(Booking.status == "confirmed")
        ahead = col(Booking.arrives_at) > now()
        statement = statement.where(ahead if show == "upcoming" else ~ahead)
    first = col(Booking.departs_at)
    order = (first if show == "upcoming" else first.desc(), col(Booking.id))
    found = paged(db, statement.order_by(*order), page, size)
    return Paged(load_bookings(db, found.items), found.page, found.size, found.total)


@operation
def view_booking(db: Session, user: User, code: str) -> FullBooking:
    """One booking with flights, passengers, tickets, payments and history."""
    return own_booking(db, user, code)


@operation
def list_disruptions(db: Session, user: User) -> list[FullBooking]:
    """The journeys ahead that a cancelled or late flight, or a missed connection, upsets."""
    statement = (
        select(Booking)
        .join(Leg, col(Leg.booking_id) == Booking.id)
        .join(Flight, col(Flight.id) == Leg.flight_id)
        .where(
            Booking.user_id == user.id,
            Booking.status == "confirmed",
            col(Leg.ended_at).is_(None),
            col(Flight.state).in_(("delayed", "cancelled")),
            col(Flight.departs_at) > now() - timedelta(days=_NOTICE_DAYS),
        )
        .distinct()
        .order_by(col(Booking.departs_at), col(Booking.id))
        .limit(_NOTICES)
    )
    found = load_bookings(db, db.exec(statement).all())
    return [full for full in found if full.disrupted]
