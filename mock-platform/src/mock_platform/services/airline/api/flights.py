"""Flights, seats and terms: what anybody can look at."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import terms
from mock_platform.services.airline.api.router import router
from mock_platform.services.airline.api.shapes import (
    FlightOut,
    JourneyOut,
    flight_out,
    journey_out,
)
from mock_platform.services.airline.models import Airport
from mock_platform.services.airline.operations import FlightQuery, Party
from mock_platform.services.airline.policy import FareName


class SeatOut(BaseModel):
    """`price` is the list price; a fare may include that kind."""

    seat: str
    kind: str
    place: str
    price: Decimal
    free: bool


class QuoteIn(Party):
    """`outbound` and `inbound` are flights by id."""

    outbound: list[int] = Field(max_length=2)
    inbound: list[int] = Field(default_factory=list, max_length=2)
    fare: FareName


class QuoteLine(BaseModel):
    kind: str
    count: int
    price: Decimal


class QuoteOut(BaseModel):
    """`price` of a line is for one; `total_miles` is the price as an award."""

    lines: list[QuoteLine]
    total: Decimal
    total_miles: int


class SectionOut(BaseModel):
    slug: str
    title: str
    paragraphs: list[str]
    rows: list[list[str]]


class QuestionOut(BaseModel):
    question: str
    answer: str
    section: str


@router.get("/airports", tags=["flights"])
def list_airports(db: DB) -> Sequence[Airport]:
    """All airports with their time zones."""
    return ops.list_airports(db)


@router.get("/flights/search", tags=["flights"])
def search_flights(
    db: DB, query: Annotated[FlightQuery, Query()], page: PageNumber = 1, size: PageSize = 20
) -> PageOf[JourneyOut]:
    """Journeys that can be booked on a day (local to the origin), direct or with one stop."""
    found = ops.search_flights(db, query, page, size)
    places = ops.airports(db)
    return PageOf[JourneyOut].of(found, [journey_out(item, places) for item in found.items])


@router.get("/flights/status", tags=["flights"])
def find_flights(
    db: DB,
    date: date,
    number: Annotated[str, Query(max_length=8)] = "",
    airport: Annotated[str, Query(max_length=3)] = "",
    page: PageNumber = 1,
    size: PageSize = 20,
) -> PageOf[FlightOut]:
    """The state of the flights of a number, or leaving an airport, on a local day."""
    found = ops.find_flights(db, number, airport, date, page, size)
    places = ops.airports(db)
    return PageOf[FlightOut].of(found, [flight_out(flight, places) for flight in found.items])


@router.get("/flights/{flight_id}", tags=["flights"])
def view_flight(db: DB, flight_id: int) -> FlightOut:
    """One flight."""
    return flight_out(ops.view_flight(db, flight_id), ops.airports(db))


@router.get("/flights/{flight_id}/seats", tags=["flights"])
def view_seat_map(db: DB, flight_id: int) -> list[SeatOut]:
    """All seats of a flight from front to back."""
    return [
        SeatOut(seat=s.name, kind=s.kind, place=s.place, price=s.price, free=s.free)
        for s in ops.view_seat_map(db, flight_id)
    ]


@router.post("/quotes", tags=["flights"])
def quote_booking(db: DB, body: QuoteIn) -> QuoteOut:
    """What a journey costs, in money and as an award; nothing is booked."""
    quote = ops.quote_booking(db, body.outbound, body.inbound, body.fare, body)
    lines = [QuoteLine(kind=kind, count=count, price=price) for kind, count, price in quote.lines]
    return QuoteOut(lines=lines, total=quote.total, total_miles=quote.miles)


@router.get("/policies", tags=["terms"])
def view_policies() -> list[SectionOut]:
    """All terms, as they stand on the page."""
    return [SectionOut.model_validate(asdict(section)) for section in terms.sections()]


@router.get("/faq", tags=["terms"])
def view_faq() -> list[QuestionOut]:
    """Frequent questions; `section` is the part of the terms that says more."""
    return [QuestionOut.model_validate(asdict(item)) for item in terms.questions()]
