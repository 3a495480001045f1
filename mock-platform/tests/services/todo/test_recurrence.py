"""When a recurring task comes back."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mock_platform.services.todo.operations.recurrence import next_due

DAYS = st.dates(date(2000, 1, 1), date(2090, 1, 1))
EVERY = st.integers(1, 52)


@pytest.mark.parametrize(
    ("day", "repeat", "every", "expected"),
    [
        ("2026-11-30", "daily", 1, "2026-12-01"),
        ("2026-11-27", "weekdays", 1, "2026-11-30"),
        ("2026-11-28", "weekdays", 1, "2026-11-30"),
        ("2026-11-26", "weekdays", 3, "2026-12-01"),
        ("2026-11-30", "weekly", 2, "2026-12-14"),
        ("2026-01-31", "monthly", 1, "2026-02-28"),
        ("2028-01-31", "monthly", 1, "2028-02-29"),
        ("2026-10-31", "monthly", 13, "2027-11-30"),
        ("2028-02-29", "yearly", 1, "2029-02-28"),
        ("2026-12-15", "monthly", 1, "2027-01-15"),
    ],
)
def test_the_next_day(day, repeat, every, expected):
    assert next_due(date.fromisoformat(day), repeat, every) == date.fromisoformat(expected)


@given(DAYS, EVERY, st.sampled_from(["daily", "weekdays", "weekly", "monthly", "yearly"]))
def test_it_is_always_later(day, every, repeat):
    assert next_due(day, repeat, every) > day


@given(DAYS, EVERY)
def test_working_days_are_counted_one_by_one(day, every):
    expected = day
    for _ in range(every):
        expected += timedelta(days=1)
        while expected.weekday() > 4:
            expected += timedelta(days=1)
    assert next_due(day, "weekdays", every) == expected


@given(DAYS, EVERY)
def test_months_keep_the_day_where_there_is_one(day, every):
    found = next_due(day, "monthly", every)
    assert (found.year * 12 + found.month) - (day.year * 12 + day.month) == every
    last = (found + timedelta(days=1)).month != found.month
    assert found.day == day.day or (last and found.day < day.day)
