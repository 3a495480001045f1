"""What the API answers about flights and bookings, and how it is made from rows."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal

from pydantic import BaseModel
from sqlmodel import Session

from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import Airport, Flight
from mock_platform.services.airline.operations import FullBooking, FullLeg, Journey
from mock_platform.services.airline.policy import FareName


class FlightOut(BaseModel):
    """Times are UTC and as planned; `departs_local` and `arrives_local` are those of the airports.

    `expected_*` include the delay.
    """

    id: int
    number: str
    origin: str
    origin_city: str
    destination: str
    destination_city: str
    departs_at: datetime
    arrives_at: datetime
    departs_local: str
    arrives_local: str
    expected_departure: datetime
    expected_arrival: datetime
    distance_km: int
    aircraft: str
    terminal: str
    gate: str
    seats_left: int
    status: str
    delay_minutes: int
    cause: str | None
    announced_at: datetime | None


class JourneyOut(BaseModel):
    """`prices` are those of everybody asked for, by fare."""

    flights: list[FlightOut]
    stops: int
    duration_minutes: int
    seats_left: int
    prices: dict[str, Decimal]


class TicketOut(BaseModel):
    id: int
    passenger_id: int
    price: Decimal
    miles: int
    seat: str | None
    seat_paid: Decimal
    checked_in_at: datetime | None


class LegOut(BaseModel):
    """`ended_at`: when the flight was given up; None for those that count."""

    id: int
    direction: str
    position: int
    ended_at: datetime | None
    check_in_opens: datetime
    check_in_closes: datetime
    flight: FlightOut
    tickets: list[TicketOut]


class PassengerOut(BaseModel):
    id: int
    first_name: str
    last_name: str
    born_on: date
    kind: str
    checked_bags: int
    extra_bags: int
    name_corrected: bool


class PaymentOut(BaseModel):
    kind: str
    amount: Decimal
    reason: str
    made_at: datetime


class HistoryOut(BaseModel):
    happened_at: datetime
    text: str


class BookingOut(BaseModel):
    """`disrupted` are the directions that can be rebooked free of charge."""

    code: str
    fare: FareName
    status: str
    booked_at: datetime
    departs_at: datetime
    arrives_at: datetime
    contact_email: str
    contact_phone: str
    paid_with: str
    card: str | None
    paid: Decimal
    refunded: Decimal
    disrupted: list[str]
    refundable: bool
    passengers: list[PassengerOut]
    legs: list[LegOut]
    payments: list[PaymentOut]
    history: list[HistoryOut]


def flight_out(flight: Flight, places: Mapping[str, Airport]) -> FlightOut:
    origin, destination = places[flight.origin], places[flight.destination]
    hidden = {"aircraft", "base_price", "occupied", "state", "delay"}
    return FlightOut(
        **flight.model_dump(exclude=hidden),
        origin_city=origin.city,
        destination_city=destination.city,
        departs_local=_local(flight.departs_at, origin),
        arrives_local=_local(flight.arrives_at, destination),
        expected_departure=ops.departure(flight),
        expected_arrival=ops.arrival(flight),
        aircraft=policy.AIRCRAFT[flight.aircraft].name,
        status=ops.progress(flight),
        delay_minutes=flight.delay,
    )


def _local(moment: datetime, airport: Airport) -> str:
    return f"{ops.local(moment, airport.zone):%Y-%m-%d %H:%M}"


def journey_out(found: Journey, places: Mapping[str, Airport]) -> JourneyOut:
    return JourneyOut(
        flights=[flight_out(flight, places) for flight in found.flights],
        stops=len(found.flights) - 1,
        duration_minutes=found.minutes,
        seats_left=found.seats_left,
        prices={str(fare): price for fare, price in found.prices.items()},
    )


def booking_out(db: Session, full: FullBooking) -> BookingOut:
    return bookings_out(db, [full])[0]


def bookings_out(db: Session, found: list[FullBooking]) -> list[BookingOut]:
    places = ops.airports(db)
    return [_booking(full, places) for full in found]


def _booking(full: FullBooking, places: Mapping[str, Airport]) -> BookingOut:
    booking, card = full.booking, full.card
    hidden = {"id", "user_id", "payment_method_id", "cancelled_at"}
    return BookingOut(
        **booking.model_dump(exclude=hidden),
        card=f"{card.brand} ending in {card.last_four}" if card else None,
        paid=full.charged,
        refunded=full.refunded,
        disrupted=[str(way) for way in full.disrupted],
        refundable=full.refundable,
        passengers=[
            PassengerOut(
                **person.model_dump(exclude={"booking_id"}),
                checked_bags=ops.checked_bags(full, person),
            )
            for person in full.passengers
        ],
        legs=[_leg(leg, places) for leg in full.legs],
        payments=[
            PaymentOut(**p.model_dump(include={"kind", "amount", "reason", "made_at"}))
            for p in full.payments
        ],
        history=[HistoryOut(happened_at=h.happened_at, text=h.text) for h in full.history],
    )


def _leg(full: FullLeg, places: Mapping[str, Airport]) -> LegOut:
    opens, closes = ops.window(full.flight)
    return LegOut(
        **full.leg.model_dump(exclude={"booking_id", "flight_id"}),
        check_in_opens=opens,
        check_in_closes=closes,
        flight=flight_out(full.flight, places),
        tickets=[
            TicketOut(**ticket.model_dump(exclude={"leg_id", "flight_id", "boarding_number"}))
            for ticket in full.tickets
        ],
    )
