"""Expenses and receipts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Self

from pydantic import BaseModel, Field, model_validator
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.expense import policy
from mock_platform.services.expense.models import Category, Expense, Receipt, Report, User
from mock_platform.services.expense.operations import access
from mock_platform.services.expense.operations.money import convert_amount, mileage, per_diem
from mock_platform.services.expense.operations.violations import JUDGED, Violation, violations
from mock_platform.services.expense.policy import Kind


class Details(BaseModel):
    """What an expense says. `amount` counts for the kind `amount` alone; others are computed."""

    category: str = Field(min_length=1, max_length=20, description="The code of the category")
    kind: Kind = "amount"
    spent_on: date
    merchant: str = Field(default="", max_length=120)
    amount: Decimal = Field(default=Decimal(0), ge=0, lt=1_000_000, decimal_places=2)
    currency: str = Field(default="EUR", min_length=3, max_length=3)
    quantity: int = Field(default=1, ge=1, le=100)
    kilometres: int = Field(default=0, ge=0, le=5000)
    full_days: int = Field(default=0, ge=0, le=60)
    part_days: int = Field(default=0, ge=0, le=60)
    breakfasts: int = Field(default=0, ge=0, le=120)
    lunches: int = Field(default=0, ge=0, le=120)
    dinners: int = Field(default=0, ge=0, le=120)
    note: str = Field(default="", max_length=500)
    receipt_id: int | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needs: dict[Kind, tuple[bool, str]] = {
            "amount": (bool(self.amount and self.merchant.strip()), "an amount and a merchant"),
            "mileage": (self.kilometres > 0, "kilometres"),
            "per_diem": (self.full_days + self.part_days > 0, "full or part days"),
        }
        complete, what = needs[self.kind]
        if not complete:
            raise ValueError(f"an expense of this kind needs {what}")
        if max(self.breakfasts, self.lunches, self.dinners) > self.full_days + self.part_days:
            raise ValueError("there are more meals than days")
        return self


@dataclass(frozen=True)
class Shown:
    """An expense with what is shown beside it."""

    expense: Expense
    category: Category
    report: Report | None
    violations: Sequence[Violation]


@operation
def list_categories(db: Session) -> list[Category]:
    return list(db.exec(select(Category).order_by(col(Category.name))))


@operation
def list_expenses(
    db: Session, user: User, q: str, unreported: bool, page: int, size: int
) -> Paged[Shown]:
    """The user's expenses, the last spent first."""
    own = select(Expense).where(Expense.user_id == user.id)
    if unreported:
        own = own.where(col(Expense.report_id).is_(None))
    if q:
        like = (col(c).contains(q, autoescape=True) for c in (Expense.merchant, Expense.note))
        own = own.where(or_(*like))
    order = (col(Expense.spent_on).desc(), col(Expense.id).desc())
    found = paged(db, own.order_by(*order), page, size)
    return Paged(shown(db, found.items), page, size, found.total)


@operation
def view_expense(db: Session, user: User, expense_id: int) -> Shown:
    return shown(db, [access.own_expense(db, user, expense_id)])[0]


@operation
def add_expense(db: Session, user: User, details: Details) -> Expense:
    expense = Expense.model_validate(
        {"user_id": user.id, "created_at": now(), **_columns(db, user, details)}
    )
    db.add(expense)
    db.flush()
    return expense


@operation
def change_expense(db: Session, user: User, expense_id: int, details: Details) -> Expense:
    """Make the expense say what `details` say; not once its report is handed in."""
    expense = access.changeable_expense(db, user, expense_id)
    for name, value in _columns(db, user, details, expense_id).items():
        setattr(expense, name, value)
    db.flush()
    return expense


@operation
def delete_expense(db: Session, user: User, expense_id: int) -> None:
    db.delete(access.changeable_expense(db, user, expense_id))


@operation
def upload_receipt(db: Session, user: User, filename: str, content: bytes) -> Receipt:
    if not 0 < len(content) <= policy.LARGEST_RECEIPT:
        raise Invalid(f"A receipt has 1 to {policy.LARGEST_RECEIPT:,} bytes.")
    if not 1 <= len(filename.strip()) <= 120:
        raise Invalid("A receipt needs a file name of 1 to 120 characters.")
    receipt = Receipt(
        user_id=access.id_of(user), filename=filename.strip(), content=content, uploaded_at=now()
    )
    db.add(receipt)
    db.flush()
    return receipt


@operation
def list_receipts(
    db: Session, user: User, unused: bool, page: int, size: int
) -> Paged[tuple[Receipt, Expense | None]]:
    """The user's receipts, the last uploaded first, with the expense that each proves."""
    own = select(Receipt).where(Receipt.user_id == user.id)
    if unused:
        proven = select(Expense.receipt_id).where(
            Expense.user_id == user.id, col(Expense.receipt_id).is_not(None)
        )
        own = own.where(col(Receipt.id).not_in(proven))
    found = paged(db, own.order_by(col(Receipt.id).desc()), page, size)
    ids = [receipt.id for receipt in found.items]
    uses = {
        e.receipt_id: e for e in db.exec(select(Expense).where(col(Expense.receipt_id).in_(ids)))
    }
    return Paged([(r, uses.get(r.id)) for r in found.items], page, size, found.total)


@operation
def view_receipt(db: Session, user: User, receipt_id: int) -> Receipt:
    """One's own, or one of a report that one may see."""
    found = db.get(Receipt, receipt_id)
    if found is not None and found.user_id == user.id:
        return found
    expenses = select(Expense).where(Expense.receipt_id == receipt_id)
    for expense in db.exec(expenses):
        report = db.get(Report, expense.report_id) if expense.report_id else None
        if found and report and _may_see(db, user, report):
            return found
    raise NotFound("There is no such receipt.")


@operation
def delete_receipt(db: Session, user: User, receipt_id: int) -> None:
    receipt = access.own_receipt(db, user, receipt_id)
    if db.exec(select(Expense).where(Expense.receipt_id == receipt_id)).first():
        raise Refused("An expense needs this receipt; take it off the expense first.")
    db.delete(receipt)


def shown(db: Session, expenses: Sequence[Expense]) -> list[Shown]:
    categories = {c.id: c for c in db.exec(select(Category))}
    reports = {
        r.id: r
        for r in db.exec(select(Report).where(col(Report.id).in_({e.report_id for e in expenses})))
    }
    wrong = {e.id or 0: JUDGED.validate_json(e.judged) for e in expenses if e.judged is not None}
    open_ones = [e for e in expenses if e.judged is None]
    for day, group in _by_day(open_ones, reports).items():
        wrong |= violations(db, group, day)
    return [
        Shown(
            e,
            categories[e.category_id],
            reports.get(e.report_id),
            wrong.get(e.id or 0, []),
        )
        for e in expenses
    ]


def _by_day(
    expenses: Sequence[Expense], reports: dict[int | None, Report]
) -> dict[date, list[Expense]]:
    """The expenses by the day as of which they are judged: when they were handed in, or today."""
    found: dict[date, list[Expense]] = {}
    for expense in expenses:
        report = reports.get(expense.report_id)
        handed_in = report.submitted_at if report and report.state != "draft" else None
        found.setdefault(handed_in.date() if handed_in else today(), []).append(expense)
    return found


def _may_see(db: Session, user: User, report: Report) -> bool:
    try:
        return access.seen_report(db, user, report.number) is report
    except NotFound:
        return False


def _check_receipt(db: Session, user: User, receipt_id: int, expense_id: int | None) -> None:
    """A receipt proves one expense only."""
    access.own_receipt(db, user, receipt_id)
    proven = db.exec(select(Expense.id).where(Expense.receipt_id == receipt_id)).first()
    if proven not in (None, expense_id):
        raise Refused("That receipt proves another expense already.")


def _columns(
    db: Session, user: User, details: Details, expense_id: int | None = None
) -> dict[str, Any]:
    category = db.exec(
        select(Category).where(Category.code == details.category.strip().upper())
    ).first()
    if category is None or not category.active:
        raise Invalid("There is no such category.", fields={"category": "unknown"})
    if category.kind != details.kind:
        message = f"{category.name} takes only expenses of the kind: {policy.KINDS[category.kind]}."
        raise Invalid(message, fields={"kind": message})
    if details.spent_on > today():
        raise Invalid("The day lies ahead.", fields={"spent_on": "in the future"})
    if details.spent_on < today() - timedelta(days=3650):
        raise Invalid("The day is too long ago.", fields={"spent_on": "too early"})
    if details.receipt_id is not None:
        _check_receipt(db, user, details.receipt_id, expense_id)
    values = details.model_dump(exclude={"category"})
    if details.kind == "mileage":
        values |= {"amount": mileage(details.kilometres), "currency": policy.HOME_CURRENCY}
    if details.kind == "per_diem":
        meals = {
            "breakfast": details.breakfasts,
            "lunch": details.lunches,
            "dinner": details.dinners,
        }
        amount = per_diem(details.full_days, details.part_days, meals)
        values |= {"amount": amount, "currency": policy.HOME_CURRENCY}
    converted = convert_amount(db, values["amount"], values["currency"], details.spent_on)
    values |= {"currency": converted.currency, "euros": converted.euros}
    return values | {"category_id": category.id, "merchant": details.merchant.strip()}
