"""The expansion of a schedule against a model that looks at each minute's day by itself."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_platform.services.health.schedule import DAYS, Schedule, clean_times, clean_weekdays

START = date(2026, 11, 2)
days = st.integers(0, 60).map(lambda n: START + timedelta(days=n))
times = st.sets(st.sampled_from(["00:00", "07:30", "12:00", "23:59"]), min_size=1).map(
    lambda found: tuple(sorted(found))
)
schedules = st.builds(
    Schedule,
    pattern=st.sampled_from(["daily", "weekdays", "interval", "as_needed"]),
    times=times,
    weekdays=st.sets(st.sampled_from(DAYS)).map(tuple),
    every_days=st.integers(1, 9),
    starts_on=days,
    ends_on=st.none() | days,
)


def due(schedule, day):
    """Whether a day is one of the schedule's, said the slow way."""
    if day < schedule.starts_on or (schedule.ends_on and day >= schedule.ends_on):
        return False
    if schedule.pattern == "interval":
        walked = schedule.starts_on
        while walked < day:
            walked += timedelta(days=schedule.every_days)
        return walked == day
    if schedule.pattern == "weekdays":
        return day.strftime("%a").lower() in schedule.weekdays
    return schedule.pattern == "daily"


@settings(max_examples=80, deadline=None)
@given(schedule=schedules, first=days, length=st.integers(0, 30))
def test_doses_are_those_of_the_days(schedule, first, length):
    last = first + timedelta(days=length)
    expected = [
        datetime.fromisoformat(f"{day.isoformat()}T{at}:00").replace(tzinfo=UTC)
        for day in (first + timedelta(days=n) for n in range(length + 1))
        if due(schedule, day)
        for at in schedule.times
    ]
    assert list(schedule.doses(first, last)) == expected


@settings(max_examples=80, deadline=None)
@given(schedule=schedules, stock=st.integers(0, 40), units=st.integers(1, 4))
def test_the_stock_lasts_for_as_many_doses_as_it_holds(schedule, stock, units):
    start = datetime.combine(START, datetime.min.time(), tzinfo=UTC)
    doses = list(schedule.doses(START, START + timedelta(days=90)))
    held = stock // units
    expected = doses[held] if held < len(doses) else None
    assert schedule.runs_out(stock, units, start, 90) == expected


def test_times_and_weekdays_are_tidied():
    assert clean_times("20:00, 08:00,08:00") == "08:00,20:00"
    assert clean_weekdays("Thu,mon") == "mon,thu"
    for wrong in ("8:00", "24:00", "08:00:00", "noon"):
        with pytest.raises(ValueError, match="not a time of day"):
            clean_times(wrong)
    with pytest.raises(ValueError, match="not one of"):
        clean_weekdays("someday")
