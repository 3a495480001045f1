"""Entering, sorting, posting and reversing transactions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, Field
from sqlmodel import Session, col, or_, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now, today
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.finance.models import (
    Account,
    Invoice,
    Posting,
    Transaction,
    TransactionKind,
    TransactionStatus,
    User,
)
from mock_platform.services.finance.operations.books import (
    Side,
    add_postings,
    book,
    check_open,
    debits,
    find_account,
    note,
    postings_of,
    take_back,
)
from mock_platform.services.finance.operations.rights import check_posting
from mock_platform.services.finance.operations.values import (
    Amount,
    Code,
    Line,
    PlainDay,
    Positive,
    Text,
)
from mock_platform.services.finance.policy import KEPT, PAYABLES, SUSPENSE, ZERO


class EntryLine(BaseModel):
    """One side of a transaction: either `debit` or `credit` is above 0."""

    account: Code
    debit: Amount = ZERO
    credit: Amount = ZERO
    memo: Line = ""


class Entry(BaseModel):
    """A transaction as it is entered: the debits of its lines equal the credits."""

    day: PlainDay
    memo: Text = ""
    counterparty: Line = ""
    lines: list[EntryLine] = Field(min_length=2, max_length=40)


class Part(BaseModel):
    account: Code
    amount: Positive


class TransactionQuery(BaseModel):
    """`q` looks in numbers, memos and counterparties; `unsorted` finds drafts in suspense."""

    q: str = Field(default="", max_length=200)
    status: TransactionStatus | Literal[""] = ""
    kind: TransactionKind | Literal[""] = ""
    account: Code = ""
    since: PlainDay | None = None
    until: PlainDay | None = None
    unsorted: bool = False


@dataclass(frozen=True)
class FullTransaction:
    transaction: Transaction
    lines: Sequence[tuple[Posting, Account]]
    invoice: Invoice | None
    reverses: Transaction | None
    reversed_by: Transaction | None


@operation
def list_transactions(
    db: Session, query: TransactionQuery, page: int, size: int
) -> Paged[Transaction]:
    """Transactions, newest first."""
    statement = select(Transaction)
    if text := query.q.strip():
        fields = (Transaction.number, Transaction.memo, Transaction.counterparty)
        statement = statement.where(or_(*(col(f).contains(text, autoescape=True) for f in fields)))
    if query.status:
        statement = statement.where(Transaction.status == query.status)
    if query.kind:
        statement = statement.where(Transaction.kind == query.kind)
    if query.since:
        statement = statement.where(col(Transaction.day) >= query.since)
    if query.until:
        statement = statement.where(col(Transaction.day) <= query.until)
    if query.unsorted:
        statement = statement.where(Transaction.status == "draft")
    code = query.account or (SUSPENSE if query.unsorted else "")
    if code:
        inside = select(Posting.transaction_id).join(Account).where(Account.code == code)
        statement = statement.where(col(Transaction.id).in_(inside))
    newest = (col(Transaction.day).desc(), col(Transaction.id).desc())
    return paged(db, statement.order_by(*newest), page, size)


@operation
def view_transaction(db: Session, number: str) -> FullTransaction:
    """One transaction with its postings."""
    return full_transaction(db, find_transaction(db, number))


@operation
def enter_transaction(db: Session, user: User, entry: Entry) -> FullTransaction:
    """Enter a draft."""
    transaction = book(
        db,
        user,
        entry.day,
        "manual",
        _sides(db, entry.lines),
        posted=False,
        memo=entry.memo,
        counterparty=entry.counterparty,
    )
    note(db, user, "entered", transaction.number, entry.memo)
    return full_transaction(db, transaction)


@operation
def update_transaction(db: Session, user: User, number: str, entry: Entry) -> FullTransaction:
    """Replace the contents of a draft; whoever changes it has entered it."""
    transaction = _draft(db, number)
    check_open(db, entry.day)
    if transaction.invoice_id is not None:
        raise Refused("It is attached to an invoice; categorise it, or delete it.")
    sides = _sides(db, entry.lines)
    if sum((side.amount for side in sides), ZERO):
        raise Invalid("Debits and credits must balance.", fields={"lines": "do not balance"})
    for posting in postings_of(db, transaction):
        db.delete(posting)
    transaction.day, transaction.memo = entry.day, entry.memo
    transaction.counterparty = entry.counterparty
    transaction.total = debits(side.amount for side in sides)
    transaction.entered_by = user.key
    add_postings(db, transaction, sides)
    note(db, user, "changed", transaction.number)
    return full_transaction(db, transaction)


@operation
def delete_transaction(db: Session, user: User, number: str) -> None:
    """Delete a draft; what is posted can only be reversed."""
    transaction = _draft(db, number)
    for posting in postings_of(db, transaction):
        db.delete(posting)
    db.flush()
    db.delete(transaction)
    note(db, user, "deleted", transaction.number, transaction.memo)


@operation
def categorise_transaction(
    db: Session, user: User, number: str, account: str, posting_id: int | None = None
) -> FullTransaction:
    """Move a posting of a draft to another account; without `posting_id` the one in suspense."""
    transaction = _draft(db, number)
    posting = _movable(db, transaction, posting_id)
    target = _free_account(db, account)
    if db.get_one(Account, posting.account_id).code == PAYABLES:
        transaction.invoice_id = None
    posting.account_id = target.key
    transaction.entered_by = user.key
    note(db, user, "categorised", transaction.number, f"as {target.code} {target.name}")
    return full_transaction(db, transaction)


@operation
def split_transaction(
    db: Session, user: User, number: str, parts: list[Part], posting_id: int | None = None
) -> FullTransaction:
    """Share a posting of a draft out to several accounts; the parts add up to it."""
    transaction = _draft(db, number)
    posting = _movable(db, transaction, posting_id)
    total = sum((part.amount for part in parts), ZERO)
    if len(parts) < 2 or total != abs(posting.amount):
        said = f"The parts come to {total}; give at least two that come to {abs(posting.amount)}."
        raise Invalid(said, fields={"parts": "do not add up"})
    sign = 1 if posting.amount > 0 else -1
    sides = [Side(_free_account(db, p.account).key, p.amount * sign) for p in parts]
    if db.get_one(Account, posting.account_id).code == PAYABLES:
        transaction.invoice_id = None
    db.delete(posting)
    add_postings(db, transaction, sides)
    transaction.entered_by = user.key
    note(db, user, "split", transaction.number, f"into {len(parts)} parts")
    return full_transaction(db, transaction)


@operation
def attach_transaction(db: Session, user: User, number: str, invoice: str) -> FullTransaction:
    """Attach a transaction to an invoice.

    A draft whose amount in suspense is the total of an approved invoice pays it when it is posted.
    """
    transaction = find_transaction(db, number)
    found = db.exec(select(Invoice).where(Invoice.reference == invoice.strip().upper())).first()
    if found is None:
        raise Invalid("There is no such invoice.", fields={"invoice": "unknown"})
    check_open(db, transaction.day)
    if transaction.kind not in ("manual", "bank") or transaction.status == "reversed":
        raise Refused("Only transactions that somebody entered can be attached.")
    if transaction.invoice_id is not None:
        raise Refused("It is attached to an invoice already.")
    transaction.invoice_id = found.id
    suspense = find_account(db, SUSPENSE)
    for posting in postings_of(db, transaction):
        fits = posting.account_id == suspense.id and posting.amount == found.total
        if fits and transaction.status == "draft" and found.status == "approved":
            posting.account_id = find_account(db, PAYABLES).key
            transaction.entered_by = user.key
    note(db, user, "attached", transaction.number, f"to {found.reference}")
    return full_transaction(db, transaction)


@operation
def post_transaction(db: Session, user: User, number: str) -> FullTransaction:
    """Post a draft; from then on it can only be reversed."""
    transaction = _draft(db, number)
    check_posting(user, transaction.entered_by, transaction.total)
    full = full_transaction(db, transaction)
    if any(account.code == SUSPENSE for _, account in full.lines):
        raise Refused(f"Categorise it first: a part is still on account {SUSPENSE}.")
    if sum((posting.amount for posting, _ in full.lines), ZERO):
        raise Refused("Its debits and credits do not balance.")
    settled = sum((p.amount for p, account in full.lines if account.code == PAYABLES), ZERO)
    if settled:
        _settle(full.invoice, settled)
    transaction.status = "posted"
    transaction.posted_by, transaction.posted_at = user.key, now()
    for posting, _ in full.lines:
        posting.posted = True
    note(db, user, "posted", transaction.number)
    db.flush()
    return full_transaction(db, transaction)


@operation
def reverse_transaction(
    db: Session, user: User, number: str, reason: str, day: date | None = None
) -> FullTransaction:
    """Take a posted transaction back by its opposite, of today unless `day` says otherwise."""
    transaction = find_transaction(db, number)
    if transaction.kind not in ("manual", "bank"):
        said = f"A transaction of kind {transaction.kind} is not reversed by hand."
        raise Refused(said + " Void the invoice for one that an invoice made.")
    check_posting(user, transaction.entered_by, transaction.total)
    if (day or today()) < transaction.day:
        raise Invalid("The reversal cannot be earlier.", fields={"day": "too early"})
    full = full_transaction(db, transaction)
    opposite = take_back(db, user, transaction, day or today(), reason)
    if any(account.code == PAYABLES for _, account in full.lines) and full.invoice:
        full.invoice.status = "approved"
    note(db, user, "reversed", transaction.number, reason)
    return full_transaction(db, opposite)


def find_transaction(db: Session, number: str) -> Transaction:
    statement = select(Transaction).where(Transaction.number == number.strip().upper())
    found = db.exec(statement).first()
    if found is None:
        raise NotFound("There is no such transaction.")
    return found


def full_transaction(db: Session, transaction: Transaction) -> FullTransaction:
    statement = select(Posting, Account).join(Account)
    statement = statement.where(Posting.transaction_id == transaction.id)
    lines = db.exec(statement.order_by(col(Posting.id))).all()
    invoice = db.get(Invoice, transaction.invoice_id) if transaction.invoice_id else None
    reverses = db.get(Transaction, transaction.reverses_id) if transaction.reverses_id else None
    back = select(Transaction).where(Transaction.reverses_id == transaction.id)
    return FullTransaction(transaction, lines, invoice, reverses, db.exec(back).first())


def _settle(invoice: Invoice | None, amount: Decimal) -> None:
    if invoice is None or invoice.status != "approved" or invoice.total != amount:
        raise Refused("The invoice it pays is not approved any more; categorise it anew.")
    invoice.status = "paid"


def _draft(db: Session, number: str) -> Transaction:
    transaction = find_transaction(db, number)
    if transaction.status != "draft":
        raise Refused(f"It is {transaction.status}: only drafts change; reverse it instead.")
    check_open(db, transaction.day)
    return transaction


def _movable(db: Session, transaction: Transaction, posting_id: int | None) -> Posting:
    suspense = find_account(db, SUSPENSE).id
    for posting in postings_of(db, transaction):
        if posting.id == posting_id or (posting_id is None and posting.account_id == suspense):
            return posting
    if posting_id is None:
        raise Refused(f"Nothing of it is on account {SUSPENSE}; say which line you mean.")
    raise Invalid("It has no such line.", fields={"posting_id": "unknown"})


def _free_account(db: Session, code: str) -> Account:
    found = find_account(db, code)
    if found.code in KEPT:
        raise Refused(f"Only Ledgerline itself posts to account {found.code} {found.name}.")
    return found


def _sides(db: Session, lines: list[EntryLine]) -> list[Side]:
    sides = []
    for line in lines:
        if bool(line.debit) == bool(line.credit):
            said = "Each line has either a debit or a credit."
            raise Invalid(said, fields={"lines": said})
        account = _free_account(db, line.account)
        sides.append(Side(account.key, line.debit - line.credit, line.memo))
    return sides
