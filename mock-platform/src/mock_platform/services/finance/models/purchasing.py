"""Vendors, purchase orders, invoices and payments."""

from typing import Annotated, Literal

from pydantic import Field as Limit
from sqlalchemy import Index, String
from sqlmodel import Field

from mock_platform.services.finance.models.base import ZERO, Count, FinanceRow, NotNegative
from mock_platform.services.finance.months import BookDay, Moment
from mock_platform.services.finance.policy import LONGEST_TERMS, TaxCode

InvoiceStatus = Literal["draft", "received", "matched", "approved", "paid", "disputed", "void"]
OrderStatus = Literal["draft", "approved", "closed", "cancelled"]
RunStatus = Literal["draft", "paid", "cancelled"]


class Vendor(FinanceRow, table=True):
    """`bank_entered_by` changed the bank details last; nobody is paid until another confirms them.

    `merged_into` is the vendor that this one turned out to be.
    """

    __tablename__ = "vendors"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(index=True)
    tax_id: str = Field(default="", index=True)
    email: str = ""
    phone: str = ""
    address: str = ""
    iban: str = Field(default="", index=True)
    terms_days: Annotated[int, Limit(ge=0, le=LONGEST_TERMS)] = 30
    blocked: bool = False
    blocked_reason: str = ""
    bank_entered_by: int | None = Field(default=None, foreign_key="users.id")
    bank_confirmed: bool = True
    merged_into: int | None = Field(default=None, foreign_key="vendors.id")


class PurchaseOrder(FinanceRow, table=True):
    __tablename__ = "purchase_orders"
    __table_args__ = (Index("ix_purchase_orders_newest", "ordered_on", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True)
    vendor_id: int = Field(foreign_key="vendors.id", index=True)
    ordered_on: BookDay
    status: OrderStatus = Field(default="draft", sa_type=String, index=True)
    total: NotNegative
    note: str = ""
    entered_by: int = Field(foreign_key="users.id")
    approved_by: int | None = Field(default=None, foreign_key="users.id")


class OrderLine(FinanceRow, table=True):
    """`received` is the sum of its receipts."""

    __tablename__ = "order_lines"

    id: int | None = Field(default=None, primary_key=True)
    order_id: int = Field(foreign_key="purchase_orders.id", index=True)
    account_id: int = Field(foreign_key="accounts.id")
    description: str
    quantity: Count
    unit_price: NotNegative
    received: Annotated[int, Limit(ge=0)] = 0


class Receipt(FinanceRow, table=True):
    """Goods that came."""

    __tablename__ = "receipts"

    id: int | None = Field(default=None, primary_key=True)
    order_line_id: int = Field(foreign_key="order_lines.id", index=True)
    quantity: Count
    received_on: BookDay
    received_by: int = Field(foreign_key="users.id")
    note: str = ""


class Invoice(FinanceRow, table=True):
    """`number` is the vendor's, `reference` ours; `number_key` the number without punctuation.

    `disputed_from` is the state that a disputed one returns to.
    """

    __tablename__ = "invoices"
    __table_args__ = (
        Index("ix_invoices_duplicates", "vendor_id", "number_key"),
        Index("ix_invoices_status", "status", "due_on"),
        Index("ix_invoices_newest", "invoiced_on", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    reference: str = Field(unique=True, index=True)
    vendor_id: int = Field(foreign_key="vendors.id")
    number: str
    number_key: str
    invoiced_on: BookDay
    due_on: BookDay
    status: InvoiceStatus = Field(default="draft", sa_type=String)
    net: NotNegative
    tax: NotNegative = ZERO
    total: NotNegative
    order_id: int | None = Field(default=None, foreign_key="purchase_orders.id", index=True)
    note: str = ""
    reason: str = ""
    disputed_from: str = ""
    entered_by: int = Field(foreign_key="users.id")
    entered_at: Moment
    approved_by: int | None = Field(default=None, foreign_key="users.id")


class InvoiceLine(FinanceRow, table=True):
    __tablename__ = "invoice_lines"

    id: int | None = Field(default=None, primary_key=True)
    invoice_id: int = Field(foreign_key="invoices.id", index=True)
    account_id: int = Field(foreign_key="accounts.id")
    order_line_id: int | None = Field(default=None, foreign_key="order_lines.id", index=True)
    description: str
    quantity: Count
    unit_price: NotNegative
    tax_code: TaxCode = Field(default="standard", sa_type=String)
    net: NotNegative
    tax: NotNegative = ZERO


class PaymentRun(FinanceRow, table=True):
    """Invoices that are paid together from one bank account."""

    __tablename__ = "payment_runs"

    id: int | None = Field(default=None, primary_key=True)
    number: str = Field(unique=True, index=True)
    bank_account_id: int = Field(foreign_key="bank_accounts.id")
    pay_on: BookDay
    status: RunStatus = Field(default="draft", sa_type=String, index=True)
    total: NotNegative
    entered_by: int = Field(foreign_key="users.id")
    approved_by: int | None = Field(default=None, foreign_key="users.id")


class Payment(FinanceRow, table=True):
    """One invoice of a run; `iban` is where the money goes."""

    __tablename__ = "payments"

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="payment_runs.id", index=True)
    invoice_id: int = Field(foreign_key="invoices.id", index=True)
    amount: NotNegative
    iban: str
