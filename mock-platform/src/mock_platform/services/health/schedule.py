"""When a medicine is due: the expansion of its schedule, and how long a stock lasts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal

Pattern = Literal["daily", "weekdays", "interval", "as_needed"]
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
_ONE_DAY = timedelta(days=1)


def clean_times(text: str) -> str:
    """Times of day like `08:00,20:00`, sorted, each once; ValueError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for part in parts:
        if not part.isascii() or not _TIME.fullmatch(part):
            raise ValueError(f"{part[:20]!r} is not a time of day like 08:00")
    return ",".join(sorted(set(parts)))


def clean_weekdays(text: str) -> str:
    """Days of the week like `mon,thu`, in order, each once; ValueError."""
    parts = {part.strip().lower() for part in text.split(",") if part.strip()}
    if wrong := sorted(parts - set(DAYS)):
        raise ValueError(f"{wrong[0][:20]!r} is not one of {', '.join(DAYS)}")
    return ",".join(day for day in DAYS if day in parts)


@dataclass(frozen=True)
class Schedule:
    """`ends_on` is the first day without; None: it goes on."""

    pattern: Pattern
    times: tuple[str, ...]
    weekdays: tuple[str, ...]
    every_days: int
    starts_on: date
    ends_on: date | None

    def is_due(self, day: date) -> bool:
        """Whether there are doses on that day."""
        if day < self.starts_on or (self.ends_on is not None and day >= self.ends_on):
            return False
        if self.pattern == "weekdays":
            return DAYS[day.weekday()] in self.weekdays
        if self.pattern == "interval":
            return (day - self.starts_on).days % self.every_days == 0
        return self.pattern == "daily"

    def doses(self, first: date, last: date) -> Iterator[datetime]:
        """The moments due from the first to the last day, both included, in order."""
        day = max(first, self.starts_on)
        while day <= last:
            if self.is_due(day):
                for at in self.times:
                    yield datetime.combine(day, time.fromisoformat(at), tzinfo=UTC)
            day += _ONE_DAY

    def runs_out(self, stock: int, units: int, start: datetime, days: int) -> datetime | None:
        """The first dose from `start` on that the stock is too small for, within so many days."""
        for dose in self.doses(start.date(), start.date() + timedelta(days=days)):
            if dose < start:
                continue
            if stock < units:
                return dose
            stock -= units
        return None
