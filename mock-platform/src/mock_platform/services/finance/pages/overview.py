"""Dashboard, month close, reports, policies."""

from typing import Any

from fastapi import Request, Response

from mock_platform.kit.forms import attempt
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.months import last_of, month_name
from mock_platform.services.finance.pages.ledger import reason_of
from mock_platform.services.finance.pages.router import (
    Asked,
    Me,
    Text,
    asked_month,
    day_of,
    router,
    show,
)
from mock_platform.services.finance.terms import sections


@router.get("/")
def dashboard(request: Request, db: DB, me: Me) -> Response:
    seen = ops.view_dashboard(db)
    return show(request, me, "dashboard.html", seen=seen, ages=ops.age_names())


@router.get("/close")
def months(request: Request, db: DB, me: Me) -> Response:
    found = ops.list_months(db)
    return show(request, me, "months.html", months=found, names=ops.people(db))


@router.get("/close/{month}")
def closing(request: Request, db: DB, me: Me, month: str) -> Response:
    found = ops.view_closing(db, ops.month_of(month))
    context: dict[str, Any] = {"closing": found, "link": _link, "names": ops.people(db)}
    return show(request, me, "close.html", **context)


@router.post("/close/{month}")
def change_month(
    request: Request, db: DB, me: Me, month: str, action: Text, reason: Text = ""
) -> Response:
    chosen = ops.month_of(month)

    def act() -> None:
        if action == "lock":
            ops.lock_month(db, me, chosen)
        else:
            ops.reopen_month(db, me, chosen, reason_of(reason))

    done = "The month is locked." if action == "lock" else "The month is open again."
    return attempt(request, db, act, f"/close/{month_name(chosen)}", done)


@router.get("/reports")
def reports(request: Request, me: Me, month: Asked = "") -> Response:
    chosen = asked_month(month)
    return show(request, me, "reports.html", reports=ops.REPORTS, month=chosen)


@router.get("/reports/trial-balance")
def trial_balance(request: Request, db: DB, me: Me, until: Asked = "") -> Response:
    statement = ops.view_trial_balance(db, day_of(until))
    context = {"title": "Trial balance", "statement": statement, "until": until, "month": None}
    return show(request, me, "statement.html", **context)


@router.get("/reports/profit-and-loss")
def profit_and_loss(request: Request, db: DB, me: Me, month: Asked = "") -> Response:
    chosen = asked_month(month)
    statement = ops.view_profit_and_loss(db, chosen, last_of(chosen))
    context = {"title": "Income and expenses", "statement": statement, "month": chosen}
    return show(request, me, "statement.html", **context)


@router.get("/reports/aged-payables")
def aged_payables(request: Request, db: DB, me: Me, on: Asked = "") -> Response:
    lines = ops.view_aged_payables(db, day_of(on))
    return show(request, me, "aged.html", lines=lines, ages=ops.age_names(), on=on)


@router.get("/reports/{name}.csv")
def export_report(db: DB, _me: Me, name: ops.ReportName, month: Asked = "") -> Response:
    chosen = asked_month(month)
    file = f"{name}-{month_name(chosen)}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    text = ops.export_report(db, name, chosen)
    return Response(text, media_type="text/csv", headers=headers)


@router.get("/policies")
def policies(request: Request, me: Me) -> Response:
    return show(request, me, "policies.html", sections=sections())


def _link(number: str) -> str:
    folder = {"T": "transactions", "PR": "payments", "INV": "invoices", "TR": "trades"}
    return f"/{folder[number.partition('-')[0]]}/{number}" if "-" in number else "/close"
