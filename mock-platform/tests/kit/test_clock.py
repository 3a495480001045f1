from datetime import UTC, date, datetime, timedelta

import pytest

from mock_platform.kit.clock import parse_day, parse_when

START = datetime(2026, 11, 30, 23, 50, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("now", START),
        ("-3h", datetime(2026, 11, 30, 20, 50, tzinfo=UTC)),
        ("+15m", datetime(2026, 12, 1, 0, 5, tzinfo=UTC)),
        ("+2d 09:30", datetime(2026, 12, 2, 9, 30, tzinfo=UTC)),
        ("-1w 08:00", datetime(2026, 11, 23, 8, 0, tzinfo=UTC)),
        ("+0d 09:30 Asia/Tokyo", datetime(2026, 12, 1, 0, 30, tzinfo=UTC)),
        ("2026-01-01T10:00:00+02:00", datetime(2026, 1, 1, 8, 0, tzinfo=UTC)),
    ],
)
def test_times_are_relative_to_the_start(text, moment):
    assert parse_when(text, START) == moment


@pytest.mark.parametrize(
    "text", ["", "tomorrow", "+2d 25:00", "+2h 09:30", "+2d 09:30 Nowhere/Land", "2026-01-01T10:00"]
)
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011
        parse_when(text, START)


def test_days():
    assert parse_day("+2d", START) == date(2026, 12, 2)
    assert parse_day("today", START) == date(2026, 11, 30)
    assert parse_day("2026-05-04") == date(2026, 5, 4)


@pytest.mark.parametrize(
    ("start", "text", "day"),
    [
        ("2026-11-27", "+1b", "2026-11-30"),
        ("2026-11-27", "-5b", "2026-11-20"),
        ("2026-11-27", "+0b", "2026-11-27"),
        ("2026-11-28", "+0b", "2026-11-30"),
        ("2026-11-28", "+1b", "2026-11-30"),
        ("2026-11-29", "-1b", "2026-11-27"),
        ("2026-11-29", "+7b", "2026-12-08"),
        ("2026-11-30", "-11b", "2026-11-13"),
    ],
)
def test_working_days(start, text, day):
    at = datetime.fromisoformat(f"{start}T12:00:00+00:00")
    assert parse_day(text, at).isoformat() == day
    assert parse_when(f"{text} 24:00", at) == parse_when(f"{text} 00:00", at) + timedelta(days=1)
    assert parse_when(f"{text} 09:30 Europe/Dublin", at).isoformat() == f"{day}T09:30:00+00:00"
