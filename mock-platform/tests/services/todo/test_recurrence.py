"""When a recurring task comes back."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from mock_platform.services.todo.models import Item
from mock_platform.services.todo.operations.recurrence import next_due

DAYS = st.dates(date(2000, 1, 1), date(2040, 1, 1))
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


@pytest.mark.parametrize(
    ("first", "repeat", "expected"),
    [
        ("2026-01-31", "monthly", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
        ("2028-02-29", "yearly", ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]),
    ],
)
def test_a_series_keeps_to_the_day_it_began_with(ada, first, repeat, expected):
    body = {"list_id": 1, "title": "Read the meter", "due_on": first, "repeat": repeat}
    number, found = ada.post("/api/tasks", json=body).json()["id"], []
    for _ in expected:
        number = ada.post(f"/api/tasks/{number}/complete").json()["next_id"]
        found.append(ada.get(f"/api/tasks/{number}").json()["due_on"])
    assert found == expected


@pytest.mark.parametrize(
    ("due_on", "title", "expected"),
    [("2027-02-27", "Sweep", "2027-03-27"), ("2027-02-28", "Sweep well", "2027-03-31")],
)
def test_only_a_new_day_moves_the_series(ada, due_on, title, expected):
    number = ada.post("/api/tasks/9/complete").json()["next_id"]
    assert ada.post(f"/api/tasks/{number + 1}/complete").status_code == 200
    body = {"title": title, "due_on": due_on, "repeat": "monthly"}
    assert ada.put(f"/api/tasks/{number}", json=body).status_code == 200
    assert ada.post(f"/api/tasks/{number}/complete").status_code == 200
    after = ada.get("/api/tasks?q=Sweep").json()["items"]
    assert [task["due_on"] for task in after] == [expected]


@pytest.mark.parametrize("due_on", ["1999-12-31", "2101-01-01", "0001-01-01", "9999-12-31"])
def test_a_day_out_of_range_is_refused(ada, browser, due_on):
    body = {"title": "Sweep", "due_on": due_on}
    assert ada.post("/api/tasks", json=body | {"list_id": 1}).status_code == 422
    assert ada.put("/api/tasks/9", json=body).status_code == 422
    assert browser.post("/task/9", data=body).status_code == 422


def test_a_seed_out_of_range_is_refused():
    task = {"id": 1, "list_id": 1, "title": "Far", "created_by": 1, "created_at": "-1d"}
    assert Item.model_validate(task | {"due_on": "2100-12-31"}).due_on == date(2100, 12, 31)
    with pytest.raises(ValidationError):
        Item.model_validate(task | {"due_on": "2101-01-01"})


@pytest.mark.parametrize("repeat", ["daily", "weekdays", "weekly", "monthly", "yearly"])
def test_a_series_ends_with_the_last_day(ada, repeat):
    body = {"list_id": 1, "title": "Last", "due_on": "2100-12-31", "repeat": repeat, "every": 52}
    number = ada.post("/api/tasks", json=body).json()["id"]
    done = ada.post(f"/api/tasks/{number}/complete")
    assert (done.status_code, done.json()["next_id"]) == (200, None)
