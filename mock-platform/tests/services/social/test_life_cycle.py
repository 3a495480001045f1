"""Moderation and follow requests against a model of them; engagement against plain sums."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from mock_platform.services.social.operations import Totals

SETTINGS = settings(
    max_examples=12,
    stateful_step_count=20,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
counts = st.integers(0, 10**6)


@given(counts, counts, counts, counts)
@settings(max_examples=50, deadline=None, database=None, derandomize=True)
def test_the_engagement_rate_is_exact(impressions, clicks, likes, comments):
    totals = Totals(impressions, clicks, likes, comments)
    assert totals.engagements == clicks + likes + comments
    exact = Fraction(totals.engagements * 100, impressions) if impressions else Fraction(0)
    assert Fraction(-1, 200) < exact - Fraction(totals.engagement_rate) <= Fraction(0) or (
        Fraction(0) <= exact - Fraction(totals.engagement_rate) < Fraction(1, 200)
    )


def signed_in_again(live, clients):
    """Reset the data; the clients' sessions went with them."""
    live.reset()
    for client, (email, password) in clients.items():
        login = {"email": f"{email}@plaza.example", "password": password}
        token = live.http.post("/api/login", json=login).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"


@pytest.mark.slow
def test_follow_requests(live, celia, eva):
    class Following(RuleBasedStateMachine):
        """How Eva's account stands to Celia's private one."""

        def __init__(self):
            super().__init__()
            signed_in_again(live, {celia: ("celia", "pear"), eva: ("eva", "lime")})
            self.state, self.blocked = None, False

        def expect(self, answer, possible, state):
            assert (answer.status_code < 300) == possible, answer.text
            if possible:
                self.state = state

        @rule()
        def ask(self):
            answer = eva.put("/api/accounts/2/follow")
            self.expect(answer, self.state is None and not self.blocked, "requested")

        @rule()
        def take_back(self):
            answer = eva.delete("/api/accounts/2/follow")
            self.expect(answer, self.state in ("requested", "accepted"), None)

        @rule(word=st.sampled_from(["accept", "decline"]))
        def decide(self, word):
            answer = celia.post(f"/api/accounts/2/requests/4/{word}")
            self.expect(answer, self.state == "requested", f"{word}ed".replace("ee", "e"))

        @rule()
        def remove(self):
            answer = celia.delete("/api/accounts/2/followers/4")
            self.expect(answer, self.state == "accepted", None)

        @rule()
        def block(self):
            self.expect(celia.put("/api/accounts/2/blocks/4"), not self.blocked, None)
            self.blocked = True

        @rule()
        def unblock(self):
            self.expect(celia.delete("/api/accounts/2/blocks/4"), self.blocked, self.state)
            self.blocked = False

        @invariant()
        def agree(self):
            sees = eva.get("/api/posts/5").status_code == 200
            assert sees == (self.state == "accepted")
            asking = celia.get("/api/accounts/2/requests").json()["total"]
            assert asking == (self.state == "requested")
            assert (eva.get("/api/accounts/2").status_code == 404) == self.blocked

    run_state_machine_as_test(Following, settings=SETTINGS)


@pytest.mark.slow
def test_moderation(live, ada, dario, eva):
    class Moderation(RuleBasedStateMachine):
        """The states of comments that a newcomer writes."""

        def __init__(self):
            super().__init__()
            people = {ada: ("ada", "plum"), dario: ("dario", "kiwi"), eva: ("eva", "lime")}
            signed_in_again(live, people)
            self.states, self.reported = {}, set()

        def act(self, index, do, allowed, state):
            if not self.states:
                return
            number = sorted(self.states)[index % len(self.states)]
            possible = allowed(number)
            answer = do(number)
            assert (answer.status_code < 300) == possible, answer.text
            if possible and state:
                self.states[number] = state
                self.reported.discard(number)
            elif possible:
                self.reported.add(number)

        @rule()
        def write(self):
            answer = dario.post("/api/posts/1/comments", json={"text": "Me"})
            assert answer.status_code == (201 if len(self.states) < 8 else 429)
            if answer.status_code == 201:
                self.states[answer.json()["id"]] = answer.json()["state"]

        @rule(index=st.integers(0, 7))
        def approve(self, index):
            self.act(
                index,
                lambda n: ada.post(f"/api/comments/{n}/approve"),
                lambda n: self.states[n] in ("held", "hidden") or n in self.reported,
                "shown",
            )

        @rule(index=st.integers(0, 7))
        def hide(self, index):
            self.act(
                index,
                lambda n: ada.post(f"/api/comments/{n}/hide", json={"reason": "spam"}),
                lambda n: self.states[n] in ("held", "shown"),
                "hidden",
            )

        @rule(index=st.integers(0, 7), who=st.sampled_from([ada, dario, eva]))
        def delete(self, index, who):
            self.act(
                index,
                lambda n: who.post(f"/api/comments/{n}/delete", json={"reason": "spam"}),
                lambda n: self.states[n] != "deleted" and who is not eva,
                "deleted",
            )

        @rule(index=st.integers(0, 7))
        def report(self, index):
            self.act(
                index,
                lambda n: eva.post(f"/api/comments/{n}/reports", json={"reason": "spam"}),
                lambda n: self.states[n] == "shown" and n not in self.reported,
                None,
            )

        @invariant()
        def agree(self):
            shown = {c["id"] for c in eva.get("/api/posts/1/comments").json()["items"]}
            assert shown - {1} == {n for n, s in self.states.items() if s == "shown"}
            for part, states in {"held": "held", "hidden": "hidden"}.items():
                items = ada.get("/api/accounts/1/queue", params={"part": part}).json()["items"]
                found = {item["comment"]["id"] for item in items}
                assert found == {n for n, s in self.states.items() if s == states}
            items = ada.get("/api/accounts/1/queue", params={"part": "reported"}).json()["items"]
            assert {item["comment"]["id"] for item in items} == self.reported

    run_state_machine_as_test(Moderation, settings=SETTINGS)
