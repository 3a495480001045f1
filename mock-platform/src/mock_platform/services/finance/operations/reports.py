"""What the postings add up to: dashboard, statements, aged payables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import case, func
from sqlmodel import Session, col, select

from mock_platform.kit.clock import today
from mock_platform.kit.operation import operation
from mock_platform.services.finance.models import (
    Account,
    BankAccount,
    Invoice,
    Posting,
    Transaction,
    Vendor,
)
from mock_platform.services.finance.months import first_of, last_of
from mock_platform.services.finance.operations.accounts import sums_by_account
from mock_platform.services.finance.operations.books import find_account
from mock_platform.services.finance.operations.budgets import BudgetLine, list_budgets
from mock_platform.services.finance.policy import AGES, PAYABLES, ZERO


@dataclass(frozen=True)
class BalanceLine:
    """One account of a statement: either `debit` or `credit` is above 0."""

    account: Account
    debit: Decimal
    credit: Decimal


@dataclass(frozen=True)
class Statement:
    lines: Sequence[BalanceLine]

    @property
    def debit(self) -> Decimal:
        return sum((line.debit for line in self.lines), ZERO)

    @property
    def credit(self) -> Decimal:
        return sum((line.credit for line in self.lines), ZERO)


@dataclass(frozen=True)
class AgedLine:
    """What a vendor is owed: not due yet, then by days overdue as `policy.AGES` has them."""

    vendor: str
    vendor_id: int | None
    amounts: Sequence[Decimal]

    @property
    def total(self) -> Decimal:
        return sum(self.amounts, ZERO)


@dataclass(frozen=True)
class Dashboard:
    """`waiting` maps a kind of work to how much of it there is."""

    day: date
    cash: Sequence[tuple[Account, Decimal]]
    assets: Decimal
    liabilities: Decimal
    equity: Decimal
    income: Decimal
    expenses: Decimal
    month_income: Decimal
    month_expenses: Decimal
    budgets: Sequence[BudgetLine]
    payables: Sequence[Decimal]
    waiting: dict[str, int]


@operation
def view_dashboard(db: Session) -> Dashboard:
    """The state of the books today."""
    day = today()
    sums = sums_by_account(db, None, day)
    month = sums_by_account(db, first_of(day), day)
    accounts = db.exec(select(Account).order_by(Account.code)).all()
    banks = set(db.exec(select(BankAccount.account_id)))
    aged = _owed(db, day)
    return Dashboard(
        day,
        [(a, sums.get(a.key, ZERO)) for a in accounts if a.id in banks],
        _total(accounts, sums, "asset"),
        -_total(accounts, sums, "liability"),
        -_total(accounts, sums, "equity"),
        -_total(accounts, sums, "income"),
        _total(accounts, sums, "expense"),
        -_total(accounts, month, "income"),
        _total(accounts, month, "expense"),
        list_budgets(db, first_of(day)),
        [sum((line.amounts[n] for line in aged), ZERO) for n in range(len(AGES) + 1)],
        _waiting(db),
    )


@operation
def view_trial_balance(db: Session, until: date | None = None) -> Statement:
    """All accounts with what is posted up to a day; debits equal credits."""
    return _statement(db, sums_by_account(db, None, until or today()))


@operation
def view_profit_and_loss(db: Session, since: date, until: date) -> Statement:
    """Income and expenses between two days."""
    return _statement(db, sums_by_account(db, since, until), "income", "expense")


@operation
def view_aged_payables(db: Session, on: date | None = None) -> list[AgedLine]:
    """What vendors are owed on a day by how long it is overdue, largest first."""
    return sorted(_owed(db, on or today()), key=lambda line: (-line.total, line.vendor))


def month_range(month: date) -> tuple[date, date]:
    return first_of(month), last_of(month)


def _statement(db: Session, sums: dict[int, Decimal], *kinds: str) -> Statement:
    accounts = db.exec(select(Account).order_by(Account.code))
    lines = [
        BalanceLine(account, max(amount, ZERO), max(-amount, ZERO))
        for account in accounts
        if (amount := sums.get(account.key, ZERO)) and (not kinds or account.kind in kinds)
    ]
    return Statement(lines)


def _total(accounts: Sequence[Account], sums: dict[int, Decimal], kind: str) -> Decimal:
    return sum((sums.get(a.key, ZERO) for a in accounts if a.kind == kind), ZERO)


def _owed(db: Session, day: date) -> list[AgedLine]:
    payables = find_account(db, PAYABLES)
    amount = func.sum(-col(Posting.amount))
    owed_by_invoice = (
        select(Transaction.invoice_id, amount.label("owed"))
        .join(Posting, col(Posting.transaction_id) == Transaction.id)
        .where(Posting.account_id == payables.id, col(Posting.posted), col(Posting.day) <= day)
        .group_by(col(Transaction.invoice_id))
        .having(amount != 0)
        .subquery()
    )
    reached = [(col(Invoice.due_on) >= day - timedelta(days=n), k) for k, n in enumerate(AGES)]
    column = case((col(Invoice.id).is_(None), 0), *reached, else_=len(AGES))
    total = func.sum(owed_by_invoice.c.owed)
    statement = (
        select(Vendor.id, Vendor.name, column, total)
        .select_from(owed_by_invoice)
        .outerjoin(Invoice, col(Invoice.id) == owed_by_invoice.c.invoice_id)
        .outerjoin(Vendor, col(Vendor.id) == Invoice.vendor_id)
        .group_by(col(Vendor.id), column)
    )
    found: dict[int | None, tuple[str, list[Decimal]]] = {}
    for vendor_id, name, place, owed in db.exec(statement):
        empty = [ZERO] * (len(AGES) + 1)
        _, amounts = found.setdefault(vendor_id, (name or "Without an invoice", empty))
        amounts[place] += owed
    return [AgedLine(name, number, amounts) for number, (name, amounts) in found.items()]


def _waiting(db: Session) -> dict[str, int]:
    states = select(Invoice.status, func.count()).group_by(Invoice.status)
    counts: dict[str, int] = dict(db.exec(states).all())
    drafts = select(func.count()).select_from(Transaction).where(Transaction.status == "draft")
    return {
        "drafts": db.exec(drafts).one(),
        **{name: counts.get(name, 0) for name in ("received", "matched", "approved", "disputed")},
    }
