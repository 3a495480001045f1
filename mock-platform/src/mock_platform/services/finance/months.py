"""Months of the books, and days written relative to a month.

Besides what the kit's clock reads, seed data may write `-1month 15` (the 15th of the month before
the start's), `+0month last` (the last day of the start's month), `-1month 15+30d` (thirty days
after the first of these), and with a moment a time of day: `-1month 15 09:30`. A day that the
month does not have is its last.
"""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any

from pydantic import BeforeValidator

from mock_platform.kit.clock import current, parse_day
from mock_platform.kit.rows import When

_RELATIVE = re.compile(
    r"([+-]\d{1,4})month(?: (\d{1,2}|last))?(?:\+(\d{1,3})d)?(?: (\d{2}:\d{2}))?"
)
_MONTH = re.compile(r"\d{4}-\d{2}")


def first_of(day: date) -> date:
    """The month of a day, as its first day."""
    return day.replace(day=1)


def last_of(day: date) -> date:
    """The last day of a day's month."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def add_months(day: date, count: int) -> date:
    """The first of the month `count` months after the one of `day`."""
    years, month = divmod(day.month - 1 + count, 12)
    return date(day.year + years, month + 1, 1)


def months_between(earlier: date, later: date) -> int:
    """How many months the month of `later` is after that of `earlier`."""
    return (later.year - earlier.year) * 12 + later.month - earlier.month


def month_name(month: date) -> str:
    """`2026-11`, as addresses and the API write a month."""
    return f"{month:%Y-%m}"


def _relative(text: str) -> tuple[date, time | None] | None:
    match = _RELATIVE.fullmatch(text.strip())
    if match is None:
        return None
    count, place, later, at = match.groups()
    last = last_of(add_months(current().start.date(), int(count)))
    day = last if place == "last" else last.replace(day=min(int(place or 1), last.day))
    day += timedelta(days=int(later or 0))
    return day, time.fromisoformat(at) if at else None


def _book_day(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    found = _relative(value)
    return found[0] if found else parse_day(value)


def _month(value: Any) -> Any:
    if isinstance(value, str) and _MONTH.fullmatch(value.strip()):
        value = f"{value.strip()}-01"
    day = _book_day(value)
    return first_of(day) if isinstance(day, date) else day


def _moment(value: Any) -> Any:
    found = _relative(value) if isinstance(value, str) else None
    if found is None:
        return value
    return datetime.combine(found[0], found[1] or time(12), tzinfo=UTC)


BookDay = Annotated[date, BeforeValidator(_book_day)]
"""A day; seed data may write it relative to a month."""

MaybeBookDay = Annotated[date | None, BeforeValidator(_book_day)]

Month = Annotated[date, BeforeValidator(_month)]
"""A month, kept as its first day; seed data may write `2026-11` or `-1month`."""

Moment = Annotated[When, BeforeValidator(_moment)]
"""A moment; seed data may write it relative to a month."""
