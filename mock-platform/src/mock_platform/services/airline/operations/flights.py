"""Flights: finding them, joining them to journeys, their prices and their state."""

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import Airport, Flight
from mock_platform.services.airline.policy import FareName, PassengerKind

type Sort = Literal["price", "duration", "departure"]
type Progress = Literal["on time", "delayed", "cancelled", "boarding", "departed", "landed"]
MOST_FLIGHTS = 2
_MIN = timedelta(minutes=policy.MIN_CONNECTION)
_MAX = timedelta(minutes=policy.MAX_CONNECTION)


class Party(BaseModel):
    """Who travels: adults of 12 and over, children, infants on laps."""

    adults: int = Field(default=1, ge=0, le=policy.MOST_PASSENGERS)
    children: int = Field(default=0, ge=0, le=policy.MOST_PASSENGERS)
    infants: int = Field(default=0, ge=0, le=policy.MOST_PASSENGERS)

    @property
    def seats(self) -> int:
        return self.adults + self.children

    @property
    def kinds(self) -> list[PassengerKind]:
        counts: list[tuple[PassengerKind, int]] = [
            ("adult", self.adults),
            ("child", self.children),
            ("infant", self.infants),
        ]
        return [kind for kind, count in counts for _ in range(count)]


class FlightQuery(Party):
    """`date` is the day of departure where the journey begins."""

    origin: str = Field(max_length=3)
    destination: str = Field(max_length=3)
    date: date
    sort: Sort = "price"
    direct: bool = False


@dataclass(frozen=True)
class Journey:
    """One flight, or two with a change of planes; `prices` are those of the whole party."""

    flights: tuple[Flight, ...]
    prices: dict[FareName, Decimal]

    @property
    def departs_at(self) -> datetime:
        return departure(self.flights[0])

    @property
    def arrives_at(self) -> datetime:
        return arrival(self.flights[-1])

    @property
    def minutes(self) -> int:
        return int((self.arrives_at - self.departs_at).total_seconds()) // 60

    @property
    def seats_left(self) -> int:
        return min(flight.seats_left for flight in self.flights)

    @property
    def ids(self) -> list[int]:
        return [flight.id or 0 for flight in self.flights]


def departure(flight: Flight) -> datetime:
    """When it leaves as far as is known, its delay included."""
    return flight.departs_at + timedelta(minutes=flight.delay)


def arrival(flight: Flight) -> datetime:
    return flight.arrives_at + timedelta(minutes=flight.delay)


def progress(flight: Flight) -> Progress:
    """How a flight stands at this moment."""
    moment = now()
    if flight.state == "cancelled":
        return "cancelled"
    if arrival(flight) <= moment:
        return "landed"
    if departure(flight) <= moment:
        return "departed"
    if departure(flight) - timedelta(minutes=policy.BOARDING) <= moment:
        return "boarding"
    return "delayed" if flight.delay else "on time"


@operation
def list_airports(db: Session) -> Sequence[Airport]:
    """All airports by city."""
    return db.exec(select(Airport).order_by(Airport.city)).all()


def airports(db: Session) -> dict[str, Airport]:
    """Code → airport."""
    return {airport.code: airport for airport in db.exec(select(Airport))}


@operation
def search_flights(db: Session, query: FlightQuery, page: int, size: int) -> Paged[Journey]:
    """Journeys of a day that can be booked for the whole party, direct or with one stop."""
    places = airports(db)
    origin, destination = query.origin.upper(), query.destination.upper()
    for name, code in (("origin", origin), ("destination", destination)):
        if code not in places:
            raise Invalid("We do not fly to that airport.", fields={name: "unknown airport"})
    if origin == destination:
        raise Invalid("Choose two different airports.", fields={"destination": "same as origin"})
    check_party(query)
    first, last = day_in(query.date, places[origin].zone)
    first = max(first, now() + timedelta(minutes=policy.SALES_CLOSE))
    starts = _sellable(db, query.seats, [origin], None, first, last)
    direct = [(flight,) for flight in starts if flight.destination == destination]
    chains: list[tuple[Flight, ...]] = [*direct]
    if not query.direct:
        chains += _connections(db, query.seats, starts, destination)
    found = [journey(chain, query) for chain in chains]
    found.sort(key=lambda j: (_sort_key(j, query.sort), j.departs_at, j.ids))
    start = (page - 1) * size
    return Paged(found[start : start + size], page, size, len(found))


def _sort_key(found: Journey, sort: Sort) -> float | Decimal:
    if sort == "price":
        return found.prices["light"]
    return found.minutes if sort == "duration" else found.departs_at.timestamp()


def _connections(
    db: Session, seats: int, starts: Sequence[Flight], destination: str
) -> list[tuple[Flight, ...]]:
    """Pairs of flights with enough time, but not too much, between them."""
    firsts = [flight for flight in starts if flight.destination != destination]
    if not firsts:
        return []
    earliest = min(flight.arrives_at for flight in firsts)
    latest = max(arrival(flight) for flight in firsts) + _MAX
    hubs = sorted({flight.destination for flight in firsts})
    seconds = _sellable(db, seats, hubs, destination, earliest, latest)
    return [
        (first, second)
        for first in firsts
        for second in seconds
        if second.origin == first.destination and connects(first, second)
    ]


def connects(first: Flight, second: Flight) -> bool:
    return _MIN <= departure(second) - arrival(first) <= _MAX


def _sellable(
    db: Session,
    seats: int,
    origins: list[str],
    destination: str | None,
    first: datetime,
    last: datetime,
) -> Sequence[Flight]:
    statement = select(Flight).where(
        col(Flight.origin).in_(origins),
        col(Flight.departs_at) >= first,
        col(Flight.departs_at) < last,
        Flight.state != "cancelled",
        Flight.seats_left >= seats,
    )
    if destination:
        statement = statement.where(Flight.destination == destination)
    return db.exec(statement.order_by(col(Flight.departs_at), col(Flight.id))).all()


def journey(flights: Sequence[Flight], party: Party) -> Journey:
    """The flights with what each fare costs for the party."""
    prices: dict[FareName, Decimal] = {
        fare: sum(
            (policy.fare_price(f.base_price, fare, kind) for f in flights for kind in party.kinds),
            Decimal("0.00"),
        )
        for fare in policy.FARES
    }
    return Journey(tuple(flights), prices)


def check_party(party: Party) -> None:
    """Invalid unless the numbers of passengers can travel together."""
    if party.seats < 1:
        raise Invalid("Somebody has to travel.", fields={"adults": "at least one"})
    if party.seats > policy.MOST_PASSENGERS:
        message = f"A booking is for at most {policy.MOST_PASSENGERS} passengers with seats."
        raise Invalid(message, fields={"adults": "too many"})
    if party.infants > party.adults:
        raise Invalid("Every infant needs an adult's lap.", fields={"infants": "too many"})


def day_in(day: date, zone: str) -> tuple[datetime, datetime]:
    """The moments at which a day begins and ends in a zone."""
    place = ZoneInfo(zone)
    try:
        first = datetime.combine(day, time(), place)
        return first.astimezone(now().tzinfo), (first + timedelta(days=1)).astimezone(now().tzinfo)
    except OverflowError:
        raise Invalid("That is no day to fly on.", fields={"date": "out of range"}) from None


def bookable(
    db: Session, ids: Sequence[int], seats: int, held: Collection[int] = ()
) -> tuple[Flight, ...]:
    """The flights of a journey in that order; Invalid or Refused unless it can be bought.

    On the flights `held` the party has its seats already.
    """
    if not 1 <= len(ids) <= MOST_FLIGHTS:
        raise Invalid("A journey has one flight or two.")
    flights = tuple(one_flight(db, number) for number in ids)
    for first, second in itertools.pairwise(flights):
        if first.destination != second.origin or first.origin == second.destination:
            raise Invalid("The flights do not follow each other.")
        if not connects(first, second):
            raise Refused(
                f"Between two flights there must be {policy.MIN_CONNECTION} minutes to "
                f"{policy.MAX_CONNECTION // 60} hours."
            )
    if departure(flights[0]) < now() + timedelta(minutes=policy.SALES_CLOSE):
        raise Refused(f"Sales close {policy.SALES_CLOSE} minutes before departure.")
    for flight in flights:
        if flight.state == "cancelled":
            raise Refused(f"{flight.number} is cancelled.")
        if flight.seats_left < seats and flight.id not in held:
            raise Refused(f"{flight.number} has only {flight.seats_left} seats left.")
    return flights


def one_flight(db: Session, flight_id: int) -> Flight:
    flight = db.get(Flight, flight_id)
    if flight is None:
        raise NotFound("There is no such flight.")
    return flight


@operation
def view_flight(db: Session, flight_id: int) -> Flight:
    """One flight with its state."""
    return one_flight(db, flight_id)


@operation
def find_flights(
    db: Session, number: str, airport: str, day: date, page: int, size: int
) -> Paged[Flight]:
    """The flights of a number, or those leaving an airport, on a local day."""
    places = airports(db)
    statement = select(Flight)
    if number:
        statement = statement.where(Flight.number == number.replace(" ", "").upper())
    if airport:
        if airport.upper() not in places:
            raise Invalid("We do not fly to that airport.", fields={"airport": "unknown"})
        statement = statement.where(Flight.origin == airport.upper())
    if not number and not airport:
        raise Invalid("Give a flight number or an airport.", fields={"number": "missing"})
    zone = places[airport.upper()].zone if airport else _zone_of(db, number, places)
    first, last = day_in(day, zone)
    statement = statement.where(col(Flight.departs_at) >= first, col(Flight.departs_at) < last)
    return paged(db, statement.order_by(col(Flight.departs_at), col(Flight.id)), page, size)


def _zone_of(db: Session, number: str, places: dict[str, Airport]) -> str:
    plain = number.replace(" ", "").upper()
    origin = db.exec(select(Flight.origin).where(Flight.number == plain)).first()
    return places[origin].zone if origin else "UTC"


def local(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone))


def take_seats(flights: Iterable[Flight], count: int) -> None:
    for flight in flights:
        flight.seats_left -= count
