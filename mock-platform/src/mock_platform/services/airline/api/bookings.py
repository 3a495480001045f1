"""Bookings and everything that can be done with them."""

from datetime import datetime
from decimal import Decimal

from pydantic import BaseModel, Field

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline.api.router import Me, router
from mock_platform.services.airline.api.shapes import (
    BookingOut,
    FlightOut,
    booking_out,
    bookings_out,
    flight_out,
)
from mock_platform.services.airline.operations import (
    BagOrder,
    BookingOrder,
    ChangeRequest,
    ContactDetails,
    CorrectName,
    SeatChoice,
    Selection,
)


class ChangeOut(BaseModel):
    """`difference` is new less old fare."""

    fee: Decimal
    old_fare: Decimal
    new_fare: Decimal
    difference: Decimal
    to_pay: Decimal
    to_refund: Decimal


class CancellationOut(BaseModel):
    rule: str
    percent: int
    refund: Decimal
    miles: int


class CheckInOut(BaseModel):
    """The tickets that now have a boarding pass."""

    booking: BookingOut
    ticket_ids: list[int]


class Passengers(BaseModel):
    """Whom it is about; everybody where the list is empty."""

    passenger_ids: list[int] = Field(default_factory=list, max_length=18)


class BoardingPassOut(BaseModel):
    code: str
    passenger: str
    flight: FlightOut
    seat: str | None
    boarding_number: int
    boards_at: datetime
    text: str


@router.post("/bookings", tags=["bookings"], status_code=201)
def book_flight(db: DB, me: Me, body: BookingOrder) -> BookingOut:
    """Book a journey, paid by a card on file or with miles."""
    return booking_out(db, ops.book_flight(db, me, body))


@router.get("/bookings", tags=["bookings"])
def list_bookings(
    db: DB, me: Me, show: Selection = "all", page: PageNumber = 1, size: PageSize = 20
) -> PageOf[BookingOut]:
    """The user's bookings: those ahead soonest first, others latest first."""
    found = ops.list_bookings(db, me, show, page, size)
    return PageOf[BookingOut].of(found, bookings_out(db, list(found.items)))


@router.get("/disruptions", tags=["bookings"])
def list_disruptions(db: DB, me: Me) -> list[BookingOut]:
    """The user's bookings that a cancelled or late flight, or a missed connection, upsets."""
    return bookings_out(db, ops.list_disruptions(db, me))


@router.get("/bookings/{code}", tags=["bookings"])
def view_booking(db: DB, me: Me, code: str) -> BookingOut:
    """One booking."""
    return booking_out(db, ops.view_booking(db, me, code))


@router.put("/bookings/{code}/contact", tags=["bookings"])
def update_contact(db: DB, me: Me, code: str, body: ContactDetails) -> BookingOut:
    """Change where news about a booking goes."""
    return booking_out(db, ops.update_contact(db, me, code, body))


@router.put("/bookings/{code}/passengers/{passenger_id}/name", tags=["bookings"])
def correct_name(db: DB, me: Me, code: str, passenger_id: int, body: CorrectName) -> BookingOut:
    """Put a spelling mistake right; see the terms on names."""
    return booking_out(db, ops.correct_name(db, me, code, passenger_id, body))


@router.post("/bookings/{code}/seats", tags=["bookings"])
def choose_seat(db: DB, me: Me, code: str, body: SeatChoice) -> BookingOut:
    """Choose a seat for a passenger on a flight, or another one."""
    return booking_out(db, ops.choose_seat(db, me, code, body))


@router.post("/bookings/{code}/bags", tags=["bookings"])
def add_bags(db: DB, me: Me, code: str, body: BagOrder) -> BookingOut:
    """Buy extra bags for a passenger."""
    return booking_out(db, ops.add_bags(db, me, code, body))


@router.post("/bookings/{code}/change-quote", tags=["changes"])
def quote_change(db: DB, me: Me, code: str, body: ChangeRequest) -> ChangeOut:
    """What a change of flights would cost; nothing is changed."""
    quote = ops.quote_change(db, me, code, body)
    return ChangeOut(
        fee=quote.fee,
        old_fare=quote.old_fare,
        new_fare=quote.new_fare,
        difference=quote.difference,
        to_pay=quote.to_pay,
        to_refund=quote.to_refund,
    )


@router.post("/bookings/{code}/change", tags=["changes"])
def change_flight(db: DB, me: Me, code: str, body: ChangeRequest) -> BookingOut:
    """Take other flights in one direction, for the fee and the difference."""
    return booking_out(db, ops.change_flight(db, me, code, body))


@router.post("/bookings/{code}/rebook", tags=["changes"])
def rebook_flight(db: DB, me: Me, code: str, body: ChangeRequest) -> BookingOut:
    """Take other flights free of charge after a disruption."""
    return booking_out(db, ops.rebook_flight(db, me, code, body))


@router.get("/bookings/{code}/cancellation", tags=["changes"])
def quote_cancellation(db: DB, me: Me, code: str) -> CancellationOut:
    """What cancelling now would give back; nothing is cancelled."""
    quote = ops.quote_cancellation(db, me, code)
    return CancellationOut(
        rule=quote.rule, percent=quote.percent, refund=quote.refund, miles=quote.miles
    )


@router.post("/bookings/{code}/cancel", tags=["changes"])
def cancel_booking(db: DB, me: Me, code: str) -> BookingOut:
    """Cancel the booking for the refund that its terms give."""
    return booking_out(db, ops.cancel_booking(db, me, code))


@router.post("/bookings/{code}/legs/{leg_id}/check-in", tags=["check-in"])
def check_in(db: DB, me: Me, code: str, leg_id: int, body: Passengers) -> CheckInOut:
    """Check in on one flight."""
    full = ops.check_in(db, me, code, leg_id, body.passenger_ids)
    return CheckInOut(
        booking=booking_out(db, full),
        ticket_ids=[
            ticket.id or 0
            for leg in full.current
            if leg.leg.id == leg_id
            for ticket in leg.tickets
            if ticket.checked_in_at
        ],
    )


@router.post("/bookings/{code}/legs/{leg_id}/undo-check-in", tags=["check-in"])
def undo_check_in(db: DB, me: Me, code: str, leg_id: int, body: Passengers) -> BookingOut:
    """Take a check-in back."""
    return booking_out(db, ops.undo_check_in(db, me, code, leg_id, body.passenger_ids))


@router.get("/bookings/{code}/boarding-passes/{ticket_id}", tags=["check-in"])
def view_boarding_pass(db: DB, me: Me, code: str, ticket_id: int) -> BoardingPassOut:
    """The boarding pass of a ticket that is checked in."""
    found = ops.view_boarding_pass(db, me, code, ticket_id)
    return BoardingPassOut(
        code=found.booking.code,
        passenger=ops.full_name(found.passenger),
        flight=flight_out(found.flight, ops.airports(db)),
        seat=found.ticket.seat,
        boarding_number=found.ticket.boarding_number or 0,
        boards_at=found.boards_at,
        text=found.text,
    )
