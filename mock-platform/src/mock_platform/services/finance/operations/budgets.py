"""Budgets by account and month, and the alerts they raise."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.finance.models import Account, Budget, User
from mock_platform.services.finance.months import last_of, month_name
from mock_platform.services.finance.operations.accounts import sums_by_account
from mock_platform.services.finance.operations.books import check_open, find_account, note
from mock_platform.services.finance.operations.rights import require
from mock_platform.services.finance.operations.values import Positive
from mock_platform.services.finance.policy import BUDGET_THRESHOLD_PERCENT, ZERO

type Alert = Literal["", "near", "over"]


class BudgetAmount(BaseModel):
    """`threshold` percent of the amount raise an alert."""

    amount: Positive
    threshold: int = Field(default=BUDGET_THRESHOLD_PERCENT, ge=1, le=100)


@dataclass(frozen=True)
class BudgetLine:
    """`percent` of the budget is used; `alert` is `near` from the threshold on, `over` above."""

    budget: Budget
    account: Account
    actual: Decimal

    @property
    def left(self) -> Decimal:
        return self.budget.amount - self.actual

    @property
    def percent(self) -> int:
        return int(self.actual * 100 / self.budget.amount) if self.budget.amount else 0

    @property
    def alert(self) -> Alert:
        if self.actual > self.budget.amount:
            return "over"
        return "near" if self.actual * 100 >= self.budget.amount * self.budget.threshold else ""


@operation
def list_budgets(db: Session, month: date) -> list[BudgetLine]:
    """The budgets of a month beside what is posted, by account."""
    actual = sums_by_account(db, month, last_of(month))
    statement = select(Budget, Account).join(Account).where(Budget.month == month)
    rows = db.exec(statement.order_by(Account.code))
    return [BudgetLine(b, a, _spent(a, actual)) for b, a in rows]


@operation
def list_budget_alerts(db: Session, month: date) -> list[BudgetLine]:
    """The budgets of a month that are nearly or more than used up."""
    return [line for line in list_budgets(db, month) if line.alert]


@operation
def set_budget(
    db: Session, user: User, account: str, month: date, budget: BudgetAmount
) -> BudgetLine:
    """Set what an expense or income account may take in a month."""
    require(user, "controller")
    check_open(db, month)
    found = find_account(db, account)
    if found.kind not in ("expense", "income"):
        raise Refused("Budgets are for income and expenses.")
    row = _find(db, found, month)
    if row is None:
        row = Budget(account_id=found.key, month=month, amount=ZERO)
        db.add(row)
    row.amount, row.threshold = budget.amount, budget.threshold
    note(
        db, user, "set the budget of", f"account {found.code}", f"{month_name(month)}: {row.amount}"
    )
    db.flush()
    return BudgetLine(row, found, _spent(found, sums_by_account(db, month, last_of(month))))


@operation
def remove_budget(db: Session, user: User, account: str, month: date) -> None:
    """Drop a budget."""
    require(user, "controller")
    check_open(db, month)
    found = find_account(db, account)
    row = _find(db, found, month)
    if row is None:
        raise NotFound("There is no such budget.")
    db.delete(row)
    note(db, user, "removed the budget of", f"account {found.code}", month_name(month))


def _find(db: Session, account: Account, month: date) -> Budget | None:
    mine = select(Budget).where(Budget.account_id == account.id, Budget.month == month)
    return db.exec(mine).first()


def _spent(account: Account, sums: dict[int, Decimal]) -> Decimal:
    amount = sums.get(account.key, ZERO)
    return -amount if account.kind == "income" else amount
