"""Tasks and sub-tasks, against a model of them."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test


class Model:
    """Task id → [parent, done, deleted at step]."""

    def __init__(self):
        self.tasks = {}
        self.step = 0

    def below(self, number):
        return [n for n, t in self.tasks.items() if t["parent"] == number and not t["gone"]]


@pytest.mark.slow
def test_no_done_task_has_open_subtasks(live):
    client = live.login("ada@day.example", "plum")

    class Tasks(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            live.reset()
            login = {"email": "ada@day.example", "password": "plum"}
            token = live.http.post("/api/login", json=login).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            self.model = Model()

        def pick(self, index, gone=False):
            found = [n for n, t in self.model.tasks.items() if bool(t["gone"]) == gone]
            return found[index % len(found)] if found else None

        @rule(index=st.integers(0, 50), below=st.booleans())
        def add(self, index, below):
            parent = self.pick(index) if below else None
            body = {"list_id": 5, "title": "Task", "parent_id": parent}
            answer = client.post("/api/tasks", json=body)
            above = self.model.tasks.get(parent)
            if above and (above["parent"] or above["done"]):
                assert answer.status_code == 409
            else:
                assert answer.status_code == 201
                fresh = {"parent": parent, "done": False, "gone": 0}
                self.model.tasks[answer.json()["id"]] = fresh

        @rule(index=st.integers(0, 50))
        def complete(self, index):
            number = self.pick(index)
            if number is None:
                return
            task = self.model.tasks[number]
            still_open = any(not self.model.tasks[n]["done"] for n in self.model.below(number))
            answer = client.post(f"/api/tasks/{number}/complete")
            assert answer.status_code == (409 if task["done"] or still_open else 200)
            task["done"] = task["done"] or not still_open

        @rule(index=st.integers(0, 50))
        def reopen(self, index):
            number = self.pick(index)
            if number is None:
                return
            task = self.model.tasks[number]
            answer = client.post(f"/api/tasks/{number}/reopen")
            assert answer.status_code == (200 if task["done"] else 409)
            task["done"] = False
            if task["parent"] and answer.status_code == 200:
                self.model.tasks[task["parent"]]["done"] = False

        @rule(index=st.integers(0, 50))
        def delete(self, index):
            number = self.pick(index)
            if number is None:
                return
            assert client.delete(f"/api/tasks/{number}").status_code == 204
            for gone in (number, *self.model.below(number)):
                self.model.tasks[gone]["gone"] = 1

        @invariant()
        def agree(self):
            for number, task in self.model.tasks.items():
                answer = client.get(f"/api/tasks/{number}")
                assert answer.status_code == (404 if task["gone"] else 200)
                if not task["gone"]:
                    full = answer.json()
                    assert (full["done_at"] is not None) == task["done"]
                    assert not task["done"] or all(s["done_at"] for s in full["items"])
                    assert len(full["items"]) == len(self.model.below(number))

    run_state_machine_as_test(
        Tasks,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
