"""Databases, their fields, and records."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from pydantic import BaseModel, Field
from sqlalchemy import Numeric, cast
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.kit.paging import Paged, paged
from mock_platform.services.workspace import policy
from mock_platform.services.workspace.models import (
    Change,
    Column,
    Database,
    Member,
    Record,
    User,
    Value,
)
from mock_platform.services.workspace.operations import access
from mock_platform.services.workspace.policy import FieldKind

type Values = dict[str, str]
"""Field name → what it holds, as text."""

_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
_YES = {"yes": "yes", "true": "yes", "on": "yes", "no": "no", "false": "no"}


class FieldDetails(BaseModel):
    name: str = Field(min_length=1, max_length=60)
    kind: FieldKind
    required: bool = False
    options: list[str] = Field(default_factory=list, max_length=40)


@dataclass(frozen=True)
class Filled:
    """A record with its values."""

    record: Record
    values: Values


@operation
def list_databases(db: Session, user: User) -> list[tuple[Database, int]]:
    """Those of the user's spaces by name, with the number of records."""
    joined = select(Member.space_id).where(Member.user_id == user.id)
    counted = (
        select(Database, func.count(col(Record.id)))
        .outerjoin(
            Record,
            (col(Record.database_id) == col(Database.id)) & col(Record.deleted_at).is_(None),
        )
        .where(col(Database.space_id).in_(joined))
        .group_by(col(Database.id))
        .order_by(col(Database.name))
    )
    return [(database, count) for database, count in db.exec(counted)]


@operation
def view_database(db: Session, user: User, database_id: int) -> tuple[Database, list[Column]]:
    return access.seen_database(db, user, database_id), columns_of(db, database_id)


@operation
def create_database(db: Session, user: User, space_id: int, name: str, about: str = "") -> Database:
    access.need(db, user, space_id, "admin")
    name = name.strip()
    if not 1 <= len(name) <= 80:
        raise Invalid("A database needs a name of 1 to 80 characters.", fields={"name": "wrong"})
    taken = select(Database).where(Database.space_id == space_id, Database.name == name)
    if db.exec(taken).first():
        raise Refused("There is a database of that name in the space already.")
    database = Database(space_id=space_id, name=name, about=about.strip()[:300], created_at=now())
    db.add(database)
    db.flush()
    return database


@operation
def add_field(db: Session, user: User, database_id: int, details: FieldDetails) -> Column:
    """A required field can only be added while there are no records."""
    database = access.seen_database(db, user, database_id)
    access.need(db, user, database.space_id, "admin")
    columns = columns_of(db, database_id)
    if len(columns) >= policy.MOST_FIELDS:
        raise Refused(f"A database has at most {policy.MOST_FIELDS} fields.")
    name = details.name.strip()
    if not name or name.casefold() in {column.name.casefold() for column in columns}:
        raise Refused("Each field has a name of its own.")
    used = select(Record).where(Record.database_id == database_id)
    if details.required and db.exec(used).first():
        raise Refused("There are records already, which would lack the field.")
    options = _options(details)
    column = Column(
        database_id=database_id,
        name=name,
        kind=details.kind,
        required=details.required,
        options="\n".join(options),
        position=max((c.position for c in columns), default=-1) + 1,
    )
    db.add(column)
    db.flush()
    return column


@operation
def remove_field(db: Session, user: User, field_id: int) -> None:
    """Only a field in which no record holds anything, and never did, can be removed."""
    column = db.get(Column, field_id)
    if column is None:
        raise NotFound("There is no such field.")
    database = access.seen_database(db, user, column.database_id)
    access.need(db, user, database.space_id, "admin")
    if (
        db.exec(select(Value).where(Value.field_id == field_id)).first()
        or db.exec(select(Change).where(Change.field_id == field_id)).first()
    ):
        raise Refused("Records hold something in this field.")
    db.delete(column)


@operation
def list_records(
    db: Session,
    user: User,
    database_id: int,
    where: Values,
    q: str,
    sort: str,
    page: int,
    size: int,
) -> Paged[Filled]:
    """Records whose fields hold what `where` says; `sort` is a field's name, `-` before for down.

    Numbers are ordered as numbers; records that hold nothing in the field come last.
    """
    access.seen_database(db, user, database_id)
    columns = {column.name.casefold(): column for column in columns_of(db, database_id)}
    wanted = select(Record).where(
        Record.database_id == database_id, col(Record.deleted_at).is_(None)
    )
    for name, text in where.items():
        held = select(Value.record_id).where(Value.field_id == _named(columns, name).id)
        wanted = wanted.where(col(Record.id).in_(held.where(Value.text == text)))
    if q:
        anywhere = select(Value.record_id).where(col(Value.text).contains(q, autoescape=True))
        wanted = wanted.where(col(Record.id).in_(anywhere))
    if sort:
        column, sorted_by = _named(columns, sort.removeprefix("-")), aliased(Value)
        wanted = wanted.outerjoin(
            sorted_by,
            (col(sorted_by.record_id) == col(Record.id)) & (sorted_by.field_id == column.id),
        )
        key = cast(sorted_by.text, Numeric) if column.kind == "number" else col(sorted_by.text)
        empty = col(sorted_by.text).is_(None)
        wanted = wanted.order_by(empty, key.desc() if sort.startswith("-") else key)
    found = paged(db, wanted.order_by(col(Record.id)), page, size)
    return Paged(filled(db, found.items), page, size, found.total)


@operation
def view_record(
    db: Session, user: User, record_id: int
) -> tuple[Filled, list[tuple[Change, Column, User]]]:
    """A record with its history, the last change first."""
    record = access.seen_record(db, user, record_id)
    history = (
        select(Change, Column, User)
        .join(Column, col(Column.id) == col(Change.field_id))
        .join(User, col(User.id) == col(Change.user_id))
        .where(Change.record_id == record_id)
        .order_by(col(Change.id).desc())
    )
    return filled(db, [record])[0], list(db.exec(history))


@operation
def add_record(db: Session, user: User, database_id: int, values: Values) -> Record:
    database = access.seen_database(db, user, database_id)
    access.need(db, user, database.space_id, "editor")
    checked = _checked(db, database, values, complete=True)
    record = Record(
        database_id=database_id,
        created_by=access.id_of(user),
        created_at=now(),
        updated_at=now(),
    )
    db.add(record)
    db.flush()
    _store(db, user, record, checked)
    return record


@operation
def change_record(db: Session, user: User, record_id: int, values: Values) -> Record:
    """Change the named fields; an empty text empties a field."""
    record = access.changeable_record(db, user, record_id)
    database = access.seen_database(db, user, record.database_id)
    _store(db, user, record, _checked(db, database, values, complete=False))
    return record


@operation
def delete_record(db: Session, user: User, record_id: int) -> None:
    record = access.changeable_record(db, user, record_id)
    record.deleted_at = now()
    db.flush()


@operation
def restore_record(db: Session, user: User, record_id: int) -> Record:
    record = access.changeable_record(db, user, record_id, deleted=True)
    assert record.deleted_at is not None
    if record.deleted_at < now() - timedelta(days=policy.TRASH_DAYS):
        raise Refused(f"Deleted records can be brought back for {policy.TRASH_DAYS} days.")
    record.deleted_at = None
    db.flush()
    return record


@operation
def list_deleted_records(db: Session, user: User) -> list[tuple[Filled, Database]]:
    """Deleted records of the user's spaces, the last deleted first, at most a hundred."""
    joined = select(Member.space_id).where(Member.user_id == user.id)
    found = db.exec(
        select(Record, Database)
        .join(Database)
        .where(col(Database.space_id).in_(joined), col(Record.deleted_at).is_not(None))
        .order_by(col(Record.deleted_at).desc(), col(Record.id).desc())
        .limit(100)
    ).all()
    records = filled(db, [record for record, _ in found])
    return list(zip(records, [database for _, database in found], strict=True))


def columns_of(db: Session, database_id: int) -> list[Column]:
    own = select(Column).where(Column.database_id == database_id)
    return list(db.exec(own.order_by(col(Column.position), col(Column.id))))


def filled(db: Session, records: Sequence[Record]) -> list[Filled]:
    """The records with their values, in the order of the fields."""
    ids = [record.id for record in records]
    rows = db.exec(
        select(Value, Column)
        .join(Column)
        .where(col(Value.record_id).in_(ids))
        .order_by(col(Column.position), col(Column.id))
    )
    values: dict[int, Values] = {}
    for value, column in rows:
        values.setdefault(value.record_id, {})[column.name] = value.text
    return [Filled(record, values.get(record.id or 0, {})) for record in records]


def _named(columns: dict[str, Column], name: str) -> Column:
    column = columns.get(name.strip().casefold())
    if column is None:
        known = ", ".join(c.name for c in columns.values())
        raise Invalid(f"There is no field {name[:60]!r}; there are: {known}.")
    return column


def _checked(db: Session, database: Database, values: Values, *, complete: bool) -> dict[int, str]:
    """Field id → the value in its one form; Invalid names every field that is wrong."""
    columns = {c.name.casefold(): c for c in columns_of(db, access.id_of(database))}
    checked: dict[int, str] = {}
    wrong: dict[str, str] = {}
    for name, text in values.items():
        column = _named(columns, name)
        if column.id in checked:
            wrong[column.name] = "it is given twice"
            continue
        try:
            checked[column.id or 0] = _canonical(db, database, column, text.strip())
        except ValueError as error:
            wrong[column.name] = str(error)
    for column in columns.values():
        given = checked.get(column.id or 0)
        if column.required and (given == "" or (complete and given is None)):
            wrong.setdefault(column.name, "it must not be empty")
    if wrong:
        said = "; ".join(f"{name}: {text}" for name, text in wrong.items())
        raise Invalid(f"{said[:400]}.", fields=wrong)
    return checked


def _canonical(db: Session, database: Database, column: Column, text: str) -> str:
    if not text:
        return ""
    if len(text) > 1000 or "\n" in text:
        raise ValueError("it is one line of at most 1000 characters")
    match column.kind:
        case "number":
            return _number(text)
        case "date":
            return date.fromisoformat(text).isoformat()
        case "select":
            if text not in column.choices:
                raise ValueError(f"it is one of {', '.join(column.choices)}")
        case "checkbox":
            if text.lower() not in _YES:
                raise ValueError("it is yes or no")
            return _YES[text.lower()]
        case "person":
            person = db.exec(select(User).where(User.email == text.lower())).first()
            if person is None or db.get(Member, (database.space_id, person.id)) is None:
                raise ValueError("it is the e-mail address of somebody of the space")
            return person.email
        case "link":
            if not _ADDRESS.fullmatch(text):
                raise ValueError("it begins with http:// or https://")
        case "text":
            pass
    return text


def _number(text: str) -> str:
    try:
        number = Decimal(text if "_" not in text else "no")
    except InvalidOperation:
        raise ValueError("it is a number") from None
    if not number.is_finite() or abs(number) >= 10**15 or len(text) > 30:
        raise ValueError("it is a number of usual size")
    return f"{number.normalize() + 0:f}"


def _store(db: Session, user: User, record: Record, values: dict[int, str]) -> None:
    """Put the values in, and note what changes."""
    record_id = access.id_of(record)
    for field_id, text in values.items():
        value = db.get(Value, (record_id, field_id))
        before = value.text if value else ""
        if before == text:
            continue
        if value and not text:
            db.delete(value)
        elif value:
            value.text = text
        else:
            db.add(Value(record_id=record_id, field_id=field_id, text=text))
        change = Change(
            record_id=record_id,
            field_id=field_id,
            user_id=access.id_of(user),
            before=before,
            after=text,
            at=now(),
        )
        db.add(change)
        record.updated_at = now()
    db.flush()


def _options(details: FieldDetails) -> list[str]:
    options = list(dict.fromkeys(o.strip() for o in details.options if o.strip()))
    if details.kind == "select" and not options:
        raise Invalid("A select field needs options.", fields={"options": "missing"})
    if details.kind != "select" and options:
        raise Invalid("Only a select field has options.", fields={"options": "too many"})
    if len(options) > policy.MOST_OPTIONS or any(len(o) > 60 or "\n" in o for o in options):
        raise Invalid(f"A field has at most {policy.MOST_OPTIONS} options of 60 characters.")
    return options
