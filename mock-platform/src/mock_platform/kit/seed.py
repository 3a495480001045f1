"""Seed data: `mock/<service>.json`, a list of records a table, checked against the tables."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from mock_platform.kit.database import Database
from mock_platform.kit.service import Service


class SeedError(Exception):
    """Wrong seed data; the message names file, table and record."""


def load_seed(path: Path, service: Service) -> dict[str, list[SQLModel]]:
    """Table name → validated rows, in the order in which they can be stored."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SeedError(f"{path}: missing; the task starts the service {service.name!r}") from None
    except json.JSONDecodeError as error:
        raise SeedError(f"{path}:{error.lineno}: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise SeedError(f"{path}: not UTF-8: {error.reason}") from None
    if not isinstance(data, dict):
        raise SeedError(f"{path}:1: expected an object of table name → records")
    for table in data:
        if table not in service.tables:
            raise SeedError(f"{path}: no table {table!r}; there are: {', '.join(service.tables)}")
    return {
        table: _rows(path, table, model, data.get(table, []))
        for table, model in service.tables.items()
    }


def store_seed(database: Database, rows: dict[str, list[SQLModel]], path: Path) -> None:
    """Store validated rows; a reference to nothing, or a doubled key, is a SeedError."""
    with database.session() as session:
        for table, records in rows.items():
            try:
                session.add_all(records)
                session.flush()
            except IntegrityError as error:
                raise SeedError(f"{path}: {table}: {error.orig} ({_parameters(error)})") from None
        session.commit()


def check_seed(service: Service, path: Path) -> None:
    """Load and store into a database that is thrown away; SeedError if anything is wrong."""
    with TemporaryDirectory() as scratch:
        database = Database(service, Path(scratch))
        try:
            database.create()
            store_seed(database, load_seed(path, service), path)
        finally:
            database.close()


def _rows(path: Path, table: str, model: Any, records: Any) -> list[SQLModel]:
    if not isinstance(records, list):
        raise SeedError(f"{path}: {table}: expected a list of records")
    rows = []
    for number, record in enumerate(records, 1):
        try:
            rows.append(model.model_validate(record))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "record"
            shown = json.dumps(record, default=str)[:120]
            line = _line_of(path, table, number, record)
            raise SeedError(
                f"{path}{line}: {table}: record {number}: {place}: {first['msg']} in {shown}"
            ) from None
    return rows


def _line_of(path: Path, table: str, number: int, record: Any) -> str:
    """`:line` of a record, where the file has one a line, as rendered seed data does."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = next((n for n, line in enumerate(lines) if line.startswith(f'"{table}": [')), None)
    if head is None or head + number >= len(lines):
        return ""
    try:
        same = json.loads(lines[head + number].rstrip(",")) == record
    except json.JSONDecodeError:
        return ""
    return f":{head + number + 1}" if same else ""


def _parameters(error: IntegrityError) -> str:
    return str(error.params)[:160]
