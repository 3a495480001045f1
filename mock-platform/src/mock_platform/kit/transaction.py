"""One request is one transaction; the kit commits it, and faults act on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from mock_platform.kit.database import Database
from mock_platform.kit.journal import Journal, Surface

if TYPE_CHECKING:
    from mock_platform.kit.injection import Injector


@dataclass(frozen=True)
class Call:
    """One call of an operation with its plain arguments."""

    operation: str
    arguments: dict[str, Any]


class Transaction:
    """The session of one request, who makes it through which surface, and what it called."""

    def __init__(
        self, database: Database, injector: Injector, surface: Surface, *, stale: bool = False
    ) -> None:
        self.database = database
        self.injector = injector
        self.stale = stale
        self.surface: Surface = surface
        self.actor: str | None = None
        self.calls: list[Call] = []
        self.delay = 0.0
        engine = database.snapshot_engine() if stale else database.engine
        self.session = Session(engine, expire_on_commit=False)
        self.session.info["transaction"] = self
        self.journal = Journal(self.session)

    @staticmethod
    def of(session: Session) -> Transaction | None:
        """The transaction a session belongs to, if a request opened it."""
        found: Transaction | None = session.info.get("transaction")
        return found

    @property
    def can_be_stale(self) -> bool:
        """Whether there is an earlier state to answer from, and nothing to store yet."""
        changed = self.journal.is_empty and not (self.session.new or self.session.dirty)
        return changed and not self.stale and self.database.snapshot.exists()

    @contextmanager
    def call(self, operation: str, arguments: dict[str, Any]) -> Iterator[None]:
        """Note a call that succeeds; a fault may refuse it before it starts."""
        call = Call(operation, arguments)
        if not self.stale:
            self.injector.before(self, call)
        position = len(self.calls)
        self.calls.append(call)
        try:
            yield
        except BaseException:
            del self.calls[position:]
            raise

    def commit(self) -> None:
        """Make the request's changes real, as far as the declared faults let them be."""
        if self.stale:
            self.session.rollback()
            return
        self.session.flush()
        outcome = self.injector.before_commit(self)
        if outcome.drop:
            self.session.rollback()
        else:
            operation = self.calls[0].operation if self.calls else None
            self.session.flush()
            if self.injector.keeps_snapshot and not self.journal.is_empty:
                self.database.keep_snapshot()
            self.journal.write(operation=operation, actor=self.actor, surface=self.surface)
            self.session.commit()
        self.delay = outcome.delay
        self.injector.after_commit(self, outcome)

    def rollback(self) -> None:
        self.session.rollback()

    def close(self) -> None:
        self.session.close()
