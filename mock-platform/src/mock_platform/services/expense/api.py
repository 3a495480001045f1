"""The JSON API."""

import base64
import binascii
import csv
import io
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

from fastapi import Depends, Response
from fastapi import Query as Param
from pydantic import BaseModel, Field

from mock_platform.kit import Invalid
from mock_platform.kit.auth import bearer, signed_in
from mock_platform.kit.pages import download
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB, api_router
from mock_platform.services.expense import operations as ops
from mock_platform.services.expense.models import Category, Decision, Event, Rate, Report, User
from mock_platform.services.expense.policy import Kind, State

router = api_router()
Me = Annotated[User, Depends(signed_in)]
SIGNED_IN = [bearer]


class ViolationOut(BaseModel):
    rule: str
    message: str


class ExpenseOut(BaseModel):
    """`amount` is in `currency`, `euros` what it is in euros."""

    id: int
    report: str | None
    category: str
    kind: Kind
    spent_on: date
    merchant: str
    amount: Decimal
    currency: str
    euros: Decimal
    quantity: int
    kilometres: int
    full_days: int
    part_days: int
    breakfasts: int
    lunches: int
    dinners: int
    note: str
    receipt_id: int | None
    violations: list[ViolationOut]

    @classmethod
    def of(cls, shown: ops.Shown) -> "ExpenseOut":
        return cls(
            **shown.expense.model_dump(
                exclude={"user_id", "report_id", "category_id", "judged", "created_at"}
            ),
            report=shown.report.number if shown.report else None,
            category=shown.category.code,
            violations=[ViolationOut(rule=v.rule, message=v.message) for v in shown.violations],
        )


class ConvertedOut(BaseModel):
    amount: Decimal
    currency: str
    day: date
    per_euro: Decimal
    euros: Decimal


class ReceiptOut(BaseModel):
    id: int
    filename: str
    size: int
    uploaded_at: datetime
    expense_id: int | None


class NewReceipt(BaseModel):
    filename: str = Field(min_length=1, max_length=120)
    content: str = Field(max_length=7_000_000, description="The file, base64")


class ReportOut(BaseModel):
    number: str
    owner: str
    title: str
    purpose: str
    state: State
    submitted_at: datetime | None
    decided_at: datetime | None
    paid_at: datetime | None
    total: Decimal
    count: int

    @classmethod
    def of(cls, brief: ops.Brief) -> "ReportOut":
        internal = {"id", "user_id", "step", "chain", "waiting_for", "created_at"}
        return cls(
            **brief.report.model_dump(exclude=internal),
            owner=brief.owner.name,
            total=brief.total,
            count=brief.count,
        )


class ApprovalOut(BaseModel):
    round: int
    step: int
    who: str
    decision: Decision
    comment: str
    decided_at: datetime


class EntryOut(BaseModel):
    who: str
    event: Event
    details: str
    at: datetime


class FullReport(ReportOut):
    """`chain` is who decides, in order; `waits_for` who decides next."""

    expenses: list[ExpenseOut]
    violations: int
    chain: list[str]
    waits_for: str | None
    approvals: list[ApprovalOut]
    history: list[EntryOut]


class ReportDetails(BaseModel):
    title: str = Field(min_length=1, max_length=120)
    purpose: str = Field(default="", max_length=500)


class Added(BaseModel):
    expense_id: int


class Judgement(BaseModel):
    decision: Decision
    comment: str = Field(default="", max_length=500)


@router.get("/categories", tags=["policy"], dependencies=SIGNED_IN)
def list_categories(db: DB, _me: Me) -> list[Category]:
    return ops.list_categories(db)


@router.get("/rates", tags=["policy"], dependencies=SIGNED_IN)
def list_rates(db: DB, _me: Me) -> list[Rate]:
    """So many units of a currency are one euro from a day on."""
    return ops.list_rates(db)


@router.get("/convert", tags=["policy"], dependencies=SIGNED_IN)
def convert_amount(
    db: DB,
    _me: Me,
    amount: Annotated[Decimal, Param(ge=0, lt=1_000_000, decimal_places=2)],
    currency: Annotated[str, Param(min_length=3, max_length=3)],
    day: date,
) -> ConvertedOut:
    """By the rate that was valid on that day."""
    return ConvertedOut(**vars(ops.convert_amount(db, amount, currency, day)))


@router.get("/expenses", tags=["expenses"], dependencies=SIGNED_IN)
def list_expenses(
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=100)] = "",
    unreported: bool = False,
    page: PageNumber = 1,
    size: PageSize = 30,
) -> PageOf[ExpenseOut]:
    """One's own, the last spent first."""
    found = ops.list_expenses(db, me, q, unreported, page, size)
    return PageOf[ExpenseOut].of(found, [ExpenseOut.of(shown) for shown in found.items])


@router.post("/expenses", tags=["expenses"], status_code=201, dependencies=SIGNED_IN)
def add_expense(db: DB, me: Me, body: ops.Details) -> ExpenseOut:
    return _expense(db, me, ops.add_expense(db, me, body).id)


@router.get("/expenses/{expense_id}", tags=["expenses"], dependencies=SIGNED_IN)
def view_expense(db: DB, me: Me, expense_id: int) -> ExpenseOut:
    return _expense(db, me, expense_id)


@router.put("/expenses/{expense_id}", tags=["expenses"], dependencies=SIGNED_IN)
def change_expense(db: DB, me: Me, expense_id: int, body: ops.Details) -> ExpenseOut:
    """Everything that it says, anew."""
    return _expense(db, me, ops.change_expense(db, me, expense_id, body).id)


@router.delete("/expenses/{expense_id}", tags=["expenses"], status_code=204, dependencies=SIGNED_IN)
def delete_expense(db: DB, me: Me, expense_id: int) -> None:
    ops.delete_expense(db, me, expense_id)


@router.get("/receipts", tags=["receipts"], dependencies=SIGNED_IN)
def list_receipts(
    db: DB, me: Me, unused: bool = False, page: PageNumber = 1, size: PageSize = 30
) -> PageOf[ReceiptOut]:
    """With `unused`, those that no expense needs yet."""
    found = ops.list_receipts(db, me, unused, page, size)
    items = [
        ReceiptOut(
            **receipt.model_dump(include={"id", "filename", "uploaded_at"}),
            size=len(receipt.content),
            expense_id=expense.id if expense else None,
        )
        for receipt, expense in found.items
    ]
    return PageOf[ReceiptOut].of(found, items)


@router.post("/receipts", tags=["receipts"], status_code=201, dependencies=SIGNED_IN)
def upload_receipt(db: DB, me: Me, body: NewReceipt) -> ReceiptOut:
    try:
        content = base64.b64decode(body.content, validate=True)
    except (binascii.Error, ValueError):
        raise Invalid("The content is not base64.", fields={"content": "not base64"}) from None
    receipt = ops.upload_receipt(db, me, body.filename, content)
    kept = receipt.model_dump(include={"id", "filename", "uploaded_at"})
    return ReceiptOut(**kept, size=len(content), expense_id=None)


@router.get(
    "/receipts/{receipt_id}",
    tags=["receipts"],
    dependencies=SIGNED_IN,
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def view_receipt(db: DB, me: Me, receipt_id: int) -> Response:
    """The file itself."""
    receipt = ops.view_receipt(db, me, receipt_id)
    return download(receipt.content, receipt.filename)


@router.delete("/receipts/{receipt_id}", tags=["receipts"], status_code=204, dependencies=SIGNED_IN)
def delete_receipt(db: DB, me: Me, receipt_id: int) -> None:
    ops.delete_receipt(db, me, receipt_id)


@router.get("/reports", tags=["reports"], dependencies=SIGNED_IN)
def list_reports(
    db: DB, me: Me, state: State | None = None, page: PageNumber = 1, size: PageSize = 30
) -> PageOf[ReportOut]:
    """One's own, the newest first."""
    found = ops.list_reports(db, me, state, page, size)
    return PageOf[ReportOut].of(found, [ReportOut.of(brief) for brief in found.items])


@router.post("/reports", tags=["reports"], status_code=201, dependencies=SIGNED_IN)
def create_report(db: DB, me: Me, body: ReportDetails) -> FullReport:
    return _report(db, me, ops.create_report(db, me, body.title, body.purpose))


@router.get("/reports/{number}", tags=["reports"], dependencies=SIGNED_IN)
def view_report(db: DB, me: Me, number: str) -> FullReport:
    """With its expenses, who decides, and its history."""
    return _full(ops.view_report(db, me, number))


@router.get(
    "/reports/{number}/csv",
    tags=["reports"],
    dependencies=SIGNED_IN,
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def export_report(db: DB, me: Me, number: str) -> Response:
    """Its expenses as a table."""
    full = ops.view_report(db, me, number)
    return download(as_csv(full).encode(), f"{full.report.number}.csv")


@router.put("/reports/{number}", tags=["reports"], dependencies=SIGNED_IN)
def change_report(db: DB, me: Me, number: str, body: ReportDetails) -> FullReport:
    return _report(db, me, ops.change_report(db, me, number, body.title, body.purpose))


@router.delete("/reports/{number}", tags=["reports"], status_code=204, dependencies=SIGNED_IN)
def delete_report(db: DB, me: Me, number: str) -> None:
    """A draft that was never handed in; its expenses stay."""
    ops.delete_report(db, me, number)


@router.post("/reports/{number}/expenses", tags=["reports"], dependencies=SIGNED_IN)
def add_to_report(db: DB, me: Me, number: str, body: Added) -> FullReport:
    return _report(db, me, ops.add_to_report(db, me, number, body.expense_id))


@router.delete("/reports/{number}/expenses/{expense_id}", tags=["reports"], dependencies=SIGNED_IN)
def remove_from_report(db: DB, me: Me, number: str, expense_id: int) -> FullReport:
    return _report(db, me, ops.remove_from_report(db, me, number, expense_id))


@router.post("/reports/{number}/submit", tags=["reports"], dependencies=SIGNED_IN)
def submit_report(db: DB, me: Me, number: str) -> FullReport:
    """Hand it in; every violation needs a note on its expense."""
    return _report(db, me, ops.submit_report(db, me, number))


@router.post("/reports/{number}/withdraw", tags=["reports"], dependencies=SIGNED_IN)
def withdraw_report(db: DB, me: Me, number: str) -> FullReport:
    """Take it back while nobody has decided."""
    return _report(db, me, ops.withdraw_report(db, me, number))


@router.get("/approvals", tags=["approval"], dependencies=SIGNED_IN)
def list_approvals(db: DB, me: Me) -> list[ReportOut]:
    """What waits for the user's decision."""
    return [ReportOut.of(brief) for brief in ops.list_approvals(db, me)]


@router.get("/others-reports", tags=["approval"], dependencies=SIGNED_IN)
def search_reports(
    db: DB,
    me: Me,
    q: Annotated[str, Param(max_length=100)] = "",
    state: State | None = None,
    page: PageNumber = 1,
    size: PageSize = 30,
) -> PageOf[ReportOut]:
    """Reports that others handed in, as far as the user may see them."""
    found = ops.search_reports(db, me, q, state, page, size)
    return PageOf[ReportOut].of(found, [ReportOut.of(brief) for brief in found.items])


@router.post("/reports/{number}/decision", tags=["approval"], dependencies=SIGNED_IN)
def decide_report(db: DB, me: Me, number: str, body: Judgement) -> FullReport:
    """Approve, return or reject."""
    return _report(db, me, ops.decide_report(db, me, number, body.decision, body.comment))


@router.post("/reports/{number}/pay", tags=["approval"], dependencies=SIGNED_IN)
def pay_report(db: DB, me: Me, number: str) -> FullReport:
    return _report(db, me, ops.pay_report(db, me, number))


def as_csv(full: ops.Full) -> str:
    """A line an expense; what a table program could take for a formula is marked as text."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["day", "category", "merchant", "amount", "currency", "euros", "note"])
    for shown in full.expenses:
        e = shown.expense
        row = [e.spent_on, shown.category.code, e.merchant, e.amount, e.currency, e.euros, e.note]
        table.writerow([f"'{x}" if str(x).startswith(tuple("=+-@\t\r")) else x for x in row])
    return out.getvalue()


def _expense(db: DB, me: User, expense_id: int | None) -> ExpenseOut:
    return ExpenseOut.of(ops.view_expense(db, me, expense_id or 0))


def _report(db: DB, me: User, report: Report) -> FullReport:
    return _full(ops.view_report(db, me, report.number))


def _full(full: ops.Full) -> FullReport:
    brief = ops.Brief(full.report, full.owner, full.total, len(full.expenses))
    return FullReport(
        **ReportOut.of(brief).model_dump(),
        expenses=[ExpenseOut.of(shown) for shown in full.expenses],
        violations=full.violations,
        chain=[user.name for user in full.chain],
        waits_for=full.waits_for.name if full.waits_for else None,
        approvals=[
            ApprovalOut(
                who=user.name, **approval.model_dump(exclude={"id", "report_id", "user_id"})
            )
            for approval, user in full.approvals
        ],
        history=[
            EntryOut(who=user.name, event=entry.event, details=entry.details, at=entry.at)
            for entry, user in full.history
        ],
    )
