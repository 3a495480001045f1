"""A customer's bookings: looking at them, seats, bags, names, check-in, boarding passes."""

from typing import Annotated, Any, cast

from fastapi import Form, Query, Request, Response

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import policy
from mock_platform.services.airline.operations import (
    BagOrder,
    ContactDetails,
    CorrectName,
    SeatChoice,
    Selection,
)
from mock_platform.services.airline.operations.records import one_leg, one_passenger
from mock_platform.services.airline.pages.router import SIZE, Me, Text, router, show

TABS = {"upcoming": "Upcoming", "past": "Past", "cancelled": "Cancelled", "all": "All"}


@router.get("/trips")
def trips(
    request: Request,
    db: DB,
    me: Me,
    tab: Annotated[str, Query(alias="show", max_length=12)] = "upcoming",
    page: PageNumber = 1,
) -> Response:
    chosen = cast(Selection, tab if tab in TABS else "upcoming")
    found = ops.list_bookings(db, me, chosen, page, SIZE)
    return show(request, db, me, "trips.html", found=found, tabs=TABS, chosen=chosen)


@router.get("/trips/{code}")
def trip(request: Request, db: DB, me: Me, code: str) -> Response:
    return _trip(request, db, me, code)


def _trip(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    error: Invalid | Refused | None = None,
    given: dict[str, Any] | None = None,
) -> Response:
    full = ops.view_booking(db, me, code)
    people = {person.id: person for person in full.passengers}
    return show(
        request,
        db,
        me,
        "trip.html",
        error.status if error else 200,
        full=full,
        people=people,
        bags={person.id: ops.checked_bags(full, person) for person in full.passengers},
        claims=ops.claims_of(db, full),
        cards=ops.list_payment_methods(db, me),
        error=error,
        given={"passenger_id": None} | (given or {}),
    )


@router.post("/trips/{code}/contact")
def contact(
    request: Request, db: DB, me: Me, code: str, contact_email: Text, contact_phone: Text = ""
) -> Response:
    given = {"contact_email": contact_email, "contact_phone": contact_phone}
    try:
        ops.update_contact(db, me, code, checked(ContactDetails, given))
    except Invalid as error:
        db.rollback()
        return _trip(request, db, me, code, error, given)
    return redirect(request, f"/trips/{code}", "Contact details saved.")


@router.post("/trips/{code}/passengers/{passenger_id}/name")
def name(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    passenger_id: int,
    first_name: Text,
    last_name: Text,
) -> Response:
    given = {"first_name": first_name, "last_name": last_name}
    try:
        ops.correct_name(db, me, code, passenger_id, checked(CorrectName, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return _trip(request, db, me, code, error, {**given, "passenger_id": passenger_id})
    return redirect(request, f"/trips/{code}", "Name corrected.")


@router.post("/trips/{code}/passengers/{passenger_id}/bags")
def bags(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    passenger_id: int,
    count: Text,
    payment_method_id: Text = "",
) -> Response:
    def buy() -> None:
        given = {
            "passenger_id": passenger_id,
            "count": count,
            "payment_method_id": whole_number(payment_method_id),
        }
        ops.add_bags(db, me, code, checked(BagOrder, given))

    return attempt(request, db, buy, f"/trips/{code}", "Bags added.")


@router.post("/trips/{code}/miles")
def missing_miles(request: Request, db: DB, me: Me, code: str) -> Response:
    credit = lambda: ops.credit_missing_miles(db, me, code)  # noqa: E731
    return attempt(request, db, credit, f"/trips/{code}", "The miles are on your account.")


@router.get("/trips/{code}/seats/{leg_id}")
def seats(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    leg_id: int,
    passenger: Annotated[str, Query(max_length=12)] = "",
) -> Response:
    full = ops.view_booking(db, me, code)
    leg = one_leg(full, leg_id)
    chosen = full.seated[0] if not passenger else one_passenger(full, known_number(passenger))
    plane = policy.AIRCRAFT[leg.flight.aircraft]
    return show(
        request,
        db,
        me,
        "seats.html",
        full=full,
        leg=leg,
        chosen=chosen,
        own={ticket.seat: ticket.passenger_id for ticket in leg.tickets if ticket.seat},
        seats=ops.view_seat_map(db, leg.leg.flight_id),
        plane=plane,
        cards=ops.list_payment_methods(db, me),
    )


@router.post("/trips/{code}/seats/{leg_id}")
def choose(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    leg_id: int,
    passenger_id: Text,
    seat: Text,
    payment_method_id: Text = "",
) -> Response:
    number = known_number(passenger_id)

    def take() -> None:
        given = {
            "leg_id": leg_id,
            "passenger_id": number,
            "seat": seat,
            "payment_method_id": whole_number(payment_method_id),
        }
        ops.choose_seat(db, me, code, checked(SeatChoice, given))

    back = f"/trips/{code}/seats/{leg_id}?passenger={number}"
    return attempt(request, db, take, back, f"Seat {seat} is yours.")


@router.get("/trips/{code}/check-in/{leg_id}")
def check_in_page(request: Request, db: DB, me: Me, code: str, leg_id: int) -> Response:
    full = ops.view_booking(db, me, code)
    leg = one_leg(full, leg_id)
    people = {person.id: person for person in full.passengers}
    return show(request, db, me, "check_in.html", full=full, leg=leg, people=people)


@router.post("/trips/{code}/check-in/{leg_id}")
def check_in(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    leg_id: int,
    action: Text,
    passenger_id: Annotated[list[str] | None, Form(max_length=20)] = None,
) -> Response:
    people = [known_number(text) for text in passenger_id or []]
    back = f"/trips/{code}/check-in/{leg_id}"
    if not people:
        return redirect(request, back, "Choose at least one passenger.", "error")
    if action == "undo":
        undo = lambda: ops.undo_check_in(db, me, code, leg_id, people)  # noqa: E731
        return attempt(request, db, undo, back, "The check-in is undone.")
    enter = lambda: ops.check_in(db, me, code, leg_id, people)  # noqa: E731
    return attempt(request, db, enter, back, "Checked in. The boarding passes are ready.")


@router.get("/trips/{code}/boarding-pass/{ticket_id}")
def boarding_pass(request: Request, db: DB, me: Me, code: str, ticket_id: int) -> Response:
    found = ops.view_boarding_pass(db, me, code, ticket_id)
    return show(request, db, me, "boarding_pass.html", found=found)
