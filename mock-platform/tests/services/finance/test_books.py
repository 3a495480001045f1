"""Transactions: they balance, are sorted, posted by the right person, and taken back."""

import csv
import io

import pytest

from mock_platform.kit.clock import today
from mock_platform.services.finance.months import month_name

DRAFT = "T-10004"
POSTED = "T-10005"


def entry(*lines, day=None):
    sides = [{"account": a, "debit": d, "credit": c} for a, d, c in lines]
    return {"day": day or today().isoformat(), "memo": "Taxi", "lines": sides}


def test_debits_equal_credits(cleo, refusal):
    answer = cleo.post("/api/transactions", json=entry(("6300", "5", 0), ("1200", 0, "6")))
    assert refusal(answer, 422) == "Debits and credits must balance."
    answer = cleo.post("/api/transactions", json=entry(("6300", "5", "5"), ("1200", 0, "5")))
    assert "either a debit or a credit" in refusal(answer, 422)


def test_small_amounts_are_posted_by_whoever_entered_them(cleo, bruno, refusal):
    small = cleo.post("/api/transactions", json=entry(("6300", "500", 0), ("1200", 0, "500")))
    number = small.json()["number"]
    assert cleo.post(f"/api/transactions/{number}/post").json()["status"] == "posted"
    large = entry(("6300", "500.01", 0), ("1200", 0, "500.01"))
    number = cleo.post("/api/transactions", json=large).json()["number"]
    assert "Nobody approves" in refusal(cleo.post(f"/api/transactions/{number}/post"))
    assert bruno.post(f"/api/transactions/{number}/post").json()["posted_by"] == "Bruno Quill"


def test_approvers_have_a_limit(cleo, bruno, ada, refusal):
    large = entry(("6300", "10000.01", 0), ("1200", 0, "10000.01"))
    number = cleo.post("/api/transactions", json=large).json()["number"]
    assert "above your approval limit" in refusal(bruno.post(f"/api/transactions/{number}/post"))
    assert ada.post(f"/api/transactions/{number}/post").status_code == 200


def test_what_is_not_sorted_is_not_posted(ada, refusal):
    assert "Categorise it first" in refusal(ada.post(f"/api/transactions/{DRAFT}/post"))
    body = {"parts": [{"account": "6300", "amount": "200"}, {"account": "6400", "amount": "39"}]}
    assert "come to 239" in refusal(ada.post(f"/api/transactions/{DRAFT}/split", json=body), 422)
    body["parts"][1]["amount"] = "40.00"
    split = ada.post(f"/api/transactions/{DRAFT}/split", json=body).json()
    assert sorted(line["account"] for line in split["lines"]) == ["1200", "6300", "6400"]
    assert ada.post(f"/api/transactions/{DRAFT}/post").json()["status"] == "posted"


def test_kept_accounts_are_not_posted_to_by_hand(ada, refusal):
    body = {"account": "2000"}
    answer = ada.post(f"/api/transactions/{DRAFT}/categorise", json=body)
    assert "Only Ledgerline itself" in refusal(answer)


def test_a_draft_over_the_total_of_an_invoice_pays_it(ada, bruno, zero):
    attached = ada.post(f"/api/transactions/{DRAFT}/attach", json={"invoice": "INV-10002"}).json()
    assert {line["account"] for line in attached["lines"]} == {"2000", "1200"}
    assert ada.get("/api/invoices/INV-10002").json()["status"] == "approved"
    bruno.post(f"/api/transactions/{DRAFT}/post").raise_for_status()
    assert ada.get("/api/invoices/INV-10002").json()["status"] == "paid"
    reason = {"reason": "Booked for the wrong bill"}
    bruno.post(f"/api/transactions/{DRAFT}/reverse", json=reason).raise_for_status()
    assert ada.get("/api/invoices/INV-10002").json()["status"] == "approved"
    zero()


def test_what_is_posted_is_reversed_not_deleted(ada, cleo, bruno, refusal, zero):
    before = ada.get("/api/accounts/6300").json()["balance"]
    assert "reverse it instead" in refusal(ada.delete(f"/api/transactions/{POSTED}"))
    reason = {"reason": "Entered twice by mistake"}
    short = ada.post(f"/api/transactions/{POSTED}/reverse", json={"reason": "oops"})
    assert short.status_code == 422
    assert "Nobody" in refusal(cleo.post(f"/api/transactions/{POSTED}/reverse", json=reason))
    opposite = bruno.post(f"/api/transactions/{POSTED}/reverse", json=reason).json()
    assert (opposite["reverses"], opposite["kind"]) == (POSTED, "reversal")
    assert ada.get(f"/api/transactions/{POSTED}").json()["status"] == "reversed"
    assert (before, ada.get("/api/accounts/6300").json()["balance"]) == ("700.00", "0.00")
    assert "reversed" in refusal(bruno.post(f"/api/transactions/{POSTED}/reverse", json=reason))
    zero()


def test_drafts_are_found_changed_and_deleted(ada):
    found = ada.get("/api/transactions", params={"unsorted": True}).json()["items"]
    assert [t["number"] for t in found] == [DRAFT]
    changed = ada.put(f"/api/transactions/{DRAFT}", json=entry(("6300", 7, 0), ("1200", 0, 7)))
    assert changed.json()["entered_by"] == "Ada Quill"
    assert ada.delete(f"/api/transactions/{DRAFT}").status_code == 204
    assert ada.get(f"/api/transactions/{DRAFT}").status_code == 404
    done = ada.get("/api/history", params={"subject": DRAFT}).json()["items"]
    assert [item["action"] for item in done] == ["deleted", "changed"]


def test_only_controllers_change_the_chart(ada, bruno, refusal):
    new = {"code": "6999", "name": "Gifts", "kind": "expense"}
    assert bruno.post("/api/accounts", json=new).status_code == 403
    assert ada.post("/api/accounts", json=new).status_code == 201
    assert "already" in refusal(ada.post("/api/accounts", json=new))
    closed = {"name": "Gifts", "active": False}
    assert ada.put("/api/accounts/6999", json=closed).json()["active"] is False
    assert "balance" in refusal(ada.put("/api/accounts/6300", json=closed))


@pytest.mark.parametrize("name", ["trial-balance", "journal", "aged-payables", "budgets", "assets"])
def test_reports_are_csv(ada, name):
    answer = ada.get(f"/api/reports/{name}.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert len(answer.text.splitlines()) >= 2


@pytest.mark.parametrize(
    ("memo", "cell"),
    [
        ('=HYPERLINK("x")', '\'=HYPERLINK("x")'),
        ("+1+cmd", "'+1+cmd"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-12.50", "-12.50"),
        ("+7", "+7"),
        ("Tea = coffee", "Tea = coffee"),
    ],
)
def test_no_text_of_a_report_is_a_formula(ada, memo, cell):
    lines = [{"account": "6300", "debit": "5"}, {"account": "1200", "credit": "5"}]
    entry = {"day": today().isoformat(), "lines": lines, "memo": memo}
    number = ada.post("/api/transactions", json=entry).raise_for_status().json()["number"]
    ada.post(f"/api/transactions/{number}/post").raise_for_status()
    rows = csv.DictReader(io.StringIO(ada.get("/api/reports/journal.csv").text))
    assert {row["memo"] for row in rows if row["transaction"] == number} == {cell}


def test_negative_amounts_of_a_report_stay_numbers(ada):
    amount = f"/api/budgets/{month_name(today())}/6300"
    ada.put(amount, json={"amount": "699.99"}).raise_for_status()
    rows = csv.DictReader(io.StringIO(ada.get("/api/reports/budgets.csv").text))
    assert [row["left"] for row in rows] == ["-0.01"]


def test_the_dashboard_comes_from_the_postings(ada):
    seen = ada.get("/api/dashboard").json()
    assert seen["assets"] == "50600.00"
    assert (seen["liabilities"], seen["equity"]) == ("600.00", "51200.00")
    assert seen["expenses"] == "1200.00"
    assert sum(map(float, seen["payables"].values())) == 600
    assert seen["payables"]["1 to 30 days"] == "240.00"
    assert [(b["account"], b["percent"], b["alert"]) for b in seen["budgets"]] == [
        ("6300", 87, "near")
    ]
