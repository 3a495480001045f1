"""An airline with a month of flights, and its customers, with a scenario's own among them."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from mock_platform.services.airline import policy
from mock_platform.services.airline.policy import FareName
from mock_platform.world import Person, World

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_OFFSETS: Final[dict[str, int]] = {a["code"]: a["offset"] for a in _STOCK["airport"]}
_DAY: Final = 24 * 60
type Record = dict[str, Any]


@dataclass
class Airline:
    """The seed data of the service; `flight`, `book` and the rest add a scenario's own records.

    Times are minutes from midnight UTC of the day the trial starts, unless an argument says days.
    """

    world: World
    tables: dict[str, list[Record]] = field(default_factory=dict)
    _flights: dict[tuple[str, int, int], Record] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = ["airports", "flights", "users", "payment_methods", "bookings", "passengers"]
        names += ["legs", "tickets", "payments", "history", "miles_entries", "claims", "documents"]
        self.tables = {name: [] for name in [*names, "messages"]}
        self.tables["airports"] = [
            {key: airport[key] for key in ("code", "city", "country", "zone")}
            for airport in _STOCK["airport"]
        ]

    @property
    def _rng(self) -> random.Random:
        return self.world.rng

    def add(self, table: str, **values: Any) -> Record:
        """A record with the next id of its table."""
        record = {"id": len(self.tables[table]) + 1} | values
        self.tables[table].append(record)
        return record

    def schedule(self, first_day: int, last_day: int) -> None:
        """All flights of the days from `first_day` to `last_day`."""
        for day in range(first_day, last_day + 1):
            for route in _STOCK["route"]:
                one, two = route["between"]
                for slot in range(len(route["times"])):
                    self.flight(one, two, day, slot)
                    self.flight(two, one, day, slot)

    def flight(self, origin: str, destination: str, day: int, slot: int = 0) -> Record:
        """The flight of a route on a day; `slot` counts the flights of the day from 0."""
        key = (f"{origin}-{destination}", day, slot)
        if key not in self._flights:
            route, back = _route(origin, destination)
            hours, minutes = route["back" if back else "times"][slot].split(":")
            leaves = day * _DAY + int(hours) * 60 + int(minutes) - _OFFSETS[origin]
            number = f"NW{route['number'] + 2 * slot + back}"
            self._flights[key] = self._new_flight(route, number, origin, destination, leaves)
        return self._flights[key]

    def flight_in(self, origin: str, destination: str, hours: int, number: str) -> Record:
        """An extra flight so many hours after the start."""
        route, _ = _route(origin, destination)
        flight = self._new_flight(route, number, origin, destination, 0)
        length = _length(route)
        flight["departs_at"] = f"{hours * 60:+}m"
        flight["arrives_at"] = f"{hours * 60 + length:+}m"
        flight["gate"] = f"{self._rng.choice('ABC')}{self._rng.randint(1, 24)}"
        return flight

    def _new_flight(
        self, route: Record, number: str, origin: str, destination: str, leaves: int
    ) -> Record:
        plane = policy.AIRCRAFT[route["aircraft"]]
        seats = plane.seats()
        sold = self._rng.randint(len(seats) // 5, len(seats) * 4 // 5)
        chosen = set(self._rng.sample(seats, sold * 2 // 3))
        return self.add(
            "flights",
            number=number,
            origin=origin,
            destination=destination,
            departs_at=_when(leaves),
            arrives_at=_when(leaves + _length(route)),
            distance_km=route["distance"],
            aircraft=route["aircraft"],
            base_price=Decimal(route["price"] * self._rng.randint(80, 150) // 100),
            seats_left=len(seats) - sold,
            occupied=",".join(seat for seat in seats if seat in chosen),
            terminal="2" if route["distance"] > 3000 else "1",
        )

    def disrupt(
        self, flight: Record, state: str, cause: str, announced: str, delay: int = 0
    ) -> None:
        """Cancel or delay a flight; `announced` is a relative time."""
        flight |= {"state": state, "cause": cause, "announced_at": announced, "delay": delay}

    def customer(self, person: Person, password: str) -> Record:
        """An account with a card."""
        user = self.add(
            "users",
            email=person.email,
            name=person.name,
            password=password,
            phone=person.phone,
            member_number=f"NM{self._rng.randint(100_000, 999_999)}{len(self.tables['users'])}",
            miles=0,
        )
        self.card(user, default=True)
        return user

    def card(self, user: Record, *, default: bool = False, valid_days: int = 500) -> Record:
        """A card on file; negative `valid_days`: it has expired."""
        return self.add(
            "payment_methods",
            user_id=user["id"],
            brand=self._rng.choice(["Visor", "Meridian Card", "Unipay"]),
            last_four=f"{self._rng.randint(1000, 9999)}",
            expires_on=f"{valid_days:+}d",
            is_default=default,
        )

    def book(
        self,
        user: Record,
        people: Sequence[tuple[str, str, str]],
        outbound: Sequence[Record],
        *,
        inbound: Sequence[Record] = (),
        fare: FareName = "flex",
        days: int,
        seats: bool = False,
    ) -> Record:
        """A booking of `days` ago; `people` are (first name, last name, date of birth), adults."""
        card = next(c for c in self.tables["payment_methods"] if c["user_id"] == user["id"])
        flights = [*outbound, *inbound]
        booking = self.add(
            "bookings",
            code=self._code(),
            user_id=user["id"],
            fare=fare,
            booked_at=f"-{days}d 19:30",
            departs_at=flights[0]["departs_at"],
            arrives_at=flights[-1]["arrives_at"],
            contact_email=user["email"],
            contact_phone=user["phone"],
            payment_method_id=card["id"],
        )
        travellers = [
            self.add(
                "passengers",
                booking_id=booking["id"],
                first_name=first,
                last_name=last,
                born_on=born,
                kind="adult",
            )
            for first, last, born in people
        ]
        total = Decimal("0.00")
        for direction, way in (("outbound", outbound), ("inbound", inbound)):
            for position, flight in enumerate(way, 1):
                total += self._leg(booking, travellers, direction, position, flight, seats)
        reason = f"{policy.FARES[fare].title} fare"
        self.pay(booking, total, reason, days)
        self.note(
            booking, f"Booked for {len(people)} in the fare {policy.FARES[fare].title}.", days
        )
        text = f"Your booking {booking['code']} is confirmed, {len(people)} travelling."
        self.message(user, "booking", f"Booking {booking['code']} confirmed", text, days, booking)
        return booking

    def _leg(
        self,
        booking: Record,
        people: Sequence[Record],
        direction: str,
        position: int,
        flight: Record,
        seats: bool,
    ) -> Decimal:
        leg = self.add(
            "legs",
            booking_id=booking["id"],
            direction=direction,
            position=position,
            flight_id=flight["id"],
        )
        price = policy.fare_price(flight["base_price"], booking["fare"], "adult")
        for person in people:
            self.add(
                "tickets",
                leg_id=leg["id"],
                passenger_id=person["id"],
                flight_id=flight["id"],
                price=price,
                seat=self._free_seat(flight) if seats else None,
            )
        flight["seats_left"] = max(0, flight["seats_left"] - len(people))
        return price * len(people)

    def _free_seat(self, flight: Record) -> str | None:
        plane = policy.AIRCRAFT[flight["aircraft"]]
        own = {t["seat"] for t in self.tables["tickets"] if t["flight_id"] == flight["id"]}
        taken = own | set(flight["occupied"].split(","))
        free = [s for s in plane.seats() if s not in taken and plane.kind(s) == "standard"]
        return free[0] if free else None

    def cancel(self, booking: Record, days: int, refund: Decimal) -> None:
        """Cancel a booking, as its owner did `days` ago."""
        booking |= {"status": "cancelled", "cancelled_at": f"-{days}d 10:00"}
        legs = [leg for leg in self.tables["legs"] if leg["booking_id"] == booking["id"]]
        for leg in legs:
            leg["ended_at"] = booking["cancelled_at"]
        for ticket in self.tables["tickets"]:
            if ticket["leg_id"] in [leg["id"] for leg in legs]:
                ticket["seat"] = None
        if refund:
            self.pay(booking, refund, "Cancellation", days, kind="refund")
        self.note(booking, "Cancelled.", days)

    def pay(
        self, booking: Record, amount: Decimal, reason: str, days: int, kind: str = "charge"
    ) -> None:
        """Money of `days` ago."""
        self.add(
            "payments",
            booking_id=booking["id"],
            kind=kind,
            amount=amount,
            reason=reason,
            payment_method_id=booking["payment_method_id"],
            made_at=f"-{days}d 19:30",
        )

    def note(self, booking: Record, text: str, days: int) -> None:
        self.add("history", booking_id=booking["id"], happened_at=f"-{days}d 19:30", text=text)

    def miles(
        self, user: Record, kind: str, miles: int, text: str, days: int, **values: Any
    ) -> None:
        """A line of the statement; give them in the order of time."""
        user["miles"] += miles
        self.add(
            "miles_entries",
            user_id=user["id"],
            kind=kind,
            miles=miles,
            balance=user["miles"],
            text=text,
            made_at=f"-{days}d 23:00",
            **values,
        )

    def message(
        self,
        user: Record,
        kind: str,
        subject: str,
        body: str,
        days: int,
        booking: Record | None = None,
        *,
        unread: bool = False,
    ) -> None:
        """What the airline wrote `days` ago."""
        self.add(
            "messages",
            user_id=user["id"],
            kind=kind,
            subject=subject,
            body=body,
            booking_id=booking["id"] if booking else None,
            sent_at=f"-{days}d 19:31",
            unread=unread,
        )

    def claim(self, booking: Record, flight: Record, kind: str, days: int, **values: Any) -> Record:
        """A claim of `days` ago."""
        number = len(self.tables["claims"]) + 1
        return self.add(
            "claims",
            number=f"C-{20_000 + number}",
            user_id=booking["user_id"],
            booking_id=booking["id"],
            flight_id=flight["id"],
            kind=kind,
            filed_at=f"-{days}d 20:00",
            **values,
        )

    def document(self, claim: Record, kind: str, filename: str, content: str) -> None:
        when = claim["filed_at"]
        self.add(
            "documents",
            claim_id=claim["id"],
            kind=kind,
            filename=filename,
            content_type="text/plain",
            content=content,
            uploaded_at=when,
        )

    def _code(self) -> str:
        taken = {booking["code"] for booking in self.tables["bookings"]}
        while True:
            code = "".join(self._rng.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(6))
            if code not in taken:
                return code


def _route(origin: str, destination: str) -> tuple[Record, bool]:
    for route in _STOCK["route"]:
        if route["between"] in ([origin, destination], [destination, origin]):
            return route, route["between"][0] != origin
    raise LookupError(f"no route between {origin} and {destination}")


def _length(route: Record) -> int:
    """Minutes in the air, in fives."""
    return int(40 + route["distance"] / 13) // 5 * 5


def _when(minutes: int) -> str:
    day, rest = divmod(minutes, _DAY)
    return f"{day:+}d {rest // 60:02}:{rest % 60:02}"
