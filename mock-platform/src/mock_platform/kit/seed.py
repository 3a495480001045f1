"""Seed data: `mock/<service>.json`, a list of records a table, checked against the tables."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Table, insert, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import Session

from mock_platform.kit.database import Database
from mock_platform.kit.mistakes import Mistake, MistakesError, read_data
from mock_platform.kit.service import Service
from mock_platform.positions import JsonLines, json_error

type Values = dict[str, Any]
"""Column name → validated value."""

type Problem = tuple[tuple[str | int, ...], str]
"""The place in the file, and what is wrong there."""

_DEFERRED = text("PRAGMA defer_foreign_keys = ON")
"""Within a table records may refer to later ones; that is looked at when all are there."""

_UNSTORABLE = (IntegrityError, StatementError, OverflowError, UnicodeEncodeError)


class SeedError(MistakesError):
    """Wrong seed data; the message has a line for each mistake: file, line, table and record."""


def load_seed(path: Path, service: Service) -> dict[str, list[Values]]:
    """Table name → validated rows, in the order in which they can be stored."""
    if not path.is_file():
        said = f"missing; the task starts the service {service.name!r}"
        raise SeedError([Mistake(path, None, said)])
    content = read_data(path, SeedError)
    try:
        data = json.loads(content, object_pairs_hook=_Object)
    except (ValueError, RecursionError) as error:
        raise SeedError([Mistake(path, *json_error(error))]) from None
    if not isinstance(data, dict):
        raise SeedError([Mistake(path, 1, "expected an object of table name → records")])
    known = ", ".join(service.tables)
    problems: list[Problem] = [
        ((table,), f"no table {table!r}; there are: {known}")
        for table in data
        if table not in service.tables
    ]
    problems += _doubled(data)
    rows = {
        table: _rows(table, model, data.get(table, []), problems)
        for table, model in service.tables.items()
    }
    if problems:
        raise _error(path, content, problems)
    return rows


def store_seed(database: Database, rows: dict[str, list[Values]], path: Path) -> None:
    """Store validated rows; a reference to nothing, or a doubled key, is a SeedError."""
    with database.session() as session:
        try:
            session.execute(_DEFERRED)
            for table, records in rows.items():
                if records:
                    session.execute(insert(_table(database, table)), records)
            session.commit()
        except _UNSTORABLE:
            session.rollback()
            problems = list(_unstorable(database, session, rows))
            raise _error(path, read_data(path, SeedError), problems) from None


def check_seed(service: Service, path: Path) -> None:
    """Load and store into a database that is thrown away; SeedError if anything is wrong."""
    rows = load_seed(path, service)
    with TemporaryDirectory() as scratch:
        database = Database(service, Path(scratch))
        try:
            database.create()
            store_seed(database, rows, path)
        finally:
            database.close()


def _rows(table: str, model: Any, records: Any, problems: list[Problem]) -> list[Values]:
    if not isinstance(records, list):
        problems.append(((table,), f"{table}: expected a list of records"))
        return []
    rows = []
    for number, record in enumerate(records):
        head = f"{table}: record {number + 1}: "
        try:
            rows.append(_values(model, record))
        except ValidationError as invalid:
            for error in invalid.errors(include_url=False):
                place = ".".join(str(part) for part in error["loc"]) or "record"
                said = f"{head}{place}: {error['msg']} in {_shown(record)}"
                problems.append(((table, number, *error["loc"]), said))
        except (ArithmeticError, ValueError, RecursionError) as error:
            problems.append(((table, number), f"{head}{error} in {_shown(record)}"))
    return rows


def _values(model: Any, record: Any) -> Values:
    """The record as `model_validate` has it, without the cost of an instance that is tracked."""
    blank = model.__new__(model)
    model.__pydantic_validator__.validate_python(record, self_instance=blank)
    return dict(blank.__dict__)


def _table(database: Database, name: str) -> Table:
    table: Table = database.service.tables[name].__table__
    return table


def _shown(record: Any) -> str:
    return json.dumps(record)[:120]


def _unstorable(
    database: Database, session: Session, rows: dict[str, list[Values]]
) -> Iterator[Problem]:
    """The rows that cannot be stored, found by storing one after the other."""
    places: dict[tuple[str, int], int] = {}
    session.execute(text("BEGIN"))
    session.execute(_DEFERRED)
    for table, records in rows.items():
        for number, record in enumerate(records):
            try:
                with session.begin_nested():
                    session.execute(insert(_table(database, table)), record)
                rowid = session.execute(text("SELECT last_insert_rowid()")).scalar_one()
                places[table, rowid] = number
            except _UNSTORABLE as error:
                reason = getattr(error, "orig", None) or error
                yield (table, number), f"{table}: record {number + 1}: {reason}"
    for table, rowid, parent, _ in session.execute(text("PRAGMA foreign_key_check")):
        number = places.get((table, rowid), 0)
        said = f"{table}: record {number + 1}: it refers to a record of {parent} that is not there"
        yield (table, number), said
    session.rollback()


def _error(path: Path, content: str, problems: list[Problem]) -> SeedError:
    lines = JsonLines(content)
    found = [Mistake(path, lines.line(*place), said) for place, said in problems]
    return SeedError(sorted(found, key=lambda mistake: mistake.line or 0))


class _Object(dict[str, Any]):
    """A JSON object that remembers which keys it was given more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        counts = Counter(key for key, _ in pairs) if len(self) < len(pairs) else {}
        self.doubled = [key for key, count in counts.items() if count > 1]


def _doubled(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    if isinstance(value, _Object):
        yield from (((*at, key), f"{key!r} is given twice here") for key in value.doubled)
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        if isinstance(item, dict | list):
            yield from _doubled(item, (*at, key))
