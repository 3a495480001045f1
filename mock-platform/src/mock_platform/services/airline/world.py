"""A populated Northway Air: a month of flights, and the journeys of a cast."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from mock_platform.services.airline.operations.loyalty import earned
from mock_platform.services.airline.policy import FareName, compensation, refund_percent
from mock_platform.services.airline.seeding import Airline
from mock_platform.world import DEMO_PASSWORD, Cast, Person, World

__all__ = ["Airline", "demo"]

type Record = dict[str, Any]
_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)


def demo(world: World, cast: Cast, *, password: str = DEMO_PASSWORD) -> dict[str, list[Record]]:
    """The owner's life with the airline: journeys past and ahead, claims, miles, messages."""
    air = Airline(world)
    air.schedule(-2, 24)
    _fill(air, cast, [air.customer(person, password) for person in cast.staff])
    return air.tables


def _fill(air: Airline, cast: Cast, users: list[Record]) -> None:
    """Give the cast, whose accounts are `users`, their journeys."""
    owner = users[0]
    born = {person.email: _birthday(air) for person in (*cast.staff, *cast.friends)}

    def traveller(person: Person) -> tuple[str, str, str]:
        return person.first, person.last, born[person.email]

    me, friend = traveller(cast.owner), traveller(cast.friends[0])
    air.card(owner, valid_days=-20)
    air.miles(owner, "bonus", 42_000, "Balance carried over", 360)
    _earlier(air, owner, me)
    _late_flight(air, owner, me)
    _baggage(air, owner, me)
    _ahead(air, owner, me, friend)
    _news(air, owner)
    for user, person in zip(users[1:], cast.colleagues, strict=True):
        day = _day_ahead(air)
        flights = [air.flight("PEL", "VDN", day, air.world.rng.randint(0, 2))]
        way_back = [air.flight("VDN", "PEL", day + 2, air.world.rng.randint(0, 2))]
        fare: FareName = air.world.rng.choice(["light", "flex", "premium"])
        air.book(user, [traveller(person)], flights, inbound=way_back, fare=fare, days=12)


def _day_ahead(air: Airline) -> int:
    return air.world.rng.randint(3, 20)


def _birthday(air: Airline) -> str:
    rng = air.world.rng
    return f"{rng.randint(1960, 1999)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _earlier(air: Airline, owner: Record, me: tuple[str, str, str]) -> None:
    """Journeys of the last months, all in order."""
    for days, there, fare in ((150, "HCY", "flex"), (96, "NMR", "premium"), (61, "KBY", "light")):
        out, back = air.flight("PEL", there, -days), air.flight(there, "PEL", -days + 4)
        booked = air.book(
            owner,
            [me],
            [out],
            inbound=[back],
            fare=fare,  # type: ignore[arg-type]
            days=days + 30,
            seats=True,
        )
        _credit(air, owner, booked, [out, back], days - 5)
    out, back = air.flight("PEL", "SBR", -33), air.flight("SBR", "PEL", -31)
    booked = air.book(owner, [me], [out], inbound=[back], fare="flex", days=60)
    paid = air.tables["payments"][-1]["amount"]
    percent = refund_percent("flex", 240)
    air.cancel(booked, 44, (paid * percent / 100).quantize(Decimal("0.01")))


def _credit(air: Airline, owner: Record, booked: Record, flights: list[Record], days: int) -> None:
    legs = [leg for leg in air.tables["legs"] if leg["booking_id"] == booked["id"]]
    for leg, flight in zip(legs, flights, strict=True):
        air.miles(
            owner,
            "flown",
            earned(flight["distance_km"], booked["fare"], 0),
            f"{flight['number']} {flight['origin']}–{flight['destination']}",
            days,
            booking_id=booked["id"],
            leg_id=leg["id"],
        )


def _late_flight(air: Airline, owner: Record, me: tuple[str, str, str]) -> None:
    """A flight that was late through our fault, which nobody has claimed for; miles are missing."""
    out, back = air.flight("PEL", "CRV", -11), air.flight("CRV", "PEL", -9)
    air.disrupt(back, "delayed", "technical", "-9d 12:30", 215)
    booked = air.book(owner, [me], [out], inbound=[back], fare="flex", days=40, seats=True)
    text = "A technical fault of the aircraft delays your flight by 215 minutes. We are sorry."
    air.message(owner, "disruption", f"{back['number']} is delayed", text, 9, booked)


def _baggage(air: Airline, owner: Record, me: tuple[str, str, str]) -> None:
    """Claims in several states."""
    out, back = air.flight("PEL", "VDN", -27, 1), air.flight("VDN", "PEL", -24, 2)
    air.disrupt(back, "delayed", "crew", "-24d 17:00", 190)
    booked = air.book(owner, [me], [out], inbound=[back], fare="flex", days=52, seats=True)
    _credit(air, owner, booked, [out, back], 23)
    person = air.tables["passengers"][-1]
    due = compensation(back["distance_km"], 190, "crew")
    paid = air.claim(
        booked,
        back,
        "compensation",
        22,
        status="paid",
        asked=due,
        amount=due,
        submitted_at="-22d 20:30",
        decided_at="-15d 09:00",
        decision="We have sent the amount to your card. We are sorry for the delay.",
    )
    air.document(paid, "boarding_pass", "boarding-pass.txt", f"{back['number']} {me[1]} 12A\n")
    bag = air.claim(
        booked,
        out,
        "baggage_delayed",
        21,
        status="submitted",
        passenger_id=person["id"],
        asked=Decimal("86.40"),
        amount=Decimal("86.40"),
        bag_tag="NW 208113",
        description="My suitcase came two days later. I had to buy a shirt and toiletries.",
        submitted_at="-21d 20:10",
    )
    air.document(bag, "receipt", "receipt-shirt.txt", "Shirt 59.90\nToiletries 26.50\n")
    text = f"We have received your claim {bag['number']} and answer within 14 days."
    air.message(owner, "claim", f"Claim {bag['number']} received", text, 21, booked)


def _ahead(
    air: Airline, owner: Record, me: tuple[str, str, str], friend: tuple[str, str, str]
) -> None:
    """Soon, disrupted, with a friend, and far ahead."""
    soon = air.flight_in("PEL", "HWK", 22, "NW459")
    air.book(owner, [me], [soon], fare="light", days=9)
    gone = air.flight("VDN", "PEL", 6, 1)
    out = air.flight("PEL", "VDN", 4, 0)
    air.disrupt(gone, "cancelled", "operations", "-1d 15:00")
    upset = air.book(owner, [me], [out], inbound=[gone], fare="light", days=31)
    text = (
        f"{gone['number']} of your booking {upset['code']} is cancelled because of the late "
        "arrival of the aircraft. You can rebook free of charge, or get your money back."
    )
    air.message(owner, "disruption", f"{gone['number']} is cancelled", text, 1, upset, unread=True)
    first, second = air.flight("PEL", "VDN", 12, 0), air.flight("VDN", "HCY", 12, 0)
    back = air.flight("HCY", "PEL", 19)
    air.book(owner, [me, friend], [first, second], inbound=[back], fare="flex", days=5, seats=True)
    air.book(owner, [me], [air.flight("PEL", "NMR", 22)], fare="premium", days=1)


def _news(air: Airline, owner: Record) -> None:
    for place, item in enumerate(_STOCK["news"]):
        days = 70 - 18 * place
        air.message(owner, "news", item["subject"], item["body"], days, unread=place == 3)
