"""Budgets, assets, portfolio, month close and reports as the API answers them."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import BaseModel

from mock_platform.services.finance.months import month_name
from mock_platform.services.finance.operations import (
    BudgetLine,
    Closing,
    FullTrade,
    Statement,
)
from mock_platform.services.finance.operations.closing import CheckItem


class BudgetOut(BaseModel):
    account: str
    name: str
    month: str
    amount: Decimal
    threshold: int
    actual: Decimal
    left: Decimal
    percent: int
    alert: str

    @classmethod
    def of(cls, line: BudgetLine) -> "BudgetOut":
        budget, account = line.budget, line.account
        return cls(
            account=account.code,
            name=account.name,
            month=month_name(budget.month),
            amount=budget.amount,
            threshold=budget.threshold,
            actual=line.actual,
            left=line.left,
            percent=line.percent,
            alert=line.alert,
        )


class AssetOut(BaseModel):
    code: str
    name: str
    acquired_on: date
    cost: Decimal
    salvage: Decimal
    method: str
    life_months: int
    rate: int | None
    accumulated: Decimal
    retired_on: date | None


class TakenOut(BaseModel):
    month: date
    amount: Decimal


class FullAssetOut(AssetOut):
    """`next_amount` is what the run of `next_month` will take."""

    book_value: Decimal
    next_month: date
    next_amount: Decimal
    taken: list[TakenOut]


class DepreciationRunOut(BaseModel):
    month: date
    run_at: datetime
    total: Decimal


class HoldingOut(BaseModel):
    symbol: str
    name: str
    quantity: int
    cost: Decimal
    price: Decimal | None
    value: Decimal
    gain: Decimal


class PriceOut(BaseModel):
    day: date
    price: Decimal


class LotOut(BaseModel):
    bought_on: date
    bought: int
    quantity: int
    cost: Decimal


class LotSaleOut(BaseModel):
    bought_on: date
    quantity: int
    cost: Decimal
    gain: Decimal


class TradeLine(BaseModel):
    number: str
    symbol: str
    side: str
    kind: str
    quantity: int
    limit_price: Decimal | None
    status: str
    placed_on: date
    valid_until: date | None
    executed_on: date | None
    price: Decimal | None
    value: Decimal | None
    fee: Decimal
    settles_on: date | None
    gain: Decimal | None


class TradeOut(TradeLine):
    lots: list[LotSaleOut]

    @classmethod
    def of(cls, full: FullTrade) -> "TradeOut":
        lots = [LotSaleOut(**s.model_dump(), bought_on=lot.bought_on) for s, lot in full.sales]
        return cls(**full.trade.model_dump(), symbol=full.security.symbol, lots=lots)


class CheckOut(BaseModel):
    name: str
    done: bool
    count: int
    blocking: bool
    numbers: list[str]

    @classmethod
    def of(cls, item: CheckItem) -> "CheckOut":
        return cls(
            name=item.name,
            done=item.done,
            count=item.count,
            blocking=item.blocking,
            numbers=list(item.numbers),
        )


class MonthOut(BaseModel):
    month: str
    locked: bool
    changed_at: datetime | None = None
    reason: str = ""


class ClosingOut(BaseModel):
    """`ready` months can be locked."""

    month: str
    locked: bool
    ready: bool
    items: list[CheckOut]

    @classmethod
    def of(cls, closing: Closing) -> "ClosingOut":
        items = [CheckOut.of(item) for item in closing.items]
        month = month_name(closing.month)
        return cls(month=month, locked=closing.locked, ready=closing.ready, items=items)


class StatementLineOut(BaseModel):
    account: str
    name: str
    kind: str
    debit: Decimal
    credit: Decimal


class StatementOut(BaseModel):
    lines: list[StatementLineOut]
    debit: Decimal
    credit: Decimal

    @classmethod
    def of(cls, statement: Statement) -> "StatementOut":
        lines = [
            StatementLineOut(
                account=line.account.code,
                name=line.account.name,
                kind=line.account.kind,
                debit=line.debit,
                credit=line.credit,
            )
            for line in statement.lines
        ]
        return cls(lines=lines, debit=statement.debit, credit=statement.credit)


class AgedOut(BaseModel):
    """`amounts` by how long they are overdue: the name of a column → the amount."""

    vendor: str
    vendor_id: int | None
    amounts: dict[str, Decimal]
    total: Decimal


class CashOut(BaseModel):
    account: str
    name: str
    balance: Decimal


class DashboardOut(BaseModel):
    """`waiting` maps a kind of work to how much of it there is."""

    day: date
    cash: list[CashOut]
    assets: Decimal
    liabilities: Decimal
    equity: Decimal
    income: Decimal
    expenses: Decimal
    month_income: Decimal
    month_expenses: Decimal
    budgets: list[BudgetOut]
    payables: dict[str, Decimal]
    waiting: dict[str, int]
