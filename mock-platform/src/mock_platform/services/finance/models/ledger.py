"""Accounts, transactions, months, budgets and fixed assets."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String, UniqueConstraint
from sqlmodel import Field

from mock_platform.kit.rows import MaybeWhen, Money
from mock_platform.services.finance.models.base import ZERO, FinanceRow, NotNegative
from mock_platform.services.finance.months import BookDay, MaybeBookDay, Moment, Month

AccountKind = Literal["asset", "liability", "equity", "income", "expense"]
TransactionStatus = Literal["draft", "posted", "reversed"]
TransactionKind = Literal[
    "manual", "bank", "invoice", "payment", "depreciation", "trade", "reversal", "opening"
]
Method = Literal["straight_line", "declining"]


class Account(FinanceRow, table=True):
    """An account of the chart; inactive ones take no new transactions."""

    __tablename__ = "accounts"

    id: int | None = Field(default=None, primary_key=True)
    code: Annotated[str, Limit(pattern=r"^\d{4}$")] = Field(unique=True, index=True)
    name: str
    kind: AccountKind = Field(sa_type=String)
    active: bool = True


class BankAccount(FinanceRow, table=True):
    """A real account at a bank, and the account of the chart that stands for it."""

    __tablename__ = "bank_accounts"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id", unique=True)
    bank: str
    iban: str = Field(unique=True)


class Transaction(FinanceRow, table=True):
    """`total` is the sum of its debits; `reverses_id` the transaction that it takes back."""

    __tablename__ = "transactions"
    __table_args__ = (
        Index("ix_transactions_newest", "day", "id"),
        Index("ix_transactions_status", "status", "day"),
    )

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True)
    day: BookDay
    kind: TransactionKind = Field(default="manual", sa_type=String)
    status: TransactionStatus = Field(default="draft", sa_type=String)
    memo: str = ""
    counterparty: str = ""
    total: NotNegative
    entered_by: int = Field(foreign_key="users.id")
    entered_at: Moment
    posted_by: int | None = Field(default=None, foreign_key="users.id")
    posted_at: MaybeWhen = None
    invoice_id: int | None = Field(default=None, foreign_key="invoices.id", index=True)
    reverses_id: int | None = Field(default=None, foreign_key="transactions.id", unique=True)
    reason: str = ""


class Posting(FinanceRow, table=True):
    """One side of a transaction: debits are positive, credits negative.

    `day` and `posted` are its transaction's, so that sums need no other table.
    """

    __tablename__ = "postings"
    __table_args__ = (
        Index("ix_postings_sums", "posted", "account_id", "day", "amount", "transaction_id"),
        Index("ix_postings_account", "account_id", "posted", "day"),
    )

    id: int | None = Field(default=None, primary_key=True)
    transaction_id: int = Field(foreign_key="transactions.id", index=True)
    account_id: int = Field(foreign_key="accounts.id")
    amount: Money
    day: BookDay
    posted: bool = False
    memo: str = ""


class Period(FinanceRow, table=True):
    """A month that has been locked, and perhaps reopened (`locked` is false then)."""

    __tablename__ = "periods"

    id: int | None = Field(default=None, primary_key=True)
    month: Month = Field(unique=True)
    locked: bool = True
    changed_by: int = Field(foreign_key="users.id")
    changed_at: Moment
    reason: str = ""


class Budget(FinanceRow, table=True):
    """What an account may take in a month; `threshold` percent of it raise an alert."""

    __tablename__ = "budgets"
    __table_args__ = (UniqueConstraint("month", "account_id"),)

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="accounts.id")
    month: Month
    amount: NotNegative
    threshold: Annotated[int, Limit(ge=1, le=100)] = 80


class Asset(FinanceRow, table=True):
    """A fixed asset; `rate` is the yearly percentage of the declining method."""

    __tablename__ = "assets"

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(unique=True, index=True)
    name: str
    acquired_on: BookDay
    cost: NotNegative
    salvage: NotNegative = ZERO
    method: Method = Field(default="straight_line", sa_type=String)
    life_months: Annotated[int, Limit(ge=1, le=600)] = 60
    rate: Annotated[int, Limit(ge=1, le=100)] | None = None
    accumulated: NotNegative = ZERO
    retired_on: MaybeBookDay = None

    @property
    def book_value(self) -> Decimal:
        return self.cost - self.accumulated


class DepreciationRun(FinanceRow, table=True):
    """The depreciation of a month; there is one at most."""

    __tablename__ = "depreciation_runs"

    id: int | None = Field(default=None, primary_key=True)
    month: Month = Field(unique=True)
    run_by: int = Field(foreign_key="users.id")
    run_at: Moment
    total: NotNegative
    transaction_id: int | None = Field(default=None, foreign_key="transactions.id")


class Depreciation(FinanceRow, table=True):
    """What a run took off one asset."""

    __tablename__ = "depreciations"

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="depreciation_runs.id", index=True)
    asset_id: int = Field(foreign_key="assets.id", index=True)
    amount: NotNegative
