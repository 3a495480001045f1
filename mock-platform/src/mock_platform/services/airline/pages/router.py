"""What all pages share: the router, who is signed in, and how times are shown."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response
from sqlmodel import Session

from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.pages import page
from mock_platform.kit.routing import page_router
from mock_platform.services.airline import operations as ops
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import Airport, Flight, User

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Visitor = Annotated[User | None, Depends(visitor)]
Text = Annotated[str, Form(max_length=2000)]
SIZE = 20


@dataclass(frozen=True)
class Air:
    """What templates ask about flights: times are those of the airport."""

    places: dict[str, Airport]

    def city(self, code: str) -> str:
        return self.places[code].city

    def time(self, moment: datetime, code: str) -> str:
        return f"{ops.local(moment, self.places[code].zone):%H:%M}"

    def day(self, moment: datetime, code: str) -> str:
        there = ops.local(moment, self.places[code].zone)
        return f"{there:%a} {there.day} {there:%b %Y}"

    def iso(self, moment: datetime, code: str) -> str:
        return f"{ops.local(moment, self.places[code].zone):%Y-%m-%d}"

    def departure(self, flight: Flight) -> datetime:
        return ops.departure(flight)

    def arrival(self, flight: Flight) -> datetime:
        return ops.arrival(flight)

    def status(self, flight: Flight) -> str:
        return ops.progress(flight)

    def cause(self, flight: Flight) -> str:
        return policy.CAUSES[flight.cause] if flight.cause else ""

    def check_in_open(self, flight: Flight) -> bool:
        return ops.check_in_open(flight)

    def window(self, flight: Flight) -> tuple[datetime, datetime]:
        return ops.window(flight)

    def span(self, minutes: int) -> str:
        return f"{minutes // 60} h {minutes % 60:02} min"


def show(
    request: Request, db: Session, me: User | None, template: str, status: int = 200, **context: Any
) -> Response:
    """Render a page with what the airline's layout needs."""
    shared = {
        "air": Air(ops.airports(db)),
        "policy": policy,
        "unread": ops.unread_messages(db, me) if me else 0,
        "full_name": ops.full_name,
    }
    return page(request, template, status, **shared, **context)


def numbers(text: str) -> list[int]:
    """The flights in `12,15`; what is no number is left out."""
    parts = [part.strip() for part in text.split(",")]
    return [int(p) for p in parts if p.isascii() and p.isdigit() and len(p) <= 9][:3]
