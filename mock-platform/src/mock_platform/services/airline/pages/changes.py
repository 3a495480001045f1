"""Changing, rebooking and cancelling through pages."""

from typing import Annotated, Any, cast

from fastapi import Query, Request, Response

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.forms import attempt, checked, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline.models import Direction
from mock_platform.services.airline.operations import ChangeRequest, FlightQuery, FullBooking
from mock_platform.services.airline.pages.router import Air, Me, Text, numbers, router, show

Short = Annotated[str, Query(max_length=40)]


@router.get("/trips/{code}/change/{direction}")
def change_page(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    direction: str,
    date: Short = "",
    flights: Short = "",
) -> Response:
    way = _way(direction)
    full = ops.view_booking(db, me, code)
    legs = full.unflown(way) or full.way(way)
    if not legs:
        raise NotFound("The booking has no flight in that direction.")
    context: dict[str, Any] = {
        "full": full,
        "way": way,
        "legs": legs,
        "free": way in full.disrupted,
    }
    if flights:
        return _confirm(request, db, me, context, flights)
    first = legs[0].flight
    date = date or Air(ops.airports(db)).iso(first.departs_at, first.origin)
    found, error = [], None
    try:
        query = checked(FlightQuery, {**_party(full), **_route(legs), "date": date})
        have = [leg.flight.id for leg in legs]
        journeys = ops.search_flights(db, query, 1, 30).items
        found = [journey for journey in journeys if journey.ids != have]
    except Invalid as wrong:
        error = wrong
    context |= {"found": found, "date": date, "error": error}
    return show(request, db, me, "change.html", error.status if error else 200, **context)


def _confirm(request: Request, db: DB, me: Me, context: dict[str, Any], flights: str) -> Response:
    full: FullBooking = context["full"]
    request_ = ChangeRequest(direction=context["way"], flights=numbers(flights)[:2])
    quote = error = None
    try:
        quote = ops.quote_change(db, me, full.booking.code, request_)
    except (Invalid, Refused) as wrong:
        error = wrong
    context |= {
        "flights": [ops.view_flight(db, number) for number in request_.flights],
        "given": ",".join(str(number) for number in request_.flights),
        "quote": quote,
        "error": error,
        "cards": ops.list_payment_methods(db, me),
    }
    return show(request, db, me, "change_confirm.html", **context)


@router.post("/trips/{code}/change/{direction}")
def change(
    request: Request,
    db: DB,
    me: Me,
    code: str,
    direction: str,
    flights: Text,
    action: Text,
    payment_method_id: Text = "",
) -> Response:
    given = ChangeRequest(
        direction=_way(direction),
        flights=numbers(flights)[:2],
        payment_method_id=whole_number(payment_method_id),
    )
    rebook = action == "rebook"
    try:
        if rebook:
            ops.rebook_flight(db, me, code, given)
        else:
            ops.change_flight(db, me, code, given)
    except (Invalid, Refused) as error:
        db.rollback()
        return redirect(request, f"/trips/{code}/change/{direction}", error.message, "error")
    done = "Rebooked free of charge." if rebook else "Your flight is changed."
    return redirect(request, f"/trips/{code}", done)


def _way(direction: str) -> Direction:
    if direction not in ("outbound", "inbound"):
        raise NotFound("There is no such page.")
    return cast(Direction, direction)


def _route(legs: list[ops.FullLeg]) -> dict[str, str]:
    return {"origin": legs[0].flight.origin, "destination": legs[-1].flight.destination}


def _party(full: FullBooking) -> dict[str, int]:
    kinds = [person.kind for person in full.passengers]
    return {
        "adults": kinds.count("adult"),
        "children": kinds.count("child"),
        "infants": kinds.count("infant"),
    }


@router.get("/trips/{code}/cancel")
def cancel_page(request: Request, db: DB, me: Me, code: str) -> Response:
    full = ops.view_booking(db, me, code)
    quote = error = None
    try:
        quote = ops.quote_cancellation(db, me, code)
    except Refused as wrong:
        error = wrong
    return show(request, db, me, "cancel.html", full=full, quote=quote, error=error)


@router.post("/trips/{code}/cancel")
def cancel(request: Request, db: DB, me: Me, code: str) -> Response:
    end = lambda: ops.cancel_booking(db, me, code)  # noqa: E731
    return attempt(request, db, end, f"/trips/{code}", "The booking is cancelled.")
