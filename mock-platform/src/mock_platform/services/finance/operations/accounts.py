"""The chart of accounts, bank accounts, and what is posted to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, Field
from sqlalchemy import func
from sqlmodel import Session, col, select

from mock_platform.kit import NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged
from mock_platform.services.finance.models import (
    Account,
    AccountKind,
    BankAccount,
    History,
    Posting,
    Transaction,
    User,
)
from mock_platform.services.finance.operations.books import balance_of, note
from mock_platform.services.finance.operations.rights import require
from mock_platform.services.finance.operations.values import Name
from mock_platform.services.finance.policy import NEEDED, ZERO


class NewAccount(BaseModel):
    code: Annotated[str, Field(pattern=r"^[0-9]{4}$")]
    name: Name
    kind: AccountKind


class AccountChange(BaseModel):
    """Inactive accounts take no new transactions."""

    name: Name
    active: bool = True


@dataclass(frozen=True)
class AccountLine:
    """`balance` is what is posted; debits are positive."""

    account: Account
    balance: Decimal
    bank: BankAccount | None


@operation
def list_accounts(db: Session) -> list[AccountLine]:
    """The chart of accounts with balances, by code."""
    banks = {bank.account_id: bank for bank in db.exec(select(BankAccount))}
    sums = sums_by_account(db)
    accounts = db.exec(select(Account).order_by(Account.code)).all()
    return [AccountLine(a, sums.get(a.key, ZERO), banks.get(a.key)) for a in accounts]


@operation
def view_account(
    db: Session, code: str, page: int, size: int
) -> tuple[AccountLine, Paged[tuple[Posting, Transaction]]]:
    """An account with its postings, newest first."""
    account = _find(db, code)
    bank = db.exec(select(BankAccount).where(BankAccount.account_id == account.id)).first()
    mine = (Posting.account_id == account.id, col(Posting.posted))
    total = db.exec(select(func.count()).select_from(Posting).where(*mine)).one()
    newest = select(Posting, Transaction).join(Transaction).where(*mine)
    newest = newest.order_by(col(Posting.day).desc(), col(Posting.id).desc())
    rows = db.exec(newest.offset((page - 1) * size).limit(size)).all()
    line = AccountLine(account, balance_of(db, account.key), bank)
    return line, Paged(rows, page, size, total)


@operation
def add_account(db: Session, user: User, account: NewAccount) -> Account:
    """Add an account to the chart."""
    require(user, "controller")
    if db.exec(select(Account).where(Account.code == account.code)).first() is not None:
        raise Refused(f"There is an account {account.code} already.")
    added = Account(**account.model_dump())
    db.add(added)
    note(db, user, "added", f"account {added.code}", added.name)
    db.flush()
    return added


@operation
def update_account(db: Session, user: User, code: str, change: AccountChange) -> Account:
    """Rename an account, or take it out of use or back into it."""
    require(user, "controller")
    account = _find(db, code)
    if not change.active and account.code in NEEDED:
        raise Refused("Ledgerline needs this account.")
    if not change.active and balance_of(db, account.key):
        raise Refused("The account has a balance: it stays in use.")
    account.name, account.active = change.name, change.active
    note(db, user, "changed", f"account {account.code}")
    return account


@operation
def list_history(db: Session, subject: str, page: int, size: int) -> Paged[tuple[History, str]]:
    """Who did what, newest first; all, or what was done to one thing by its number."""
    statement = select(History, User.name).join(User)
    count = select(func.count()).select_from(History)
    if subject.strip():
        statement = statement.where(History.subject == subject.strip())
        count = count.where(History.subject == subject.strip())
    statement = statement.order_by(col(History.id).desc())
    rows = db.exec(statement.offset((page - 1) * size).limit(size)).all()
    return Paged(rows, page, size, db.exec(count).one())


@operation
def list_people(db: Session) -> Sequence[User]:
    """Who keeps the books, with their roles."""
    return db.exec(select(User).order_by(col(User.id))).all()


def sums_by_account(
    db: Session, since: date | None = None, until: date | None = None
) -> dict[int, Decimal]:
    """Account id → what is posted to it between two days."""
    statement = select(Posting.account_id, func.sum(Posting.amount)).where(col(Posting.posted))
    if since is not None:
        statement = statement.where(col(Posting.day) >= since)
    if until is not None:
        statement = statement.where(col(Posting.day) <= until)
    rows = db.exec(statement.group_by(col(Posting.account_id)))
    return dict(rows.all())


def _find(db: Session, code: str) -> Account:
    found = db.exec(select(Account).where(Account.code == code)).first()
    if found is None:
        raise NotFound("There is no such account.")
    return found
