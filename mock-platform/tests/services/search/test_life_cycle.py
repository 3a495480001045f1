"""Collections and saved pages, against a model of them."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

NAMES = st.sampled_from(["Tides", "Tea", "Seals"])
DOCUMENTS = st.integers(1, 8)


@pytest.mark.slow
def test_collections_hold_what_was_saved(live, ada):
    class Collections(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            live.reset()
            login = {"email": "ada@star.example", "password": "plum"}
            token = live.http.post("/api/login", json=login).json()["token"]
            ada.headers["Authorization"] = f"Bearer {token}"
            self.model = {"Tides": []}

        def number(self, name):
            found = [c["id"] for c in ada.get("/api/collections").json() if c["name"] == name]
            return found[0] if found else 0

        @rule(name=NAMES)
        def create(self, name):
            answer = ada.post("/api/collections", json={"name": name})
            assert answer.status_code == (409 if name in self.model else 201)
            self.model.setdefault(name, [])

        @rule(old=NAMES, new=NAMES)
        def rename(self, old, new):
            answer = ada.patch(f"/api/collections/{self.number(old)}", json={"name": new})
            if old not in self.model:
                assert answer.status_code == 404
            elif new in self.model and new != old:
                assert answer.status_code == 409
            else:
                assert answer.status_code == 200
                self.model[new] = self.model.pop(old)

        @rule(name=NAMES)
        def delete(self, name):
            answer = ada.delete(f"/api/collections/{self.number(name)}")
            assert answer.status_code == (204 if name in self.model else 404)
            self.model.pop(name, None)

        @rule(name=NAMES, document=DOCUMENTS)
        def save(self, name, document):
            path = f"/api/collections/{self.number(name)}/pages"
            answer = ada.post(path, json={"document_id": document})
            if name not in self.model or document == 8:
                assert answer.status_code == 404
            elif document in self.model[name]:
                assert answer.status_code == 409
            else:
                assert answer.status_code == 201
                self.model[name].insert(0, document)

        @rule(name=NAMES)
        def remove_last(self, name):
            if self.model.get(name):
                path = f"/api/collections/{self.number(name)}/pages"
                newest = ada.get(path).json()["items"][0]["id"]
                assert ada.delete(f"/api/saved/{newest}").status_code == 204
                del self.model[name][0]

        @invariant()
        def agree(self):
            held = {
                c["name"]: [
                    p["document_id"]
                    for p in ada.get(f"/api/collections/{c['id']}/pages").json()["items"]
                ]
                for c in ada.get("/api/collections").json()
            }
            assert held == self.model

    run_state_machine_as_test(
        Collections,
        settings=settings(
            max_examples=15,
            stateful_step_count=15,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
