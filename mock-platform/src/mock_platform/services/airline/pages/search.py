"""Finding and buying flights, flight status, and the terms."""

from datetime import date, timedelta
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Form, Query, Request, Response

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.forms import checked, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import policy, terms
from mock_platform.services.airline.operations import BookingOrder, FlightQuery, Party
from mock_platform.services.airline.pages.router import (
    SIZE,
    Me,
    Text,
    Visitor,
    numbers,
    router,
    show,
)

SORTS = {"price": "Cheapest", "duration": "Shortest", "departure": "Earliest"}
Short = Annotated[str, Query(max_length=40)]
Many = Annotated[list[str], Form(max_length=20)]


@router.get("/")
def home(request: Request, db: DB, me: Visitor) -> Response:
    given = _given(date=(today() + timedelta(days=7)).isoformat())
    upset = ops.list_disruptions(db, me) if me else []
    trips = ops.list_bookings(db, me, "upcoming", 1, 3).items if me else []
    places = ops.list_airports(db)
    context: dict[str, Any] = {"given": given, "airports": places, "upset": upset, "trips": trips}
    return show(request, db, me, "home.html", sorts=SORTS, **context)


@router.get("/search")
def search(
    request: Request,
    db: DB,
    me: Visitor,
    origin: Short = "",
    destination: Short = "",
    date: Short = "",
    return_date: Short = "",
    adults: Short = "1",
    children: Short = "0",
    infants: Short = "0",
    sort: Short = "price",
    direct: bool = False,
    out: Short = "",
    fare: Short = "",
    page: PageNumber = 1,
) -> Response:
    given = _given(
        origin=origin,
        destination=destination,
        date=date,
        return_date=return_date,
        adults=adults,
        children=children,
        infants=infants,
        sort=sort,
        direct=direct,
        out=out,
        fare=fare if fare in policy.FARES else "",
    )
    found = error = None
    try:
        found = ops.search_flights(db, checked(FlightQuery, given), page, SIZE)
    except Invalid as wrong:
        error = wrong
    return show(
        request,
        db,
        me,
        "search.html",
        422 if error else 200,
        given=given,
        airports=ops.list_airports(db),
        found=found,
        error=error,
        sorts=SORTS,
        onward=lambda journey, fare: _onward(given, journey, fare),
    )


def _given(**values: Any) -> dict[str, Any]:
    empty = {"origin": "", "destination": "", "date": "", "return_date": "", "adults": "1"}
    rest = {
        "children": "0",
        "infants": "0",
        "sort": "price",
        "direct": False,
        "out": "",
        "fare": "",
    }
    return empty | rest | values


def _onward(given: dict[str, Any], journey: ops.Journey, fare: str) -> str:
    """Where choosing a fare leads: to the way back if there is one, else to booking."""
    ids = ",".join(str(number) for number in journey.ids)
    party = {name: given[name] for name in ("adults", "children", "infants")}
    if given["return_date"] and not given["out"]:
        way = {"origin": given["destination"], "destination": given["origin"]}
        days = {"date": given["return_date"], "return_date": given["return_date"]}
        return "/search?" + urlencode({**way, **days, **party, "out": ids, "fare": fare})
    flights = {"out": given["out"], "back": ids} if given["out"] else {"out": ids}
    return "/book?" + urlencode({**flights, **party, "fare": fare})


@router.get("/book")
def book_page(
    request: Request,
    db: DB,
    me: Me,
    out: Short = "",
    back: Short = "",
    fare: Short = "",
    adults: Short = "1",
    children: Short = "0",
    infants: Short = "0",
) -> Response:
    party = checked(Party, {"adults": adults, "children": children, "infants": infants})
    people = [{"first_name": "", "last_name": "", "born_on": ""} for _ in party.kinds]
    contact = {"contact_email": me.email, "contact_phone": me.phone}
    given = {"out": out, "back": back, "fare": fare, "people": people, **contact}
    given |= {"pay_with": "card", "payment_method_id": ""}
    return _book_form(request, db, me, given, party)


@router.post("/book")
def book(
    request: Request,
    db: DB,
    me: Me,
    out: Text,
    fare: Text,
    first_name: Many,
    last_name: Many,
    born_on: Many,
    contact_email: Text,
    back: Text = "",
    contact_phone: Text = "",
    pay: Text = "",
    adults: Text = "1",
    children: Text = "0",
    infants: Text = "0",
) -> Response:
    people = [
        {"first_name": first, "last_name": last, "born_on": born}
        for first, last, born in zip(first_name, last_name, born_on, strict=False)
    ]
    given: dict[str, Any] = {"out": out, "back": back, "fare": fare, "people": people}
    given |= {"contact_email": contact_email, "contact_phone": contact_phone}
    given |= {"pay_with": "miles" if pay == "miles" else "card"}
    given |= {"payment_method_id": whole_number(pay)}
    order = {"outbound": numbers(out), "inbound": numbers(back), "passengers": people, **given}
    try:
        full = ops.book_flight(db, me, checked(BookingOrder, order))
    except (Invalid, Refused) as error:
        db.rollback()
        party = checked(Party, {"adults": adults, "children": children, "infants": infants})
        return _book_form(request, db, me, given, party, error)
    code = full.booking.code
    return redirect(request, f"/trips/{code}", f"Booked. Your booking code is {code}.")


def _book_form(
    request: Request,
    db: DB,
    me: Me,
    given: dict[str, Any],
    party: Party,
    error: Invalid | Refused | None = None,
) -> Response:
    if given["fare"] not in policy.FARES:
        raise NotFound("There is no such fare.")
    quote = None
    try:
        out, back = numbers(given["out"]), numbers(given["back"])
        quote = ops.quote_booking(db, out, back, given["fare"], party)
    except (Invalid, Refused) as wrong:
        error = error or wrong
    return show(
        request,
        db,
        me,
        "book.html",
        error.status if error else 200,
        given=given,
        party=party,
        quote=quote,
        fare=policy.FARES[given["fare"]],
        cards=ops.list_payment_methods(db, me),
        miles=me.miles,
        error=error,
    )


@router.get("/flights/{flight_id}")
def flight(request: Request, db: DB, me: Visitor, flight_id: int) -> Response:
    found = ops.view_flight(db, flight_id)
    seats = ops.view_seat_map(db, flight_id)
    plane = policy.AIRCRAFT[found.aircraft]
    return show(request, db, me, "flight.html", flight=found, seats=seats, plane=plane)


@router.get("/status")
def status(
    request: Request,
    db: DB,
    me: Visitor,
    number: Short = "",
    airport: Short = "",
    day: Short = "",
    page: PageNumber = 1,
) -> Response:
    given = {"number": number, "airport": airport, "day": day or today().isoformat()}
    found = error = None
    if number or airport:
        try:
            moment = _day(given["day"])
            found = ops.find_flights(db, number, airport, moment, page, SIZE)
        except Invalid as wrong:
            error = wrong
    places = ops.list_airports(db)
    context = {"given": given, "found": found, "error": error, "airports": places}
    return show(request, db, me, "status.html", 422 if error else 200, **context)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Invalid("Please give a day.", fields={"day": "not a date"}) from None


@router.get("/policies")
def policies(request: Request, db: DB, me: Visitor) -> Response:
    return show(request, db, me, "policies.html", sections=terms.sections())


@router.get("/faq")
def faq(request: Request, db: DB, me: Visitor) -> Response:
    return show(request, db, me, "faq.html", questions=terms.questions())
