"""Reports: put together, handed in, decided and paid."""

import csv
import io

import pytest

from mock_platform.demo import demo_tables
from mock_platform.kit import get_service


def put_on(client, *expenses):
    for expense in expenses:
        answer = client.post("/api/reports/T-1001/expenses", json={"expense_id": expense})
        assert answer.status_code == 200, answer.text


def submit(client, *expenses):
    put_on(client, *expenses)
    answer = client.post("/api/reports/T-1001/submit")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_report_is_made_of_loose_expenses(ada, refusal):
    made = ada.post("/api/reports", json={"title": " Fair ", "purpose": "To look"}).json()
    assert (made["number"], made["title"], made["state"]) == ("T-1003", "Fair", "draft")
    put_on(ada, 2)
    refused = ada.post("/api/reports/T-1003/expenses", json={"expense_id": 2})
    assert "another report" in refusal(refused)
    assert ada.get("/api/reports/T-1001").json()["total"] == "84.50"
    assert ada.delete("/api/reports/T-1001/expenses/2").json()["total"] == "80.00"
    assert ada.delete("/api/reports/T-1001/expenses/2").status_code == 404
    assert "no expense" in refusal(ada.post("/api/reports/T-1003/submit"))
    assert ada.delete("/api/reports/T-1003").status_code == 204


@pytest.mark.parametrize(
    ("expenses", "chain"),
    [
        ([], ["Bruno Vance"]),
        ([3], ["Bruno Vance", "Celia Stroud"]),
        ([4], ["Bruno Vance", "Dario Sato"]),
        ([7], ["Bruno Vance", "Celia Stroud", "Dario Sato"]),
    ],
)
def test_who_decides_depends_on_total_and_violations(ada, expenses, chain):
    report = submit(ada, *expenses)
    assert report["chain"] == chain
    assert report["waits_for"] == "Bruno Vance"


def test_a_violation_needs_a_reason_and_too_old_is_too_old(ada, refusal):
    body = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "Lamp", "amount": "30.00"}
    lamp = ada.post("/api/expenses", json=body).json()["id"]
    put_on(ada, lamp)
    assert "a receipt is needed" in refusal(ada.post("/api/reports/T-1001/submit"))
    ada.put(f"/api/expenses/{lamp}", json=body | {"note": "The shop gives none"})
    put_on(ada, 5)
    assert "older than 180" in refusal(ada.post("/api/reports/T-1001/submit"))
    ada.delete("/api/reports/T-1001/expenses/5")
    assert submit(ada)["chain"][-1] == "Dario Sato"


def test_the_whole_way_to_being_paid(ada, people, decide, refusal):
    submit(ada, 7)
    assert refusal(decide(people["celia"]), 403) == (
        "It is not your turn to decide about this report."
    )
    assert [r["number"] for r in people["bruno"].get("/api/approvals").json()] == ["T-1001"]
    assert decide(people["bruno"]).json()["waits_for"] == "Celia Stroud"
    assert decide(people["celia"]).json()["waits_for"] == "Dario Sato"
    assert "only an approved one" in refusal(people["dario"].post("/api/reports/T-1001/pay"))
    assert decide(people["edda"]).json()["state"] == "approved"
    assert refusal(people["bruno"].post("/api/reports/T-1001/pay"), 403)
    assert people["dario"].post("/api/reports/T-1001/pay").json()["state"] == "paid"
    events = [entry["event"] for entry in ada.get("/api/reports/T-1001").json()["history"]]
    assert events == ["paid", "approved", "approved", "approved", "submitted"]


def test_a_returned_report_begins_anew(ada, people, decide, refusal):
    submit(ada, 3)
    assert "Say why" in refusal(decide(people["bruno"], "returned", " "), 422)
    decide(people["bruno"])
    assert decide(people["celia"], "returned", "No crane").json()["state"] == "draft"
    assert "The report is draft" in refusal(decide(people["bruno"]))
    assert "kept" in refusal(ada.delete("/api/reports/T-1001"))
    ada.delete("/api/reports/T-1001/expenses/3")
    again = submit(ada)
    assert again["waits_for"] == "Bruno Vance"
    final = decide(people["bruno"]).json()
    assert final["state"] == "approved"
    assert [(a["round"], a["decision"]) for a in final["approvals"]] == [
        (1, "approved"),
        (1, "returned"),
        (2, "approved"),
    ]


def test_a_rejected_report_stays_so(ada, people, decide, refusal):
    submit(ada)
    assert decide(people["bruno"], "rejected", "Private").json()["state"] == "rejected"
    for action in ("submit", "withdraw"):
        assert refusal(ada.post(f"/api/reports/T-1001/{action}"))
    assert "rejected" in refusal(decide(people["bruno"]))


def test_a_report_is_taken_back_while_nobody_has_decided(ada, people, decide, refusal):
    submit(ada, 3)
    assert ada.post("/api/reports/T-1001/withdraw").json()["state"] == "draft"
    submit(ada)
    decide(people["bruno"])
    assert "nobody has decided" in refusal(ada.post("/api/reports/T-1001/withdraw"))


def test_others_see_what_was_handed_in_below_them(ada, people):
    for name in ("bruno", "celia", "dario", "farid"):
        assert people[name].get("/api/reports/T-1001").status_code == 404
    submit(ada)
    for name, status in (("bruno", 200), ("celia", 200), ("dario", 200), ("farid", 404)):
        assert people[name].get("/api/reports/T-1001").status_code == status
        listed = people[name].get("/api/others-reports?q=T-1001").json()["total"]
        assert listed == (status == 200)
    for action in ("submit", "withdraw"):
        assert people["bruno"].post(f"/api/reports/T-1001/{action}").status_code in (404, 409)


def test_nobody_decides_about_or_pays_their_own(people, decide, refusal):
    dario = people["dario"]
    number = dario.post("/api/reports", json={"title": "Mine"}).json()["number"]
    body = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "Tea", "amount": "5.00"}
    expense = dario.post("/api/expenses", json=body).json()["id"]
    dario.post(f"/api/reports/{number}/expenses", json={"expense_id": expense})
    dario.post(f"/api/reports/{number}/submit")
    assert refusal(decide(dario, number=number), 403)
    assert decide(people["celia"], number=number).json()["state"] == "approved"
    assert refusal(dario.post(f"/api/reports/{number}/pay"), 403)
    assert people["edda"].post(f"/api/reports/{number}/pay").status_code == 200


@pytest.mark.parametrize("note", ["=1+1", "\t=1+1", "-1", "@x"])
def test_a_table_file_holds_no_formula(ada, note):
    body = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "=1+1", "amount": "5.00"}
    expense = ada.post("/api/expenses", json=body | {"note": note}).json()["id"]
    put_on(ada, expense)
    rows = list(csv.reader(io.StringIO(ada.get("/api/reports/T-1001/csv").text)))
    assert [row[2] for row in rows] == ["merchant", "'=1+1", "Ferry"]
    assert rows[1][-1] == f"'{note}"
    assert rows[2][2:6] == ["Ferry", "80.00", "EUR", "80.00"]


def test_what_comes_later_changes_neither_who_decides_nor_what_is_wrong(ada, people, decide):
    twin = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "Pier", "amount": "5.00"}
    first, second = (ada.post("/api/expenses", json=twin).json()["id"] for _ in range(2))
    ada.put(f"/api/expenses/{first}", json=twin | {"note": "Twice indeed"})
    assert submit(ada, first)["chain"] == ["Bruno Vance", "Dario Sato"]
    decide(people["bruno"])
    assert ada.delete(f"/api/expenses/{second}").status_code == 204
    kept = ada.get("/api/reports/T-1001").json()
    assert (kept["chain"], kept["violations"]) == (["Bruno Vance", "Dario Sato"], 1)
    assert decide(people["dario"]).json()["state"] == "approved"


def test_a_twin_that_comes_later_is_wrong_itself(ada, people, decide):
    twin = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "Pier", "amount": "5.00"}
    submit(ada, ada.post("/api/expenses", json=twin).json()["id"])
    later = ada.post("/api/expenses", json=twin).json()
    assert [violation["rule"] for violation in later["violations"]] == ["duplicate"]
    assert ada.get("/api/reports/T-1001").json()["violations"] == 0
    assert decide(people["bruno"]).json()["state"] == "approved"


def test_a_report_that_is_taken_back_is_judged_anew(ada):
    twin = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "Pier", "amount": "5.00"}
    submit(ada, ada.post("/api/expenses", json=twin).json()["id"])
    ada.post("/api/expenses", json=twin)
    taken = ada.post("/api/reports/T-1001/withdraw").json()
    assert (taken["violations"], taken["chain"][-1]) == (1, "Dario Sato")


def test_what_waits_in_the_demo_can_be_decided(share):
    tables = demo_tables(get_service("expense"), 1)
    live = share(get_service("expense"), tables).reset()
    owner = tables["users"][0]
    waiting = live.login(owner["email"], owner["password"]).get("/api/approvals").json()
    assert [report["state"] for report in waiting] == ["submitted", "submitted"]
