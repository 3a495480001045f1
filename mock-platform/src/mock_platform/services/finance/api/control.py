"""Budgets, assets, portfolio, month close, reports."""

from datetime import date
from typing import Literal

from fastapi import Response
from pydantic import BaseModel

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.api.router import AskedMonth, Me, PathMonth, router
from mock_platform.services.finance.api.shapes.control import (
    AgedOut,
    AssetOut,
    BudgetOut,
    CashOut,
    ClosingOut,
    DashboardOut,
    DepreciationRunOut,
    FullAssetOut,
    HoldingOut,
    LotOut,
    MonthOut,
    PriceOut,
    StatementOut,
    TakenOut,
    TradeLine,
    TradeOut,
)
from mock_platform.services.finance.models import TradeStatus
from mock_platform.services.finance.months import last_of, month_name
from mock_platform.services.finance.operations.values import PlainDay, Reason


class Because(BaseModel):
    reason: Reason


class Retirement(BaseModel):
    day: PlainDay


@router.get("/budgets", tags=["budgets"])
def list_budgets(db: DB, _me: Me, month: AskedMonth) -> list[BudgetOut]:
    """The budgets of a month beside what is posted."""
    return [BudgetOut.of(line) for line in ops.list_budgets(db, month)]


@router.get("/budgets/alerts", tags=["budgets"])
def list_budget_alerts(db: DB, _me: Me, month: AskedMonth) -> list[BudgetOut]:
    """The budgets that are nearly or more than used up."""
    return [BudgetOut.of(line) for line in ops.list_budget_alerts(db, month)]


@router.put("/budgets/{month}/{account}", tags=["budgets"])
def set_budget(db: DB, me: Me, account: str, month: PathMonth, body: ops.BudgetAmount) -> BudgetOut:
    """Set a budget; for controllers."""
    return BudgetOut.of(ops.set_budget(db, me, account, month, body))


@router.delete("/budgets/{month}/{account}", tags=["budgets"], status_code=204)
def remove_budget(db: DB, me: Me, account: str, month: PathMonth) -> None:
    """Drop a budget; for controllers."""
    ops.remove_budget(db, me, account, month)


@router.get("/assets", tags=["assets"])
def list_assets(db: DB, _me: Me, page: PageNumber = 1, size: PageSize = 50) -> PageOf[AssetOut]:
    """Fixed assets, newest first."""
    found = ops.list_assets(db, page, size)
    return PageOf[AssetOut].of(found, [AssetOut(**asset.model_dump()) for asset in found.items])


@router.post("/assets", tags=["assets"], status_code=201)
def add_asset(db: DB, me: Me, body: ops.NewAsset) -> AssetOut:
    """Register an asset."""
    return AssetOut(**ops.add_asset(db, me, body).model_dump())


@router.get("/assets/{code}", tags=["assets"])
def view_asset(db: DB, _me: Me, code: str) -> FullAssetOut:
    """One asset with its depreciation."""
    full = ops.view_asset(db, code)
    return FullAssetOut(
        **full.asset.model_dump(),
        book_value=full.asset.book_value,
        next_month=full.next_month,
        next_amount=full.next,
        taken=[TakenOut(month=run.month, amount=part.amount) for part, run in full.taken],
    )


@router.post("/assets/{code}/retire", tags=["assets"])
def retire_asset(db: DB, me: Me, code: str, body: Retirement) -> AssetOut:
    """Take an asset out of the books; for controllers."""
    return AssetOut(**ops.retire_asset(db, me, code, body.day).model_dump())


@router.get("/depreciation", tags=["assets"])
def list_depreciation_runs(db: DB, _me: Me) -> list[DepreciationRunOut]:
    """The monthly runs, newest first."""
    return [DepreciationRunOut(**run.model_dump()) for run in ops.list_depreciation_runs(db)]


@router.post("/depreciation/{month}", tags=["assets"], status_code=201)
def run_depreciation(db: DB, me: Me, month: PathMonth) -> DepreciationRunOut:
    """Depreciate all assets for a month, once."""
    return DepreciationRunOut(**ops.run_depreciation(db, me, month).model_dump())


@router.get("/portfolio", tags=["portfolio"])
def list_holdings(db: DB, _me: Me) -> list[HoldingOut]:
    """Every security, what is held of it and what it is worth today."""
    return [
        HoldingOut(
            symbol=holding.security.symbol,
            name=holding.security.name,
            quantity=holding.quantity,
            cost=holding.cost,
            price=holding.price,
            value=holding.value,
            gain=holding.gain,
        )
        for holding in ops.list_holdings(db)
    ]


@router.get("/securities/{symbol}/prices", tags=["portfolio"])
def list_prices(
    db: DB, _me: Me, symbol: str, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[PriceOut]:
    """The daily prices up to today, newest first."""
    found = ops.list_prices(db, symbol, page, size)
    return PageOf[PriceOut].of(found, [PriceOut(**price.model_dump()) for price in found.items])


@router.get("/securities/{symbol}/lots", tags=["portfolio"])
def list_lots(db: DB, _me: Me, symbol: str) -> list[LotOut]:
    """What is held, in the order in which it is sold."""
    return [LotOut(**lot.model_dump()) for lot in ops.list_lots(db, symbol)]


@router.get("/trades", tags=["portfolio"])
def list_trades(
    db: DB,
    _me: Me,
    status: TradeStatus | Literal[""] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[TradeLine]:
    """Orders to buy and sell, newest first."""
    found = ops.list_trades(db, status, page, size)
    items = [TradeLine(**t.model_dump(), symbol=s.symbol) for t, s in found.items]
    return PageOf[TradeLine].of(found, items)


@router.post("/trades", tags=["portfolio"], status_code=201)
def place_trade(db: DB, me: Me, body: ops.NewTrade) -> TradeOut:
    """Place an order; executed at once where the day's price allows."""
    return TradeOut.of(ops.place_trade(db, me, body))


@router.post("/trades/process", tags=["portfolio"])
def process_trades(db: DB, me: Me) -> list[str]:
    """Expire, execute and settle what is due; the numbers of the orders that changed."""
    return [trade.number for trade in ops.process_trades(db, me)]


@router.get("/trades/{number}", tags=["portfolio"])
def view_trade(db: DB, _me: Me, number: str) -> TradeOut:
    """One order with the lots that a sale took."""
    return TradeOut.of(ops.view_trade(db, number))


@router.post("/trades/{number}/cancel", tags=["portfolio"])
def cancel_trade(db: DB, me: Me, number: str) -> TradeOut:
    """Withdraw an open order."""
    return TradeOut.of(ops.cancel_trade(db, me, number))


@router.get("/months", tags=["month close"])
def list_months(db: DB, _me: Me) -> list[MonthOut]:
    """The latest months, newest first."""
    return [
        MonthOut(
            month=month_name(month),
            locked=locked,
            changed_at=period.changed_at if period else None,
            reason=period.reason if period else "",
        )
        for month, locked, period in ops.list_months(db)
    ]


@router.get("/months/{month}", tags=["month close"])
def view_closing(db: DB, _me: Me, month: PathMonth) -> ClosingOut:
    """The checklist of a month."""
    return ClosingOut.of(ops.view_closing(db, month))


@router.post("/months/{month}/lock", tags=["month close"])
def lock_month(db: DB, me: Me, month: PathMonth) -> ClosingOut:
    """Lock a month; for controllers."""
    return ClosingOut.of(ops.lock_month(db, me, month))


@router.post("/months/{month}/reopen", tags=["month close"])
def reopen_month(db: DB, me: Me, month: PathMonth, body: Because) -> ClosingOut:
    """Open the last locked month again; for controllers."""
    return ClosingOut.of(ops.reopen_month(db, me, month, body.reason))


@router.get("/dashboard", tags=["reports"])
def view_dashboard(db: DB, _me: Me) -> DashboardOut:
    """The state of the books today."""
    seen = ops.view_dashboard(db)
    return DashboardOut(
        day=seen.day,
        cash=[CashOut(account=a.code, name=a.name, balance=amount) for a, amount in seen.cash],
        assets=seen.assets,
        liabilities=seen.liabilities,
        equity=seen.equity,
        income=seen.income,
        expenses=seen.expenses,
        month_income=seen.month_income,
        month_expenses=seen.month_expenses,
        budgets=[BudgetOut.of(line) for line in seen.budgets],
        payables=dict(zip(ops.age_names(), seen.payables, strict=True)),
        waiting=seen.waiting,
    )


@router.get("/trial-balance", tags=["reports"])
def view_trial_balance(db: DB, _me: Me, until: PlainDay | None = None) -> StatementOut:
    """What is posted to each account up to a day (today without one)."""
    return StatementOut.of(ops.view_trial_balance(db, until))


@router.get("/profit-and-loss", tags=["reports"])
def view_profit_and_loss(db: DB, _me: Me, month: AskedMonth) -> StatementOut:
    """Income and expenses of a month."""
    return StatementOut.of(ops.view_profit_and_loss(db, month, last_of(month)))


@router.get("/aged-payables", tags=["reports"])
def view_aged_payables(db: DB, _me: Me, on: PlainDay | None = None) -> list[AgedOut]:
    """What vendors are owed on a day (today without one), by age."""
    day: date | None = on
    return [
        AgedOut(
            vendor=line.vendor,
            vendor_id=line.vendor_id,
            amounts=dict(zip(ops.age_names(), line.amounts, strict=True)),
            total=line.total,
        )
        for line in ops.view_aged_payables(db, day)
    ]


@router.get(
    "/reports/{name}.csv",
    tags=["reports"],
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
def export_report(db: DB, _me: Me, name: ops.ReportName, month: AskedMonth) -> Response:
    """A report of a month as CSV."""
    return Response(ops.export_report(db, name, month), media_type="text/csv")
