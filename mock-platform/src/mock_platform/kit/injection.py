"""Carrying out the declared faults on the transactions of one service."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, SQLModel, select

from mock_platform.kit.clock import current, now, parse_when
from mock_platform.kit.database import Database, fired_table
from mock_platform.kit.errors import RateLimited, Unavailable
from mock_platform.kit.faults import (
    Change,
    Drop,
    Fail,
    Fault,
    Partial,
    RateLimit,
    Reached,
    Slow,
    Stale,
    WrongField,
    typed,
)
from mock_platform.kit.journal import Journal
from mock_platform.kit.service import Service
from mock_platform.kit.transaction import Call, Transaction


class StaleRead(Exception):
    """The request is to be answered once more, from the state before the last change."""


@dataclass
class Outcome:
    """What the faults made of one commit."""

    drop: bool = False
    delay: float = 0.0
    fail: bool = False
    fired: list[tuple[Fault, Call]] = field(default_factory=list)


class Injector:
    """Counts the calls that meet each fault's precondition, and fires those whose turn it is."""

    def __init__(self, service: Service, faults: Iterable[Fault]) -> None:
        self.service = service
        self.faults = [fault for fault in faults if fault.service == service.name]
        self._seen: dict[str, int] = {}
        self._blocked_until: dict[str, float] = {}
        self._done: set[str] = set()

    @property
    def keeps_snapshot(self) -> bool:
        """Whether the state before each change is kept, for a stale read."""
        return any(isinstance(fault, Stale) for fault in self.faults)

    def before_request(self, database: Database) -> None:
        """Let those act whose time has come."""
        for fault in self.faults:
            if not isinstance(fault, Change) or fault.at is None or fault.id in self._done:
                continue
            with database.session() as session:
                due = parse_when(fault.at) <= now() and self._holds(fault, session)
            if due:
                self._act(database, fault, "")

    def before(self, transaction: Transaction, call: Call) -> None:
        """Refuse a call that a rate limit or a transient failure is declared for.

        Raises StaleRead where the request is to be answered from the state before the last change.
        """
        for fault in self.faults:
            if not isinstance(fault, RateLimit | Fail | Stale):
                continue
            if call.operation not in fault.operations:
                continue
            if isinstance(fault, Fail) and fault.stored:
                continue
            if isinstance(fault, Stale) and not transaction.can_be_stale:
                continue
            left = self._blocked_until.get(fault.id, 0.0) - time.monotonic()
            if left > 0:
                raise RateLimited(max(1, round(left)))
            if not self._turn(fault, call, transaction.session):
                continue
            transaction.rollback()
            self._log(transaction.database, [(fault, call.operation)])
            if isinstance(fault, Stale):
                raise StaleRead
            if isinstance(fault, RateLimit):
                self._blocked_until[fault.id] = time.monotonic() + fault.retry_after
                raise RateLimited(fault.retry_after)
            raise Unavailable("The service is briefly unavailable. Please try again.")

    def before_commit(self, transaction: Transaction) -> Outcome:
        """Apply what changes the transaction itself; say what is to happen after it."""
        outcome = Outcome()
        for call in transaction.calls:
            for fault in self.faults:
                if call.operation not in fault.operations or not _late(fault):
                    continue
                if not self._turn(fault, call, transaction.session):
                    continue
                if self._apply(fault, transaction, outcome):
                    outcome.fired.append((fault, call))
        return outcome

    def after_commit(self, transaction: Transaction, outcome: Outcome) -> None:
        """Let third parties act, and log what fired."""
        database = transaction.database
        for fault, call in outcome.fired:
            if isinstance(fault, Change):
                self._act(database, fault, call.operation)
        self._log(
            database,
            [(f, call.operation) for f, call in outcome.fired if not isinstance(f, Change)],
        )
        self._after_values(database)
        if outcome.fail:
            raise Unavailable("The service is briefly unavailable. Please try again.")

    def _after_values(self, database: Database) -> None:
        for fault in self.faults:
            if not isinstance(fault, Change) or fault.reached is None or fault.id in self._done:
                continue
            with database.session() as session:
                due = self._is_reached(session, fault.reached) and self._holds(fault, session)
            if due:
                self._act(database, fault, "")

    def _is_reached(self, session: Session, reached: Reached) -> bool:
        values = [
            getattr(row, reached.field) for row in self._find(session, reached.table, reached.where)
        ]
        if reached.at_least is not None:
            return any(value is not None and value >= reached.at_least for value in values)
        if reached.at_most is not None:
            return any(value is not None and value <= reached.at_most for value in values)
        model = self.service.tables[reached.table]
        return typed(model, reached.field, reached.equals) in values

    def _holds(self, fault: Fault, session: Session) -> bool:
        return not fault.rows or bool(self._find(session, fault.rows.table, fault.rows.where))

    def _act(self, database: Database, fault: Change, operation: str) -> None:
        """Change the rows, and log it if there were any."""
        if self._change(database, fault):
            self._done.add(fault.id)
            self._log(database, [(fault, operation)])

    def _turn(self, fault: Fault, call: Call, session: Session) -> bool:
        if any(not _same(call.arguments.get(name), value) for name, value in fault.when.items()):
            return False
        if not self._holds(fault, session):
            return False
        count = self._seen[fault.id] = self._seen.get(fault.id, 0) + 1
        return fault.nth <= count < fault.nth + fault.times

    def _apply(self, fault: Fault, transaction: Transaction, outcome: Outcome) -> bool:
        journal = transaction.journal
        match fault:
            case Drop():
                outcome.drop = True
            case Slow():
                outcome.delay += fault.seconds
            case Fail():
                outcome.fail = True
            case WrongField():
                rows = journal.touched(fault.table)
                for row in rows:
                    self._assign(row, fault.set)
                return bool(rows)
            case Partial():
                surplus = journal.added_to(fault.table)[fault.keep :]
                for row in surplus:
                    transaction.session.delete(row)
                return bool(surplus)
        return True

    def _change(self, database: Database, fault: Change) -> bool:
        with database.session() as session:
            journal = Journal(session)
            if fault.insert is not None:
                session.add(self.service.tables[fault.table].model_validate(fault.insert))
                touched = True
            else:
                rows = self._find(session, fault.table, fault.where)
                touched = bool(rows)
                for row in rows:
                    if fault.delete:
                        session.delete(row)
                    else:
                        self._assign(row, fault.set)
            session.flush()
            journal.write(operation=None, actor=fault.actor, surface="world")
            session.commit()
            return touched

    def _find(self, session: Session, table: str, where: dict[str, Any]) -> list[SQLModel]:
        model = self.service.tables[table]
        statement = select(model)
        for name, value in where.items():
            statement = statement.where(getattr(model, name) == typed(model, name, value))
        return list(session.exec(statement).all())

    def _assign(self, row: SQLModel, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(row, name, typed(type(row), name, value))

    def _log(self, database: Database, fired: Sequence[tuple[Fault, str]]) -> None:
        if not fired:
            return
        with database.session() as session:
            for fault, operation in fired:
                session.execute(
                    fired_table.insert().values(
                        at=current().exact().isoformat(), fault=fault.id, operation=operation
                    )
                )
            session.commit()


def _late(fault: Fault) -> bool:
    return not isinstance(fault, RateLimit | Stale) and (
        not isinstance(fault, Fail) or fault.stored
    )


def _same(given: Any, wanted: Any) -> bool:
    return bool(given == wanted) or str(given) == str(wanted)
