"""Converting currencies, and what mileages and per diems come to."""

from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from sqlmodel import Session, col, select

from mock_platform.kit import Invalid
from mock_platform.kit.operation import operation
from mock_platform.services.expense import policy
from mock_platform.services.expense.models import Rate

_CENT = Decimal("0.01")


@dataclass(frozen=True)
class Converted:
    amount: Decimal
    currency: str
    day: date
    per_euro: Decimal
    euros: Decimal


@operation
def convert_amount(db: Session, amount: Decimal, currency: str, day: date) -> Converted:
    """An amount in euros by the rate that was valid on a day; Invalid where there is none."""
    currency = currency.strip().upper()
    if currency == policy.HOME_CURRENCY:
        return Converted(amount, currency, day, Decimal(1), amount)
    rate = db.exec(
        select(Rate)
        .where(Rate.currency == currency, col(Rate.valid_from) <= day)
        .order_by(col(Rate.valid_from).desc())
    ).first()
    if rate is None:
        message = f"There is no rate for {currency} on that day."
        raise Invalid(message, fields={"currency": message})
    per_euro = Decimal(rate.per_euro)
    euros = (amount / per_euro).quantize(_CENT, ROUND_HALF_UP)
    return Converted(amount, currency, day, per_euro, euros)


@operation
def list_rates(db: Session) -> list[Rate]:
    """Every rate, by currency, the newest first."""
    order = (col(Rate.currency), col(Rate.valid_from).desc())
    return list(db.exec(select(Rate).order_by(*order)))


def mileage(kilometres: int) -> Decimal:
    return (policy.PER_KILOMETRE * kilometres).quantize(_CENT, ROUND_HALF_UP)


def per_diem(full_days: int, part_days: int, meals: dict[str, int]) -> Decimal:
    """The days' allowance less what is taken off for provided meals, never below nothing."""
    gross = policy.FULL_DAY * full_days + policy.PART_DAY * part_days
    taken = sum(
        (
            policy.FULL_DAY * policy.MEAL_PERCENT[meal] * count / 100
            for meal, count in meals.items()
        ),
        Decimal(0),
    )
    return max(Decimal(0), gross - taken).quantize(_CENT, ROUND_HALF_UP)
