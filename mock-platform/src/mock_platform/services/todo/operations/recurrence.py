"""When a recurring task comes back."""

import calendar
from datetime import date, timedelta

from mock_platform.services.todo.policy import LAST_DAY, Repeat


def next_due(day: date, repeat: Repeat, every: int, anchor: int | None = None) -> date | None:
    """The day `every` periods after `day`; None if that is after the last day there is.

    Months and years keep to the day of the month `anchor`, else to that of `day`; where a month
    has no such day, to its last.
    """
    found = _after(day, repeat, every, anchor or day.day)
    return found if found <= LAST_DAY else None


def _after(day: date, repeat: Repeat, every: int, anchor: int) -> date:
    match repeat:
        case "daily":
            return day + timedelta(days=every)
        case "weekly":
            return day + timedelta(weeks=every)
        case "weekdays":
            for _ in range(every):
                day += timedelta(days={4: 3, 5: 2}.get(day.weekday(), 1))
            return day
        case "monthly":
            return _months_after(day, every, anchor)
        case "yearly":
            return _months_after(day, 12 * every, anchor)


def _months_after(day: date, months: int, anchor: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(anchor, calendar.monthrange(year, month + 1)[1]))
