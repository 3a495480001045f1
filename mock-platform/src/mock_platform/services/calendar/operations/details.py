"""What an event is made from: times in a zone, a rule, and where it applies."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, Field, model_validator

from mock_platform.kit import Invalid
from mock_platform.services.calendar.models import Weekdays, Zone
from mock_platform.services.calendar.policy import (
    FIRST_YEAR,
    LAST_YEAR,
    LONGEST_COUNT,
    LONGEST_EVENT_DAYS,
    LONGEST_INTERVAL,
    WEEKDAYS,
    Frequency,
    Scope,
    ShownAs,
)


def _possible[D: (date, datetime, date | None, datetime | None)](value: D) -> D:
    if value is not None and not FIRST_YEAR <= value.year < LAST_YEAR:
        raise ValueError(f"the year must be from {FIRST_YEAR} to {LAST_YEAR - 1}")
    return value


Moment = Annotated[datetime, AfterValidator(_possible)]
"""Without an offset it is a wall-clock time of the zone that goes with it."""
MaybeMoment = Annotated[datetime | None, AfterValidator(_possible)]
PlainDay = Annotated[date, AfterValidator(_possible)]
MaybeDay = Annotated[date | None, AfterValidator(_possible)]


class Repeat(BaseModel):
    """How an event repeats. `weekdays` is like `mon,thu`; a weekly rule without has that of the
    start. A monthly rule has `month_day`, or `nth` (1 to 4, -1 for the last) with one weekday;
    without either it has the day of the start. `until` is the last day; `count` counts occurrences.
    """

    frequency: Frequency = "none"
    interval: int = Field(default=1, ge=1, le=LONGEST_INTERVAL)
    weekdays: Weekdays = ""
    month_day: int | None = Field(default=None, ge=1, le=31)
    nth: int | None = Field(default=None, ge=-1, le=4)
    until: MaybeDay = None
    count: int | None = Field(default=None, ge=1, le=LONGEST_COUNT)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.until is not None and self.count is not None:
            raise ValueError("give either a last day or a count, not both")
        if self.nth == 0:
            raise ValueError("nth counts from 1; the last is -1")
        if self.nth is not None and self.month_day is not None:
            raise ValueError("give either a day of the month or an nth weekday, not both")
        return self


class EventDetails(BaseModel):
    """An event as somebody writes it down. An all-day event lasts from the day of `starts` to that
    of `ends`, both included. `zone` is that of the user where it is missing.
    """

    title: str = Field(min_length=1, max_length=200)
    starts: Moment
    ends: Moment
    zone: Zone | None = None
    all_day: bool = False
    text: str = Field(default="", max_length=5000)
    place: str = Field(default="", max_length=200)
    room: str = Field(default="", max_length=60, description="The short name of a room")
    private: bool = False
    shown_as: ShownAs = "busy"
    repeat: Repeat = Repeat()


class Target(BaseModel):
    """Which occurrences of a series a change applies to; `on` names one by its original day.

    With scope `all` and `on`, new times are those of that occurrence, and all others move as far.
    """

    scope: Scope = "all"
    on: MaybeDay = None


class EventChanges(BaseModel):
    """What is to be different; what is missing stays. Without `ends` a new `starts` keeps the
    length; a new `zone` alone keeps the wall-clock times. An empty `room` gives the room back.
    """

    title: str | None = Field(default=None, min_length=1, max_length=200)
    starts: MaybeMoment = None
    ends: MaybeMoment = None
    zone: Zone | None = None
    all_day: bool | None = None
    text: str | None = Field(default=None, max_length=5000)
    place: str | None = Field(default=None, max_length=200)
    room: str | None = Field(default=None, max_length=60)
    private: bool | None = None
    shown_as: ShownAs | None = None
    repeat: Repeat | None = None


class NewTimes(BaseModel):
    """When an event is to be; without `ends` it keeps its length."""

    starts: Moment
    ends: MaybeMoment = None
    zone: Zone | None = None


def span(
    starts: datetime, ends: datetime, zone: ZoneInfo, *, all_day: bool
) -> tuple[datetime, datetime]:
    """The beginning and the end in UTC; Invalid if they are no span of time."""
    starts, ends = local(starts, zone), local(ends, zone)
    if all_day:
        starts = datetime.combine(starts.date(), datetime.min.time())
        ends = datetime.combine(ends.date(), datetime.min.time()) + timedelta(days=1)
    first = starts.replace(tzinfo=zone).astimezone(UTC)
    last = ends.replace(tzinfo=zone).astimezone(UTC)
    if last <= first:
        raise Invalid("The end must be after the start.", fields={"ends": "before the start"})
    if ends - starts > timedelta(days=LONGEST_EVENT_DAYS):
        days = f"An event lasts at most {LONGEST_EVENT_DAYS} days."
        raise Invalid(days, fields={"ends": "too late"})
    return first, last


def local(moment: datetime, zone: ZoneInfo) -> datetime:
    """The wall-clock time of a moment, to the minute; one without an offset is one already."""
    if moment.tzinfo is not None:
        moment = moment.astimezone(zone).replace(tzinfo=None)
    return moment.replace(second=0, microsecond=0, fold=0)


def completed(repeat: Repeat, start: date) -> Repeat:
    """The rule with what follows from the start; what does not matter to its frequency is gone."""
    ends = {"until": repeat.until, "count": repeat.count, "interval": repeat.interval}
    match repeat.frequency:
        case "none":
            return Repeat()
        case "daily":
            return Repeat(frequency="daily", **ends)
        case "weekly":
            weekdays = repeat.weekdays or WEEKDAYS[start.weekday()]
            return Repeat(frequency="weekly", weekdays=weekdays, **ends)
        case "monthly" if repeat.nth is not None:
            weekday = (repeat.weekdays or WEEKDAYS[start.weekday()]).split(",")[0]
            return Repeat(frequency="monthly", nth=repeat.nth, weekdays=weekday, **ends)
        case "monthly":
            day = repeat.month_day or start.day
            return Repeat(frequency="monthly", month_day=day, **ends)
