"""What the API answers."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel
from sqlmodel import Session

from mock_platform.services.finance.models import Invoice, PurchaseOrder, Transaction, Vendor
from mock_platform.services.finance.months import month_name
from mock_platform.services.finance.operations import (
    AccountLine,
    BudgetLine,
    Closing,
    FullInvoice,
    FullOrder,
    FullPaymentRun,
    FullTrade,
    FullTransaction,
    FullVendor,
    Statement,
    people,
)
from mock_platform.services.finance.operations.closing import CheckItem


class PersonOut(BaseModel):
    id: int
    name: str
    email: str
    role: str


class AccountOut(BaseModel):
    """`balance` is what is posted, debits positive."""

    code: str
    name: str
    kind: str
    active: bool
    balance: Decimal = Decimal("0.00")
    bank: str | None = None
    iban: str | None = None

    @classmethod
    def of(cls, line: AccountLine) -> "AccountOut":
        bank = {"bank": line.bank.bank, "iban": line.bank.iban} if line.bank else {}
        return cls(**line.account.model_dump(), balance=line.balance, **bank)


class LedgerLine(BaseModel):
    day: date
    transaction: str
    memo: str
    counterparty: str
    amount: Decimal


class TransactionLine(BaseModel):
    number: str
    day: date
    kind: str
    status: str
    memo: str
    counterparty: str
    total: Decimal
    entered_by: str
    posted_by: str | None


class PostingOut(BaseModel):
    id: int
    account: str
    account_name: str
    debit: Decimal
    credit: Decimal
    memo: str


class TransactionOut(TransactionLine):
    entered_at: datetime
    posted_at: datetime | None
    reason: str
    invoice: str | None
    reverses: str | None
    reversed_by: str | None
    lines: list[PostingOut]


def transaction_lines(db: Session, found: Sequence[Transaction]) -> list[TransactionLine]:
    names = people(db)
    return [TransactionLine(**_signed(t, names, "entered_by", "posted_by")) for t in found]


def transaction_out(db: Session, full: FullTransaction) -> TransactionOut:
    return TransactionOut(
        **_signed(full.transaction, people(db), "entered_by", "posted_by"),
        invoice=full.invoice.reference if full.invoice else None,
        reverses=full.reverses.number if full.reverses else None,
        reversed_by=full.reversed_by.number if full.reversed_by else None,
        lines=[
            PostingOut(
                id=posting.key,
                account=account.code,
                account_name=account.name,
                debit=max(posting.amount, Decimal("0.00")),
                credit=max(-posting.amount, Decimal("0.00")),
                memo=posting.memo,
            )
            for posting, account in full.lines
        ],
    )


class VendorLine(BaseModel):
    id: int
    name: str
    tax_id: str
    email: str
    terms_days: int
    blocked: bool
    bank_confirmed: bool
    iban: str


class VendorOut(VendorLine):
    """`owed` is the total of its approved invoices; `duplicates` may be the same vendor."""

    phone: str
    address: str
    blocked_reason: str
    merged_into: int | None
    owed: Decimal
    open_invoices: int
    duplicates: list[VendorLine]

    @classmethod
    def of(cls, full: FullVendor) -> "VendorOut":
        return cls(
            **full.vendor.model_dump(),
            owed=full.owed,
            open_invoices=full.open,
            duplicates=[VendorLine(**v.model_dump()) for v in full.duplicates],
        )


class InvoiceSummary(BaseModel):
    """`reference` is ours, `number` the vendor's."""

    reference: str
    vendor_id: int
    vendor: str
    number: str
    invoiced_on: date
    due_on: date
    status: str
    net: Decimal
    tax: Decimal
    total: Decimal

    @classmethod
    def row(cls, invoice: Invoice, vendor: Vendor) -> "InvoiceSummary":
        return cls(**invoice.model_dump(), vendor=vendor.name)


class DueInvoice(InvoiceSummary):
    """`obstacle` says why it cannot be paid now; empty where it can."""

    obstacle: str


class InvoiceLineOut(BaseModel):
    description: str
    quantity: int
    unit_price: Decimal
    tax_code: str
    net: Decimal
    tax: Decimal
    account: str
    order_line_id: int | None
    ordered_price: Decimal | None = None
    left_to_bill: int | None = None
    problem: str = ""


class InvoiceOut(InvoiceSummary):
    """`problems` keep it from matching its order; `similar` may be duplicates of it."""

    order: str | None
    note: str
    reason: str
    entered_by: str
    entered_at: datetime
    approved_by: str | None
    lines: list[InvoiceLineOut]
    problems: list[str]
    transactions: list[str]
    similar: list[str]


def invoice_out(db: Session, full: FullInvoice) -> InvoiceOut:
    matches = {m.line.id: m for m in full.matching.lines} if full.matching else {}
    lines = []
    for line, account in full.lines:
        values: dict[str, Any] = line.model_dump() | {"account": account.code}
        if match := matches.get(line.id):
            values |= {"problem": match.problem, "left_to_bill": match.available}
            values["ordered_price"] = match.ordered.unit_price if match.ordered else None
        lines.append(InvoiceLineOut(**values))
    return InvoiceOut(
        **_signed(full.invoice, people(db), "entered_by", "approved_by"),
        vendor=full.vendor.name,
        order=full.order.number if full.order else None,
        lines=lines,
        problems=list(full.matching.problems) if full.matching else [],
        transactions=[transaction.number for transaction in full.transactions],
        similar=[other.reference for other in full.warnings],
    )


class OrderSummary(BaseModel):
    number: str
    vendor_id: int
    vendor: str
    ordered_on: date
    status: str
    total: Decimal

    @classmethod
    def row(cls, order: PurchaseOrder, vendor: Vendor) -> "OrderSummary":
        return cls(**order.model_dump(), vendor=vendor.name)


class OrderLineOut(BaseModel):
    id: int
    account: str
    description: str
    quantity: int
    unit_price: Decimal
    received: int
    billed: int


class ReceiptOut(BaseModel):
    order_line_id: int
    quantity: int
    received_on: date
    received_by: str
    note: str


class OrderOut(OrderSummary):
    note: str
    entered_by: str
    approved_by: str | None
    lines: list[OrderLineOut]
    receipts: list[ReceiptOut]
    invoices: list[str]


def order_out(db: Session, full: FullOrder) -> OrderOut:
    names = people(db)
    return OrderOut(
        **_signed(full.order, names, "entered_by", "approved_by"),
        vendor=full.vendor.name,
        lines=[
            OrderLineOut(
                **line.model_dump(), account=account.code, billed=full.billed.get(line.key, 0)
            )
            for line, account in full.lines
        ],
        receipts=[ReceiptOut(**_signed(r, names, "received_by")) for r in full.receipts],
        invoices=[invoice.reference for invoice in full.invoices],
    )


class PaymentRunLine(BaseModel):
    number: str
    pay_on: date
    status: str
    total: Decimal
    entered_by: str
    approved_by: str | None


class PaymentOut(BaseModel):
    invoice: str
    vendor: str
    number: str
    amount: Decimal
    iban: str


class PaymentRunOut(PaymentRunLine):
    bank_account: str
    payments: list[PaymentOut]


def run_out(db: Session, full: FullPaymentRun) -> PaymentRunOut:
    return PaymentRunOut(
        **_signed(full.run, people(db), "entered_by", "approved_by"),
        bank_account=full.account.code,
        payments=[
            PaymentOut(
                invoice=invoice.reference,
                vendor=vendor.name,
                number=invoice.number,
                amount=payment.amount,
                iban=payment.iban,
            )
            for payment, invoice, vendor in full.payments
        ],
    )


class BudgetOut(BaseModel):
    account: str
    name: str
    month: str
    amount: Decimal
    threshold: int
    actual: Decimal
    left: Decimal
    percent: int
    alert: str

    @classmethod
    def of(cls, line: BudgetLine) -> "BudgetOut":
        budget, account = line.budget, line.account
        return cls(
            account=account.code,
            name=account.name,
            month=month_name(budget.month),
            amount=budget.amount,
            threshold=budget.threshold,
            actual=line.actual,
            left=line.left,
            percent=line.percent,
            alert=line.alert,
        )


class AssetOut(BaseModel):
    code: str
    name: str
    acquired_on: date
    cost: Decimal
    salvage: Decimal
    method: str
    life_months: int
    rate: int | None
    accumulated: Decimal
    retired_on: date | None


class TakenOut(BaseModel):
    month: date
    amount: Decimal


class FullAssetOut(AssetOut):
    """`next_amount` is what the run of `next_month` will take."""

    book_value: Decimal
    next_month: date
    next_amount: Decimal
    taken: list[TakenOut]


class DepreciationRunOut(BaseModel):
    month: date
    run_at: datetime
    total: Decimal


class HoldingOut(BaseModel):
    symbol: str
    name: str
    quantity: int
    cost: Decimal
    price: Decimal | None
    value: Decimal
    gain: Decimal


class PriceOut(BaseModel):
    day: date
    price: Decimal


class LotOut(BaseModel):
    bought_on: date
    bought: int
    quantity: int
    cost: Decimal


class LotSaleOut(BaseModel):
    bought_on: date
    quantity: int
    cost: Decimal
    gain: Decimal


class TradeLine(BaseModel):
    number: str
    symbol: str
    side: str
    kind: str
    quantity: int
    limit_price: Decimal | None
    status: str
    placed_on: date
    valid_until: date | None
    executed_on: date | None
    price: Decimal | None
    value: Decimal | None
    fee: Decimal
    settles_on: date | None
    gain: Decimal | None


class TradeOut(TradeLine):
    lots: list[LotSaleOut]

    @classmethod
    def of(cls, full: FullTrade) -> "TradeOut":
        lots = [LotSaleOut(**s.model_dump(), bought_on=lot.bought_on) for s, lot in full.sales]
        return cls(**full.trade.model_dump(), symbol=full.security.symbol, lots=lots)


class CheckOut(BaseModel):
    name: str
    done: bool
    count: int
    blocking: bool
    numbers: list[str]

    @classmethod
    def of(cls, item: CheckItem) -> "CheckOut":
        return cls(
            name=item.name,
            done=item.done,
            count=item.count,
            blocking=item.blocking,
            numbers=list(item.numbers),
        )


class MonthOut(BaseModel):
    month: str
    locked: bool
    changed_at: datetime | None = None
    reason: str = ""


class ClosingOut(BaseModel):
    """`ready` months can be locked."""

    month: str
    locked: bool
    ready: bool
    items: list[CheckOut]

    @classmethod
    def of(cls, closing: Closing) -> "ClosingOut":
        items = [CheckOut.of(item) for item in closing.items]
        month = month_name(closing.month)
        return cls(month=month, locked=closing.locked, ready=closing.ready, items=items)


class StatementLineOut(BaseModel):
    account: str
    name: str
    kind: str
    debit: Decimal
    credit: Decimal


class StatementOut(BaseModel):
    lines: list[StatementLineOut]
    debit: Decimal
    credit: Decimal

    @classmethod
    def of(cls, statement: Statement) -> "StatementOut":
        lines = [
            StatementLineOut(
                account=line.account.code,
                name=line.account.name,
                kind=line.account.kind,
                debit=line.debit,
                credit=line.credit,
            )
            for line in statement.lines
        ]
        return cls(lines=lines, debit=statement.debit, credit=statement.credit)


class AgedOut(BaseModel):
    """`amounts` by how long they are overdue: the name of a column → the amount."""

    vendor: str
    vendor_id: int | None
    amounts: dict[str, Decimal]
    total: Decimal


class CashOut(BaseModel):
    account: str
    name: str
    balance: Decimal


class DashboardOut(BaseModel):
    """`waiting` maps a kind of work to how much of it there is."""

    day: date
    cash: list[CashOut]
    assets: Decimal
    liabilities: Decimal
    equity: Decimal
    income: Decimal
    expenses: Decimal
    month_income: Decimal
    month_expenses: Decimal
    budgets: list[BudgetOut]
    payables: dict[str, Decimal]
    waiting: dict[str, int]


class HistoryOut(BaseModel):
    at: datetime
    who: str
    action: str
    subject: str
    text: str


def _signed(row: Any, names: dict[int | None, str], *fields: str) -> dict[str, Any]:
    """The row's values with the names of people for their ids."""
    values: dict[str, Any] = row.model_dump()
    for field in fields:
        values[field] = names.get(values[field]) if values[field] is not None else None
    return values
