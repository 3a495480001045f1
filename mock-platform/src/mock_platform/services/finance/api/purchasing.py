"""Vendors, purchase orders, invoices and payment runs."""

from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from mock_platform.kit.clock import today
from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.api.router import Me, router
from mock_platform.services.finance.api.shapes.purchasing import (
    DueInvoice,
    InvoiceOut,
    InvoiceSummary,
    OrderOut,
    OrderSummary,
    PaymentRunLine,
    PaymentRunOut,
    VendorLine,
    VendorOut,
    invoice_out,
    order_out,
    run_out,
)
from mock_platform.services.finance.models import RunStatus
from mock_platform.services.finance.operations.values import PlainDay, Reason


class NewVendor(ops.VendorDetails):
    bank: ops.BankDetails | None = None


class Because(BaseModel):
    reason: Reason


class Duplicate(BaseModel):
    duplicate_id: int


class InvoiceChoice(BaseModel):
    invoice: str = Field(max_length=40)


@router.get("/vendors", tags=["vendors"])
def list_vendors(
    db: DB,
    _me: Me,
    query: Annotated[ops.VendorQuery, Query()],
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[VendorLine]:
    """Vendors by name."""
    found = ops.list_vendors(db, query, page, size)
    return PageOf[VendorLine].of(found, [VendorLine(**v.model_dump()) for v in found.items])


@router.post("/vendors", tags=["vendors"], status_code=201)
def add_vendor(db: DB, me: Me, body: NewVendor) -> VendorOut:
    """Add a vendor."""
    return VendorOut.of(ops.add_vendor(db, me, body, body.bank))


@router.get("/vendors/duplicates", tags=["vendors"])
def list_duplicate_vendors(db: DB, _me: Me) -> list[list[VendorLine]]:
    """Groups of vendors that may be the same."""
    groups = ops.list_duplicate_vendors(db)
    return [[VendorLine(**vendor.model_dump()) for vendor in group] for group in groups]


@router.get("/vendors/{vendor_id}", tags=["vendors"])
def view_vendor(db: DB, _me: Me, vendor_id: int) -> VendorOut:
    """One vendor."""
    return VendorOut.of(ops.view_vendor(db, vendor_id))


@router.put("/vendors/{vendor_id}", tags=["vendors"])
def update_vendor(db: DB, me: Me, vendor_id: int, body: ops.VendorDetails) -> VendorOut:
    """Change a vendor's details."""
    return VendorOut.of(ops.update_vendor(db, me, vendor_id, body))


@router.put("/vendors/{vendor_id}/bank", tags=["vendors"])
def change_bank_details(db: DB, me: Me, vendor_id: int, body: ops.BankDetails) -> VendorOut:
    """Enter new bank details, which somebody else has to confirm."""
    return VendorOut.of(ops.change_bank_details(db, me, vendor_id, body))


@router.post("/vendors/{vendor_id}/bank/confirm", tags=["vendors"])
def confirm_bank_details(db: DB, me: Me, vendor_id: int) -> VendorOut:
    """Confirm bank details that somebody else entered."""
    return VendorOut.of(ops.confirm_bank_details(db, me, vendor_id))


@router.post("/vendors/{vendor_id}/block", tags=["vendors"])
def block_vendor(db: DB, me: Me, vendor_id: int, body: Because) -> VendorOut:
    """Block a vendor."""
    return VendorOut.of(ops.block_vendor(db, me, vendor_id, body.reason))


@router.post("/vendors/{vendor_id}/unblock", tags=["vendors"])
def unblock_vendor(db: DB, me: Me, vendor_id: int) -> VendorOut:
    """Unblock a vendor; for controllers."""
    return VendorOut.of(ops.unblock_vendor(db, me, vendor_id))


@router.post("/vendors/{vendor_id}/merge", tags=["vendors"])
def merge_vendors(db: DB, me: Me, vendor_id: int, body: Duplicate) -> VendorOut:
    """Merge a duplicate into this vendor; for controllers."""
    return VendorOut.of(ops.merge_vendors(db, me, vendor_id, body.duplicate_id))


@router.get("/orders", tags=["orders"])
def list_orders(
    db: DB,
    _me: Me,
    query: Annotated[ops.OrderQuery, Query()],
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[OrderSummary]:
    """Purchase orders, newest first."""
    found = ops.list_orders(db, query, page, size)
    return PageOf[OrderSummary].of(found, [OrderSummary.row(o, v) for o, v in found.items])


@router.post("/orders", tags=["orders"], status_code=201)
def create_order(db: DB, me: Me, body: ops.NewOrder) -> OrderOut:
    """Draw up an order."""
    return order_out(db, ops.create_order(db, me, body))


@router.get("/orders/{number}", tags=["orders"])
def view_order(db: DB, _me: Me, number: str) -> OrderOut:
    """One order with receipts and what is billed."""
    return order_out(db, ops.view_order(db, number))


@router.post("/orders/{number}/approve", tags=["orders"])
def approve_order(db: DB, me: Me, number: str) -> OrderOut:
    """Approve an order that somebody else drew up."""
    return order_out(db, ops.approve_order(db, me, number))


@router.post("/orders/{number}/receipts", tags=["orders"], status_code=201)
def receive_goods(db: DB, me: Me, number: str, body: ops.Delivery) -> OrderOut:
    """Note that goods came."""
    return order_out(db, ops.receive_goods(db, me, number, body))


@router.post("/orders/{number}/close", tags=["orders"])
def close_order(db: DB, me: Me, number: str) -> OrderOut:
    """Close an order: nothing more is expected."""
    return order_out(db, ops.close_order(db, me, number))


@router.post("/orders/{number}/cancel", tags=["orders"])
def cancel_order(db: DB, me: Me, number: str) -> OrderOut:
    """Cancel an order of which nothing came."""
    return order_out(db, ops.cancel_order(db, me, number))


@router.get("/invoices", tags=["invoices"])
def list_invoices(
    db: DB,
    _me: Me,
    query: Annotated[ops.InvoiceQuery, Query()],
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[InvoiceSummary]:
    """Invoices, newest first."""
    found = ops.list_invoices(db, query, page, size)
    return PageOf[InvoiceSummary].of(found, [InvoiceSummary.row(i, v) for i, v in found.items])


@router.post("/invoices", tags=["invoices"], status_code=201)
def enter_invoice(db: DB, me: Me, body: ops.NewInvoice) -> InvoiceOut:
    """Enter a draft."""
    return invoice_out(db, ops.enter_invoice(db, me, body))


@router.get("/invoices/{reference}", tags=["invoices"])
def view_invoice(db: DB, _me: Me, reference: str) -> InvoiceOut:
    """One invoice and how it compares with its order."""
    return invoice_out(db, ops.view_invoice(db, reference))


@router.put("/invoices/{reference}", tags=["invoices"])
def update_invoice(db: DB, me: Me, reference: str, body: ops.NewInvoice) -> InvoiceOut:
    """Replace the contents of a draft."""
    return invoice_out(db, ops.update_invoice(db, me, reference, body))


@router.post("/invoices/{reference}/receive", tags=["invoices"])
def receive_invoice(db: DB, me: Me, reference: str) -> InvoiceOut:
    """Take a draft in."""
    return invoice_out(db, ops.receive_invoice(db, me, reference))


@router.post("/invoices/{reference}/match", tags=["invoices"])
def match_invoice(db: DB, me: Me, reference: str) -> InvoiceOut:
    """Match with order and receipts, within the tolerance at /policies."""
    return invoice_out(db, ops.match_invoice(db, me, reference))


@router.post("/invoices/{reference}/approve", tags=["invoices"])
def approve_invoice(db: DB, me: Me, reference: str) -> InvoiceOut:
    """Approve for payment what somebody else entered."""
    return invoice_out(db, ops.approve_invoice(db, me, reference))


@router.post("/invoices/{reference}/dispute", tags=["invoices"])
def dispute_invoice(db: DB, me: Me, reference: str, body: Because) -> InvoiceOut:
    """Hold an invoice back."""
    return invoice_out(db, ops.dispute_invoice(db, me, reference, body.reason))


@router.post("/invoices/{reference}/settle", tags=["invoices"])
def settle_dispute(db: DB, me: Me, reference: str, body: Because) -> InvoiceOut:
    """End a dispute."""
    return invoice_out(db, ops.settle_dispute(db, me, reference, body.reason))


@router.post("/invoices/{reference}/void", tags=["invoices"])
def void_invoice(db: DB, me: Me, reference: str, body: Because) -> InvoiceOut:
    """Make an unpaid invoice count for nothing."""
    return invoice_out(db, ops.void_invoice(db, me, reference, body.reason))


@router.get("/due-invoices", tags=["payments"])
def list_due_invoices(
    db: DB, _me: Me, until: PlainDay | None = None, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[DueInvoice]:
    """Approved invoices due by a day (today without one) that are in no open run."""
    found = ops.list_due_invoices(db, until or today(), page, size)
    items = [
        DueInvoice(**invoice.model_dump(), vendor=vendor.name, obstacle=obstacle)
        for invoice, vendor, obstacle in found.items
    ]
    return PageOf[DueInvoice].of(found, items)


@router.get("/payment-runs", tags=["payments"])
def list_payment_runs(
    db: DB,
    _me: Me,
    status: RunStatus | Literal[""] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[PaymentRunLine]:
    """Payment runs, newest first."""
    names = ops.people(db)
    found = ops.list_payment_runs(db, status, page, size)
    items = [
        PaymentRunLine(
            **run.model_dump(exclude={"entered_by", "approved_by"}),
            entered_by=names[run.entered_by],
            approved_by=names.get(run.approved_by),
        )
        for run in found.items
    ]
    return PageOf[PaymentRunLine].of(found, items)


@router.post("/payment-runs", tags=["payments"], status_code=201)
def create_payment_run(db: DB, me: Me, body: ops.NewPaymentRun) -> PaymentRunOut:
    """Plan payments; somebody else has to approve them."""
    return run_out(db, ops.create_payment_run(db, me, body))


@router.get("/payment-runs/{number}", tags=["payments"])
def view_payment_run(db: DB, _me: Me, number: str) -> PaymentRunOut:
    """One run with its payments."""
    return run_out(db, ops.view_payment_run(db, number))


@router.post("/payment-runs/{number}/remove", tags=["payments"])
def remove_payment(db: DB, me: Me, number: str, body: InvoiceChoice) -> PaymentRunOut:
    """Take an invoice out of a run that is not paid."""
    return run_out(db, ops.remove_payment(db, me, number, body.invoice))


@router.post("/payment-runs/{number}/cancel", tags=["payments"])
def cancel_payment_run(db: DB, me: Me, number: str) -> PaymentRunOut:
    """Give up a run that is not paid."""
    return run_out(db, ops.cancel_payment_run(db, me, number))


@router.post("/payment-runs/{number}/approve", tags=["payments"])
def approve_payment_run(db: DB, me: Me, number: str) -> PaymentRunOut:
    """Approve a run that somebody else planned: its invoices are paid."""
    return run_out(db, ops.approve_payment_run(db, me, number))
