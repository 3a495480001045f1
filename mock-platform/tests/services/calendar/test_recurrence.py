"""Series fall on the days that a simple model says, and keep their time on the clock."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_platform.services.calendar.models import Event, SeriesException
from mock_platform.services.calendar.occurrences import expand, start_of
from mock_platform.services.calendar.recurrence import Rule, dates, last_date

days = st.dates(date(2024, 1, 1), date(2028, 12, 31))
intervals = st.integers(1, 5)
weekday = st.integers(0, 6)
ends = st.one_of(
    st.fixed_dictionaries({"until": days}),
    st.fixed_dictionaries({"count": st.integers(1, 40)}),
    st.just({}),
)
rules = st.one_of(
    st.builds(lambda i, e: Rule("daily", i, **e), intervals, ends),
    st.builds(
        lambda i, w, e: Rule("weekly", i, tuple(w), **e),
        intervals,
        st.sets(weekday, min_size=1, max_size=7),
        ends,
    ),
    st.builds(
        lambda i, d, e: Rule("monthly", i, month_day=d, **e),
        intervals,
        days.map(lambda d: d.day),
        ends,
    ),
    st.builds(
        lambda i, w, n, e: Rule("monthly", i, (w,), nth=n, **e),
        intervals,
        weekday,
        st.sampled_from([1, 2, 3, 4, -1]),
        ends,
    ),
)


def falls_on(rule, start, day):
    """Whether a rule names a day, asked of that day alone."""
    if day < start:
        return False
    if rule.frequency == "daily":
        return (day - start).days % rule.interval == 0
    if rule.frequency == "weekly":
        monday = start - timedelta(days=start.weekday())
        return (day - monday).days // 7 % rule.interval == 0 and day.weekday() in rule.weekdays
    months = (day.year - start.year) * 12 + day.month - start.month
    if months % rule.interval:
        return False
    if rule.month_day is not None:
        return day.day == rule.month_day
    if day.weekday() != rule.weekdays[0]:
        return False
    if rule.nth == -1:
        return (day + timedelta(days=7)).month != day.month
    return (day.day - 1) // 7 + 1 == rule.nth


def model(rule, start, last):
    found = []
    day = start
    while day <= last and (rule.count is None or len(found) < rule.count):
        if falls_on(rule, start, day) and (rule.until is None or day <= rule.until):
            found.append(day)
        day += timedelta(days=1)
    return found


@settings(max_examples=60, deadline=None)
@given(rule=rules, start=days, first=st.integers(-40, 700), length=st.integers(0, 500))
def test_a_series_falls_on_the_days_of_the_model(rule, start, first, length):
    begin = start + timedelta(days=first)
    last = begin + timedelta(days=length)
    wanted = [day for day in model(rule, start, last) if day >= begin]
    assert list(dates(rule, start, begin, last)) == wanted


def series(zone, starts, ends, **values):
    own = ZoneInfo(zone)
    return Event(
        id=1,
        code="ALM-1",
        calendar_id=1,
        organiser_id=1,
        title="Series",
        starts_at=datetime.fromisoformat(starts).replace(tzinfo=own).astimezone(UTC),
        ends_at=datetime.fromisoformat(ends).replace(tzinfo=own).astimezone(UTC),
        zone=zone,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        **values,
    )


def span(event, first, last):
    start = datetime.combine(first, datetime.min.time(), UTC)
    return start, start + (last - first)


@settings(max_examples=60, deadline=None)
@given(
    rule=rules,
    start=days,
    zone=st.sampled_from(["Europe/Dublin", "America/New_York", "Pacific/Auckland", "UTC"]),
    data=st.data(),
)
def test_exceptions_take_out_and_move_single_occurrences(rule, start, zone, data):
    words = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    event = series(
        zone,
        f"{start}T09:00",
        f"{start}T10:00",
        frequency=rule.frequency,
        interval=rule.interval,
        weekdays=",".join(words[n] for n in sorted(rule.weekdays)),
        month_day=rule.month_day,
        nth=rule.nth,
        until_on=rule.until,
        count=rule.count,
    )
    own = ZoneInfo(zone)
    last = start + timedelta(days=200)
    expected = {
        day: datetime(day.year, day.month, day.day, 9, tzinfo=own)
        for day in model(rule, start, last)
    }
    exceptions = {}
    named = data.draw(st.sets(st.sampled_from(sorted(expected)), max_size=4)) if expected else set()
    for day in sorted(named):
        if data.draw(st.booleans()):
            exceptions[day] = SeriesException(event_id=1, on=day, kind="cancelled")
            del expected[day]
        else:
            moved = datetime(day.year, day.month, day.day, 15, tzinfo=own).astimezone(UTC)
            exceptions[day] = SeriesException(
                event_id=1,
                on=day,
                kind="moved",
                starts_at=moved,
                ends_at=moved + timedelta(minutes=30),
            )
            expected[day] = moved
    begin = datetime(start.year, start.month, start.day, tzinfo=UTC) - timedelta(days=2)
    end = datetime(last.year, last.month, last.day, tzinfo=own).astimezone(UTC)
    found = {one.on: one.starts_at for one in expand(event, exceptions, begin, end)}
    assert found == {day: at for day, at in expected.items() if at < end}
    assert start_of(event) == start


def starts(event, first, last):
    begin = datetime.fromisoformat(first).replace(tzinfo=UTC)
    end = datetime.fromisoformat(last).replace(tzinfo=UTC)
    return [(o.starts_at, o.ends_at) for o in expand(event, {}, begin, end)]


@pytest.mark.parametrize(
    ("zone", "first", "second", "hours"),
    [
        ("Europe/Dublin", "2026-03-28", "2026-03-29", (9, 8)),
        ("Europe/Dublin", "2026-10-24", "2026-10-25", (8, 9)),
        ("America/New_York", "2026-03-07", "2026-03-08", (14, 13)),
    ],
)
def test_nine_stays_nine_when_the_clocks_change(zone, first, second, hours):
    event = series(zone, f"{first}T09:00", f"{first}T10:00", frequency="daily")
    found = starts(event, first, f"{second}T23:00")
    assert [at.hour for at, _ in found] == list(hours)
    assert {end - at for at, end in found} == {timedelta(hours=1)}


def test_an_hour_that_the_clocks_skip_or_repeat():
    skipped = series("Europe/Dublin", "2026-03-28T01:30", "2026-03-28T01:45", frequency="daily")
    assert starts(skipped, "2026-03-29", "2026-03-29T12:00") == [
        (datetime(2026, 3, 29, 1, 30, tzinfo=UTC), datetime(2026, 3, 29, 1, 45, tzinfo=UTC))
    ]
    repeated = series("Europe/Dublin", "2026-10-24T01:30", "2026-10-24T01:45", frequency="daily")
    assert starts(repeated, "2026-10-25", "2026-10-25T12:00") == [
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 0, 45, tzinfo=UTC))
    ]


def test_days_that_a_month_does_not_have_are_left_out():
    rule = Rule("monthly", month_day=31)
    found = list(dates(rule, date(2026, 1, 31), date(2026, 1, 1), date(2026, 7, 31)))
    assert [day.month for day in found] == [1, 3, 5, 7]
    assert last_date(Rule("monthly", 12, month_day=29, count=2), date(2024, 2, 29)) == date(
        2028, 2, 29
    )
    assert last_date(Rule("daily"), date(2026, 1, 1)) is None
