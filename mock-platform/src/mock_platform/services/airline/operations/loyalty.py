"""The miles account: balance, tier, statement, and miles that were not credited."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.airline import policy
from mock_platform.services.airline.models import MilesEntry, Ticket, User
from mock_platform.services.airline.operations.flights import arrival
from mock_platform.services.airline.operations.records import (
    FullBooking,
    FullLeg,
    full_name,
    move_miles,
    note,
    own_booking,
)
from mock_platform.services.airline.policy import FareName


@dataclass(frozen=True)
class Standing:
    """`flown` are the miles earned by flying in the last 365 days, which make the tier."""

    member_number: str
    balance: int
    tier: str
    bonus_percent: int
    flown: int
    next_tier: str | None
    missing: int


@operation
def view_loyalty(db: Session, user: User) -> Standing:
    """The account's balance and tier."""
    return standing(db, user)


def standing(db: Session, user: User) -> Standing:
    year = now() - timedelta(days=365)
    flown = (
        db.exec(
            select(func.sum(MilesEntry.miles)).where(
                MilesEntry.user_id == user.id,
                MilesEntry.kind == "flown",
                col(MilesEntry.made_at) >= year,
            )
        ).one()
        or 0
    )
    name, bonus = policy.tier_of(flown)
    above = next((tier for tier in policy.TIERS if tier[1] > flown), None)
    return Standing(
        user.member_number,
        user.miles,
        name,
        bonus,
        flown,
        above[0] if above else None,
        above[1] - flown if above else 0,
    )


@operation
def list_miles(db: Session, user: User, page: int, size: int) -> Paged[MilesEntry]:
    """The statement, newest first."""
    mine = select(MilesEntry).where(MilesEntry.user_id == user.id)
    newest = (col(MilesEntry.made_at).desc(), col(MilesEntry.id).desc())
    return paged(db, mine.order_by(*newest), page, size)


def earned(distance_km: int, fare: FareName, bonus_percent: int) -> int:
    """The miles of one flight, in whole miles."""
    share = policy.FARES[fare].miles_percent * (100 + bonus_percent)
    return int(Decimal(distance_km) / policy.MILE_KM * share / 10_000)


@operation
def credit_missing_miles(db: Session, user: User, code: str) -> Standing:
    """Credit the flights of a booking that the account holder flew and got no miles for."""
    full = own_booking(db, user, code)
    if full.booking.paid_with == "miles":
        raise Refused("Award flights earn no miles.")
    legs = [leg for leg in full.current if leg.flown and arrival(leg.flight) <= now()]
    if not legs:
        raise Refused("Miles are credited once the flight has arrived.")
    own = [leg for leg in legs if _own_ticket(full, user, leg)]
    if not own:
        raise Refused("No passenger has the name of the account, so there are no miles for it.")
    oldest = now() - timedelta(days=policy.MISSING_DAYS)
    fresh = [leg for leg in own if arrival(leg.flight) >= oldest]
    if not fresh:
        raise Refused(f"Miles can be claimed for {policy.MISSING_DAYS} days after the flight.")
    done = set(
        db.exec(
            select(MilesEntry.leg_id).where(
                MilesEntry.booking_id == full.booking.id, MilesEntry.kind == "flown"
            )
        )
    )
    missing = [leg for leg in fresh if leg.leg.id not in done]
    if not missing:
        raise Refused("The miles of this booking are credited already.")
    bonus = standing(db, user).bonus_percent
    for leg in missing:
        miles = earned(leg.flight.distance_km, full.booking.fare, bonus)
        text = f"{leg.flight.number} {leg.flight.origin}–{leg.flight.destination}"
        booking, number = full.booking.id, leg.leg.id
        move_miles(db, user, "flown", miles, text, booking_id=booking, leg_id=number)
    note(db, full.booking, "Missing miles credited.")
    db.flush()
    return standing(db, user)


def _own_ticket(full: FullBooking, user: User, leg: FullLeg) -> Ticket | None:
    names = {p.id: full_name(p).casefold() for p in full.passengers}
    own = [t for t in leg.tickets if names.get(t.passenger_id) == user.name.casefold()]
    return own[0] if own else None
