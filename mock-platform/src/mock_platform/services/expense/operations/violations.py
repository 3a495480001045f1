"""What of the policy an expense does not keep to."""

from collections import Counter
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
    near = _near(db, expenses)
    doubled, far = _doubled(near), _far_days(near)
    found: dict[int, list[Violation]] = {}
    for expense in expenses:
        category = categories[expense.category_id]
        checks = [
            _receipt(expense),
            _limit(expense, category),
            _late(expense, day),
            _mileage(expense, far),
        ]
        own = [violation for violation in checks if violation]
        if expense.id in doubled:
            same = "merchant" if expense.kind == "amount" else "kind"
            text = f"another expense has the same day, {same} and amount"
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
    if expense.euros <= category.limit * (expense.quantity if category.unit else 1):
        return None
    each = f" for each {category.unit}" if category.unit else ""
    return Violation("limit", f"{category.name}: at most {category.limit} euros{each}")


def _late(expense: Expense, day: date) -> Violation | None:
    if (day - expense.spent_on).days > policy.LATE_DAYS:
        return Violation("late", f"it was spent more than {policy.LATE_DAYS} days before")
    return None


def _mileage(expense: Expense, far: set[tuple[int, date]]) -> Violation | None:
    if expense.kind == "mileage" and (expense.user_id, expense.spent_on) in far:
        return Violation("mileage", f"at most {policy.MOST_KILOMETRES} kilometres a day")
    return None


def _near(db: Session, expenses: Sequence[Expense]) -> Sequence[Expense]:
    """All expenses of the same people and days."""
    if not expenses:
        return []
    days = {expense.spent_on for expense in expenses}
    owners = {expense.user_id for expense in expenses}
    wanted = select(Expense).where(col(Expense.user_id).in_(owners))
    return db.exec(wanted.where(col(Expense.spent_on).in_(days))).all()


def _far_days(near: Sequence[Expense]) -> set[tuple[int, date]]:
    """User and day where all mileages together are too many kilometres."""
    driven: Counter[tuple[int, date]] = Counter()
    for expense in near:
        if expense.kind == "mileage":
            driven[expense.user_id, expense.spent_on] += expense.kilometres
    return {day for day, total in driven.items() if total > policy.MOST_KILOMETRES}


def _doubled(near: Sequence[Expense]) -> set[int]:
    """What somebody has twice: same day, kind, amount, currency and, unless computed, merchant."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for other in near:
        merchant = other.merchant.strip().casefold() if other.kind == "amount" else ""
        key = (other.user_id, other.spent_on, other.kind, merchant, other.amount, other.currency)
        groups.setdefault(key, []).append(other.id or 0)
    return {number for group in groups.values() if len(group) > 1 for number in group}
