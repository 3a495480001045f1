"""Which days a series falls on, and when its occurrences begin and end.

All arithmetic is on local days and wall-clock times of the event's zone, so that a meeting at 9:00
stays at 9:00 when the clocks change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo

from mock_platform.services.calendar.policy import LAST_YEAR, Frequency

_END = date(LAST_YEAR, 12, 31)


@dataclass(frozen=True)
class Rule:
    """`weekdays` count from Monday = 0; `nth` is 1 to 4, or -1 for the last of a month.

    A monthly rule has either `month_day` or `nth` with one weekday; months without such a day are
    left out. `until` is the last day on which an occurrence may begin.
    """

    frequency: Frequency = "none"
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    month_day: int | None = None
    nth: int | None = None
    until: date | None = None
    count: int | None = None


def dates(rule: Rule, start: date, first: date, last: date) -> Iterator[date]:
    """The days from `first` to `last` on which a series that begins on `start` has an occurrence.

    `start` itself is one only if the rule names it.
    """
    end = min(last, last_date(rule, start) or _END)
    for day in _days(rule, start, first):
        if day > end:
            return
        if day >= first:
            yield day


@lru_cache(maxsize=4096)
def last_date(rule: Rule, start: date) -> date | None:
    """The last day of a series that ends; None if it does not. Before `start` if it has none."""
    ends = [rule.until] if rule.until else []
    if rule.frequency == "none":
        ends.append(start)
    elif rule.count is not None:
        counted = list(islice(_days(rule, start, start), rule.count))
        ends.append(counted[-1] if counted else start - timedelta(days=1))
    return min(ends, default=None)


def begins(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment of a wall-clock time, in UTC.

    An hour that the clocks skip is shifted by the gap; of one that they repeat, the first counts.
    """
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)


def _days(rule: Rule, start: date, first: date) -> Iterator[date]:
    """The days of a rule in order, without regard to its end, from about `first` on."""
    match rule.frequency:
        case "none":
            yield start
        case "daily":
            yield from _daily(rule, start, first)
        case "weekly":
            yield from _weekly(rule, start, first)
        case "monthly":
            yield from _monthly(rule, start, first)


def _daily(rule: Rule, start: date, first: date) -> Iterator[date]:
    skipped = max(0, (first - start).days) // rule.interval
    day = start + timedelta(days=skipped * rule.interval)
    while day <= _END:
        yield day
        day += timedelta(days=rule.interval)


def _weekly(rule: Rule, start: date, first: date) -> Iterator[date]:
    monday = start - timedelta(days=start.weekday())
    skipped = max(0, (first - monday).days // 7) // rule.interval
    monday += timedelta(weeks=skipped * rule.interval)
    weekdays = sorted(rule.weekdays or (start.weekday(),))
    while monday <= _END:
        for weekday in weekdays:
            day = monday + timedelta(days=weekday)
            if day >= start:
                yield day
        monday += timedelta(weeks=rule.interval)


def _monthly(rule: Rule, start: date, first: date) -> Iterator[date]:
    begin = start.year * 12 + start.month - 1
    skipped = max(0, first.year * 12 + first.month - 1 - begin) // rule.interval
    month = begin + skipped * rule.interval
    while month < (LAST_YEAR + 1) * 12:
        day = _day_of(rule, start, *divmod(month, 12))
        if day is not None and day >= start:
            yield day
        month += rule.interval


def _day_of(rule: Rule, start: date, year: int, month: int) -> date | None:
    """The day of a rule in a month; `month` counts from 0."""
    opening = date(year, month + 1, 1)
    closing = date(year + (month + 1) // 12, (month + 1) % 12 + 1, 1) - timedelta(days=1)
    if rule.nth is None:
        wanted = rule.month_day or start.day
        return opening.replace(day=wanted) if wanted <= closing.day else None
    weekday = rule.weekdays[0] if rule.weekdays else start.weekday()
    if rule.nth < 0:
        return closing - timedelta(days=(closing.weekday() - weekday) % 7)
    offset = (weekday - opening.weekday()) % 7
    return opening + timedelta(days=offset + 7 * (rule.nth - 1))
