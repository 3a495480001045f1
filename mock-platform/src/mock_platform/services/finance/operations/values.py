"""The kinds of values that operations are given."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import Field, StringConstraints

from mock_platform.services.finance.months import first_of
from mock_platform.services.finance.policy import SHORTEST_REASON

_FIRST, _LAST = date(2000, 1, 1), date(2099, 12, 31)

PlainDay = Annotated[date, Field(ge=_FIRST, le=_LAST)]
Amount = Annotated[Decimal, Field(ge=0, le=Decimal(10**9), max_digits=12, decimal_places=2)]
Positive = Annotated[Decimal, Field(gt=0, le=Decimal(10**9), max_digits=12, decimal_places=2)]
Quantity = Annotated[int, Field(ge=1, le=1_000_000)]
Code = Annotated[str, Field(max_length=20)]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=SHORTEST_REASON, max_length=1000)
]


def _month(value: object) -> object:
    if isinstance(value, str) and len(value) == 7:
        value = f"{value}-01"
    return date.fromisoformat(value) if isinstance(value, str) else value


def parse_month(text: str) -> date:
    """The first day of `2026-11`; ValueError."""
    day = _month(text)
    if not isinstance(day, date) or not _FIRST <= day <= _LAST:
        raise ValueError(f"{text!r} is no month")
    return first_of(day)
