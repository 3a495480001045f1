"""A service's state as the verifier sees it: the baseline, now, and what lies between."""

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Engine
from sqlmodel import Session, SQLModel, select

from mock_platform.kit.database import events_table, fired_table, open_read_only
from mock_platform.kit.journal import key_of, plain, values_of
from mock_platform.kit.service import Service, get_service

type Kind = Literal["added", "changed", "removed"]


@dataclass(frozen=True)
class Change:
    """One row that differs; `fields` maps a changed field to its values (before, after)."""

    service: str
    table: str
    kind: Kind
    key: str
    row: Any
    fields: dict[str, tuple[Any, Any]]

    def __str__(self) -> str:
        text = f"{self.service}.{self.table} #{self.key} {self.kind}"
        if self.kind == "changed":
            pairs = (f"{n} {_short(old)} → {_short(new)}" for n, (old, new) in self.fields.items())
            text += ": " + ", ".join(pairs)
        return text


@dataclass(frozen=True)
class Event:
    """A row of the event log; `changes` holds values (added, removed) or pairs (changed)."""

    at: str
    operation: str | None
    actor: str | None
    surface: str
    kind: Kind
    table: str
    key: str
    changes: dict[str, Any]


class ServiceState:
    """Rows are instances of the service's own models; filters compare attributes."""

    def __init__(self, service: Service, data_dir: Path, stack: ExitStack) -> None:
        self.service = service
        self.name = service.name
        self._now = stack.enter_context(_reading(data_dir / f"{service.name}.sqlite", stack))
        baseline = data_dir / "baseline" / f"{service.name}.sqlite"
        self._baseline = stack.enter_context(_reading(baseline, stack))

    def rows(self, table: str, **where: Any) -> list[Any]:
        """The rows of a table now."""
        return _select(self._now, self._model(table), where)

    def baseline(self, table: str, **where: Any) -> list[Any]:
        """The rows of a table before the agent started."""
        return _select(self._baseline, self._model(table), where)

    def one(self, table: str, **where: Any) -> Any:
        """The single row now; LookupError if there is none or there are several."""
        found = self.rows(table, **where)
        if len(found) != 1:
            raise LookupError(f"{self.name}.{table}: {len(found)} rows match {where}")
        return found[0]

    def added(self, table: str, **where: Any) -> list[Any]:
        """The rows that are new."""
        return [c.row for c in self.changes(table) if c.kind == "added" and _fits(c.row, where)]

    def changed(self, table: str, **where: Any) -> list[Any]:
        """The rows, as they are now, that differ from the baseline."""
        return [c.row for c in self.changes(table) if c.kind == "changed" and _fits(c.row, where)]

    def removed(self, table: str, **where: Any) -> list[Any]:
        """The rows, as they were, that are gone."""
        return [c.row for c in self.changes(table) if c.kind == "removed" and _fits(c.row, where)]

    @cache  # noqa: B019 - lives as long as the verification
    def changes(self, table: str) -> tuple[Change, ...]:
        """Every difference between baseline and now in a table."""
        before = {key_of(row): row for row in self.baseline(table)}
        after = {key_of(row): row for row in self.rows(table)}
        return tuple(self._differences(table, before, after))

    def all_changes(self) -> list[Change]:
        """The differences in all tables."""
        return [change for table in self.service.tables for change in self.changes(table)]

    def events(self, table: str | None = None) -> list[Event]:
        """The event log, oldest first."""
        return [event for event in self._log if table in (None, event.table)]

    @cached_property
    def _log(self) -> list[Event]:
        found = self._now.execute(events_table.select().order_by(events_table.c.seq)).mappings()
        return [
            Event(
                at=row["at"],
                operation=row["operation"],
                actor=row["actor"],
                surface=row["surface"],
                kind=row["kind"],
                table=row["table_name"],
                key=row["row_key"],
                changes=json.loads(row["changes"]),
            )
            for row in found
        ]

    def fired(self, fault: str) -> int:
        """How often a fault fired."""
        return sum(name == fault for _, name, _ in self.firings())

    def firings(self) -> list[tuple[str, str, str]]:
        """(time, fault, operation) of each time that a fault fired, oldest first."""
        found = self._now.execute(fired_table.select().order_by(fired_table.c.seq)).mappings()
        return [(row["at"], row["fault"], row["operation"]) for row in found]

    def by_the_world(self, change: Change) -> bool:
        """Whether it was not the agent but a declared fault that left this difference."""
        events = [e for e in self.events(change.table) if e.key == change.key]
        world = [e for e in events if e.surface == "world"]
        if change.kind in ("added", "removed"):
            return bool(world) and world[-1].kind == change.kind and events[-1] is world[-1]
        last = {
            name: pair[1] for e in world if e.kind == "changed" for name, pair in e.changes.items()
        }
        return all(
            name in last and last[name] == plain(new) for name, (_, new) in change.fields.items()
        )

    def _differences(
        self, table: str, before: dict[str, SQLModel], after: dict[str, SQLModel]
    ) -> Iterator[Change]:
        for key, row in after.items():
            if key not in before:
                yield Change(self.name, table, "added", key, row, {})
                continue
            old, new = values_of(before[key]), values_of(row)
            fields = {name: (old[name], new[name]) for name in new if old[name] != new[name]}
            if fields:
                yield Change(self.name, table, "changed", key, row, fields)
        for key in before.keys() - after.keys():
            yield Change(self.name, table, "removed", key, before[key], {})

    def _model(self, table: str) -> Any:
        if table not in self.service.tables:
            raise LookupError(f"{self.name} has no table {table!r}: {list(self.service.tables)}")
        return self.service.tables[table]


def open_state(name: str, data_dir: Path, stack: ExitStack) -> ServiceState:
    """FileNotFoundError where the database or its baseline is missing."""
    return ServiceState(get_service(name), data_dir, stack)


def _reading(path: Path, stack: ExitStack) -> Session:
    engine: Engine = open_read_only(path)
    stack.callback(engine.dispose)
    return Session(engine)


def _select(session: Session, model: Any, where: dict[str, Any]) -> list[Any]:
    return [row for row in session.exec(select(model)).all() if _fits(row, where)]


def _fits(row: Any, where: dict[str, Any]) -> bool:
    return all(getattr(row, name) == value for name, value in where.items())


def keys_of(rows: Iterable[SQLModel]) -> set[str]:
    return {key_of(row) for row in rows}


def _short(value: Any) -> str:
    text = repr(plain(value))
    return text if len(text) <= 60 else text[:57] + "…"
