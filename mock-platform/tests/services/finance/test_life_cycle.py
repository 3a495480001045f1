"""Whatever people do, the books balance, payables are what is owed, and locked months stand."""

import json
import tempfile
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import ServiceError, get_service
from mock_platform.kit.clock import today
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.models import (
    Account,
    Asset,
    Invoice,
    Lot,
    Period,
    Posting,
    Transaction,
    User,
)
from mock_platform.services.finance.months import add_months, first_of, last_of

REASON = "Because it has to be so"
PEOPLE = st.integers(1, 3)
INVOICES = st.integers(1, 9).map(lambda n: f"INV-{10_000 + n}")
ENTRIES = st.integers(1, 25).map(lambda n: f"T-{10_000 + n}")
MONTHS = st.integers(0, 3).map(lambda back: add_months(today(), -back))
AMOUNTS = st.integers(1, 90_000).map(lambda cents: Decimal(cents) / 100)


class LifeCycle(RuleBasedStateMachine):
    seed: dict

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(get_service("finance"), Path(self.folder.name))
        path = Path(self.folder.name) / "finance.json"
        path.write_text(json.dumps(self.seed))
        self.database.create()
        store_seed(self.database, load_seed(path, get_service("finance")), path)
        self.session = Session(self.database.engine)
        self.locked = {}

    def teardown(self):
        self.session.close()
        self.database.close()
        self.folder.cleanup()

    def attempt(self, operation, who, *arguments):
        """A request: all of it, or nothing of it."""
        try:
            operation(self.session, self.session.get_one(User, who), *arguments)
            self.session.commit()
        except ServiceError:
            self.session.rollback()

    @rule(
        who=PEOPLE, amount=AMOUNTS, back=st.integers(0, 90), code=st.sampled_from(["6300", "1990"])
    )
    def enter(self, who, amount, back, code):
        lines = [
            ops.EntryLine(account=code, debit=amount),
            ops.EntryLine(account="1200", credit=amount),
        ]
        entry = ops.Entry(day=today() - timedelta(days=back), lines=lines)
        self.attempt(ops.enter_transaction, who, entry)

    @rule(who=PEOPLE, number=ENTRIES)
    def post(self, who, number):
        self.attempt(ops.post_transaction, who, number)

    @rule(who=PEOPLE, number=ENTRIES, back=st.integers(0, 60))
    def reverse(self, who, number, back):
        day = today() - timedelta(days=back)
        self.attempt(ops.reverse_transaction, who, number, REASON, day)

    @rule(who=PEOPLE, number=ENTRIES)
    def categorise(self, who, number):
        self.attempt(ops.categorise_transaction, who, number, "6400")

    @rule(who=PEOPLE, number=ENTRIES)
    def delete(self, who, number):
        self.attempt(ops.delete_transaction, who, number)

    @rule(who=PEOPLE, number=ENTRIES, invoice=INVOICES)
    def attach(self, who, number, invoice):
        self.attempt(ops.attach_transaction, who, number, invoice)

    @rule(who=PEOPLE, amount=AMOUNTS, back=st.integers(0, 90), number=st.integers(1, 30))
    def bill(self, who, amount, back, number):
        line = ops.NewInvoiceLine(description="Ink", unit_price=amount, account="6400")
        day = today() - timedelta(days=back)
        bill = ops.NewInvoice(vendor_id=1, number=f"B-{number}", invoiced_on=day, lines=[line])
        self.attempt(ops.enter_invoice, who, bill)

    @rule(
        who=PEOPLE,
        invoice=INVOICES,
        step=st.sampled_from([ops.receive_invoice, ops.match_invoice, ops.approve_invoice]),
    )
    def advance(self, who, invoice, step):
        self.attempt(step, who, invoice)

    @rule(
        who=PEOPLE,
        invoice=INVOICES,
        step=st.sampled_from([ops.dispute_invoice, ops.settle_dispute, ops.void_invoice]),
    )
    def object(self, who, invoice, step):
        self.attempt(step, who, invoice, REASON)

    @rule(who=PEOPLE, invoices=st.lists(INVOICES, min_size=1, max_size=3))
    def plan(self, who, invoices):
        plan = ops.NewPaymentRun(bank_account="1200", pay_on=today(), invoices=invoices)
        self.attempt(ops.create_payment_run, who, plan)

    @rule(who=PEOPLE, number=st.integers(1, 4))
    def pay(self, who, number):
        self.attempt(ops.approve_payment_run, who, f"PR-{10_000 + number}")

    @rule(who=PEOPLE, month=MONTHS)
    def depreciate(self, who, month):
        self.attempt(ops.run_depreciation, who, month)

    @rule(who=PEOPLE, side=st.sampled_from(["buy", "sell"]), quantity=st.integers(1, 500))
    def trade(self, who, side, quantity):
        order = ops.NewTrade(symbol="ALDR", side=side, quantity=quantity, bank_account="1200")
        self.attempt(ops.place_trade, who, order)

    @rule(month=MONTHS)
    def lock(self, month):
        self.attempt(ops.lock_month, 1, month)

    @rule(month=MONTHS)
    def reopen(self, month):
        self.attempt(ops.reopen_month, 1, month, REASON)

    def balance(self, code):
        account = self.session.exec(select(Account).where(Account.code == code)).one()
        total = select(func.sum(Posting.amount)).where(Posting.account_id == account.id)
        return self.session.exec(total.where(col(Posting.posted))).one() or Decimal(0)

    @invariant()
    def every_transaction_balances(self):
        grouped = select(Posting.transaction_id, func.sum(Posting.amount))
        for number, total in self.session.exec(grouped.group_by(Posting.transaction_id)):
            assert total == 0, number
        assert self.session.exec(select(func.sum(Posting.amount))).one() == 0

    @invariant()
    def payables_are_what_is_owed(self):
        owed = sum(
            invoice.total
            for invoice in self.session.exec(select(Invoice))
            if "approved" in (invoice.status, invoice.disputed_from)
        )
        assert -self.balance("2000") == owed

    @invariant()
    def assets_and_securities_agree_with_the_ledger(self):
        accumulated = sum(asset.accumulated for asset in self.session.exec(select(Asset)))
        assert -self.balance("1590") == accumulated
        assert self.balance("1300") == sum(lot.cost for lot in self.session.exec(select(Lot)))

    @invariant()
    def nobody_posts_what_they_entered(self):
        drafts = select(Transaction).where(
            Transaction.kind == "manual", Transaction.status != "draft", Transaction.total > 500
        )
        for entry in self.session.exec(drafts.where(col(Transaction.memo) == "")):
            assert entry.posted_by != entry.entered_by

    @invariant()
    def locked_months_stand(self):
        """Of a month that stays locked, no posting changes, comes or goes."""
        rows = self.session.exec(select(Period).where(col(Period.locked))).all()
        now = {period.month: self._contents(period.month) for period in rows}
        for month, contents in now.items():
            assert self.locked.get(month, contents) == contents
        self.locked = now

    def _contents(self, month):
        assert month == first_of(month)
        inside = col(Posting.day).between(month, last_of(month))
        rows = self.session.exec(select(Posting).where(inside).order_by(Posting.id)).all()
        return [(r.id, r.account_id, r.amount, r.day, r.posted) for r in rows]


@pytest.mark.slow
def test_life_cycle(finance_seed):
    from hypothesis.stateful import run_state_machine_as_test

    LifeCycle.seed = finance_seed
    rules = settings(max_examples=40, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(LifeCycle, settings=rules)
