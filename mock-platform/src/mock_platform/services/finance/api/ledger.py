"""Accounts, transactions, history."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.api.router import Me, router
from mock_platform.services.finance.api.shapes.ledger import (
    AccountOut,
    HistoryOut,
    LedgerLine,
    PersonOut,
    TransactionLine,
    TransactionOut,
    transaction_lines,
    transaction_out,
)
from mock_platform.services.finance.operations.values import PlainDay, Reason


class Category(BaseModel):
    account: str = Field(max_length=20)
    posting_id: int | None = None


class Parts(BaseModel):
    parts: list[ops.Part] = Field(min_length=2, max_length=40)
    posting_id: int | None = None


class Attachment(BaseModel):
    invoice: str = Field(max_length=40)


class Reversal(BaseModel):
    """Of today where no `day` is given."""

    reason: Reason
    day: PlainDay | None = None


@router.get("/people", tags=["people"])
def list_people(db: DB, _me: Me) -> list[PersonOut]:
    """Who keeps the books."""
    return [PersonOut(**user.model_dump()) for user in ops.list_people(db)]


@router.get("/history", tags=["people"])
def list_history(
    db: DB,
    _me: Me,
    subject: Annotated[str, Query(max_length=60)] = "",
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[HistoryOut]:
    """Who did what, newest first; `subject` is the number of a thing, such as INV-10001."""
    found = ops.list_history(db, subject, page, size)
    items = [HistoryOut(**entry.model_dump(), who=name) for entry, name in found.items]
    return PageOf[HistoryOut].of(found, items)


@router.get("/accounts", tags=["accounts"])
def list_accounts(db: DB, _me: Me) -> list[AccountOut]:
    """The chart of accounts."""
    return [AccountOut.of(line) for line in ops.list_accounts(db)]


@router.post("/accounts", tags=["accounts"], status_code=201)
def add_account(db: DB, me: Me, body: ops.NewAccount) -> AccountOut:
    """Add an account; for controllers."""
    return AccountOut(**ops.add_account(db, me, body).model_dump())


@router.get("/accounts/{code}", tags=["accounts"])
def view_account(db: DB, _me: Me, code: str) -> AccountOut:
    """One account with its balance."""
    return AccountOut.of(ops.view_account(db, code, 1, 1)[0])


@router.put("/accounts/{code}", tags=["accounts"])
def update_account(db: DB, me: Me, code: str, body: ops.AccountChange) -> AccountOut:
    """Rename an account or take it out of use; for controllers."""
    ops.update_account(db, me, code, body)
    return AccountOut.of(ops.view_account(db, code, 1, 1)[0])


@router.get("/accounts/{code}/postings", tags=["accounts"])
def list_postings(
    db: DB, _me: Me, code: str, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[LedgerLine]:
    """What is posted to an account, newest first; debits are positive."""
    _, found = ops.view_account(db, code, page, size)
    items = [
        LedgerLine(
            day=posting.day,
            transaction=entry.number,
            memo=posting.memo or entry.memo,
            counterparty=entry.counterparty,
            amount=posting.amount,
        )
        for posting, entry in found.items
    ]
    return PageOf[LedgerLine].of(found, items)


@router.get("/transactions", tags=["transactions"])
def list_transactions(
    db: DB,
    _me: Me,
    query: Annotated[ops.TransactionQuery, Query()],
    page: PageNumber = 1,
    size: PageSize = 50,
) -> PageOf[TransactionLine]:
    """Transactions, newest first."""
    found = ops.list_transactions(db, query, page, size)
    return PageOf[TransactionLine].of(found, transaction_lines(db, found.items))


@router.post("/transactions", tags=["transactions"], status_code=201)
def enter_transaction(db: DB, me: Me, body: ops.Entry) -> TransactionOut:
    """Enter a draft whose debits equal its credits."""
    return transaction_out(db, ops.enter_transaction(db, me, body))


@router.get("/transactions/{number}", tags=["transactions"])
def view_transaction(db: DB, _me: Me, number: str) -> TransactionOut:
    """One transaction with its postings."""
    return transaction_out(db, ops.view_transaction(db, number))


@router.put("/transactions/{number}", tags=["transactions"])
def update_transaction(db: DB, me: Me, number: str, body: ops.Entry) -> TransactionOut:
    """Replace the contents of a draft."""
    return transaction_out(db, ops.update_transaction(db, me, number, body))


@router.delete("/transactions/{number}", tags=["transactions"], status_code=204)
def delete_transaction(db: DB, me: Me, number: str) -> None:
    """Delete a draft."""
    ops.delete_transaction(db, me, number)


@router.post("/transactions/{number}/categorise", tags=["transactions"])
def categorise_transaction(db: DB, me: Me, number: str, body: Category) -> TransactionOut:
    """Move a posting of a draft (without `posting_id` the one in suspense) to an account."""
    full = ops.categorise_transaction(db, me, number, body.account, body.posting_id)
    return transaction_out(db, full)


@router.post("/transactions/{number}/split", tags=["transactions"])
def split_transaction(db: DB, me: Me, number: str, body: Parts) -> TransactionOut:
    """Share a posting of a draft out to several accounts."""
    full = ops.split_transaction(db, me, number, body.parts, body.posting_id)
    return transaction_out(db, full)


@router.post("/transactions/{number}/attach", tags=["transactions"])
def attach_transaction(db: DB, me: Me, number: str, body: Attachment) -> TransactionOut:
    """Attach a transaction to an invoice; a draft over its total pays it when posted."""
    return transaction_out(db, ops.attach_transaction(db, me, number, body.invoice))


@router.post("/transactions/{number}/post", tags=["transactions"])
def post_transaction(db: DB, me: Me, number: str) -> TransactionOut:
    """Post a draft for good."""
    return transaction_out(db, ops.post_transaction(db, me, number))


@router.post("/transactions/{number}/reverse", tags=["transactions"])
def reverse_transaction(db: DB, me: Me, number: str, body: Reversal) -> TransactionOut:
    """Take a posted transaction back; the answer is its opposite."""
    full = ops.reverse_transaction(db, me, number, body.reason, body.day)
    return transaction_out(db, full)
