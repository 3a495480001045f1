"""What of the policy an expense does not keep to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from pydantic import TypeAdapter
from sqlmodel import Session, col, select

from mock_platform.services.expense import policy
from mock_platform.services.expense.models import Category, Expense

type Rule = Literal["receipt", "limit", "late", "duplicate", "mileage"]


@dataclass(frozen=True)
class Violation:
    rule: Rule
    message: str


JUDGED: Final = TypeAdapter(list[Violation])
"""How the violations of an expense are kept once it is handed in."""


def violations(db: Session, expenses: Sequence[Expense], day: date) -> dict[int, list[Violation]]:
    """Expense id → its violations, as of a day; in a few queries whatever their number."""
    categories = {c.id: c for c in db.exec(select(Category))}
    doubled = _doubled(db, expenses)
    found: dict[int, list[Violation]] = {}
    for expense in expenses:
        category = categories[expense.category_id]
        checks = [
            _receipt(expense),
            _limit(expense, category),
            _late(expense, day),
            _mileage(expense),
        ]
        own = [violation for violation in checks if violation]
        if expense.id in doubled:
            text = "another expense has the same day, merchant and amount"
            own.append(Violation("duplicate", text))
        if own and expense.id is not None:
            found[expense.id] = own
    return found


def _receipt(expense: Expense) -> Violation | None:
    needed = expense.kind == "amount" and expense.euros >= policy.RECEIPT_FROM
    if needed and expense.receipt_id is None:
        return Violation("receipt", f"a receipt is needed from {policy.RECEIPT_FROM} euros on")
    return None


def _limit(expense: Expense, category: Category) -> Violation | None:
    if expense.kind != "amount" or category.limit is None:
        return None
    if expense.euros <= category.limit * expense.quantity:
        return None
    each = f" for each {category.unit}" if category.unit else ""
    return Violation("limit", f"{category.name}: at most {category.limit} euros{each}")


def _late(expense: Expense, day: date) -> Violation | None:
    if (day - expense.spent_on).days > policy.LATE_DAYS:
        return Violation("late", f"it was spent more than {policy.LATE_DAYS} days before")
    return None


def _mileage(expense: Expense) -> Violation | None:
    if expense.kilometres > policy.MOST_KILOMETRES:
        return Violation("mileage", f"at most {policy.MOST_KILOMETRES} kilometres a day")
    return None


def _doubled(db: Session, expenses: Sequence[Expense]) -> set[int]:
    """The expenses that somebody has twice: same owner, day, merchant, amount and currency."""
    if not expenses:
        return set()
    days = {expense.spent_on for expense in expenses}
    owners = {expense.user_id for expense in expenses}
    near = db.exec(
        select(Expense).where(
            col(Expense.user_id).in_(owners),
            col(Expense.spent_on).in_(days),
            Expense.kind == "amount",
        )
    )
    groups: dict[tuple[object, ...], list[int]] = {}
    for other in near:
        key = (
            other.user_id,
            other.spent_on,
            other.merchant.strip().casefold(),
            other.amount,
            other.currency,
        )
        groups.setdefault(key, []).append(other.id or 0)
    return {number for group in groups.values() if len(group) > 1 for number in group}
