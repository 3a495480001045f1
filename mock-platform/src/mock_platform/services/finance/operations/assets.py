"""Fixed assets and their monthly depreciation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import (
    Asset,
    Depreciation,
    DepreciationRun,
    Method,
    User,
)
from mock_platform.services.finance.months import (
    add_months,
    first_of,
    last_of,
    month_name,
    months_between,
)
from mock_platform.services.finance.operations.books import (
    Side,
    book,
    check_open,
    find_account,
    next_number,
    note,
)
from mock_platform.services.finance.operations.rights import require
from mock_platform.services.finance.operations.values import Amount, Name, PlainDay, Positive
from mock_platform.services.finance.policy import (
    ACCUMULATED,
    DEPRECIATION,
    FIXED_ASSETS,
    RETIRED,
    ZERO,
    cents,
)


class NewAsset(BaseModel):
    """Straight line needs `life_months`, declining a yearly `rate` in percent."""

    name: Name
    acquired_on: PlainDay
    cost: Positive
    salvage: Amount = ZERO
    method: Method = "straight_line"
    life_months: int = Field(default=60, ge=1, le=600)
    rate: int | None = Field(default=None, ge=1, le=100)


@dataclass(frozen=True)
class FullAsset:
    """`taken` is what each run took off; `next` what the run of `next_month` would."""

    asset: Asset
    taken: Sequence[tuple[Depreciation, DepreciationRun]]
    next_month: date
    next: Decimal


@operation
def list_assets(db: Session, page: int, size: int) -> Paged[Asset]:
    """Fixed assets, newest first."""
    newest = (col(Asset.acquired_on).desc(), col(Asset.id).desc())
    return paged(db, select(Asset).order_by(*newest), page, size)


@operation
def view_asset(db: Session, code: str) -> FullAsset:
    """An asset with its depreciation so far."""
    asset = _find(db, code)
    statement = select(Depreciation, DepreciationRun).join(DepreciationRun)
    statement = statement.where(Depreciation.asset_id == asset.id)
    taken = db.exec(statement.order_by(col(DepreciationRun.month).desc())).all()
    month = next_run(db) or first_of(today())
    return FullAsset(asset, taken, month, depreciation_of(asset, month))


@operation
def add_asset(db: Session, user: User, asset: NewAsset) -> Asset:
    """Register an asset; buying it is booked by its invoice."""
    require(user, "approver", "controller")
    if asset.salvage >= asset.cost:
        raise Invalid("It is worth more at the end than it cost.", fields={"salvage": "too high"})
    if asset.method == "declining" and asset.rate is None:
        raise Invalid("Give the yearly rate in percent.", fields={"rate": "missing"})
    check_open(db, asset.acquired_on)
    added = Asset(code=next_number(db, Asset, "FA", "code"), **asset.model_dump())
    db.add(added)
    db.flush()
    note(db, user, "registered", added.code, added.name)
    return added


@operation
def retire_asset(db: Session, user: User, code: str, day: date) -> Asset:
    """Take an asset out of the books; what it is still worth is a loss."""
    require(user, "controller")
    asset = _find(db, code)
    if asset.retired_on is not None:
        raise Refused("It is retired already.")
    if day < asset.acquired_on:
        raise Invalid("That is before it was acquired.", fields={"day": "too early"})
    if day > today():
        raise Invalid("That day has not come yet.", fields={"day": "in the future"})
    following = next_run(db)
    if following is not None and day < following:
        last = month_name(add_months(following, -1))
        raise Refused(f"Depreciation of {last} has been run: retire it on a later day.")
    sides = [
        Side(find_account(db, ACCUMULATED).key, asset.accumulated),
        Side(find_account(db, RETIRED).key, asset.book_value),
        Side(find_account(db, FIXED_ASSETS).key, -asset.cost),
    ]
    book(db, user, day, "depreciation", sides, memo=f"Retirement of {asset.code} {asset.name}")
    asset.retired_on = day
    note(db, user, "retired", asset.code)
    return asset


@operation
def list_depreciation_runs(db: Session) -> Sequence[DepreciationRun]:
    """The monthly runs, newest first."""
    statement = select(DepreciationRun).order_by(col(DepreciationRun.month).desc())
    return db.exec(statement.limit(120)).all()


@operation
def run_depreciation(db: Session, user: User, month: date) -> DepreciationRun:
    """Depreciate all assets for a month, once, booked on its last day."""
    require(user, "approver", "controller")
    _check_month(db, month)
    taken = [
        (asset, amount) for asset in due(db, month) if (amount := depreciation_of(asset, month))
    ]
    total = sum((amount for _, amount in taken), ZERO)
    run = DepreciationRun(month=month, run_by=user.key, run_at=now(), total=total)
    if total:
        expense, reserve = find_account(db, DEPRECIATION), find_account(db, ACCUMULATED)
        sides = [Side(expense.key, total), Side(reserve.key, -total)]
        memo = f"Depreciation of {month_name(month)}"
        run.transaction_id = book(db, user, last_of(month), "depreciation", sides, memo=memo).id
    db.add(run)
    db.flush()
    for asset, amount in taken:
        asset.accumulated += amount
        db.add(Depreciation(run_id=run.key, asset_id=asset.key, amount=amount))
    note(db, user, "ran depreciation of", month_name(month), str(total))
    db.flush()
    return run


def depreciation_of(asset: Asset, month: date) -> Decimal:
    """What a month takes off an asset, never below its salvage value.

    Nothing off a retired one: its retirement wrote off all that it was worth, and a run of an
    earlier month that comes later would take it a second time.
    """
    started = months_between(asset.acquired_on, month)
    if started < 1 or asset.retired_on is not None:
        return ZERO
    left = asset.book_value - asset.salvage
    if asset.method == "declining":
        amount = cents(asset.book_value * (asset.rate or 0) / 1200)
    elif started >= asset.life_months:
        amount = left
    else:
        amount = cents((asset.cost - asset.salvage) / asset.life_months)
    return max(ZERO, min(amount, left))


def due(db: Session, month: date) -> Sequence[Asset]:
    """The assets that a run of a month may depreciate."""
    statement = select(Asset).where(col(Asset.acquired_on) < month, col(Asset.retired_on).is_(None))
    return db.exec(statement.order_by(col(Asset.id))).all()


def next_run(db: Session) -> date | None:
    """The month after the last run's; None before the first."""
    last = db.exec(select(DepreciationRun).order_by(col(DepreciationRun.month).desc())).first()
    return add_months(last.month, 1) if last else None


def has_run(db: Session, month: date) -> bool:
    statement = select(DepreciationRun.id).where(DepreciationRun.month == month)
    return db.exec(statement).first() is not None


def _check_month(db: Session, month: date) -> None:
    if has_run(db, month):
        raise Refused(f"Depreciation of {month_name(month)} has been run: once a month only.")
    if month > today():
        raise Refused(f"{month_name(month)} has not begun.")
    check_open(db, month)
    following = next_run(db)
    if following is not None and month != following:
        raise Refused(f"The next month to depreciate is {month_name(following)}.")


def _find(db: Session, code: str) -> Asset:
    found = db.exec(select(Asset).where(Asset.code == code.strip().upper())).first()
    if found is None:
        raise NotFound("There is no such asset.")
    return found
