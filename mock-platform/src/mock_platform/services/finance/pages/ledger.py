"""Accounts, transactions, history."""

from typing import Annotated, Any

from fastapi import Form, Query, Request, Response
from pydantic import BaseModel, TypeAdapter, ValidationError
from sqlmodel import Session

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import today
from mock_platform.kit.forms import attempt, checked, whole_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.models import User
from mock_platform.services.finance.operations.values import Reason
from mock_platform.services.finance.pages.router import (
    SIZE,
    Asked,
    Me,
    Text,
    Texts,
    accounts,
    day_of,
    filled,
    router,
    rows,
    show,
)

_REASON: TypeAdapter[str] = TypeAdapter(Reason)


class EntryForm(BaseModel):
    """A transaction as it was typed."""

    day: str = ""
    memo: str = ""
    counterparty: str = ""
    account: list[str] = []
    debit: list[str] = []
    credit: list[str] = []
    line_memo: list[str] = []

    def lines(self) -> list[dict[str, str]]:
        return rows(account=self.account, debit=self.debit, credit=self.credit, memo=self.line_memo)

    def entry(self) -> ops.Entry:
        """As the operation wants it; Invalid."""
        given: dict[str, Any] = self.model_dump(include={"day", "memo", "counterparty"})
        given["lines"] = filled(self.lines(), "account", "debit", "credit")
        return checked(ops.Entry, given)


Filled = Annotated[EntryForm, Form()]


def reason_of(text: str) -> str:
    """A reason that is long enough; Invalid."""
    try:
        return _REASON.validate_python(text)
    except ValidationError:
        said = "Give a reason of at least 10 characters."
        raise Invalid(said, fields={"reason": "too short"}) from None


@router.get("/transactions")
def transactions(
    request: Request,
    db: DB,
    me: Me,
    q: Asked = "",
    status: Asked = "",
    kind: Asked = "",
    account: Asked = "",
    since: Asked = "",
    until: Asked = "",
    unsorted: bool = False,
    page: PageNumber = 1,
) -> Response:
    given = {"q": q, "status": status, "kind": kind, "account": account, "unsorted": unsorted}
    days = {"since": since or None, "until": until or None}
    query = checked(ops.TransactionQuery, given | days)
    return show(
        request,
        me,
        "transactions.html",
        found=ops.list_transactions(db, query, page, SIZE),
        given=given | {"since": since, "until": until},
        accounts=accounts(db, kept=True),
        names=ops.people(db),
    )


@router.get("/transactions/new")
def new_transaction(request: Request, db: DB, me: Me) -> Response:
    return _form(request, db, me, EntryForm(day=today().isoformat()))


@router.post("/transactions/new")
def enter_transaction(request: Request, db: DB, me: Me, form: Filled) -> Response:
    try:
        full = ops.enter_transaction(db, me, form.entry())
    except (Invalid, Refused) as error:
        db.rollback()
        return _form(request, db, me, form, error=error)
    return redirect(request, f"/transactions/{full.transaction.number}", "Saved as a draft.")


@router.get("/transactions/{number}")
def transaction(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_transaction(db, number)
    return show(
        request,
        me,
        "transaction.html",
        full=full,
        t=full.transaction,
        names=ops.people(db),
        accounts=accounts(db),
    )


@router.get("/transactions/{number}/edit")
def edit_transaction(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_transaction(db, number)
    form = EntryForm(
        day=full.transaction.day.isoformat(),
        memo=full.transaction.memo,
        counterparty=full.transaction.counterparty,
        account=[account.code for _, account in full.lines],
        debit=[str(p.amount) if p.amount > 0 else "" for p, _ in full.lines],
        credit=[str(-p.amount) if p.amount < 0 else "" for p, _ in full.lines],
        line_memo=[posting.memo for posting, _ in full.lines],
    )
    return _form(request, db, me, form, number)


@router.post("/transactions/{number}/edit")
def update_transaction(request: Request, db: DB, me: Me, number: str, form: Filled) -> Response:
    try:
        ops.update_transaction(db, me, number, form.entry())
    except (Invalid, Refused) as error:
        db.rollback()
        return _form(request, db, me, form, number, error)
    return redirect(request, f"/transactions/{number}", "Saved.")


@router.post("/transactions/{number}")
def change_transaction(
    request: Request,
    db: DB,
    me: Me,
    number: str,
    action: Text,
    posting_id: Text = "",
    account: Text = "",
    invoice: Text = "",
    reason: Text = "",
    day: Text = "",
    part_account: Texts = [],  # noqa: B006
    part_amount: Texts = [],  # noqa: B006
) -> Response:
    line = whole_number(posting_id)

    def act() -> None:
        if action == "post":
            ops.post_transaction(db, me, number)
        elif action == "delete":
            ops.delete_transaction(db, me, number)
        elif action == "categorise":
            ops.categorise_transaction(db, me, number, account, line)
        elif action == "split":
            parts = _parts(rows(2, account=part_account, amount=part_amount))
            ops.split_transaction(db, me, number, parts, line)
        elif action == "attach":
            ops.attach_transaction(db, me, number, invoice)
        elif action == "reverse":
            ops.reverse_transaction(db, me, number, reason_of(reason), day_of(day))
        else:
            raise NotFound("There is no such page.")

    done = {"post": "Posted.", "delete": "The draft is deleted.", "reverse": "Reversed."}
    ops.view_transaction(db, number)
    back = "/transactions" if action == "delete" else f"/transactions/{number}"
    return attempt(request, db, act, back, done.get(action, "Saved."))


@router.get("/accounts")
def account_list(request: Request, db: DB, me: Me) -> Response:
    return show(request, me, "accounts.html", lines=ops.list_accounts(db))


@router.post("/accounts")
def add_account(
    request: Request, db: DB, me: Me, code: Text = "", name: Text = "", kind: Text = ""
) -> Response:
    given = {"code": code.strip(), "name": name, "kind": kind}
    add = lambda: ops.add_account(db, me, checked(ops.NewAccount, given))  # noqa: E731
    return attempt(request, db, add, "/accounts", "The account is added.")


@router.get("/accounts/{code}")
def account(request: Request, db: DB, me: Me, code: str, page: PageNumber = 1) -> Response:
    line, found = ops.view_account(db, code, page, SIZE)
    return show(request, me, "account.html", line=line, account=line.account, found=found)


@router.post("/accounts/{code}")
def update_account(
    request: Request, db: DB, me: Me, code: str, name: Text = "", active: Text = ""
) -> Response:
    given = {"name": name, "active": bool(active)}
    save = lambda: ops.update_account(db, me, code, checked(ops.AccountChange, given))  # noqa: E731
    return attempt(request, db, save, f"/accounts/{code}", "Saved.")


@router.get("/history")
def history(
    request: Request,
    db: DB,
    me: Me,
    subject: Annotated[str, Query(max_length=60)] = "",
    page: PageNumber = 1,
) -> Response:
    found = ops.list_history(db, subject, page, 50)
    return show(request, me, "history.html", found=found, subject=subject)


@router.get("/people")
def people(request: Request, db: DB, me: Me) -> Response:
    return show(request, me, "people.html", people=ops.list_people(db))


def _parts(lines: list[dict[str, str]]) -> list[ops.Part]:
    return [checked(ops.Part, line) for line in filled(lines, "account", "amount")]


def _form(
    request: Request,
    db: Session,
    me: User,
    form: EntryForm,
    number: str = "",
    error: Invalid | Refused | None = None,
) -> Response:
    status = error.status if error else 200
    context = {"form": form, "lines": form.lines(), "number": number, "error": error}
    return show(request, me, "transaction_form.html", status, accounts=accounts(db), **context)
