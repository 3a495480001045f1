"""A small Daybook: three users, lists own, shared and archived, tasks of every kind."""

import pytest

from mock_platform.kit import get_service


def user(number, name, password):
    email = f"{name.split()[0].lower()}@day.example"
    return {"id": number, "email": email, "name": name, "password": password}


def task(number, list_id, title, **values):
    base = {"id": number, "list_id": list_id, "title": title, "created_by": 1}
    return base | {"created_at": f"-{20 - number}d"} | values


SEED = {
    "users": [
        user(1, "Ada Quill", "plum"),
        user(2, "Bruno Vance", "fig"),
        user(3, "Celia Stroud", "pear"),
    ],
    "lists": [
        {"id": 1, "owner_id": 1, "name": "Home"},
        {"id": 2, "owner_id": 1, "name": "Fair"},
        {"id": 3, "owner_id": 2, "name": "Bruno's own"},
        {"id": 4, "owner_id": 1, "name": "Old", "archived": True},
        {"id": 5, "owner_id": 1, "name": "Empty"},
    ],
    "shares": [
        {"id": 1, "list_id": 2, "user_id": 2, "role": "editor"},
        {"id": 2, "list_id": 2, "user_id": 3, "role": "viewer"},
    ],
    "tasks": [
        task(1, 1, "Water the plants", due_on="today", priority=2),
        task(2, 1, "Pay the bill", due_on="-2d", priority=1),
        task(3, 1, "Paint <b>the door</b>", notes="50% white"),
        task(4, 1, "Buy paint", parent_id=3),
        task(5, 2, "Rent tables", due_on="+3d", assignee_id=2),
        task(6, 3, "Secret"),
        task(7, 4, "Give back"),
        task(8, 1, "Post the letter", done_at="-1d", done_by=1),
        task(9, 1, "Sweep", due_on="2027-01-31", repeat="monthly", series="sweep"),
        task(10, 1, "Corners", parent_id=9, done_at="-1d", done_by=1),
        task(12, 2, "Sand it", parent_id=3, deleted_at="-1d"),
        task(13, 2, "Take a picture", parent_id=7, deleted_at="-1d"),
    ],
    "labels": [
        {"id": 1, "user_id": 1, "name": "garden"},
        {"id": 2, "user_id": 2, "name": "hall"},
    ],
    "task_labels": [
        {"task_id": 1, "label_id": 1},
        {"task_id": 9, "label_id": 1},
        {"task_id": 5, "label_id": 2},
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("todo"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@day.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@day.example", "fig")


@pytest.fixture
def celia(live):
    return live.login("celia@day.example", "pear")


@pytest.fixture
def browser(live):
    return live.browser("ada@day.example", "plum")


@pytest.fixture(name="refusal")
def _refusal():
    def message(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return message
