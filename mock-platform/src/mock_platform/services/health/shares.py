"""Who pays what of a bill: deductible, co-payment, tariff and yearly maximum."""

from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
ZERO = Decimal("0.00")


@dataclass(frozen=True)
class Terms:
    """What a plan says about a category."""

    percent: int
    minimum: Decimal
    tariff: Decimal | None
    deductible_free: bool


@dataclass(frozen=True)
class Shares:
    """The parts add up to what was billed."""

    deductible: Decimal
    copayment: Decimal
    above_tariff: Decimal
    insurer: Decimal

    @property
    def person(self) -> Decimal:
        return self.deductible + self.copayment + self.above_tariff


def share(billed: Decimal, terms: Terms, deductible_left: Decimal, maximum_left: Decimal) -> Shares:
    """Split a bill: tariff, then deductible, then co-payment, then the yearly maximum.

    What is above the tariff is the person's and does not count towards the maximum. A co-payment is
    rounded half up to cents, and never above what is left of the bill.
    """
    allowed = billed if terms.tariff is None else min(billed, terms.tariff)
    deductible = ZERO if terms.deductible_free else min(allowed, deductible_left)
    rest = allowed - deductible
    copayment = (rest * terms.percent / 100).quantize(CENT, ROUND_HALF_UP)
    copayment = min(rest, max(copayment, terms.minimum))
    deductible = min(deductible, maximum_left)
    copayment = min(copayment, maximum_left - deductible)
    return Shares(deductible, copayment, billed - allowed, allowed - deductible - copayment)


def cover_year(starts_on: date, day: date) -> tuple[date, date]:
    """First day of the cover year that a day lies in, and of the next."""
    first = _anniversary(starts_on, day.year)
    if day < first:
        return _anniversary(starts_on, day.year - 1), first
    return first, _anniversary(starts_on, day.year + 1)


def _anniversary(starts_on: date, year: int) -> date:
    try:
        return starts_on.replace(year=year)
    except ValueError:
        return date(year, 3, 1)
