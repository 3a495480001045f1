"""What all rules of bookings share: loading one whole, money, miles, history and messages."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.services.airline.models import (
    ZERO,
    Booking,
    Claim,
    Direction,
    Flight,
    HistoryEntry,
    Leg,
    Message,
    MessageKind,
    MilesEntry,
    MilesKind,
    Passenger,
    Payment,
    PaymentMethod,
    Ticket,
    User,
)
from mock_platform.services.airline.operations.flights import arrival, connects, departure
from mock_platform.services.airline.policy import REBOOK_DELAY, REFUND_DELAY


@dataclass(frozen=True)
class FullLeg:
    """`tickets` are in the order of the booking's passengers."""

    leg: Leg
    flight: Flight
    tickets: Sequence[Ticket]
    taken_at: datetime

    @property
    def foreseen(self) -> bool:
        """Its disruption had been announced when it was taken, so it gives no rights."""
        announced = self.flight.announced_at
        return announced is not None and announced <= self.taken_at

    @property
    def flown(self) -> bool:
        """It has left, and the airline did not cancel it."""
        return self.flight.state != "cancelled" and departure(self.flight) <= now()


@dataclass(frozen=True)
class FullBooking:
    """`legs` are all there ever were; `current` are those that count."""

    booking: Booking
    passengers: Sequence[Passenger]
    legs: Sequence[FullLeg]
    payments: Sequence[Payment]
    history: Sequence[HistoryEntry]
    card: PaymentMethod | None

    @property
    def current(self) -> list[FullLeg]:
        if self.booking.status == "cancelled":
            return []
        return [full for full in self.legs if full.leg.ended_at is None]

    def way(self, direction: Direction) -> list[FullLeg]:
        return [full for full in self.current if full.leg.direction == direction]

    def unflown(self, direction: Direction) -> list[FullLeg]:
        """From the first flight on that has not left."""
        legs = self.way(direction)
        flown = 0
        while flown < len(legs) and legs[flown].flown:
            flown += 1
        return legs[flown:]

    @property
    def ahead(self) -> list[FullLeg]:
        return [*self.unflown("outbound"), *self.unflown("inbound")]

    @property
    def first_planned(self) -> datetime:
        """The first departure as it was booked, whatever was changed since."""
        first = min(self.legs, key=lambda full: (full.leg.direction != "outbound", full.leg.id))
        return first.flight.departs_at

    @property
    def seated(self) -> list[Passenger]:
        return [p for p in self.passengers if p.kind != "infant"]

    @property
    def charged(self) -> Decimal:
        return sum((p.amount for p in self.payments if p.kind == "charge"), ZERO)

    @property
    def refunded(self) -> Decimal:
        return sum((p.amount for p in self.payments if p.kind == "refund"), ZERO)

    @property
    def disrupted(self) -> list[Direction]:
        """The directions that may be rebooked free of charge."""
        ways: tuple[Direction, ...] = ("outbound", "inbound")
        return [way for way in ways if is_disrupted(self.unflown(way), REBOOK_DELAY)]

    @property
    def refundable(self) -> bool:
        """Whether a disruption gives a right to the money for what is not flown."""
        ways: tuple[Direction, ...] = ("outbound", "inbound")
        return any(is_disrupted(self.unflown(way), REFUND_DELAY) for way in ways)


def is_disrupted(legs: Sequence[FullLeg], delay: int) -> bool:
    """Whether a flight is cancelled or so many minutes late, or a connection will be missed.

    What had been announced before the flight was taken does not count.
    """
    news = [full for full in legs if not full.foreseen]
    if any(f.flight.state == "cancelled" or f.flight.delay >= delay for f in news):
        return True
    late = [(a.flight, b.flight) for a, b in itertools.pairwise(legs) if not a.foreseen]
    return any(not connects(first, second) and first.delay > 0 for first, second in late)


def own_booking(db: Session, user: User, code: str) -> FullBooking:
    booking = db.exec(select(Booking).where(Booking.code == code.strip().upper())).first()
    if booking is None or booking.user_id != user.id:
        raise NotFound("There is no such booking.")
    return load_bookings(db, [booking])[0]


def active_booking(db: Session, user: User, code: str) -> FullBooking:
    full = own_booking(db, user, code)
    if full.booking.status == "cancelled":
        raise Refused("The booking is cancelled.")
    return full


def load_bookings(db: Session, bookings: Sequence[Booking]) -> list[FullBooking]:
    """Each with everything that belongs to it, in a fixed number of queries."""
    ids = [booking.id for booking in bookings]
    people = db.exec(
        select(Passenger).where(col(Passenger.booking_id).in_(ids)).order_by(col(Passenger.id))
    ).all()
    order = (col(Leg.direction).desc(), col(Leg.position), col(Leg.id))
    legs = db.exec(
        select(Leg, Flight)
        .join(Flight, col(Flight.id) == Leg.flight_id)
        .where(col(Leg.booking_id).in_(ids))
        .order_by(*order)
    ).all()
    leg_ids = [leg.id for leg, _ in legs]
    tickets = db.exec(
        select(Ticket).where(col(Ticket.leg_id).in_(leg_ids)).order_by(col(Ticket.passenger_id))
    ).all()
    paid = db.exec(
        select(Payment).where(col(Payment.booking_id).in_(ids)).order_by(col(Payment.id))
    ).all()
    past = db.exec(
        select(HistoryEntry)
        .where(col(HistoryEntry.booking_id).in_(ids))
        .order_by(col(HistoryEntry.happened_at), col(HistoryEntry.id))
    ).all()
    cards = [b.payment_method_id for b in bookings if b.payment_method_id]
    methods = db.exec(select(PaymentMethod).where(col(PaymentMethod.id).in_(cards))).all()
    by_id = {method.id: method for method in methods}
    people_of = _grouped(people, lambda person: person.booking_id)
    tickets_of = _grouped(tickets, lambda ticket: ticket.leg_id)
    booked = {booking.id: booking.booked_at for booking in bookings}
    full_legs = [
        FullLeg(leg, flight, tickets_of[leg.id], leg.taken_at or booked[leg.booking_id])
        for leg, flight in legs
    ]
    legs_of = _grouped(full_legs, lambda full: full.leg.booking_id)
    paid_of = _grouped(paid, lambda payment: payment.booking_id)
    past_of = _grouped(past, lambda entry: entry.booking_id)
    return [
        FullBooking(
            booking,
            people_of[booking.id],
            legs_of[booking.id],
            paid_of[booking.id],
            past_of[booking.id],
            by_id.get(booking.payment_method_id),
        )
        for booking in bookings
    ]


def _grouped[T](rows: Iterable[T], key: Callable[[T], int]) -> defaultdict[int | None, list[T]]:
    found: defaultdict[int | None, list[T]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


def reload(db: Session, full: FullBooking) -> FullBooking:
    """The same booking after changes."""
    db.flush()
    return load_bookings(db, [full.booking])[0]


def one_leg(full: FullBooking, leg_id: int) -> FullLeg:
    for found in full.current:
        if found.leg.id == leg_id:
            return found
    raise NotFound("The booking has no such flight.")


def one_passenger(full: FullBooking, passenger_id: int) -> Passenger:
    for passenger in full.passengers:
        if passenger.id == passenger_id:
            return passenger
    raise NotFound("The booking has no such passenger.")


def one_ticket(leg: FullLeg, passenger: Passenger) -> Ticket:
    for ticket in leg.tickets:
        if ticket.passenger_id == passenger.id:
            return ticket
    raise NotFound("The passenger has no ticket for that flight.")


def full_name(passenger: Passenger) -> str:
    return f"{passenger.first_name} {passenger.last_name}"


def valid_card(db: Session, user: User, method_id: int | None) -> PaymentMethod:
    """The card asked for, or the one used by default."""
    if method_id is None:
        mine = select(PaymentMethod).where(PaymentMethod.user_id == user.id)
        usual = mine.order_by(col(PaymentMethod.is_default).desc(), col(PaymentMethod.id))
        card = db.exec(usual).first()
    else:
        card = db.get(PaymentMethod, method_id)
    if card is None or card.user_id != user.id:
        raise Invalid("Choose one of your cards.", fields={"payment_method_id": "unknown"})
    if card.expires_on < today():
        raise Refused(f"The card ending in {card.last_four} has expired.")
    return card


def charge(
    db: Session, user: User, booking: Booking, amount: Decimal, reason: str, method_id: int | None
) -> None:
    """Take money from a card: the one asked for, else the booking's."""
    if amount <= 0:
        return
    card = valid_card(db, user, method_id or booking.payment_method_id)
    _pay(db, booking, "charge", amount, reason, card.id)


def refund(db: Session, full: FullBooking, amount: Decimal, reason: str) -> Decimal:
    """Give money back, never more than was paid; what was given."""
    amount = min(amount, full.charged - full.refunded)
    cards = [p.payment_method_id for p in full.payments if p.kind == "charge"]
    if amount > 0:
        _pay(db, full.booking, "refund", amount, reason, cards[0])
    return amount


def _pay(
    db: Session, booking: Booking, kind: str, amount: Decimal, reason: str, card: int | None
) -> None:
    assert booking.id is not None
    payment = Payment(
        booking_id=booking.id,
        kind=kind,  # type: ignore[arg-type]
        amount=amount,
        reason=reason,
        payment_method_id=card,
        made_at=now(),
    )
    db.add(payment)


def move_miles(
    db: Session,
    user: User,
    kind: MilesKind,
    miles: int,
    text: str,
    *,
    booking_id: int | None = None,
    leg_id: int | None = None,
) -> None:
    """Write a line of the statement; Refused where the balance would fall below zero."""
    if miles == 0:
        return
    if user.miles + miles < 0:
        raise Refused(f"That needs {-miles:,} miles; you have {user.miles:,}.")
    assert user.id is not None
    user.miles += miles
    db.add(user)
    entry = MilesEntry(
        user_id=user.id,
        kind=kind,
        miles=miles,
        balance=user.miles,
        text=text,
        booking_id=booking_id,
        leg_id=leg_id,
        made_at=now(),
    )
    db.add(entry)


def note(db: Session, booking: Booking, text: str) -> None:
    assert booking.id is not None
    db.add(HistoryEntry(booking_id=booking.id, happened_at=now(), text=text))


def notify(
    db: Session, user: User, kind: MessageKind, subject: str, body: str, booking: Booking | None
) -> None:
    assert user.id is not None
    message = Message(
        user_id=user.id,
        kind=kind,
        subject=subject,
        body=body,
        booking_id=booking.id if booking else None,
        sent_at=now(),
    )
    db.add(message)


def refresh_times(booking: Booking, legs: Sequence[FullLeg]) -> None:
    """Keep what lists of journeys are sorted by."""
    booking.departs_at = min(full.flight.departs_at for full in legs)
    booking.arrives_at = max(arrival(full.flight) for full in legs)


def hours_until(moment: datetime) -> float:
    return (moment - now()).total_seconds() / 3600


def highest(db: Session, model: type[Booking] | type[Claim]) -> int:
    """The highest id of a table, 0 while it is empty."""
    return db.exec(select(func.max(model.id))).one() or 0
