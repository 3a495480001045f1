"""The web pages."""

from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response, UploadFile
from fastapi import Query as Param

from mock_platform.kit import Forbidden, Invalid, Refused
from mock_platform.kit.auth import signed_in, visitor
from mock_platform.kit.clock import today
from mock_platform.kit.forms import attempt, checked, known_number, whole_number
from mock_platform.kit.pages import download, page, redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB, page_router
from mock_platform.services.expense import operations as ops
from mock_platform.services.expense import policy
from mock_platform.services.expense.api import as_csv
from mock_platform.services.expense.models import Decision, User

router = page_router()
Me = Annotated[User, Depends(signed_in)]
Text = Annotated[str, Form()]
SIZE = 30
_NUMBERS = (
    *("quantity", "kilometres", "full_days", "part_days"),
    *("breakfasts", "lunches", "dinners"),
)


class Typed:
    """The expense form as it was filled in."""

    def __init__(
        self,
        category: Text = "",
        kind: Text = "amount",
        spent_on: Text = "",
        merchant: Text = "",
        amount: Text = "",
        currency: Text = "EUR",
        quantity: Text = "1",
        kilometres: Text = "0",
        full_days: Text = "0",
        part_days: Text = "0",
        breakfasts: Text = "0",
        lunches: Text = "0",
        dinners: Text = "0",
        note: Text = "",
        receipt_id: Text = "",
    ) -> None:
        self.values: dict[str, Any] = {
            k: v for k, v in locals().items() if k not in ("self", "__class__")
        }

    def details(self) -> ops.Details:
        given = dict(self.values)
        given["amount"] = given["amount"].strip() or "0"
        given["receipt_id"] = whole_number(given["receipt_id"])
        for name in _NUMBERS:
            given[name] = given[name].strip() or ("1" if name == "quantity" else "0")
        return checked(ops.Details, given)


ExpenseForm = Annotated[Typed, Depends()]


@router.get("/")
def home(request: Request, db: DB, me: Me) -> Response:
    return _show(
        request,
        db,
        me,
        "home.html",
        unreported=ops.list_expenses(db, me, "", True, 1, 10),
        drafts=ops.list_reports(db, me, "draft", 1, 10).items,
        open=ops.list_reports(db, me, "submitted", 1, 10).items,
    )


@router.get("/expenses")
def expenses(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=100)] = "",
    unreported: bool = False,
    page: PageNumber = 1,
) -> Response:
    found = ops.list_expenses(db, me, q, unreported, page, SIZE)
    return _show(request, db, me, "expenses.html", found=found)


@router.get("/expense/new")
def new_expense(request: Request, db: DB, me: Me) -> Response:
    given = {"spent_on": today().isoformat(), "currency": "EUR", "kind": "amount"}
    return _form(request, db, me, None, given)


@router.post("/expense/new")
def add(request: Request, db: DB, me: Me, form: ExpenseForm) -> Response:
    try:
        expense = ops.add_expense(db, me, form.details())
    except (Invalid, Refused) as error:
        db.rollback()
        return _form(request, db, me, None, form.values, error)
    return redirect(request, f"/expense/{expense.id}", "Added.")


@router.get("/expense/{expense_id}")
def expense(request: Request, db: DB, me: Me, expense_id: str) -> Response:
    shown = ops.view_expense(db, me, known_number(expense_id))
    given = shown.expense.model_dump() | {"category": shown.category.code}
    return _form(request, db, me, shown, given)


@router.post("/expense/{expense_id}")
def change(request: Request, db: DB, me: Me, expense_id: str, form: ExpenseForm) -> Response:
    number = known_number(expense_id)
    try:
        ops.change_expense(db, me, number, form.details())
    except (Invalid, Refused) as error:
        db.rollback()
        shown = ops.view_expense(db, me, number)
        return _form(request, db, me, shown, form.values, error)
    return redirect(request, f"/expense/{number}", "Changed.")


@router.post("/expense/{expense_id}/delete")
def delete(request: Request, db: DB, me: Me, expense_id: str) -> Response:
    number = known_number(expense_id)
    try:
        ops.delete_expense(db, me, number)
    except Refused as error:
        db.rollback()
        return redirect(request, f"/expense/{number}", error.message, "error")
    return redirect(request, "/expenses", "Deleted.")


@router.get("/receipts")
def receipts(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    found = ops.list_receipts(db, me, False, page, SIZE)
    return _show(request, db, me, "receipts.html", found=found)


@router.post("/receipts")
async def upload(request: Request, db: DB, me: Me, file: UploadFile) -> Response:
    content = await file.read()
    return attempt(
        request,
        db,
        lambda: ops.upload_receipt(db, me, file.filename or "receipt", content),
        "/receipts",
        "Uploaded.",
    )


@router.get("/receipt/{receipt_id}")
def receipt(db: DB, me: Me, receipt_id: str) -> Response:
    found = ops.view_receipt(db, me, known_number(receipt_id))
    return download(found.content, found.filename)


@router.post("/receipt/{receipt_id}/delete")
def delete_receipt(request: Request, db: DB, me: Me, receipt_id: str) -> Response:
    number = known_number(receipt_id)
    return attempt(request, db, lambda: ops.delete_receipt(db, me, number), "/receipts", "Deleted.")


@router.get("/reports")
def reports(request: Request, db: DB, me: Me, page: PageNumber = 1) -> Response:
    found = ops.list_reports(db, me, None, page, SIZE)
    return _show(request, db, me, "reports.html", found=found)


@router.post("/reports")
def create(request: Request, db: DB, me: Me, title: Text = "", purpose: Text = "") -> Response:
    try:
        made = ops.create_report(db, me, title, purpose)
    except Invalid as error:
        db.rollback()
        return redirect(request, "/reports", error.message, "error")
    return redirect(request, f"/report/{made.number}", "Created.")


@router.get("/report/{number}")
def report(request: Request, db: DB, me: Me, number: str) -> Response:
    full = ops.view_report(db, me, number)
    mine = full.report.user_id == me.id
    loose = ops.list_expenses(db, me, "", True, 1, 100).items if mine else []
    return _show(
        request,
        db,
        me,
        "report.html",
        full=full,
        mine=mine,
        loose=loose,
        my_turn=ops.may_decide(db, me, full.report),
    )


@router.get("/report/{number}/csv")
def export(db: DB, me: Me, number: str) -> Response:
    full = ops.view_report(db, me, number)
    return download(as_csv(full).encode(), f"{full.report.number}.csv")


@router.post("/report/{number}/change")
def change_report(
    request: Request, db: DB, me: Me, number: str, title: Text = "", purpose: Text = ""
) -> Response:
    return _act(
        request, db, number, lambda: ops.change_report(db, me, number, title, purpose), "Changed."
    )


@router.post("/report/{number}/delete")
def delete_report(request: Request, db: DB, me: Me, number: str) -> Response:
    try:
        ops.delete_report(db, me, number)
    except Refused as error:
        db.rollback()
        return redirect(request, f"/report/{number}", error.message, "error")
    return redirect(request, "/reports", "Deleted.")


@router.post("/report/{number}/add")
def add_to(request: Request, db: DB, me: Me, number: str, expense_id: Text = "") -> Response:
    chosen = known_number(expense_id)
    return _act(request, db, number, lambda: ops.add_to_report(db, me, number, chosen), "Added.")


@router.post("/report/{number}/remove")
def remove_from(request: Request, db: DB, me: Me, number: str, expense_id: Text = "") -> Response:
    chosen = known_number(expense_id)
    return _act(
        request, db, number, lambda: ops.remove_from_report(db, me, number, chosen), "Taken off."
    )


@router.post("/report/{number}/submit")
def submit(request: Request, db: DB, me: Me, number: str) -> Response:
    return _act(request, db, number, lambda: ops.submit_report(db, me, number), "Handed in.")


@router.post("/report/{number}/withdraw")
def withdraw(request: Request, db: DB, me: Me, number: str) -> Response:
    return _act(request, db, number, lambda: ops.withdraw_report(db, me, number), "Taken back.")


@router.post("/report/{number}/decision")
def decide(
    request: Request,
    db: DB,
    me: Me,
    number: str,
    decision: Annotated[Decision, Form()],
    comment: Text = "",
) -> Response:
    return _act(
        request,
        db,
        number,
        lambda: ops.decide_report(db, me, number, decision, comment),
        f"The report is {decision}.",
        "/approvals",
    )


@router.post("/report/{number}/pay")
def pay(request: Request, db: DB, me: Me, number: str) -> Response:
    return _act(request, db, number, lambda: ops.pay_report(db, me, number), "Paid.")


@router.get("/approvals")
def approvals(
    request: Request,
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=100)] = "",
    page: PageNumber = 1,
) -> Response:
    found = ops.search_reports(db, me, q, None, page, SIZE)
    waiting = ops.list_approvals(db, me)
    return _show(request, db, me, "approvals.html", found=found, waiting=waiting)


@router.get("/policy")
def policy_page(
    request: Request, db: DB, user: Annotated[User | None, Depends(visitor)]
) -> Response:
    rates, categories = ops.list_rates(db), ops.list_categories(db)
    return page(request, "policy.html", policy=policy, me=user, rates=rates, categories=categories)


def _act(request: Request, db: DB, number: str, action: Any, done: str, then: str = "") -> Response:
    """Do it and show the report, or what else follows; a rule that forbids it is told there."""
    back = f"/report/{number}"
    try:
        action()
    except (Invalid, Refused, Forbidden) as error:
        db.rollback()
        return redirect(request, back, error.message, "error")
    return redirect(request, then or back, done)


def _form(
    request: Request,
    db: DB,
    me: User,
    shown: ops.Shown | None,
    given: dict[str, Any],
    error: Invalid | Refused | None = None,
) -> Response:
    receipts = [receipt for receipt, _ in ops.list_receipts(db, me, True, 1, 50).items]
    if shown and shown.expense.receipt_id:
        receipts.append(ops.view_receipt(db, me, shown.expense.receipt_id))
    currencies = sorted({policy.HOME_CURRENCY, *(rate.currency for rate in ops.list_rates(db))})
    return _show(
        request,
        db,
        me,
        "expense.html",
        error.status if error else 200,
        shown=shown,
        given=given,
        error=error,
        categories=[(c.code, c.name) for c in ops.list_categories(db) if c.active],
        currencies=[(code, code) for code in currencies],
        receipts=[(receipt.id, receipt.filename) for receipt in receipts],
        kinds=policy.KINDS,
    )


def _show(
    request: Request, _db: DB, me: User, template: str, status: int = 200, **context: Any
) -> Response:
    return page(request, template, status=status, policy=policy, me=me, **context)
