"""Month close, budgets, assets and the portfolio."""

import random
from datetime import timedelta
from decimal import Decimal

import pytest

from mock_platform.kit.clock import current, today
from mock_platform.services.finance.months import add_months, last_of, month_name

REASON = {"reason": "A late bill has to be booked"}


def month(back):
    return month_name(add_months(today(), -back))


@pytest.fixture
def closed(ada):
    """Depreciation of the months before the last, which are locked."""
    for back in (2, 1):
        ada.post(f"/api/depreciation/{month(back)}").raise_for_status()
    for back in (3, 2, 1):
        ada.post(f"/api/months/{month(back)}/lock").raise_for_status()


def test_the_checklist_says_what_is_open(ada, bruno, refusal):
    items = {item["name"]: item for item in ada.get(f"/api/months/{month(0)}").json()["items"]}
    assert items["No transactions are drafts"]["numbers"] == ["T-10004"]
    assert not items["The month has ended"]["done"]
    assert not items["Earlier months are locked"]["done"]
    assert items["The trial balance is zero"]["done"]
    assert "not ready" in refusal(ada.post(f"/api/months/{month(0)}/lock"))
    assert bruno.post(f"/api/months/{month(3)}/lock").status_code == 403


def test_nothing_changes_a_locked_month(ada, bruno, closed, refusal, zero):
    before = zero()
    day = last_of(add_months(today(), -1)).isoformat()
    lines = [{"account": "6300", "debit": "5"}, {"account": "1200", "credit": "5"}]
    entry = {"day": day, "lines": lines}
    assert "is locked" in refusal(ada.post("/api/transactions", json=entry))
    assert "is locked" in refusal(ada.put("/api/transactions/T-10004", json=entry))
    back = {"reason": "Entered twice by mistake", "day": day}
    answer = bruno.post("/api/transactions/T-10005/reverse", json=back)
    assert answer.status_code in (409, 422)
    budget = {"amount": "9"}
    assert "is locked" in refusal(ada.put(f"/api/budgets/{month(1)}/6300", json=budget))
    run = {"bank_account": "1200", "pay_on": day, "invoices": ["INV-10003"]}
    assert "is locked" in refusal(ada.post("/api/payment-runs", json=run))
    assert zero() == before


def test_only_the_last_locked_month_is_reopened_with_a_reason(ada, bruno, closed, refusal):
    path = f"/api/months/{month(1)}/reopen"
    assert bruno.post(path, json=REASON).status_code == 403
    assert ada.post(path, json={"reason": "because"}).status_code == 422
    assert "last locked" in refusal(ada.post(f"/api/months/{month(2)}/reopen", json=REASON))
    assert ada.post(path, json=REASON).json()["locked"] is False
    seen = ada.get("/api/months").json()
    assert [m["locked"] for m in seen[:4]] == [False, False, True, True]
    assert seen[1]["reason"] == REASON["reason"]


def test_an_invoice_of_a_locked_month_is_booked_today(ada, bruno, cleo, closed):
    day = last_of(add_months(today(), -1)).isoformat()
    line = {"description": "Ink", "unit_price": "5", "account": "6400"}
    bill = {"vendor_id": 1, "number": "L-1", "invoiced_on": day, "lines": [line]}
    reference = cleo.post("/api/invoices", json=bill).json()["reference"]
    cleo.post(f"/api/invoices/{reference}/receive").raise_for_status()
    number = bruno.post(f"/api/invoices/{reference}/approve").json()["transactions"][0]
    assert ada.get(f"/api/transactions/{number}").json()["day"] == today().isoformat()


def test_depreciation_runs_once_a_month(ada, refusal):
    path = f"/api/depreciation/{month(2)}"
    assert ada.post(path).json()["total"] == "100.00"
    assert "once a month" in refusal(ada.post(path))
    assert "next month" in refusal(ada.post(f"/api/depreciation/{month(0)}"))
    asset = ada.get("/api/assets/FA-10001").json()
    assert (asset["book_value"], asset["next_month"][:7]) == ("1100.00", month(1))


def test_assets_lose_value_by_their_method(ada):
    first = add_months(today(), -3).isoformat()
    more = {"acquired_on": first, "cost": "1000", "method": "declining", "rate": 30}
    ada.post("/api/assets", json={"name": "Drone", "salvage": "960", **more}).raise_for_status()
    odd = {"acquired_on": first, "cost": "100", "life_months": 3}
    ada.post("/api/assets", json={"name": "Chair", **odd}).raise_for_status()
    for back in (2, 1, 0):
        ada.post(f"/api/depreciation/{month(back)}").raise_for_status()
    taken = [
        [part["amount"] for part in reversed(ada.get(f"/api/assets/FA-{n}").json()["taken"])]
        for n in (10002, 10003)
    ]
    assert taken == [["25.00", "15.00", "0.00"][:2], ["33.33", "33.33", "33.34"]]


def test_a_retired_asset_is_a_loss(ada, refusal, zero):
    ada.post(f"/api/depreciation/{month(2)}").raise_for_status()
    day = {"day": today().isoformat()}
    assert ada.post("/api/assets/FA-10001/retire", json=day).json()["retired_on"] == day["day"]
    assert ada.get("/api/accounts/6600").json()["balance"] == "1100.00"
    assert ada.get("/api/accounts/1500").json()["balance"] == "0.00"
    assert "already" in refusal(ada.post("/api/assets/FA-10001/retire", json=day))
    zero()


def test_an_asset_is_not_retired_ahead_or_in_a_depreciated_month(ada, refusal, zero):
    path = "/api/assets/FA-10001/retire"
    ahead = {"day": (today() + timedelta(days=1)).isoformat()}
    assert "not come yet" in refusal(ada.post(path, json=ahead), 422)
    ada.post(f"/api/depreciation/{month(2)}").raise_for_status()
    for back in (3, 2):
        early = {"day": last_of(add_months(today(), -back)).isoformat()}
        assert month(2) in refusal(ada.post(path, json=early))
    assert ada.get("/api/assets/FA-10001").json()["retired_on"] is None
    day = {"day": add_months(today(), -1).isoformat()}
    assert ada.post(path, json=day).json()["retired_on"] == day["day"]
    zero()


def test_nothing_is_depreciated_after_the_write_off(ada):
    ada.post(f"/api/depreciation/{month(2)}").raise_for_status()
    day = {"day": today().isoformat()}
    ada.post("/api/assets/FA-10001/retire", json=day).raise_for_status()
    assert ada.post(f"/api/depreciation/{month(1)}").json()["total"] == "0.00"
    assert ada.get("/api/accounts/1590").json()["balance"] == "0.00"
    assert ada.get("/api/accounts/6600").json()["balance"] == "1100.00"


def test_budgets_raise_alerts(ada, bruno, refusal):
    path = f"/api/budgets/{month(0)}/6300"
    assert bruno.put(path, json={"amount": "9"}).status_code == 403
    assert ada.put(path, json={"amount": "699.99"}).json()["alert"] == "over"
    assert ada.put(path, json={"amount": "700", "threshold": 100}).json()["alert"] == "near"
    assert ada.put(path, json={"amount": "701", "threshold": 100}).json()["alert"] == ""
    assert ada.get("/api/budgets/alerts").json() == []
    assert ada.delete(path).status_code == 204
    assert "income and expenses" in refusal(
        ada.put(f"/api/budgets/{month(0)}/1200", json={"amount": "9"})
    )


def trade(side, quantity, **values):
    order = {"symbol": "ALDR", "side": side, "quantity": quantity, "bank_account": "1200"}
    return order | values


def test_orders_execute_and_settle(ada, cleo, refusal, zero):
    assert cleo.post("/api/trades", json=trade("buy", 1)).status_code == 403
    bought = ada.post("/api/trades", json=trade("buy", 100)).json()
    assert (bought["status"], bought["price"], bought["fee"]) == ("executed", "10.00", "5.00")
    cash = ada.get("/api/accounts/1200").json()["balance"]
    assert ada.post("/api/trades/process").json() == []
    try:
        current().advance(timedelta(days=5))
        assert ada.post("/api/trades/process").json() == [bought["number"]]
    finally:
        current().advance(timedelta(days=-5))
    assert Decimal(cash) - Decimal(ada.get("/api/accounts/1200").json()["balance"]) == 1005
    assert "Only 100" in refusal(ada.post("/api/trades", json=trade("sell", 101)))
    zero()


def test_limit_orders_wait_for_their_price(ada, refusal):
    assert ada.post("/api/trades", json=trade("buy", 1, kind="limit")).status_code == 422
    low = trade("buy", 10, kind="limit", limit_price="9.50")
    assert ada.post("/api/trades", json=low).json()["status"] == "open"
    ada.post("/api/trades", json=trade("buy", 10)).raise_for_status()
    high = ada.post("/api/trades", json=trade("sell", 10, kind="limit", limit_price="11")).json()
    try:
        current().advance(timedelta(days=10))
        ada.post("/api/trades/process").raise_for_status()
        sold = ada.get(f"/api/trades/{high['number']}").json()
        assert (sold["status"], sold["price"]) == ("executed", "12.00")
        assert sold["gain"] == "10.00"
    finally:
        current().advance(timedelta(days=-10))
    open_ones = ada.get("/api/trades", params={"status": "open"}).json()["items"]
    assert [t["limit_price"] for t in open_ones] == ["9.50"]
    ada.post(f"/api/trades/{open_ones[0]['number']}/cancel").raise_for_status()
    assert "cancelled" in refusal(ada.post(f"/api/trades/{open_ones[0]['number']}/cancel"))


def test_a_low_limit_does_not_hide_the_value_of_a_sale(ada, bruno, refusal):
    ada.post("/api/trades", json=trade("buy", 1001)).raise_for_status()
    low = trade("sell", 1001, kind="limit", limit_price="0.01")
    assert "10010.00 is above" in refusal(bruno.post("/api/trades", json=low))
    assert ada.get("/api/portfolio").json()[0]["quantity"] == 1001
    done = bruno.post("/api/trades", json=low | {"quantity": 1000}).json()
    assert (done["status"], done["value"]) == ("executed", "10000.00")


def test_an_open_order_keeps_to_the_limit_of_who_placed_it(ada, bruno):
    ada.post("/api/trades", json=trade("buy", 1000)).raise_for_status()
    waiting = trade("sell", 900, kind="limit", limit_price="11.00")
    above = bruno.post("/api/trades", json=waiting).json()["number"]
    within = bruno.post("/api/trades", json=waiting | {"quantity": 100}).json()["number"]
    try:
        current().advance(timedelta(days=10))
        assert within in ada.post("/api/trades/process").json()
        assert ada.get(f"/api/trades/{above}").json()["status"] == "open"
    finally:
        current().advance(timedelta(days=-10))


def test_gains_are_those_of_a_simple_model(ada, zero):
    """First in, first out, piece by piece, to the cent."""
    rng = random.Random(3)
    lots: list[list[Decimal]] = []
    for _ in range(12):
        held = sum(int(count) for count, _ in lots)
        side = rng.choice(["buy", "sell"]) if held else "buy"
        count = rng.randint(1, held if side == "sell" else 300)
        done = ada.post("/api/trades", json=trade(side, count)).raise_for_status().json()
        fee = max(Decimal("5.00"), (count * Decimal("0.01")).quantize(Decimal("0.01")))
        if side == "buy":
            lots.append([Decimal(count), count * 10 + fee])
            continue
        cost, wanted = Decimal(0), Decimal(count)
        while wanted:
            lot = lots[0]
            taken = min(wanted, lot[0])
            part = (lot[1] * taken / lot[0]).quantize(Decimal("0.01"), "ROUND_HALF_UP")
            lots[0] = [lot[0] - taken, lot[1] - part]
            cost, wanted = cost + part, wanted - taken
            if not lots[0][0]:
                lots.pop(0)
        assert Decimal(done["gain"]) == count * 10 - fee - cost
        assert sum(Decimal(lot["gain"]) for lot in done["lots"]) == Decimal(done["gain"])
    held = ada.get("/api/portfolio").json()[0]
    assert Decimal(held["cost"]) == sum(cost for _, cost in lots)
    assert ada.get("/api/accounts/1300").json()["balance"] == held["cost"]
    zero()
