"""The trial's clock, and times written relative to its start.

All services of a trial share one clock; `start` is when the environment started. A relative time
is `[+-]N(w|d|b|h|m)[ HH:MM][ Zone]`, or `now`: `+2d 09:30` is half past nine two days after the
start, `-3h` three hours before it, `+2d 09:30 Europe/Dublin` names the zone (UTC without one).
`HH:MM` goes with days and weeks only. `+3b` is three working days (Monday to Friday) after the
start; `+0b` is the start's day, or the Monday after it where that is a weekend. `24:00` ends a day.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes"}
_RELATIVE = re.compile(
    r"([+-]\d+)([wdbhm])(?: (\d{2}:\d{2}))?(?: ([A-Za-z_]+(?:/[A-Za-z_+\-0-9]+)*))?"
)


@dataclass
class Clock:
    """`start` is aware, in UTC; `offset` is what tests have moved the clock by."""

    start: datetime
    offset: timedelta = timedelta()

    def now(self) -> datetime:
        """The present moment of the trial, aware, in UTC, to the second."""
        return self.exact().replace(microsecond=0)

    def exact(self) -> datetime:
        """The present moment to the microsecond, for logs."""
        return datetime.now(UTC) + self.offset

    def advance(self, by: timedelta) -> None:
        """Move the clock; for tests."""
        self.offset += by


_clock = Clock(start=datetime.now(UTC).replace(microsecond=0))


def set_clock(clock: Clock) -> None:
    """Make `clock` the one that this process goes by."""
    global _clock
    _clock = clock


def current() -> Clock:
    return _clock


def now() -> datetime:
    return _clock.now()


def today() -> date:
    """The present day in UTC."""
    return now().date()


def parse_when(text: str, start: datetime | None = None) -> datetime:
    """An aware UTC time from a relative or ISO 8601 one; ValueError says what is wrong with it."""
    text = text.strip()
    start = start or _clock.start
    if text == "now":
        return start
    if match := _RELATIVE.fullmatch(text):
        amount, unit, at, zone = match.groups()
        moved = _moved(start, int(amount), unit, zone)
        if at is None:
            return moved
        if unit not in "wdb":
            raise ValueError(f"{text!r}: a time of day goes with days or weeks only")
        return _at(moved, at, zone).astimezone(UTC)
    try:
        value = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(
            f"{text!r} is neither relative (+2d 09:30, -3h, now) nor ISO 8601"
        ) from None
    if value.tzinfo is None:
        raise ValueError(f"{text!r} names no time zone")
    return value.astimezone(UTC)


def _moved(start: datetime, amount: int, unit: str, zone: str | None) -> datetime:
    if unit != "b":
        return start + timedelta(**{_UNITS[unit]: amount})
    weekday = start.astimezone(_zone(zone)).weekday()
    if weekday > 4 and amount >= 0:
        start, weekday, amount = start + timedelta(days=7 - weekday), 0, max(0, amount - 1)
    elif weekday > 4:
        start, weekday, amount = start - timedelta(days=weekday - 4), 4, amount + 1
    weeks, days = divmod(weekday + amount, 5)
    return start + timedelta(weeks=weeks, days=days - weekday)


def parse_day(text: str, start: datetime | None = None) -> date:
    """A date from `+2d`, `-1w`, `today` or ISO 8601."""
    text = text.strip()
    if text == "today":
        return (start or _clock.start).date()
    if _RELATIVE.fullmatch(text):
        return parse_when(text, start).date()
    return date.fromisoformat(text)


def _at(moment: datetime, at: str, zone: str | None) -> datetime:
    tz = _zone(zone)
    if at == "24:00":
        return datetime.combine(moment.astimezone(tz).date() + timedelta(days=1), time(), tzinfo=tz)
    try:
        clock_time = time.fromisoformat(at)
    except ValueError:
        raise ValueError(f"{at!r} is not a time of day") from None
    return datetime.combine(moment.astimezone(tz).date(), clock_time, tzinfo=tz)


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        raise ValueError(f"{name!r} is not a time zone") from None
