"""Adding, changing, completing, deleting and finding tasks."""

import pytest

from mock_platform.kit.clock import today
from mock_platform.services.todo import policy


def titles(client, **query):
    answer = client.get("/api/tasks", params=query)
    assert answer.status_code == 200, answer.text
    return [task["title"] for task in answer.json()["items"]]


def test_a_task_is_added_and_changed_with_its_history(ada):
    body = {"list_id": 1, "title": "Fix the gate", "due_on": "2027-03-01", "labels": ["Garden"]}
    added = ada.post("/api/tasks", json=body)
    assert added.status_code == 201
    assert added.json()["labels"] == ["garden"]
    path = f"/api/tasks/{added.json()['id']}"
    changed = ada.put(path, json={"title": "Mend the gate", "priority": 1, "labels": ["wood"]})
    assert (changed.json()["due_on"], changed.json()["labels"]) == (None, ["wood"])
    full = ada.get(path).json()
    assert [entry["kind"] for entry in full["history"]] == ["changed", "created"]
    assert "title: Fix the gate" in full["history"][0]["details"]


def test_tasks_come_by_day_then_priority_and_those_without_a_day_last(ada):
    assert titles(ada, list_id=1) == [
        "Pay the bill",
        "Water the plants",
        "Sweep",
        "Paint <b>the door</b>",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"when": "today"}, ["Water the plants"]),
        ({"when": "overdue"}, ["Pay the bill"]),
        ({"when": "upcoming"}, ["Rent tables"]),
        ({"when": "no_date"}, ["Paint <b>the door</b>"]),
        ({"q": "50%"}, ["Paint <b>the door</b>"]),
        ({"q": "5_%"}, []),
        ({"label": "Garden", "list_id": 1}, ["Water the plants", "Sweep"]),
        ({"state": "done"}, ["Post the letter"]),
        ({"priority": 1}, ["Pay the bill"]),
        ({"due_from": "2027-01-01"}, ["Sweep"]),
        ({"list_id": 4}, ["Give back"]),
    ],
)
def test_searches(ada, query, found):
    assert titles(ada, **query) == found


def test_labels_are_seen_by_their_owner_alone(ada, bruno):
    assert titles(bruno, label="hall") == ["Rent tables"]
    assert ada.get("/api/tasks/5").json()["labels"] == []
    ada.put("/api/tasks/5", json={"title": "Rent tables", "labels": ["fair"]})
    assert bruno.get("/api/tasks/5").json()["labels"] == ["hall"]


def test_a_task_with_open_subtasks_cannot_be_completed(ada, refusal):
    assert "open sub-tasks" in refusal(ada.post("/api/tasks/3/complete"))
    assert ada.post("/api/tasks/4/complete").json() == {"id": 4, "next_id": None}
    assert ada.post("/api/tasks/3/complete").status_code == 200
    assert "done already" in refusal(ada.post("/api/tasks/3/complete"))
    ada.post("/api/tasks/4/reopen")
    assert ada.get("/api/tasks/3").json()["done_at"] is None


def test_subtasks_have_limits(ada, refusal):
    def add(**values):
        return ada.post("/api/tasks", json={"list_id": 1, "title": "Step", **values})

    assert "of its own" in refusal(add(parent_id=4))
    assert "done" in refusal(add(parent_id=8))
    assert "recur" in refusal(add(parent_id=3, repeat="daily", due_on="2027-01-01"))
    assert add(parent_id=5).status_code == 404
    assert "needs a due day" in add(repeat="daily").text


def test_a_recurring_task_comes_back_with_everything_it_had(ada, refusal):
    number = ada.post("/api/tasks/9/complete").json()["next_id"]
    new = ada.get(f"/api/tasks/{number}").json()
    assert (new["title"], new["due_on"], new["labels"]) == ("Sweep", "2027-02-28", ["garden"])
    assert [(s["title"], s["done_at"]) for s in new["items"]] == [("Corners", None)]
    for superseded in (9, 10):
        assert "next occurrence" in refusal(ada.post(f"/api/tasks/{superseded}/reopen"))
    assert ada.get("/api/tasks/9").json()["done_at"]
    below = new["items"][0]["id"]
    for action in ("complete", "reopen"):
        assert ada.post(f"/api/tasks/{below}/{action}").status_code == 200


def test_recurrence_can_count_from_the_day_it_was_done(ada):
    body = {"title": "Sweep", "due_on": "2027-01-31", "repeat": "daily", "every": 3}
    ada.put("/api/tasks/9", json=body | {"from_completion": True})
    number = ada.post("/api/tasks/9/complete").json()["next_id"]
    due = ada.get(f"/api/tasks/{number}").json()["due_on"]
    assert (type(today()).fromisoformat(due) - today()).days == 3


def test_a_deleted_task_comes_back_with_what_went_with_it(ada, refusal):
    ada.delete("/api/tasks/4")
    assert ada.delete("/api/tasks/3").status_code == 204
    assert ada.get("/api/tasks/3").status_code == 404
    assert "belongs to" in refusal(ada.post("/api/trash/4/restore"))
    assert ada.post("/api/trash/3/restore").status_code == 200
    assert ada.get("/api/tasks/3").json()["items"] == []
    assert ada.post("/api/trash/4/restore").status_code == 200
    left = [task["id"] for task in ada.get("/api/trash").json()["items"]]
    assert not {3, 4} & set(left)


def test_a_task_that_is_restored_brings_its_subtasks(ada):
    ada.delete("/api/tasks/3")
    ada.post("/api/trash/3/restore")
    assert [sub["title"] for sub in ada.get("/api/tasks/3").json()["items"]] == ["Buy paint"]


def test_a_subtask_comes_back_only_to_an_open_task(ada, refusal):
    ada.delete("/api/tasks/4")
    ada.post("/api/tasks/3/complete")
    assert "is done" in refusal(ada.post("/api/trash/4/restore"))
    ada.post("/api/tasks/3/reopen")
    assert ada.post("/api/trash/4/restore").status_code == 200


def test_a_subtask_comes_back_only_where_there_is_room(ada, refusal):
    ada.delete("/api/tasks/4")
    step = {"list_id": 1, "title": "Step", "parent_id": 3}
    steps = [ada.post("/api/tasks", json=step).json()["id"] for _ in range(policy.MOST_SUBTASKS)]
    assert "at most 50" in refusal(ada.post("/api/trash/4/restore"))
    ada.delete(f"/api/tasks/{steps[0]}")
    assert ada.post("/api/trash/4/restore").status_code == 200


def test_a_subtask_in_the_trash_moves_with_its_task(ada):
    ada.delete("/api/tasks/4")
    ada.post("/api/tasks/3/move", json={"list_id": 5})
    assert {t["id"]: t["list_id"] for t in ada.get("/api/trash").json()["items"]}[4] == 5
    assert ada.post("/api/trash/4/restore").json()["list_id"] == 5


def test_a_stray_subtask_comes_back_to_the_list_of_its_task(ada, refusal):
    assert ada.post("/api/trash/12/restore").json()["list_id"] == 1
    assert "archived" in refusal(ada.post("/api/trash/13/restore"))


def test_the_trash_forgets(live, ada, refusal):
    from datetime import timedelta

    from mock_platform.kit.clock import current

    ada.delete("/api/tasks/3")
    try:
        current().advance(timedelta(days=31))
        assert ada.get("/api/trash").json()["items"] == []
        assert "for 30 days" in refusal(ada.post("/api/trash/3/restore"))
    finally:
        current().advance(timedelta(days=-31))


def test_a_task_moves_with_its_subtasks(ada, refusal):
    assert ada.post("/api/tasks/3/move", json={"list_id": 5}).status_code == 200
    assert ada.get("/api/tasks/4").json()["list_id"] == 5
    assert "stays with" in refusal(ada.post("/api/tasks/4/move", json={"list_id": 1}))
    assert "already" in refusal(ada.post("/api/tasks/3/move", json={"list_id": 5}))
    assert "archived" in refusal(ada.post("/api/tasks/3/move", json={"list_id": 4}))


def test_a_month_is_summed_up(ada):
    day = today()
    ada.post("/api/tasks/2/complete")
    found = ada.get(f"/api/summary/{day.year}/{day.month}").json()
    assert found["completed"] >= 1
    assert found["by_list"]["Home"] >= 1
    assert found["by_person"]["Ada Quill"] >= 1
    assert found["late"] == 1
    assert ada.get("/api/summary/2026/13").status_code == 422
