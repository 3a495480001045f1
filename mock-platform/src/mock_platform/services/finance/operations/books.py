"""The ledger itself: booking what balances, into months that are open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, Refused
from mock_platform.kit.clock import now
from mock_platform.services.finance.models import (
    Account,
    BankAccount,
    History,
    Period,
    Posting,
    Transaction,
    TransactionKind,
    User,
)
from mock_platform.services.finance.months import first_of, month_name
from mock_platform.services.finance.policy import ZERO

FIRST_NUMBER = 10_000


@dataclass(frozen=True)
class Side:
    """One side of what is booked: debits positive, credits negative."""

    account_id: int
    amount: Decimal
    memo: str = ""


def note(db: Session, user: User, action: str, subject: str, text: str = "") -> None:
    """Keep in the history what a user did."""
    db.add(History(at=now(), user_id=user.key, action=action, subject=subject, text=text))


def people(db: Session) -> dict[int | None, str]:
    """User id → name."""
    return {user.id: user.name for user in db.exec(select(User))}


def find_account(db: Session, code: str) -> Account:
    """The active account of that code; Invalid."""
    found = db.exec(select(Account).where(Account.code == code.strip())).first()
    if found is None:
        raise Invalid(f"There is no account {code!r}.", fields={"account": "unknown"})
    if not found.active:
        raise Invalid(f"Account {found.code} is not in use any more.", fields={"account": "closed"})
    return found


def find_bank_account(db: Session, code: str) -> tuple[BankAccount, Account]:
    """The bank account behind an account of the chart; Invalid."""
    statement = select(BankAccount, Account).join(Account).where(Account.code == code.strip())
    found = db.exec(statement).first()
    if found is None:
        raise Invalid(f"{code!r} is no bank account.", fields={"bank_account": "unknown"})
    return found


def closed_until(db: Session) -> date | None:
    """The last locked month; all before it are closed as well."""
    return db.exec(select(func.max(Period.month)).where(col(Period.locked))).one()


def check_open(db: Session, day: date) -> None:
    """Refused if the day lies in a month that is closed."""
    closed = closed_until(db)
    if closed is not None and first_of(day) <= closed:
        raise Refused(f"{month_name(day)} is locked: nothing can be booked or changed there.")


def open_day(db: Session, day: date, otherwise: date) -> date:
    """The day, or `otherwise` where its month is closed."""
    closed = closed_until(db)
    return otherwise if closed is not None and first_of(day) <= closed else day


def next_number(db: Session, model: Any, prefix: str, name: str = "number") -> str:
    """A number that no row has yet."""
    highest = db.exec(select(func.max(model.id))).one() or 0
    field = getattr(model, name)
    while True:
        highest += 1
        number = f"{prefix}-{FIRST_NUMBER + highest}"
        if db.exec(select(model.id).where(field == number)).first() is None:
            return number


def book(
    db: Session,
    user: User,
    day: date,
    kind: TransactionKind,
    sides: Sequence[Side],
    *,
    posted: bool = True,
    memo: str = "",
    **more: Any,
) -> Transaction:
    """Store a transaction whose sides balance, in an open month."""
    check_open(db, day)
    sides = [side for side in sides if side.amount]
    if len(sides) < 2 or sum((side.amount for side in sides), ZERO):
        raise Invalid("Debits and credits must balance.", fields={"lines": "do not balance"})
    transaction = Transaction(
        number=next_number(db, Transaction, "T"),
        day=day,
        kind=kind,
        status="posted" if posted else "draft",
        memo=memo,
        total=debits(side.amount for side in sides),
        entered_by=user.key,
        entered_at=now(),
        posted_by=user.key if posted else None,
        posted_at=now() if posted else None,
        **more,
    )
    db.add(transaction)
    db.flush()
    add_postings(db, transaction, sides)
    return transaction


def add_postings(db: Session, transaction: Transaction, sides: Iterable[Side]) -> None:
    for side in sides:
        db.add(
            Posting(
                transaction_id=transaction.key,
                account_id=side.account_id,
                amount=side.amount,
                memo=side.memo,
                day=transaction.day,
                posted=transaction.status != "draft",
            )
        )
    db.flush()


def postings_of(db: Session, transaction: Transaction) -> Sequence[Posting]:
    statement = select(Posting).where(Posting.transaction_id == transaction.id)
    return db.exec(statement.order_by(col(Posting.id))).all()


def take_back(
    db: Session, user: User, transaction: Transaction, day: date, reason: str
) -> Transaction:
    """Book the opposite of a posted transaction, and mark it reversed."""
    if transaction.status != "posted":
        raise Refused(f"Transaction {transaction.number} is {transaction.status}.")
    sides = [Side(p.account_id, -p.amount, p.memo) for p in postings_of(db, transaction)]
    transaction.status = "reversed"
    return book(
        db,
        user,
        day,
        "reversal",
        sides,
        memo=f"Reversal of {transaction.number}",
        counterparty=transaction.counterparty,
        invoice_id=transaction.invoice_id,
        reverses_id=transaction.id,
        reason=reason,
    )


def debits(amounts: Iterable[Decimal]) -> Decimal:
    return sum((amount for amount in amounts if amount > 0), ZERO)


def balance_of(db: Session, account_id: int, until: date | None = None) -> Decimal:
    """What is posted to an account; debits are positive."""
    total = select(func.sum(Posting.amount)).where(
        Posting.account_id == account_id, col(Posting.posted)
    )
    if until is not None:
        total = total.where(col(Posting.day) <= until)
    return db.exec(total).one() or ZERO
