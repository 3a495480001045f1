"""Vendors, orders, invoices and payments."""

import pytest

from mock_platform.kit.clock import today

BILL = {"vendor_id": 1, "invoiced_on": "2026-01-05"}


def bill(number, price, quantity=1, **values):
    line = {"description": "Ink", "unit_price": price, "quantity": quantity, "account": "6400"}
    if "order" in values:
        line["order_line_id"] = 1
    return {**BILL, "number": number, "lines": [line], **values}


@pytest.fixture
def received(cleo):
    """`received(number, price, …)`: an invoice that Cleo has taken in; its reference."""

    def make(*given, **values):
        answer = cleo.post("/api/invoices", json=bill(*given, **values))
        reference = answer.raise_for_status().json()["reference"]
        cleo.post(f"/api/invoices/{reference}/receive").raise_for_status()
        return reference

    return make


def test_due_date_and_tax(cleo):
    made = cleo.post("/api/invoices", json=bill("Z-1", "10.01", 3)).json()
    assert (made["due_on"], made["net"], made["tax"], made["total"]) == (
        "2026-02-04",
        "30.03",
        "6.01",
        "36.04",
    )


def test_a_number_is_used_once_a_vendor(cleo, ada, refusal):
    assert "INV-10001" in refusal(cleo.post("/api/invoices", json=bill("a 1", "9")))
    void = {"reason": "Sent to the wrong firm"}
    ada.post("/api/invoices/INV-10001/void", json=void).raise_for_status()
    assert cleo.post("/api/invoices", json=bill("a 1", "9")).status_code == 201


def test_similar_invoices_are_pointed_out(ada):
    assert ada.get("/api/invoices/INV-10004").json()["similar"] == ["INV-10005"]


@pytest.mark.parametrize(
    ("price", "quantity", "problem"),
    [
        ("102.00", 10, ""),
        ("102.01", 1, "at most 102.00"),
        ("100.00", 11, "10 received"),
        ("90.00", 10, ""),
    ],
)
def test_matching_keeps_to_the_tolerance(received, ada, refusal, price, quantity, problem):
    reference = received("M-1", price, quantity, order="PO-10001")
    answer = ada.post(f"/api/invoices/{reference}/match")
    if problem:
        assert problem in refusal(answer)
    else:
        assert answer.json()["status"] == "matched"


@pytest.mark.parametrize(
    ("ordered", "highest", "above"),
    [("0.33", "0.33", "0.34"), ("1.25", "1.27", "1.28"), ("0.49", "0.49", "0.50")],
)
def test_the_tolerance_is_never_rounded_up(cleo, ada, received, refusal, ordered, highest, above):
    line = {"account": "6400", "description": "Ink", "quantity": 9, "unit_price": ordered}
    order = {"vendor_id": 1, "ordered_on": today().isoformat(), "lines": [line]}
    made = cleo.post("/api/orders", json=order).raise_for_status().json()
    path, number = f"/api/orders/{made['number']}", made["lines"][0]["id"]
    ada.post(f"{path}/approve").raise_for_status()
    delivery = {"line_id": number, "quantity": 9, "received_on": today().isoformat()}
    cleo.post(f"{path}/receipts", json=delivery).raise_for_status()

    def match(name, price):
        lines = bill(name, price)["lines"]
        lines[0]["order_line_id"] = number
        reference = received(name, price, order=made["number"], lines=lines)
        return ada.post(f"/api/invoices/{reference}/match")

    assert f"at most {highest}" in refusal(match("R-1", above))
    assert match("R-2", highest).json()["status"] == "matched"


def test_what_is_matched_is_not_billed_again(received, ada, refusal):
    ada.post("/api/invoices/INV-10001/match").raise_for_status()
    reference = received("M-2", "100.00", 6, order="PO-10001")
    assert "5 received" in refusal(ada.post(f"/api/invoices/{reference}/match"))


def test_approval_books_the_invoice(ada, bruno, cleo, refusal, zero):
    ada.post("/api/invoices/INV-10001/match").raise_for_status()
    assert "Nobody" in refusal(cleo.post("/api/invoices/INV-10001/approve"))
    done = bruno.post("/api/invoices/INV-10001/approve").json()
    assert (done["status"], done["approved_by"]) == ("approved", "Bruno Quill")
    booked = ada.get(f"/api/transactions/{done['transactions'][0]}").json()
    amounts = {line["account"]: line["debit"] or line["credit"] for line in booked["lines"]}
    assert amounts.keys() == {"6400", "1400", "2000"}
    assert booked["total"] == "606.00"
    zero()


def test_above_the_limit_an_order_is_needed(received, bruno, refusal):
    reference = received("N-1", "833.34")
    assert "needs a purchase order" in refusal(bruno.post(f"/api/invoices/{reference}/approve"))
    reference = received("N-2", "833.33")
    assert bruno.post(f"/api/invoices/{reference}/approve").json()["total"] == "1000.00"


def test_disputes_return_to_where_they_were(ada, refusal):
    reason = {"reason": "Wrong goods came to us"}
    ada.post("/api/invoices/INV-10002/dispute", json=reason).raise_for_status()
    run = {"bank_account": "1200", "pay_on": today().isoformat(), "invoices": ["INV-10002"]}
    assert "disputed" in refusal(ada.post("/api/payment-runs", json=run))
    settled = ada.post("/api/invoices/INV-10002/settle", json=reason).json()
    assert settled["status"] == "approved"


def test_voiding_reverses_what_was_booked(ada, cleo, refusal, zero):
    reason = {"reason": "The order was cancelled"}
    assert "limit" in refusal(cleo.post("/api/invoices/INV-10002/void", json=reason))
    ada.post("/api/invoices/INV-10002/void", json=reason).raise_for_status()
    assert sum(float(line["total"]) for line in ada.get("/api/aged-payables").json()) == 360
    zero()


def test_a_payment_run_needs_four_eyes_and_pays(ada, bruno, cleo, refusal, zero):
    both = ["INV-10002", "INV-10003"]
    body = {"bank_account": "1200", "pay_on": today().isoformat(), "invoices": both}
    run = bruno.post("/api/payment-runs", json=body).json()
    path = f"/api/payment-runs/{run['number']}"
    assert "already" in refusal(cleo.post("/api/payment-runs", json=body))
    assert "Nobody" in refusal(bruno.post(f"{path}/approve"))
    assert "limit" in refusal(cleo.post(f"{path}/approve"))
    assert ada.post(f"{path}/approve").json()["status"] == "paid"
    assert ada.get("/api/invoices/INV-10003").json()["status"] == "paid"
    assert ada.get("/api/accounts/2000").json()["balance"] == "0.00"
    assert ada.get("/api/aged-payables").json() == []
    void = {"reason": "Paid by mistake, sorry"}
    assert "paid" in refusal(ada.post("/api/invoices/INV-10003/void", json=void))
    zero()


def test_the_author_of_a_run_never_approves_it(live, ada, bruno, refusal):
    both = ["INV-10002", "INV-10003"]
    body = {"bank_account": "1200", "pay_on": today().isoformat(), "invoices": both}
    run = bruno.post("/api/payment-runs", json=body).json()
    path = f"/api/payment-runs/{run['number']}"
    changed = ada.post(f"{path}/remove", json={"invoice": "INV-10003"}).json()
    assert (changed["entered_by"], changed["total"]) == ("Bruno Quill", "240.00")
    assert "Nobody approves" in refusal(bruno.post(f"{path}/approve"))
    assert "took payments out" in refusal(ada.post(f"{path}/approve"))
    dora = live.login("dora@ledger.example", "plum")
    assert dora.post(f"{path}/approve").json()["approved_by"] == "Dora Quill"


def test_new_bank_details_hold_payments_back(ada, bruno, cleo, refusal):
    iban = {"iban": "ZZ12 3456 7890 1234"}
    run = {"bank_account": "1200", "pay_on": today().isoformat(), "invoices": ["INV-10003"]}
    planned = cleo.post("/api/payment-runs", json=run).json()["number"]
    changed = bruno.put("/api/vendors/1/bank", json=iban).json()
    assert (changed["iban"], changed["bank_confirmed"]) == ("ZZ12345678901234", False)
    answer = ada.post(f"/api/payment-runs/{planned}/approve")
    assert "not confirmed" in refusal(answer)
    assert "somebody else" in refusal(bruno.post("/api/vendors/1/bank/confirm"))
    ada.post("/api/vendors/1/bank/confirm").raise_for_status()
    assert "have changed" in refusal(ada.post(f"/api/payment-runs/{planned}/approve"))


def test_blocked_vendors_get_nothing(ada, cleo, refusal):
    line = {"account": "6400", "description": "Ink", "quantity": 1, "unit_price": "5"}
    order = {"vendor_id": 2, "ordered_on": "2026-01-05", "lines": [line]}
    assert "Never delivered" in refusal(cleo.post("/api/orders", json=order))
    assert cleo.post("/api/vendors/2/unblock").status_code == 403
    ada.post("/api/vendors/2/unblock").raise_for_status()
    assert cleo.post("/api/orders", json=order).status_code == 201


def test_duplicates_are_found_and_merged(ada, refusal):
    groups = ada.get("/api/vendors/duplicates").json()
    assert [[vendor["id"] for vendor in group] for group in groups] == [[1, 3]]
    merged = ada.post("/api/vendors/3/merge", json={"duplicate_id": 1}).json()
    assert merged["id"] == 3
    assert ada.get("/api/vendors/1").json()["merged_into"] == 3
    assert ada.get("/api/invoices/INV-10003").json()["vendor_id"] == 3
    assert ada.get("/api/vendors/duplicates").json() == []
    tax = ada.get("/api/vendors/2").json()["tax_id"]
    answer = ada.post("/api/vendors", json={"name": "Other", "tax_id": tax})
    assert "Grim Trading" in refusal(answer)


def test_an_order_is_approved_received_and_closed(ada, bruno, cleo, refusal):
    assert "limit" in refusal(bruno.post("/api/orders/PO-10002/approve"))
    ada.post("/api/orders/PO-10002/approve").raise_for_status()
    delivery = {"line_id": 2, "quantity": 2, "received_on": today().isoformat()}
    path = "/api/orders/PO-10002/receipts"
    assert "Only 1" in refusal(cleo.post(path, json=delivery))
    delivery["quantity"] = 1
    assert cleo.post(path, json=delivery).json()["lines"][0]["received"] == 1
    assert "close it" in refusal(ada.post("/api/orders/PO-10002/cancel"))
    assert ada.post("/api/orders/PO-10002/close").json()["status"] == "closed"
