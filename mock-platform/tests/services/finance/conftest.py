"""Small books: four people, three vendors, an order, invoices in several states, a security."""

import json
import random
from decimal import Decimal

import pytest

from mock_platform.kit import get_service
from mock_platform.services.finance.world import Ledger
from mock_platform.world import World

PEOPLE = {"ada": "controller", "bruno": "approver", "cleo": "clerk", "dora": "approver"}


def line(price, quantity=1, account="6400", **values):
    more = {"account": account, "description": "Paper", "quantity": quantity}
    return {**more, "unit_price": Decimal(price), **values}


def _seed():
    ledger = Ledger(World(random.Random(7)))
    for name, role in PEOPLE.items():
        ledger.user(f"{name.capitalize()} Quill", f"{name}@ledger.example", role, "plum")
    ledger.chart()
    sides = [("1200", Decimal(50000)), ("1500", Decimal(1200)), ("3000", Decimal(-51200))]
    ledger.transaction("-3month 1", sides, kind="opening", memo="Opening balances")
    tidy = ledger.vendor("Tidy Supplies", terms_days=30)
    ledger.vendor("Grim Trading", blocked=True, blocked_reason="Never delivered")
    ledger.vendor("Tidy Supplies Ltd", iban=tidy["iban"], bank_entered_by=3, bank_confirmed=False)
    order = ledger.order(tidy, "-5d", [line("100.00", 20, received=10)], by=3)
    ledger.order(tidy, "-5d", [line("11000.00", received=0)], status="draft", by=3)
    one = {"order_line_id": 1}
    ledger.invoice(tidy, "A-1", "-4d", [line("101.00", 5, **one)], order=order, by=3)
    ledger.invoice(tidy, "A-2", "-40d", [line("200.00")], status="approved", by=3)
    ledger.invoice(tidy, "A-3", "today", [line("300.00")], status="approved", by=3)
    ledger.invoice(tidy, "A-4", "today", [line("90.00")], by=3)
    ledger.invoice(tidy, "A-5", "today", [line("90.00")], by=3, status="draft")
    sides = [("1990", Decimal(240)), ("1200", Decimal(-240))]
    ledger.transaction("today", sides, kind="bank", posted=False, by=3, memo="Debit 88")
    sides = [("6300", Decimal(700)), ("1200", Decimal(-700))]
    ledger.transaction("today", sides, by=3, memo="Rail tickets")
    asset = {"acquired_on": "-3month 1", "cost": "1200.00", "life_months": 12}
    ledger.add("assets", code="FA-10001", name="Plotter", **asset)
    ledger.add("securities", symbol="ALDR", name="Alder Timber")
    for day, price in (("-9d", "9.00"), ("-1d", "10.00"), ("+9d", "12.00")):
        ledger.add("prices", security_id=1, day=day, price=price)
    ledger.add("budgets", account_id=ledger.account("6300"), month="+0month", amount="800.00")
    ledger.note("-1d", 1, "added", "V-1", "Tidy Supplies")
    return json.loads(json.dumps(ledger.tables, default=str))


SEED = _seed()


@pytest.fixture
def finance_seed():
    return SEED


@pytest.fixture
def live(share):
    return share(get_service("finance"), SEED).reset()


@pytest.fixture
def ada(live):
    """The controller."""
    return live.login("ada@ledger.example", "plum")


@pytest.fixture
def bruno(live):
    """An approver."""
    return live.login("bruno@ledger.example", "plum")


@pytest.fixture
def cleo(live):
    """The clerk, who entered most."""
    return live.login("cleo@ledger.example", "plum")


@pytest.fixture
def browser(live):
    return live.browser("ada@ledger.example", "plum")


def refusal(answer, status=409):
    """The message of a refused request."""
    assert answer.status_code == status, answer.text
    return answer.json()["error"]["message"]


@pytest.fixture(name="refusal")
def _refusal():
    return refusal


@pytest.fixture
def zero(ada):
    """`zero()`: the trial balance is; its total."""

    def check():
        found = ada.get("/api/trial-balance", params={"until": "2099-01-01"}).json()
        assert found["debit"] == found["credit"]
        return found["debit"]

    return check
