"""Accounts, transactions and history as the API answers them."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

from pydantic import BaseModel
from sqlmodel import Session

from mock_platform.services.finance.api.shapes.names import signed
from mock_platform.services.finance.models import Transaction
from mock_platform.services.finance.operations import (
    AccountLine,
    FullTransaction,
    people,
)


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
    return [TransactionLine(**signed(t, names, "entered_by", "posted_by")) for t in found]


def transaction_out(db: Session, full: FullTransaction) -> TransactionOut:
    return TransactionOut(
        **signed(full.transaction, people(db), "entered_by", "posted_by"),
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


class HistoryOut(BaseModel):
    at: datetime
    who: str
    action: str
    subject: str
    text: str
