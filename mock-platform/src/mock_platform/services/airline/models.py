"""The tables of the airline."""

from decimal import Decimal
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator
from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field

from mock_platform.kit.rows import Account, Content, Day, MaybeWhen, Money, Row, When
from mock_platform.services.airline.policy import (
    AIRCRAFT,
    Cause,
    ClaimKind,
    DocumentKind,
    FareName,
    PassengerKind,
)

FlightState = Literal["scheduled", "delayed", "cancelled"]
BookingStatus = Literal["confirmed", "cancelled"]
Direction = Literal["outbound", "inbound"]
PaidWith = Literal["card", "miles"]
PaymentKind = Literal["charge", "refund"]
ClaimStatus = Literal["draft", "submitted", "approved", "paid", "rejected", "withdrawn"]
MilesKind = Literal["flown", "redeemed", "returned", "bonus"]
MessageKind = Literal["booking", "disruption", "check_in", "claim", "miles", "news"]
Price = Annotated[Money, Limit(ge=0)]
Count = Annotated[int, Limit(ge=0)]
ZERO = Decimal("0.00")


def _zone(value: str) -> str:
    ZoneInfo(value)
    return value


def _aircraft(value: str) -> str:
    if value not in AIRCRAFT:
        raise ValueError(f"no aircraft {value!r}; there are: {', '.join(AIRCRAFT)}")
    return value


class AirRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, AirRow, table=True):
    """A customer; `miles` is the balance, the sum of the account's `miles_entries`."""

    __tablename__ = "users"

    phone: str = ""
    member_number: str = Field(unique=True)
    miles: Count = 0
    newsletter: bool = False


class PaymentMethod(AirRow, table=True):
    """A card on file; `expires_on` is its last valid day."""

    __tablename__ = "payment_methods"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    brand: str
    last_four: Annotated[str, Limit(pattern=r"^\d{4}$")]
    expires_on: Day
    is_default: bool = False


class Airport(AirRow, table=True):
    __tablename__ = "airports"

    code: Annotated[str, Limit(pattern=r"^[A-Z]{3}$")] = Field(primary_key=True)
    city: str
    country: str
    zone: Annotated[str, AfterValidator(_zone)]


class Flight(AirRow, table=True):
    """One flight on one day. `base_price` is what an adult pays in the cheapest fare.

    `occupied` are seats, joined by commas, that strangers have chosen; `seats_left` is what can
    still be sold. `departs_at` and `arrives_at` are as planned; `delay` adds to both.
    """

    __tablename__ = "flights"
    __table_args__ = (
        Index("ix_flights_route", "origin", "departs_at"),
        Index("ix_flights_arrivals", "destination", "departs_at"),
        Index("ix_flights_number", "number", "departs_at"),
        Index("ix_flights_disrupted", "state", "departs_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    number: Annotated[str, Limit(pattern=r"^NW\d{3,4}$")]
    origin: str = Field(foreign_key="airports.code")
    destination: str = Field(foreign_key="airports.code")
    departs_at: When
    arrives_at: When
    distance_km: Annotated[int, Limit(ge=1)]
    aircraft: Annotated[str, AfterValidator(_aircraft)]
    base_price: Price
    seats_left: Count
    occupied: str = ""
    terminal: str = "1"
    gate: str = ""
    state: FlightState = Field(default="scheduled", sa_type=String)
    delay: Count = 0
    cause: Cause | None = Field(default=None, sa_type=String)
    announced_at: MaybeWhen = None


class Booking(AirRow, table=True):
    """`departs_at` is the first departure of the journey, `arrives_at` its last arrival."""

    __tablename__ = "bookings"
    __table_args__ = (
        Index("ix_bookings_journeys", "user_id", "departs_at", "status", "arrives_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    code: Annotated[str, Limit(pattern=r"^[A-Z]{6}$")] = Field(unique=True, index=True)
    user_id: int = Field(foreign_key="users.id")
    fare: FareName = Field(sa_type=String)
    status: BookingStatus = Field(default="confirmed", sa_type=String)
    booked_at: When
    departs_at: When
    arrives_at: When
    contact_email: str
    contact_phone: str = ""
    paid_with: PaidWith = Field(default="card", sa_type=String)
    payment_method_id: int | None = Field(default=None, foreign_key="payment_methods.id")
    cancelled_at: MaybeWhen = None


class Passenger(AirRow, table=True):
    """`kind` is by the age on the day of the first departure; infants sit on an adult's lap."""

    __tablename__ = "passengers"

    id: int | None = Field(default=None, primary_key=True)
    booking_id: int = Field(foreign_key="bookings.id", index=True)
    first_name: str
    last_name: str
    born_on: Day
    kind: PassengerKind = Field(sa_type=String)
    extra_bags: Annotated[int, Limit(ge=0, le=3)] = 0
    name_corrected: bool = False


class Leg(AirRow, table=True):
    """One flight of a booking; `position` counts from 1 within its direction.

    A leg ends when its booking is cancelled or another flight takes its place. `taken_at` is when
    a change put it there; without it, it is of the booking's own time.
    """

    __tablename__ = "legs"

    id: int | None = Field(default=None, primary_key=True)
    booking_id: int = Field(foreign_key="bookings.id", index=True)
    direction: Direction = Field(default="outbound", sa_type=String)
    position: Annotated[int, Limit(ge=1)] = 1
    flight_id: int = Field(foreign_key="flights.id", index=True)
    taken_at: MaybeWhen = None
    ended_at: MaybeWhen = None


class Ticket(AirRow, table=True):
    """One passenger on one leg: what it cost, the seat, and the check-in.

    `flight_id` is the leg's, so that a seat of a flight cannot be given twice. `price` is zero for
    awards, which cost `miles`. `later_bags` of the passenger's extra bags were bought once the
    flight had left.
    """

    __tablename__ = "tickets"
    __table_args__ = (
        UniqueConstraint("leg_id", "passenger_id"),
        UniqueConstraint("flight_id", "seat"),
    )

    id: int | None = Field(default=None, primary_key=True)
    leg_id: int = Field(foreign_key="legs.id")
    passenger_id: int = Field(foreign_key="passengers.id", index=True)
    flight_id: int = Field(foreign_key="flights.id")
    price: Price
    miles: Count = 0
    seat: str | None = None
    seat_paid: Price = ZERO
    later_bags: Count = 0
    checked_in_at: MaybeWhen = None
    boarding_number: int | None = None


class Payment(AirRow, table=True):
    """Money that a booking took from a card, or gave back to it."""

    __tablename__ = "payments"

    id: int | None = Field(default=None, primary_key=True)
    booking_id: int = Field(foreign_key="bookings.id", index=True)
    kind: PaymentKind = Field(default="charge", sa_type=String)
    amount: Price
    reason: str
    payment_method_id: int | None = Field(default=None, foreign_key="payment_methods.id")
    made_at: When


class HistoryEntry(AirRow, table=True):
    """What happened to a booking, for its owner to read."""

    __tablename__ = "history"

    id: int | None = Field(default=None, primary_key=True)
    booking_id: int = Field(foreign_key="bookings.id", index=True)
    happened_at: When
    text: str


class MilesEntry(AirRow, table=True):
    """A line of the miles statement; `balance` is what it left on the account."""

    __tablename__ = "miles_entries"
    __table_args__ = (Index("ix_miles_statement", "user_id", "made_at"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    kind: MilesKind = Field(sa_type=String)
    miles: int
    balance: Count
    text: str
    booking_id: int | None = Field(default=None, foreign_key="bookings.id", index=True)
    leg_id: int | None = Field(default=None, index=True)
    made_at: When


class Claim(AirRow, table=True):
    """`asked` is what the customer wants back for baggage; `amount` what the terms allow."""

    __tablename__ = "claims"
    __table_args__ = (Index("ix_claims_list", "user_id", "filed_at"),)

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True)
    user_id: int = Field(foreign_key="users.id")
    booking_id: int = Field(foreign_key="bookings.id", index=True)
    flight_id: int = Field(foreign_key="flights.id")
    passenger_id: int | None = Field(default=None, foreign_key="passengers.id")
    kind: ClaimKind = Field(sa_type=String)
    status: ClaimStatus = Field(default="draft", sa_type=String)
    passengers: Annotated[int, Limit(ge=1)] = 1
    asked: Price = ZERO
    amount: Price = ZERO
    bag_tag: str = ""
    description: str = ""
    filed_at: When
    submitted_at: MaybeWhen = None
    decided_at: MaybeWhen = None
    decision: str = ""


class Document(AirRow, table=True):
    """A file of a claim."""

    __tablename__ = "documents"

    id: int | None = Field(default=None, primary_key=True)
    claim_id: int = Field(foreign_key="claims.id", index=True)
    kind: DocumentKind = Field(sa_type=String)
    filename: Annotated[str, Limit(min_length=1, max_length=120)]
    content_type: str = "application/octet-stream"
    content: Content
    uploaded_at: When


class Message(AirRow, table=True):
    """What the airline tells a customer."""

    __tablename__ = "messages"
    __table_args__ = (Index("ix_messages_list", "user_id", "sent_at"),)

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    kind: MessageKind = Field(sa_type=String)
    subject: str
    body: str
    booking_id: int | None = Field(default=None, foreign_key="bookings.id")
    sent_at: When
    unread: bool = True
