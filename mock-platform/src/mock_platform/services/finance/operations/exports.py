"""Reports as CSV."""

import csv
import io
import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import Any, Literal

from sqlmodel import Session, col, select

from mock_platform.kit.operation import operation
from mock_platform.services.finance.models import (
    Account,
    Asset,
    Lot,
    LotSale,
    Posting,
    Security,
    Trade,
    Transaction,
)
from mock_platform.services.finance.months import last_of
from mock_platform.services.finance.operations.budgets import list_budgets
from mock_platform.services.finance.operations.reports import (
    Statement,
    view_aged_payables,
    view_profit_and_loss,
    view_trial_balance,
)
from mock_platform.services.finance.policy import AGES

type ReportName = Literal[
    "trial-balance",
    "profit-and-loss",
    "journal",
    "aged-payables",
    "budgets",
    "assets",
    "realised-gains",
]

REPORTS: dict[ReportName, str] = {
    "trial-balance": "Trial balance at the end of the month",
    "profit-and-loss": "Income and expenses of the month",
    "journal": "Every posting of the month",
    "aged-payables": "What vendors were owed at the end of the month, by age",
    "budgets": "Budgets of the month beside what was posted",
    "assets": "Fixed assets with their book values now",
    "realised-gains": "Realised gains of sales in the month, lot by lot",
}

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


@operation
def export_report(db: Session, name: ReportName, month: date) -> str:
    """A report of a month as CSV with a header line; amounts with two decimals and a point.

    Text that a spreadsheet would take for a formula has an apostrophe before it.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_plain(cell) for cell in row] for row in _ROWS[name](db, month))
    return text.getvalue()


def _plain(cell: Any) -> Any:
    if isinstance(cell, str) and cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


def _trial_balance(db: Session, month: date) -> Iterable[Iterable[Any]]:
    return _statement(view_trial_balance(db, last_of(month)))


def _profit_and_loss(db: Session, month: date) -> Iterable[Iterable[Any]]:
    return _statement(view_profit_and_loss(db, month, last_of(month)))


def _statement(statement: Statement) -> Iterable[Iterable[Any]]:
    yield "account", "name", "kind", "debit", "credit"
    for line in statement.lines:
        account = line.account
        yield account.code, account.name, account.kind, line.debit, line.credit
    yield "", "Total", "", statement.debit, statement.credit


def _journal(db: Session, month: date) -> Iterable[Iterable[Any]]:
    yield "day", "transaction", "account", "name", "debit", "credit", "memo", "counterparty"
    statement = (
        select(Posting, Transaction, Account)
        .join(Transaction, col(Transaction.id) == Posting.transaction_id)
        .join(Account, col(Account.id) == Posting.account_id)
        .where(col(Posting.posted), col(Posting.day).between(month, last_of(month)))
    )
    for posting, entry, account in db.exec(statement.order_by(col(Posting.day), col(Posting.id))):
        debit, credit = max(posting.amount, 0), max(-posting.amount, 0)
        memo = posting.memo or entry.memo
        yield (
            posting.day,
            entry.number,
            account.code,
            account.name,
            f"{debit:.2f}",
            f"{credit:.2f}",
            memo,
            entry.counterparty,
        )


def _aged_payables(db: Session, month: date) -> Iterable[Iterable[Any]]:
    yield "vendor", *age_names(), "total"
    for line in view_aged_payables(db, last_of(month)):
        yield line.vendor, *line.amounts, line.total


def age_names() -> list[str]:
    """What the columns of aged payables are called."""
    middle = [f"{low + 1} to {high} days" for low, high in pairwise(AGES)]
    return ["not due", *middle, f"over {AGES[-1]} days"]


def _budgets(db: Session, month: date) -> Iterable[Iterable[Any]]:
    yield "account", "name", "budget", "actual", "left", "percent", "alert"
    for line in list_budgets(db, month):
        account = line.account
        amounts = (line.budget.amount, line.actual, line.left)
        yield account.code, account.name, *amounts, line.percent, line.alert


def _assets(db: Session, _month: date) -> Iterable[Iterable[Any]]:
    yield "asset", "name", "acquired", "method", "cost", "accumulated", "book value", "retired"
    for asset in db.exec(select(Asset).order_by(col(Asset.code))):
        amounts = (asset.cost, asset.accumulated, asset.book_value)
        head = (asset.code, asset.name, asset.acquired_on, asset.method)
        yield *head, *amounts, asset.retired_on or ""


def _gains(db: Session, month: date) -> Iterable[Iterable[Any]]:
    yield "order", "day", "security", "quantity", "bought", "cost", "gain"
    statement = (
        select(LotSale, Trade, Lot, Security)
        .join(Trade, col(Trade.id) == LotSale.trade_id)
        .join(Lot, col(Lot.id) == LotSale.lot_id)
        .join(Security, col(Security.id) == Trade.security_id)
        .where(col(Trade.executed_on).between(month, last_of(month)))
    )
    for sale, trade, lot, security in db.exec(statement.order_by(col(LotSale.id))):
        head = (trade.number, trade.executed_on, security.symbol, sale.quantity)
        yield *head, lot.bought_on, sale.cost, sale.gain


_ROWS = {
    "trial-balance": _trial_balance,
    "profit-and-loss": _profit_and_loss,
    "journal": _journal,
    "aged-payables": _aged_payables,
    "budgets": _budgets,
    "assets": _assets,
    "realised-gains": _gains,
}
