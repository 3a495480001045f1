"""Payment runs: invoices that are paid together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import (
    Account,
    BankAccount,
    History,
    Invoice,
    Payment,
    PaymentRun,
    RunStatus,
    User,
    Vendor,
)
from mock_platform.services.finance.operations.books import (
    Side,
    balance_of,
    book,
    check_open,
    find_account,
    find_bank_account,
    next_number,
    note,
)
from mock_platform.services.finance.operations.rights import check_approval
from mock_platform.services.finance.operations.values import Code, PlainDay
from mock_platform.services.finance.policy import PAYABLES, ZERO

_CHANGED = "changed"


class NewPaymentRun(BaseModel):
    """`bank_account` is the code of its account, `invoices` are references."""

    bank_account: Code
    pay_on: PlainDay
    invoices: list[Annotated[str, Field(max_length=40)]] = Field(min_length=1, max_length=200)


@dataclass(frozen=True)
class FullPaymentRun:
    run: PaymentRun
    bank: BankAccount
    account: Account
    payments: Sequence[tuple[Payment, Invoice, Vendor]]


@operation
def list_due_invoices(
    db: Session, until: date, page: int, size: int
) -> Paged[tuple[Invoice, Vendor, str]]:
    """Approved invoices due by a day that no open run pays yet, and what holds each back."""
    planned = select(Payment.invoice_id).join(PaymentRun).where(PaymentRun.status == "draft")
    statement = select(Invoice).where(
        Invoice.status == "approved",
        col(Invoice.due_on) <= until,
        col(Invoice.id).not_in(planned),
    )
    found = paged(db, statement.order_by(col(Invoice.due_on), col(Invoice.id)), page, size)
    ids = {invoice.vendor_id for invoice in found.items}
    vendors = {v.id: v for v in db.exec(select(Vendor).where(col(Vendor.id).in_(ids)))}
    rows = [(i, vendors[i.vendor_id], _obstacle(vendors[i.vendor_id])) for i in found.items]
    return Paged(rows, found.page, found.size, found.total)


@operation
def list_payment_runs(
    db: Session, status: RunStatus | Literal[""], page: int, size: int
) -> Paged[PaymentRun]:
    """Payment runs, newest first."""
    statement = select(PaymentRun)
    if status:
        statement = statement.where(PaymentRun.status == status)
    newest = (col(PaymentRun.pay_on).desc(), col(PaymentRun.id).desc())
    return paged(db, statement.order_by(*newest), page, size)


@operation
def view_payment_run(db: Session, number: str) -> FullPaymentRun:
    """A run with its payments."""
    return full_run(db, _find(db, number))


@operation
def create_payment_run(db: Session, user: User, plan: NewPaymentRun) -> FullPaymentRun:
    """Plan payments; they are made when somebody else approves the run."""
    bank, _ = find_bank_account(db, plan.bank_account)
    check_open(db, plan.pay_on)
    chosen = [_payable(db, reference) for reference in dict.fromkeys(plan.invoices)]
    run = PaymentRun(
        number=next_number(db, PaymentRun, "PR"),
        bank_account_id=bank.key,
        pay_on=plan.pay_on,
        total=sum((invoice.total for invoice, _ in chosen), ZERO),
        entered_by=user.key,
    )
    db.add(run)
    db.flush()
    for invoice, vendor in chosen:
        payment = Payment(
            run_id=run.key, invoice_id=invoice.key, amount=invoice.total, iban=vendor.iban
        )
        db.add(payment)
    note(db, user, "planned", run.number, f"{len(chosen)} payments, {run.total}")
    db.flush()
    return full_run(db, run)


@operation
def remove_payment(db: Session, user: User, number: str, invoice: str) -> FullPaymentRun:
    """Take one invoice out of a run that has not been paid."""
    run = _draft(db, number)
    full = full_run(db, run)
    for payment, found, _ in full.payments:
        if found.reference == invoice.strip().upper():
            if len(full.payments) == 1:
                raise Refused("It is the only payment of the run: cancel the run.")
            run.total -= payment.amount
            db.delete(payment)
            note(db, user, _CHANGED, run.number, f"without {found.reference}")
            db.flush()
            return full_run(db, run)
    raise NotFound("The run does not pay that invoice.")


@operation
def cancel_payment_run(db: Session, user: User, number: str) -> FullPaymentRun:
    """Give up a run that has not been paid."""
    run = _draft(db, number)
    run.status = "cancelled"
    note(db, user, "cancelled", run.number)
    return full_run(db, run)


@operation
def approve_payment_run(db: Session, user: User, number: str) -> FullPaymentRun:
    """Approve a run: its invoices are paid and booked on the day of payment."""
    run = _draft(db, number)
    full = full_run(db, run)
    total = sum((payment.amount for payment, _, _ in full.payments), ZERO)
    check_approval(user, run.entered_by, total)
    if _has_changed(db, user, run):
        raise Refused("You took payments out of the run: somebody else has to approve it.")
    for payment, invoice, vendor in full.payments:
        _check_payment(payment, invoice, vendor)
    held = balance_of(db, full.account.key)
    if held < total:
        raise Refused(f"{full.account.name} holds {held}, which is less than {total}.")
    for payment, invoice, vendor in full.payments:
        _pay(db, user, full, payment.amount, invoice, vendor)
    run.status, run.approved_by = "paid", user.key
    note(db, user, "approved", run.number, str(total))
    return full_run(db, run)


def full_run(db: Session, run: PaymentRun) -> FullPaymentRun:
    bank = db.get_one(BankAccount, run.bank_account_id)
    statement = (
        select(Payment, Invoice, Vendor)
        .join(Invoice, col(Invoice.id) == Payment.invoice_id)
        .join(Vendor, col(Vendor.id) == Invoice.vendor_id)
        .where(Payment.run_id == run.id)
    )
    rows = db.exec(statement.order_by(col(Payment.id))).all()
    return FullPaymentRun(run, bank, db.get_one(Account, bank.account_id), rows)


def _find(db: Session, number: str) -> PaymentRun:
    statement = select(PaymentRun).where(PaymentRun.number == number.strip().upper())
    found = db.exec(statement).first()
    if found is None:
        raise NotFound("There is no such payment run.")
    return found


def _draft(db: Session, number: str) -> PaymentRun:
    run = _find(db, number)
    if run.status != "draft":
        raise Refused(f"The run is {run.status}.")
    return run


def _has_changed(db: Session, user: User, run: PaymentRun) -> bool:
    statement = select(History.id).where(
        History.subject == run.number, History.user_id == user.key, History.action == _CHANGED
    )
    return db.exec(statement.limit(1)).first() is not None


def _obstacle(vendor: Vendor) -> str:
    if vendor.blocked:
        return "the vendor is blocked"
    if not vendor.iban:
        return "the vendor has no bank details"
    return "" if vendor.bank_confirmed else "the bank details are not confirmed"


def _payable(db: Session, reference: str) -> tuple[Invoice, Vendor]:
    statement = select(Invoice, Vendor).join(Vendor)
    found = db.exec(statement.where(Invoice.reference == reference.strip().upper())).first()
    if found is None:
        raise Invalid(f"There is no invoice {reference}.", fields={"invoices": "unknown"})
    invoice, vendor = found
    if invoice.status != "approved":
        raise Refused(f"{invoice.reference} is {invoice.status}, not approved.")
    if problem := _obstacle(vendor):
        raise Refused(f"{invoice.reference} cannot be paid: {problem}.")
    planned = select(PaymentRun).join(Payment).where(Payment.invoice_id == invoice.id)
    other = db.exec(planned.where(PaymentRun.status == "draft")).first()
    if other is not None:
        raise Refused(f"{invoice.reference} is in run {other.number} already.")
    return invoice, vendor


def _check_payment(payment: Payment, invoice: Invoice, vendor: Vendor) -> None:
    problem = _obstacle(vendor)
    if invoice.status != "approved" or invoice.total != payment.amount:
        problem = f"it is {invoice.status}"
    elif not problem and payment.iban != vendor.iban:
        problem = "the bank details have changed since the run was planned"
    if problem:
        raise Refused(f"{invoice.reference} cannot be paid: {problem}. Take it out of the run.")


def _pay(
    db: Session,
    user: User,
    full: FullPaymentRun,
    amount: Decimal,
    invoice: Invoice,
    vendor: Vendor,
) -> None:
    sides = [Side(find_account(db, PAYABLES).key, amount), Side(full.account.key, -amount)]
    book(
        db,
        user,
        full.run.pay_on,
        "payment",
        sides,
        memo=f"Payment of {invoice.number}, run {full.run.number}",
        counterparty=vendor.name,
        invoice_id=invoice.id,
    )
    invoice.status = "paid"
