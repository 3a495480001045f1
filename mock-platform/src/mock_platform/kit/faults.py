"""Faults as data: what `mock/faults.toml` may say, and its checks.

A fault fires on the `nth` successful call of an operation (counting only calls that meet its
precondition) and on the `times - 1` after it. The precondition is `when` (values of the operation's
arguments) and `rows` (a row that must exist). Faults of factor C1 change the world as somebody else
would; faults of factor C2 make an action report success without taking its full effect.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from mock_platform.kit.service import Service


class FaultError(Exception):
    """A wrong fault file; the message starts with file and line."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RowCondition(_Strict):
    """At least one row of `table` has these values."""

    table: str
    where: dict[str, Any]


class BaseFault(_Strict):
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    factor: Literal["C1", "C2", "A2"]
    service: str
    on: str
    nth: int = Field(default=1, ge=1)
    times: int = Field(default=1, ge=1)
    when: dict[str, Any] = Field(default_factory=dict)
    rows: RowCondition | None = None


class Drop(BaseFault):
    """Answer as if it had worked; store nothing of the request."""

    effect: Literal["drop"]


class WrongField(BaseFault):
    """Store other values than asked for, in the rows of `table` that the request touched."""

    effect: Literal["wrong_field"]
    table: str
    set: dict[str, Any] = Field(min_length=1)


class Partial(BaseFault):
    """Store only the first `keep` of the rows that the request added to `table`."""

    effect: Literal["partial"]
    table: str
    keep: int = Field(default=0, ge=0)


class Change(BaseFault):
    """After the request, somebody else (`actor`) changes, removes or adds rows of `table`."""

    effect: Literal["change"]
    table: str
    where: dict[str, Any] = Field(default_factory=dict)
    set: dict[str, Any] = Field(default_factory=dict)
    delete: bool = False
    insert: dict[str, Any] | None = None
    actor: str = "somebody else"

    @model_validator(mode="after")
    def _one_kind(self) -> "Change":
        if sum((bool(self.set), self.delete, self.insert is not None)) != 1:
            raise ValueError("give exactly one of set, delete = true, insert")
        if self.insert is None and not self.where:
            raise ValueError("set and delete need a where")
        return self


class RateLimit(BaseFault):
    """Refuse with 429 and `Retry-After` until that many seconds have passed."""

    effect: Literal["rate_limit"]
    retry_after: int = Field(default=2, ge=1, le=60)


class Fail(BaseFault):
    """Answer 503: before anything is done, or (`stored = true`) although it was stored."""

    effect: Literal["fail"]
    stored: bool = False


class Slow(BaseFault):
    """Answer only after so many seconds."""

    effect: Literal["slow"]
    seconds: float = Field(gt=0, le=60)


type Fault = Drop | WrongField | Partial | Change | RateLimit | Fail | Slow
_FAULT: TypeAdapter[Fault] = TypeAdapter(Annotated[Fault, Field(discriminator="effect")])


def load_faults(path: Path, services: Iterable[Service]) -> list[Fault]:
    """The faults of a file, checked against the services; an absent file holds none.

    Raises FaultError naming file, line and reason.
    """
    if not path.exists():
        return []
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FaultError(f"{path}: not UTF-8: {error.reason}") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FaultError(f"{path}: {error}") from None
    lines = [
        n for n, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[fault\]\]", line)
    ]
    if unknown := set(data) - {"fault"}:
        raise FaultError(f"{path}:1: unknown table {sorted(unknown)[0]!r}; only [[fault]] is known")
    by_name = {service.name: service for service in services}
    faults: list[Fault] = []
    for line, raw in zip(lines, data.get("fault", []), strict=True):
        try:
            fault = _FAULT.validate_python(raw)
            _check_names(fault, by_name)
            if any(fault.id == other.id for other in faults):
                raise ValueError(f"the id {fault.id!r} is used twice")
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"] if part != raw.get("effect"))
            raise FaultError(f"{path}:{line}: {place or 'fault'}: {first['msg']}") from None
        except ValueError as error:
            raise FaultError(f"{path}:{line}: {error}") from None
        faults.append(fault)
    return faults


def _check_names(fault: Fault, services: dict[str, Service]) -> None:
    service = services.get(fault.service)
    if service is None:
        raise ValueError(f"service {fault.service!r} is not among this task's: {sorted(services)}")
    if fault.on not in service.operations:
        known_operations = ", ".join(sorted(service.operations))
        raise ValueError(
            f"{fault.service} has no operation {fault.on!r}; it has: {known_operations}"
        )
    uses: list[tuple[str, Iterable[str]]] = []
    if fault.rows is not None:
        uses.append((fault.rows.table, fault.rows.where))
    if isinstance(fault, WrongField):
        uses.append((fault.table, fault.set))
    if isinstance(fault, Partial):
        uses.append((fault.table, ()))
    if isinstance(fault, Change):
        uses.append((fault.table, [*fault.where, *fault.set, *(fault.insert or {})]))
    for table, fields in uses:
        if table not in service.tables:
            raise ValueError(
                f"{service.name} has no table {table!r}; it has: {sorted(service.tables)}"
            )
        known = service.tables[table].model_fields
        for name in fields:
            if name not in known:
                raise ValueError(f"table {table!r} has no field {name!r}; it has: {sorted(known)}")
