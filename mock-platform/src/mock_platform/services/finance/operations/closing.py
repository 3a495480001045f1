"""Closing a month: what is still open in it, locking it, and opening it again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.services.finance.models import (
    Invoice,
    PaymentRun,
    Period,
    Posting,
    Trade,
    Transaction,
    User,
)
from mock_platform.services.finance.months import add_months, first_of, last_of, month_name
from mock_platform.services.finance.operations.assets import depreciation_of, due, has_run
from mock_platform.services.finance.operations.books import closed_until, note
from mock_platform.services.finance.operations.rights import require
from mock_platform.services.finance.policy import ZERO

LISTED_MONTHS = 12


@dataclass(frozen=True)
class CheckItem:
    """What has to hold, and the `count` things in its way; all `blocking` ones do before a lock."""

    name: str
    count: int
    blocking: bool
    numbers: Sequence[str] = ()

    @property
    def done(self) -> bool:
        return self.count == 0


@dataclass(frozen=True)
class Closing:
    month: date
    locked: bool
    items: Sequence[CheckItem]
    period: Period | None

    @property
    def ready(self) -> bool:
        return not self.locked and all(item.done or not item.blocking for item in self.items)


@operation
def list_months(db: Session) -> list[tuple[date, bool, Period | None]]:
    """The latest months, newest first: month, whether it is locked, and who locked it last."""
    periods = {p.month: p for p in db.exec(select(Period))}
    closed = closed_until(db)
    months = [add_months(today(), -back) for back in range(LISTED_MONTHS)]
    return [(m, closed is not None and m <= closed, periods.get(m)) for m in months]


@operation
def view_closing(db: Session, month: date) -> Closing:
    """The checklist of a month."""
    closed = closed_until(db)
    period = db.exec(select(Period).where(Period.month == month)).first()
    locked = closed is not None and month <= closed
    return Closing(month, locked, [] if locked else _items(db, month), period)


@operation
def lock_month(db: Session, user: User, month: date) -> Closing:
    """Lock a month in which nothing blocking is open."""
    require(user, "controller")
    closing = view_closing(db, month)
    if closing.locked:
        raise Refused(f"{month_name(month)} is locked already.")
    left = [item for item in closing.items if item.blocking and not item.done]
    if left:
        said = "; ".join(f"{item.name}: no ({item.count})" for item in left)
        raise Refused(f"{month_name(month)} is not ready. {said}.")
    period = closing.period or Period(month=month, changed_by=user.key, changed_at=now())
    period.locked, period.changed_by, period.changed_at = True, user.key, now()
    period.reason = ""
    db.add(period)
    db.flush()
    note(db, user, "locked", month_name(month))
    return view_closing(db, month)


@operation
def reopen_month(db: Session, user: User, month: date, reason: str) -> Closing:
    """Open the last locked month again."""
    require(user, "controller")
    if month != closed_until(db):
        raise Refused("Only the last locked month can be reopened.")
    period = db.exec(select(Period).where(Period.month == month)).one()
    period.locked, period.changed_by, period.changed_at = False, user.key, now()
    period.reason = reason
    db.flush()
    note(db, user, "reopened", month_name(month), reason)
    return view_closing(db, month)


def _items(db: Session, month: date) -> list[CheckItem]:
    end = last_of(month)
    inside = col(Transaction.day).between(month, end)
    drafts = _numbers(db, Transaction.number, Transaction.status == "draft", inside)
    runs = _numbers(
        db,
        PaymentRun.number,
        PaymentRun.status == "draft",
        col(PaymentRun.pay_on).between(month, end),
    )
    billed = col(Invoice.invoiced_on).between(month, end)
    waiting = col(Invoice.status).in_(("draft", "received", "matched"))
    undone = not has_run(db, month) and any(depreciation_of(a, month) for a in due(db, month))
    return [
        CheckItem("The month has ended", int(today() <= end), True),
        CheckItem("Earlier months are locked", _open_before(db, month), True),
        CheckItem("No transactions are drafts", len(drafts), True, drafts),
        CheckItem("No payment runs wait for approval", len(runs), True, runs),
        CheckItem("Depreciation has been run", int(undone), True),
        CheckItem("The trial balance is zero", int(_unbalanced(db, end)), True),
        _warning(db, "All invoices are approved", Invoice.reference, billed, waiting),
        _warning(
            db,
            "No invoices are in dispute",
            Invoice.reference,
            billed,
            Invoice.status == "disputed",
        ),
        _warning(
            db,
            "All trades are settled",
            Trade.number,
            Trade.status == "executed",
            col(Trade.executed_on) <= end,
        ),
    ]


def _warning(db: Session, name: str, field: str, *conditions: object) -> CheckItem:
    numbers = _numbers(db, field, *conditions)
    return CheckItem(name, len(numbers), False, numbers)


def _numbers(db: Session, field: str, *conditions: object) -> Sequence[str]:
    return db.exec(select(field).where(*conditions).order_by(field)).all()  # type: ignore[arg-type]


def _open_before(db: Session, month: date) -> int:
    """How many earlier months have postings or drafts and are not locked."""
    closed = closed_until(db)
    first = db.exec(select(func.min(Posting.day))).one()
    start = add_months(closed, 1) if closed else first_of(first) if first else month
    count = 0
    while start < month:
        statement = select(Posting.id).where(col(Posting.day).between(start, last_of(start)))
        count += db.exec(statement.limit(1)).first() is not None
        start = add_months(start, 1)
    return count


def _unbalanced(db: Session, end: date) -> bool:
    statement = select(func.sum(Posting.amount)).where(col(Posting.posted))
    total = db.exec(statement.where(col(Posting.day) <= end)).one()
    return (total or ZERO) != 0


def month_of(text: str) -> date:
    """The month that an address names; Invalid."""
    from mock_platform.services.finance.operations.values import parse_month

    try:
        return parse_month(text)
    except ValueError:
        raise Invalid("A month is written like 2026-11.", fields={"month": "no month"}) from None
