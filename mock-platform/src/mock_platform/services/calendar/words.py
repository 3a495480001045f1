"""Times and rules in words, the same on pages and in messages."""

from datetime import datetime
from zoneinfo import ZoneInfo

from mock_platform.services.calendar.models import Event
from mock_platform.services.calendar.occurrences import Occurrence
from mock_platform.services.calendar.policy import WEEKDAY_NAMES, WEEKDAYS
from mock_platform.services.calendar.recurrence import Rule

_NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}


def moment(value: datetime, zone: ZoneInfo) -> str:
    """`Thu 3 Dec 2026, 09:30`."""
    local = value.astimezone(zone)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M}"


def spell(one: Occurrence, zone: ZoneInfo) -> str:
    """`Thu 3 Dec 2026, 09:30–10:00`, in the zone; an all-day event is told by its own days."""
    first, last = one.days(zone)
    if one.event.all_day:
        text = f"{first:%a} {first.day} {first:%b %Y}"
        return text if first == last else f"{text} – {last:%a} {last.day} {last:%b %Y}"
    starts, ends = one.starts_at.astimezone(zone), one.ends_at.astimezone(zone)
    if starts.date() == ends.date():
        return f"{moment(starts, zone)}–{ends:%H:%M}"
    return f"{moment(starts, zone)} – {moment(ends, zone)}"


def repeats(event: Event, rule: Rule) -> str:
    """`Every 2 weeks on Monday and Thursday, until 3 Dec 2026`."""
    every = "Every " if rule.interval == 1 else f"Every {rule.interval} "
    plural = "" if rule.interval == 1 else "s"
    names = [WEEKDAY_NAMES[WEEKDAYS.index(day)] for day in event.weekdays.split(",") if day]
    match rule.frequency:
        case "none":
            return ""
        case "daily":
            text = f"{every}day{plural}"
        case "weekly":
            text = f"{every}week{plural} on {_listed(names)}"
        case "monthly" if rule.nth is not None:
            text = f"{every}month{plural} on the {_NTH[rule.nth]} {_listed(names)}"
        case "monthly":
            text = f"{every}month{plural} on day {rule.month_day}"
    if rule.until is not None:
        text += f", until {rule.until.day} {rule.until:%b %Y}"
    return text + (f", {rule.count} times" if rule.count is not None else "")


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1] if names else ""]))
