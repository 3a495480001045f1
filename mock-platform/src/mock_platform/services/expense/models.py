"""The tables; seed data and the verifier read the same classes."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator
from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, String

from mock_platform.kit.rows import Account, Content, Day, MaybeMoney, MaybeWhen, Money, Row, When
from mock_platform.services.expense.policy import Kind, Role, State

type Decision = Literal["approved", "returned", "rejected"]
type Event = Literal[
    "created", "changed", "submitted", "withdrawn", "approved", "returned", "rejected", "paid"
]


def _rate(value: str) -> str:
    if not 0 < Decimal(value) < 100_000:
        raise ValueError("a rate is a number above 0")
    return value


class ExpenseRow(Row, registry=registry()):
    __abstract__ = True


class User(Account, ExpenseRow, table=True):
    __tablename__ = "users"

    role: Role = Field(default="employee", sa_type=String)
    department: str = Field(default="", max_length=60)
    manager_id: int | None = Field(default=None, foreign_key="users.id", index=True)


class Category(ExpenseRow, table=True):
    """`limit`: the most that an expense, or each `unit` of it, may come to without a violation.

    Its expenses are all of its `kind`.
    """

    __tablename__ = "categories"

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(unique=True, regex=r"^[A-Z]{2,6}$")
    name: str = Field(min_length=1, max_length=60)
    limit: MaybeMoney = None
    unit: str = Field(default="", max_length=20)
    kind: Kind = Field(default="amount", sa_type=String)
    active: bool = True


class Rate(ExpenseRow, table=True):
    """So many units of `currency` are one euro from `valid_from` on."""

    __tablename__ = "rates"
    __table_args__ = (UniqueConstraint("currency", "valid_from"),)

    id: int | None = Field(default=None, primary_key=True)
    currency: str = Field(regex=r"^[A-Z]{3}$", index=True)
    per_euro: Annotated[str, AfterValidator(_rate)] = Field(regex=r"^\d{1,6}(\.\d{1,6})?$")
    valid_from: Day


class Report(ExpenseRow, table=True):
    """`step` is the place in the chain that decides next, from 1; 0 unless it is submitted.

    `waiting_for` is who that is, `chain` who decides, as ids with commas between: it is fixed when
    the report is handed in, and found anew where a seeded report has none.
    """

    __tablename__ = "reports"
    __table_args__ = (
        Index("reports_of_user", "user_id", "state", "id"),
        Index("reports_by_state", "state", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True, regex=r"^T-\d{4,8}$")
    user_id: int = Field(foreign_key="users.id")
    title: str = Field(min_length=1, max_length=120)
    purpose: str = Field(default="", max_length=500)
    state: State = Field(default="draft", sa_type=String)
    step: int = Field(default=0, ge=0, le=5)
    waiting_for: int | None = Field(default=None, foreign_key="users.id", index=True)
    chain: str = Field(default="", regex=r"^(\d{1,9}(,\d{1,9}){0,9})?$")
    created_at: When
    submitted_at: MaybeWhen = None
    decided_at: MaybeWhen = None
    paid_at: MaybeWhen = None


class Receipt(ExpenseRow, table=True):
    """A file that proves an expense."""

    __tablename__ = "receipts"

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    filename: str = Field(min_length=1, max_length=120)
    content: Content
    uploaded_at: When


class Expense(ExpenseRow, table=True):
    """`amount` is in `currency`, `euros` what it is in euros by the rate of the day it was spent.

    A mileage has `kilometres`; a per diem has `full_days`, `part_days` and the provided meals as
    `breakfasts`, `lunches`, `dinners`. Their amounts are computed. `quantity` counts the units of
    the category's limit, if it has any: nights, people. `judged` is a JSON
    list of its violations, fixed when its report is handed in.
    """

    __tablename__ = "expenses"
    __table_args__ = (
        Index("expenses_of_user", "user_id", "spent_on"),
        Index("expenses_of_report", "report_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id")
    report_id: int | None = Field(default=None, foreign_key="reports.id")
    category_id: int = Field(foreign_key="categories.id", index=True)
    kind: Kind = Field(default="amount", sa_type=String)
    spent_on: Day
    merchant: str = Field(default="", max_length=120)
    amount: Money
    currency: str = Field(default="EUR", regex=r"^[A-Z]{3}$")
    euros: Money
    quantity: int = Field(default=1, ge=1, le=100)
    kilometres: int = Field(default=0, ge=0, le=5000)
    full_days: int = Field(default=0, ge=0, le=60)
    part_days: int = Field(default=0, ge=0, le=60)
    breakfasts: int = Field(default=0, ge=0, le=120)
    lunches: int = Field(default=0, ge=0, le=120)
    dinners: int = Field(default=0, ge=0, le=120)
    note: str = Field(default="", max_length=500)
    receipt_id: int | None = Field(default=None, foreign_key="receipts.id", index=True)
    judged: str | None = None
    created_at: When


class Approval(ExpenseRow, table=True):
    """What somebody decided about a report at a step of its chain; `round` counts submissions."""

    __tablename__ = "approvals"

    id: int | None = Field(default=None, primary_key=True)
    report_id: int = Field(foreign_key="reports.id", index=True)
    round: int = Field(default=1, ge=1)
    step: int = Field(ge=1)
    user_id: int = Field(foreign_key="users.id")
    decision: Decision = Field(sa_type=String)
    comment: str = Field(default="", max_length=500)
    decided_at: When


class Entry(ExpenseRow, table=True):
    """The history of a report."""

    __tablename__ = "history"

    id: int | None = Field(default=None, primary_key=True)
    report_id: int = Field(foreign_key="reports.id", index=True)
    user_id: int = Field(foreign_key="users.id")
    event: Event = Field(sa_type=String)
    details: str = Field(default="", max_length=500)
    at: When
