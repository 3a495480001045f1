"""The router that all modules of the pages add to, and what their handlers share."""

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from fastapi import Depends, Form, Query, Request, Response

from mock_platform.kit import Invalid
from mock_platform.kit.auth import signed_in
from mock_platform.kit.clock import today
from mock_platform.kit.pages import page
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance import policy
from mock_platform.services.finance.models import User
from mock_platform.services.finance.months import first_of, month_name
from mock_platform.services.finance.operations.rights import may_approve

router = page_router()

Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form()]
Texts = Annotated[list[str], Form()]
Asked = Annotated[str, Query(max_length=200)]
SIZE = 30


def show(
    request: Request, me: User, template: str, status: int = 200, /, **context: Any
) -> Response:
    """A page, with what the templates of the books need."""
    shared = {
        "policy": policy,
        "today": today(),
        "month_name": month_name,
        "may_approve": lambda entered_by, amount: may_approve(me, entered_by, amount),
        "error": None,
    }
    return page(request, template, status, **(shared | context))


def accounts(db: DB, *, kept: bool = False) -> list[tuple[str, str]]:
    """The accounts to choose from: code and text."""
    return [
        (line.account.code, f"{line.account.code} {line.account.name}")
        for line in ops.list_accounts(db)
        if line.account.active and (kept or line.account.code not in policy.KEPT)
    ]


def banks(db: DB) -> list[tuple[str, str]]:
    """The bank accounts to choose from."""
    return [
        (line.account.code, f"{line.account.name} ({line.balance:,.2f})")
        for line in ops.list_accounts(db)
        if line.bank
    ]


def vendors(db: DB) -> list[tuple[int, str]]:
    """The vendors to choose from by name; the first thousand."""
    query = ops.VendorQuery(blocked=False)
    return [(v.key, v.name) for v in ops.list_vendors(db, query, 1, 1000).items]


def rows(count: int = 6, **columns: list[str]) -> list[dict[str, str]]:
    """The lines of a form: those that were typed, filled up to `count` empty ones."""
    length = max([count, *map(len, columns.values())])
    return [
        {name: values[n].strip() if n < len(values) else "" for name, values in columns.items()}
        for n in range(min(length, 40))
    ]


def filled(lines: list[dict[str, str]], *names: str) -> list[dict[str, str]]:
    """The lines in which one of these fields was filled in, without their empty fields."""
    chosen = [line for line in lines if any(line[name] for name in names)]
    return [{name: value for name, value in line.items() if value} for line in chosen]


def asked_month(text: str) -> date:
    """The month that an address asks for: this one if it asks for none."""
    return ops.month_of(text) if text else first_of(today())


def day_of(text: str) -> date | None:
    """The day that was typed, if any; Invalid."""
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError:
        raise Invalid("A day is written like 2026-11-30.", fields={"day": "no day"}) from None


def amount_of(text: str) -> Decimal | None:
    """The amount that was typed; None if it is none."""
    try:
        return Decimal(text.replace(",", "").strip())
    except InvalidOperation:
        return None
