"""The event log: what each transaction added, changed and removed."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from sqlalchemy import event, inspect
from sqlalchemy.orm import Session as OrmSession
from sqlalchemy.orm import UOWTransaction
from sqlmodel import Session, SQLModel

from mock_platform.kit.clock import current
from mock_platform.kit.database import events_table

type Surface = Literal["page", "api", "world"]


def values_of(row: SQLModel) -> dict[str, Any]:
    """The column values of a row."""
    return {c.key: getattr(row, c.key) for c in inspect(type(row)).column_attrs}


def key_of(row: SQLModel) -> str:
    """The primary key as text; several columns are joined by `/`."""
    return "/".join(str(part) for part in inspect(type(row)).primary_key_from_instance(row))


def plain(value: Any) -> Any:
    """A JSON value for a column value."""
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    return value


@dataclass
class Journal:
    """Collects a session's changes, flush by flush, and writes them as rows of `_events`."""

    session: Session
    _added: dict[int, SQLModel] = field(default_factory=dict)
    _removed: dict[int, SQLModel] = field(default_factory=dict)
    _changed: dict[int, tuple[SQLModel, dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        event.listen(self.session, "before_flush", self._collect)
        event.listen(self.session, "after_rollback", self._forget)

    def _forget(self, _session: OrmSession) -> None:
        for collected in (self._added, self._removed, self._changed):
            collected.clear()

    def _collect(self, session: OrmSession, _context: UOWTransaction, _instances: Any) -> None:
        self._added.update((id(row), row) for row in session.new)
        self._removed.update((id(row), row) for row in session.deleted)
        for row in session.dirty:
            if id(row) in self._added or not session.is_modified(row):
                continue
            before = self._changed.setdefault(id(row), (row, {}))[1]
            for attribute in inspect(type(row)).column_attrs:
                history = inspect(row).attrs[attribute.key].history
                if history.has_changes() and history.deleted:
                    before.setdefault(attribute.key, history.deleted[0])

    @property
    def is_empty(self) -> bool:
        return not (self._added or self._changed or self._removed)

    def added_to(self, table: str) -> list[SQLModel]:
        """The rows this transaction added to a table, oldest first."""
        return [row for row in self._standing(self._added.values()) if row.__tablename__ == table]

    def touched(self, table: str) -> list[SQLModel]:
        """The rows this transaction added to a table or changed in it."""
        changed = self._standing(row for row, _ in self._changed.values())
        return self.added_to(table) + [row for row in changed if row.__tablename__ == table]

    def _standing(self, rows: Iterable[SQLModel]) -> list[SQLModel]:
        return [row for row in rows if id(row) not in self._removed]

    def write(self, *, operation: str | None, actor: str | None, surface: Surface) -> None:
        """Add the collected changes to the event log, in the same transaction."""
        for kind, row, changes in self._entries():
            self.session.execute(
                events_table.insert().values(
                    at=current().exact().isoformat(),
                    operation=operation,
                    actor=actor,
                    surface=surface,
                    kind=kind,
                    table_name=row.__tablename__,
                    row_key=key_of(row),
                    changes=json.dumps(changes, sort_keys=True),
                )
            )

    def _entries(self) -> Iterator[tuple[str, SQLModel, dict[str, Any]]]:
        for row in self._standing(self._added.values()):
            yield "added", row, _plain_values(row)
        for row, before in self._changed.values():
            pairs = {name: [plain(old), plain(getattr(row, name))] for name, old in before.items()}
            pairs = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
            if pairs and id(row) not in self._removed:
                yield "changed", row, pairs
        for row in self._removed.values():
            if id(row) not in self._added:
                yield "removed", row, _plain_values(row)


def _plain_values(row: SQLModel) -> dict[str, Any]:
    return {name: plain(value) for name, value in values_of(row).items()}
