"""Payments, budgets, assets, portfolio."""

from typing import Any

from fastapi import Request, Response

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.forms import attempt, checked
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.models import RunStatus, TradeStatus, User
from mock_platform.services.finance.months import add_months, first_of, month_name
from mock_platform.services.finance.pages.router import (
    SIZE,
    Asked,
    Me,
    Text,
    Texts,
    asked_month,
    banks,
    day_of,
    router,
    show,
)

_STATES: dict[str, RunStatus] = {"draft": "draft", "paid": "paid", "cancelled": "cancelled"}
_TRADE_STATES: dict[str, TradeStatus] = {
    "open": "open",
    "executed": "executed",
    "settled": "settled",
    "cancelled": "cancelled",
    "expired": "expired",
}


@router.get("/payments")
def payments(
    request: Request, db: DB, me: Me, status: Asked = "", page: PageNumber = 1
) -> Response:
    found = ops.list_payment_runs(db, _STATES.get(status, ""), page, SIZE)
    return show(request, me, "payments.html", found=found, chosen=status, names=ops.people(db))


@router.get("/payments/new")
def new_run(request: Request, db: DB, me: Me, until: Asked = "", page: PageNumber = 1) -> Response:
    return _plan(request, db, me, until or today().isoformat(), page)


@router.post("/payments/new")
def create_payment_run(
    request: Request,
    db: DB,
    me: Me,
    bank_account: Text = "",
    pay_on: Text = "",
    until: Text = "",
    invoices: Texts = [],  # noqa: B006
) -> Response:
    given: dict[str, Any] = {"bank_account": bank_account, "pay_on": pay_on, "invoices": invoices}
    try:
        full = ops.create_payment_run(db, me, checked(ops.NewPaymentRun, given))
    except (Invalid, Refused) as error:
        db.rollback()
        return _plan(request, db, me, until or today().isoformat(), 1, error, given)
    done = "Planned. Somebody else has to approve it."
    return redirect(request, f"/payments/{full.run.number}", done)


@router.get("/payments/{number}")
def payment_run(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_payment_run(db, number)
    return show(request, me, "payment.html", full=full, run=full.run, names=ops.people(db))


@router.post("/payments/{number}")
def change_payment_run(
    request: Request, db: DB, me: Me, number: str, action: Text, invoice: Text = ""
) -> Response:
    def act() -> None:
        if action == "approve":
            ops.approve_payment_run(db, me, number)
        elif action == "cancel":
            ops.cancel_payment_run(db, me, number)
        elif action == "remove":
            ops.remove_payment(db, me, number, invoice)
        else:
            raise NotFound("There is no such page.")

    done = {"approve": "Paid and booked.", "cancel": "Cancelled.", "remove": "Taken out."}
    return attempt(request, db, act, f"/payments/{number}", done.get(action, ""))


@router.get("/budgets")
def budgets(request: Request, db: DB, me: Me, month: Asked = "") -> Response:
    chosen = asked_month(month)
    return show(
        request,
        me,
        "budgets.html",
        month=chosen,
        months=[add_months(today(), n) for n in range(2, -12, -1)],
        lines=ops.list_budgets(db, chosen),
        alerts=ops.list_budget_alerts(db, chosen),
        accounts=[
            (line.account.code, f"{line.account.code} {line.account.name}")
            for line in ops.list_accounts(db)
            if line.account.kind in ("income", "expense") and line.account.active
        ],
    )


@router.post("/budgets")
def change_budget(
    request: Request,
    db: DB,
    me: Me,
    month: Text,
    account: Text = "",
    action: Text = "set",
    amount: Text = "",
    threshold: Text = "80",
) -> Response:
    chosen = ops.month_of(month)

    def act() -> None:
        if action == "remove":
            ops.remove_budget(db, me, account, chosen)
            return
        given = {"amount": amount, "threshold": threshold}
        ops.set_budget(db, me, account, chosen, checked(ops.BudgetAmount, given))

    return attempt(request, db, act, f"/budgets?month={month_name(chosen)}", "Saved.")


@router.get("/assets")
def assets(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    return show(
        request,
        me,
        "assets.html",
        found=ops.list_assets(db, page, SIZE),
        runs=ops.list_depreciation_runs(db),
        months=[first_of(today()), add_months(today(), -1)],
    )


@router.post("/assets")
def change_assets(
    request: Request,
    db: DB,
    me: Me,
    action: Text = "add",
    month: Text = "",
    name: Text = "",
    acquired_on: Text = "",
    cost: Text = "",
    salvage: Text = "0",
    method: Text = "straight_line",
    life_months: Text = "60",
    rate: Text = "",
) -> Response:
    given = {
        "name": name,
        "acquired_on": acquired_on,
        "cost": cost,
        "salvage": salvage or "0",
        "method": method,
        "life_months": life_months or "60",
        "rate": rate.strip() or None,
    }

    def act() -> None:
        if action == "run":
            ops.run_depreciation(db, me, ops.month_of(month))
        else:
            ops.add_asset(db, me, checked(ops.NewAsset, given))

    done = "Depreciation is booked." if action == "run" else "The asset is registered."
    return attempt(request, db, act, "/assets", done)


@router.get("/assets/{code}")
def asset(request: Request, db: DB, me: Me, code: str) -> Response:
    full = ops.view_asset(db, code)
    return show(request, me, "asset.html", full=full, a=full.asset)


@router.post("/assets/{code}")
def retire_asset(request: Request, db: DB, me: Me, code: str, day: Text = "") -> Response:
    retire = lambda: ops.retire_asset(db, me, code, day_of(day) or today())  # noqa: E731
    return attempt(request, db, retire, f"/assets/{code}", "The asset is retired.")


@router.get("/portfolio")
def portfolio(request: Request, db: DB, me: Me) -> Response:
    holdings = ops.list_holdings(db)
    trades = ops.list_trades(db, "", 1, 10)
    context = {"holdings": holdings, "trades": trades, "banks": banks(db)}
    return show(request, me, "portfolio.html", **context)


@router.post("/portfolio")
def trade_orders(
    request: Request,
    db: DB,
    me: Me,
    action: Text = "place",
    symbol: Text = "",
    side: Text = "buy",
    kind: Text = "market",
    quantity: Text = "",
    limit_price: Text = "",
    bank_account: Text = "",
) -> Response:
    given = {
        "symbol": symbol,
        "side": side,
        "kind": kind,
        "quantity": quantity,
        "limit_price": limit_price.strip() or None,
        "bank_account": bank_account,
    }

    def act() -> None:
        if action == "process":
            ops.process_trades(db, me)
        else:
            ops.place_trade(db, me, checked(ops.NewTrade, given))

    done = "Orders are up to date." if action == "process" else "The order is placed."
    return attempt(request, db, act, "/portfolio", done)


@router.get("/portfolio/{symbol}")
def security(request: Request, db: DB, me: Me, symbol: str, page: PageNumber = 1) -> Response:
    prices = ops.list_prices(db, symbol, page, SIZE)
    context = {"symbol": symbol.upper(), "prices": prices, "lots": ops.list_lots(db, symbol)}
    return show(request, me, "security.html", **context)


@router.get("/trades")
def trades(request: Request, db: DB, me: Me, status: Asked = "", page: PageNumber = 1) -> Response:
    found = ops.list_trades(db, _TRADE_STATES.get(status, ""), page, SIZE)
    return show(request, me, "trades.html", found=found, chosen=status)


@router.get("/trades/{number}")
def trade(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_trade(db, number)
    return show(request, me, "trade.html", full=full, t=full.trade, names=ops.people(db))


@router.post("/trades/{number}")
def cancel_trade(request: Request, db: DB, me: Me, number: str) -> Response:
    cancel = lambda: ops.cancel_trade(db, me, number)  # noqa: E731
    return attempt(request, db, cancel, f"/trades/{number}", "The order is cancelled.")


def _plan(
    request: Request,
    db: DB,
    me: User,
    until: str,
    page: int,
    error: Invalid | Refused | None = None,
    given: dict[str, Any] | None = None,
) -> Response:
    day = day_of(until) or today()
    chosen = given or {"bank_account": "", "pay_on": today().isoformat(), "invoices": None}
    context = {"given": chosen, "until": day, "error": error, "banks": banks(db)}
    found = ops.list_due_invoices(db, day, page, 100)
    return show(
        request, me, "payment_form.html", error.status if error else 200, found=found, **context
    )
