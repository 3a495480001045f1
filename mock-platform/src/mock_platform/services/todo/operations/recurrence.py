"""When a recurring task comes back."""

import calendar
from datetime import date, timedelta

from mock_platform.services.todo.policy import Repeat


def next_due(day: date, repeat: Repeat, every: int) -> date:
    """The day `every` periods after `day`."""
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
            return _months_after(day, every)
        case "yearly":
            return _months_after(day, 12 * every)


def _months_after(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
