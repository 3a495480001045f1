"""Who is in a channel and what is unread there, against a model of it."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

LOGINS = {1: ("ada", "plum"), 3: ("celia", "pear")}


@pytest.mark.slow
def test_members_and_unread_counts(live):
    clients = {n: live.login(f"{name}@talk.example", word) for n, (name, word) in LOGINS.items()}
    who = st.sampled_from(sorted(LOGINS))

    class Channel(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            live.reset()
            for number, (name, word) in LOGINS.items():
                login = {"email": f"{name}@talk.example", "password": word}
                token = live.http.post("/api/login", json=login).json()["token"]
                clients[number].headers["Authorization"] = f"Bearer {token}"
            self.unread = {}
            self.sent = []

        @rule(user=who)
        def join(self, user):
            answer = clients[user].post("/api/channels/6/join")
            assert answer.status_code == (409 if user in self.unread else 200)
            self.unread.setdefault(user, set())

        @rule(user=who)
        def leave(self, user):
            answer = clients[user].post("/api/channels/6/leave")
            assert answer.status_code == (204 if user in self.unread else 409)
            self.unread.pop(user, None)

        @rule(user=who)
        def send(self, user):
            answer = clients[user].post("/api/channels/6/messages", json={"text": "Tea"})
            assert answer.status_code == (201 if user in self.unread else 403)
            if user in self.unread:
                number = answer.json()["id"]
                self.sent.append((number, user))
                self.unread[user] = set()
                for other in self.unread.keys() - {user}:
                    self.unread[other].add(number)

        @rule(user=who)
        def read(self, user):
            assert clients[user].post("/api/channels/6/read").status_code == 204
            if user in self.unread:
                self.unread[user] = set()

        @rule(index=st.integers(0, 20))
        def delete(self, index):
            if not self.sent:
                return
            number, author = self.sent[index % len(self.sent)]
            answer = clients[author].delete(f"/api/messages/{number}")
            assert answer.status_code == (204 if author in self.unread else 403)
            if author in self.unread:
                self.sent.remove((number, author))
                for unread in self.unread.values():
                    unread.discard(number)

        @invariant()
        def agree(self):
            for number, client in clients.items():
                shown = client.get("/api/channels/6").json()
                assert shown["joined"] == (number in self.unread)
                assert shown["members"] == len(self.unread)
                assert shown["unread"] == len(self.unread.get(number, ()))

    run_state_machine_as_test(
        Channel,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
