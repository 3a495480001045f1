"""Vendors, orders, invoices and payments as the API answers them."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel
from sqlmodel import Session

from mock_platform.services.finance.api.shapes.names import signed
from mock_platform.services.finance.models import Invoice, PurchaseOrder, Vendor
from mock_platform.services.finance.operations import (
    FullInvoice,
    FullOrder,
    FullPaymentRun,
    FullVendor,
    people,
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
        **signed(full.invoice, people(db), "entered_by", "approved_by"),
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
        **signed(full.order, names, "entered_by", "approved_by"),
        vendor=full.vendor.name,
        lines=[
            OrderLineOut(
                **line.model_dump(), account=account.code, billed=full.billed.get(line.key, 0)
            )
            for line, account in full.lines
        ],
        receipts=[ReceiptOut(**signed(r, names, "received_by")) for r in full.receipts],
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
        **signed(full.run, people(db), "entered_by", "approved_by"),
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
