"""Pages in a tree, with trash and revisions, against a model of them."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

INDEX = st.integers(0, 30)


@pytest.mark.slow
def test_nothing_is_lost(live):
    client = live.login("ada@stone.example", "plum")

    class Tree(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            live.reset()
            login = {"email": "ada@stone.example", "password": "plum"}
            token = live.http.post("/api/login", json=login).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            self.pages = {}

        def pick(self, index, gone=False):
            found = [n for n, p in self.pages.items() if (p["gone"] is not None) == gone]
            return found[index % len(found)] if found else None

        def below(self, number):
            direct = [n for n, p in self.pages.items() if p["parent"] == number]
            return direct + [deeper for n in direct for deeper in self.below(n)]

        def depth(self, number):
            return 0 if number is None else 1 + self.depth(self.pages[number]["parent"])

        @rule(index=INDEX, top=st.booleans())
        def create(self, index, top):
            parent = None if top else self.pick(index)
            body = {"space_id": 1, "title": "Page", "body": "0", "parent_id": parent}
            answer = client.post("/api/pages", json=body)
            assert answer.status_code == (409 if self.depth(parent) >= 6 else 201)
            if answer.status_code == 201:
                fresh = {"parent": parent, "texts": ["0"], "gone": None}
                self.pages[answer.json()["id"]] = fresh

        @rule(index=INDEX, text=st.sampled_from("abc"), old=st.booleans())
        def edit(self, index, text, old):
            number = self.pick(index)
            if number is None:
                return
            texts = self.pages[number]["texts"]
            read = len(texts) - 1 if old else len(texts)
            body = {"title": "Page", "body": text, "revision": max(1, read)}
            answer = client.put(f"/api/pages/{number}", json=body)
            current = body["revision"] == len(texts)
            assert answer.status_code == (200 if current else 409)
            if current and text != texts[-1]:
                texts.append(text)

        @rule(index=INDEX, other=INDEX)
        def move(self, index, other):
            number, parent = self.pick(index), self.pick(other)
            if number is None:
                return
            answer = client.post(f"/api/pages/{number}/move", json={"parent_id": parent})
            inside = parent == number or parent in self.below(number)
            deep = self.depth(parent) >= 6
            assert answer.status_code == (409 if inside or deep else 200)
            if answer.status_code == 200:
                self.pages[number]["parent"] = parent

        @rule(index=INDEX)
        def delete(self, index):
            number = self.pick(index)
            if number is None:
                return
            assert client.delete(f"/api/pages/{number}").status_code == 204
            for one in (number, *self.below(number)):
                if self.pages[one]["gone"] is None:
                    self.pages[one]["gone"] = number

        @rule(index=INDEX)
        def restore(self, index):
            number = self.pick(index, gone=True)
            if number is None:
                return
            parent = self.pages[number]["parent"]
            answer = client.post(f"/api/trash/pages/{number}/restore")
            blocked = parent is not None and self.pages[parent]["gone"] is not None
            assert answer.status_code == (409 if blocked else 200)
            if not blocked:
                for page in [self.pages[number], *self.pages.values()]:
                    if page is self.pages[number] or page["gone"] == number:
                        page["gone"] = None

        @invariant()
        def agree(self):
            for number, page in self.pages.items():
                answer = client.get(f"/api/pages/{number}")
                assert answer.status_code == (200 if page["gone"] is None else 404)
                if page["gone"] is None:
                    found = answer.json()
                    assert (found["body"], found["revision"]) == (
                        page["texts"][-1],
                        len(page["texts"]),
                    )
                    assert found["parent_id"] == page["parent"]
                    kept = client.get(f"/api/pages/{number}/revisions").json()
                    assert [r["body"] for r in kept] == page["texts"][-2::-1]

    run_state_machine_as_test(
        Tree,
        settings=settings(
            max_examples=10,
            stateful_step_count=20,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
