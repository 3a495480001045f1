"""What a court costs."""

from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from hall.settings import Hall

CENT = Decimal("0.01")
SATURDAY = 5


def rate(hall: Hall, moment: datetime) -> Decimal:
    """The price of an hour at a moment."""
    peak = moment.weekday() < SATURDAY and hall.peak_from <= moment.time() < hall.peak_to
    return hall.peak_rate if peak else hall.rate


def price(hall: Hall, start: datetime, minutes: int, member: str) -> Decimal:
    total = rate(hall, start) * minutes / 60
    if hall.members[member]["card"] == "reduced":
        total = total * (100 - hall.reduced_percent) / 100
    return cents(total)


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)
