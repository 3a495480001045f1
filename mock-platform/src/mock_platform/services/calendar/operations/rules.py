"""How the rule of a series changes when the series moves to other days."""

from datetime import date, timedelta

from mock_platform.services.calendar.models import Event
from mock_platform.services.calendar.occurrences import start_of
from mock_platform.services.calendar.operations.details import Repeat
from mock_platform.services.calendar.policy import WEEKDAYS


def shifted_rule(event: Event, by: timedelta) -> Repeat:
    """The rule of a series whose first day moves by so many days."""
    day = start_of(event) + by
    weekdays, month_day, nth = event.weekdays, event.month_day, event.nth
    if by and event.frequency == "weekly":
        turned = {(WEEKDAYS.index(name) + by.days) % 7 for name in weekdays.split(",") if name}
        weekdays = ",".join(WEEKDAYS[number] for number in sorted(turned))
    if by and event.frequency == "monthly":
        month_day = day.day if event.nth is None else None
        weekdays = WEEKDAYS[day.weekday()] if event.nth is not None else ""
        nth = _nth(event, day)
    return Repeat(
        frequency=event.frequency,
        interval=event.interval,
        weekdays=weekdays,
        month_day=month_day,
        nth=nth,
        until=event.until_on + by if event.until_on is not None else None,
        count=event.count,
    )


def _nth(event: Event, day: date) -> int | None:
    """The place of a day among its weekdays in the month; `last` stays last where it can."""
    if event.nth is None:
        return None
    last = (day + timedelta(days=7)).month != day.month
    if last and (event.nth == -1 or day.day > 28):
        return -1
    return (day.day - 1) // 7 + 1
