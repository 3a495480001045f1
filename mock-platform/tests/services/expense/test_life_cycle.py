"""A report's way through its states, against a model of it."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

PASSWORDS = {"ada": "plum", "bruno": "fig", "celia": "pear", "dario": "kiwi"}
CHAIN = ["bruno", "celia"]


@pytest.mark.slow
def test_a_report_is_decided_in_order_and_paid_once(live, people):
    class Way(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            live.reset()
            for name, word in PASSWORDS.items():
                login = {"email": f"{name}@tally.example", "password": word}
                token = live.http.post("/api/login", json=login).json()["token"]
                people[name].headers["Authorization"] = f"Bearer {token}"
            people["ada"].post("/api/reports/T-1001/expenses", json={"expense_id": 3})
            self.state, self.step, self.seen = "draft", 0, False

        @rule()
        def submit(self):
            answer = people["ada"].post("/api/reports/T-1001/submit")
            assert answer.status_code == (200 if self.state == "draft" else 409)
            if self.state == "draft":
                self.state, self.step, self.seen = "submitted", 0, True

        @rule()
        def withdraw(self):
            possible = self.state == "submitted" and self.step == 0
            answer = people["ada"].post("/api/reports/T-1001/withdraw")
            assert answer.status_code == (200 if possible else 409)
            if possible:
                self.state = "draft"

        @rule(
            name=st.sampled_from(["ada", *CHAIN, "dario"]),
            decision=st.sampled_from(["approved", "approved", "returned", "rejected"]),
        )
        def decide(self, name, decision):
            body = {"decision": decision, "comment": "So"}
            answer = people[name].post("/api/reports/T-1001/decision", json=body)
            if self.state == "draft":
                assert answer.status_code == (409 if self.seen or name == "ada" else 404)
            elif self.state != "submitted":
                assert answer.status_code == 409
            elif CHAIN[self.step] != name:
                assert answer.status_code == 403
            else:
                assert answer.status_code == 200
                self.step += 1
                if decision != "approved":
                    self.state = {"returned": "draft", "rejected": "rejected"}[decision]
                elif self.step == len(CHAIN):
                    self.state = "approved"

        @rule()
        def pay(self):
            answer = people["dario"].post("/api/reports/T-1001/pay")
            expected = 200 if self.state == "approved" else 409 if self.seen else 404
            assert answer.status_code == expected
            if expected == 200:
                self.state = "paid"

        @invariant()
        def agree(self):
            report = people["ada"].get("/api/reports/T-1001").json()
            assert report["state"] == self.state
            assert report["total"] == "1280.00"
            waiting = self.state == "submitted"
            assert bool(report["waits_for"]) == waiting
            changed = {"category": "MISC", "spent_on": "2026-11-20", "merchant": "Crane"}
            body = changed | {"amount": "1200.00", "receipt_id": 2}
            answer = people["ada"].put("/api/expenses/3", json=body)
            assert answer.status_code == (200 if self.state == "draft" else 409)

    run_state_machine_as_test(
        Way,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
