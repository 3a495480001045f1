"""Faults as data: what `mock/faults.toml` may say, and its checks.

A fault fires on the `nth` successful call of an operation, or of any of several (counting only
calls that meet its precondition), and on the `times - 1` after it. The precondition is `when`
(values of the operation's arguments) and `rows` (a row that must exist). Faults of factor C1 change
the world as somebody else would, after an operation (`on`), at a time (`at`) or when a value is
`reached`; faults of factor C2 make an action report success without taking its full effect.
"""

import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from mock_platform.kit.mistakes import Mistake, MistakesError, read_data
from mock_platform.kit.operation import argument_names
from mock_platform.kit.service import Service
from mock_platform.positions import KeyPath, key_lines, line_of, toml_error

type Problem = tuple[KeyPath, str]
"""The key at fault, and what is wrong with it."""

_KNOWN = {"fault"}
_ORDERED = (int, float, Decimal, int | None, Decimal | None)


class FaultError(MistakesError):
    """A wrong fault file; the message has a line for each mistake, with file and line."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RowCondition(_Strict):
    """At least one row of `table` has these values."""

    table: str
    where: dict[str, Any]


class Reached(_Strict):
    """The moment a field of a row has a value: exactly one of `equals`, `at_least`, `at_most`."""

    table: str
    where: dict[str, Any] = Field(default_factory=dict)
    field: str
    equals: Any = None
    at_least: Decimal | None = None
    at_most: Decimal | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if sum(bound is not None for bound in (self.equals, self.at_least, self.at_most)) != 1:
            raise ValueError("give exactly one of equals, at_least, at_most")
        return self


class BaseFault(_Strict):
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    factor: Literal["C1", "C2", "A2"]
    service: str
    on: str | list[str] = ""
    nth: int = Field(default=1, ge=1)
    times: int = Field(default=1, ge=1)
    when: dict[str, Any] = Field(default_factory=dict)
    rows: RowCondition | None = None

    @model_validator(mode="after")
    def _one_trigger(self) -> Self:
        if sum(map(bool, self._triggers())) != 1:
            names = "on, at, reached" if isinstance(self, Change) else "on"
            raise ValueError(f"say when it fires: give one of {names}")
        return self

    @model_validator(mode="after")
    def _fits_its_factor(self) -> Self:
        changes = isinstance(self, Change)
        if (self.factor == "C1" and isinstance(self, _LYING)) or (self.factor == "C2" and changes):
            raise ValueError("C1 is for what others change, C2 for what reports success falsely")
        return self

    @property
    def operations(self) -> list[str]:
        """The names that `on` gives."""
        return [name for name in ([self.on] if isinstance(self.on, str) else self.on) if name]

    def _triggers(self) -> list[Any]:
        return [self.operations]


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
    """Somebody else (`actor`) changes, removes or adds rows of `table`.

    That is after a request (`on`), so many hours or minutes after the start (`at = "+10m"`; seen by
    the first request from then on), or after the request that makes a value `reached`.
    """

    effect: Literal["change"]
    table: str
    where: dict[str, Any] = Field(default_factory=dict)
    set: dict[str, Any] = Field(default_factory=dict)
    delete: bool = False
    insert: dict[str, Any] | None = None
    actor: str = "somebody else"
    at: Annotated[str, Field(pattern=r"^\+\d{1,4}[hm]$")] | None = None
    reached: Reached | None = None

    def _triggers(self) -> list[Any]:
        return [self.operations, self.at, self.reached]

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
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


class Stale(BaseFault):
    """Answer a read from the state before the last change; nothing of the request is stored."""

    effect: Literal["stale"]


_LYING = (Drop, WrongField, Partial, Stale)
type Fault = Drop | WrongField | Partial | Change | RateLimit | Fail | Slow | Stale
_FAULT: TypeAdapter[Fault] = TypeAdapter(Annotated[Fault, Field(discriminator="effect")])


def load_faults(path: Path, services: Iterable[Service], *, thorough: bool = False) -> list[Fault]:
    """The faults of a file, checked against the services; an absent file holds none.

    `thorough` also looks whether an effect can do anything to its operation.

    Raises FaultError naming line and reason of every mistake.
    """
    if not path.exists():
        return []
    text = read_data(path, FaultError)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FaultError([Mistake(path, *toml_error(error, text))]) from None
    by_name = {service.name: service for service in services}
    faults: list[Fault] = []
    problems: list[Problem] = [
        ((key,), f"unknown {key!r}; only [[fault]] is known") for key in data.keys() - _KNOWN
    ]
    for place, raw in _tables(data, problems):
        try:
            fault = _FAULT.validate_python(raw)
        except ValidationError as error:
            problems += [(place + at, said) for at, said in _invalid(error, raw)]
            continue
        problems += [(place + at, said) for at, said in _misnamed(fault, by_name)]
        if service := by_name.get(fault.service):
            problems += [(place + at, said) for at, said in _misvalued(fault, service)]
            if thorough and (said := misused(fault, service)):
                problems.append(((*place, "on"), said))
        if any(fault.id == other.id for other in faults):
            problems.append(((*place, "id"), f"the id {fault.id!r} is used twice"))
        faults.append(fault)
    if problems:
        lines = key_lines(text)
        found = [Mistake(path, line_of(lines, place) or 1, said) for place, said in problems]
        raise FaultError(sorted(found, key=lambda mistake: mistake.line or 0))
    return faults


def _misnamed(fault: Fault, services: dict[str, Service]) -> Iterator[Problem]:
    """What of the fault's names the service does not have: its key in the fault, and the reason."""
    service = services.get(fault.service)
    if service is None:
        known = ", ".join(sorted(services)) or "none"
        yield ("service",), f"service {fault.service!r} is not among this task's: {known}"
        return
    for operation in fault.operations:
        if operation not in service.operations:
            known = ", ".join(sorted(service.operations))
            yield ("on",), f"{fault.service} has no operation {operation!r}; it has: {known}"
            continue
        arguments = argument_names(service.operations[operation])
        known = ", ".join(sorted(arguments)) or "none"
        for name in fault.when.keys() - arguments:
            yield ("when", name), f"{operation} has no argument {name!r}; it has: {known}"
    for table_at, table, fields in _uses(fault):
        if table not in service.tables:
            known = ", ".join(sorted(service.tables))
            yield table_at, f"{service.name} has no table {table!r}; it has: {known}"
            continue
        known = ", ".join(sorted(service.tables[table].model_fields))
        for at in fields:
            if at[-1] not in service.tables[table].model_fields:
                yield at, f"table {table!r} has no field {at[-1]!r}; it has: {known}"


def _misvalued(fault: Fault, service: Service) -> Iterator[Problem]:
    """What the fields it names cannot hold."""
    for at, table, name, value in _values(fault):
        model = service.tables.get(table)
        if model is None or name not in model.model_fields:
            continue
        try:
            typed(model, name, value)
        except ValidationError as error:
            said = error.errors(include_url=False)[0]["msg"]
            yield at, f"{'.'.join(map(str, at))}: {said} ({table}.{name})"
    if isinstance(fault, Change) and fault.insert is not None and fault.table in service.tables:
        fields = service.tables[fault.table].model_fields
        for name, info in fields.items():
            if info.is_required() and name not in fault.insert:
                yield ("insert",), f"insert: {fault.table} needs {name!r}"
    reached = getattr(fault, "reached", None)
    if reached is not None and reached.equals is None and reached.table in service.tables:
        info = service.tables[reached.table].model_fields.get(reached.field)
        if info is not None and info.annotation not in _ORDERED:
            yield ("reached", "field"), f"{reached.field!r} is no number; write equals"


def _values(fault: Fault) -> Iterator[tuple[KeyPath, str, str, Any]]:
    """Where each value stands, its table and field, and the value."""
    if fault.rows is not None:
        for name, value in fault.rows.where.items():
            yield ("rows", "where", name), fault.rows.table, name, value
    reached = getattr(fault, "reached", None)
    if reached is not None:
        for name, value in reached.where.items():
            yield ("reached", "where", name), reached.table, name, value
        if reached.equals is not None:
            yield ("reached", "equals"), reached.table, reached.field, reached.equals
    if isinstance(fault, WrongField | Change):
        for key in ("where", "set", "insert"):
            for name, value in (getattr(fault, key, None) or {}).items():
                yield (key, name), fault.table, name, value


def typed(model: Any, name: str, value: Any) -> Any:
    """`value` of a fault file as the field's own type: relative times, amounts; ValidationError."""
    info = model.model_fields[name]
    annotation: Any = info.annotation
    if info.metadata:
        annotation = Annotated[annotation, *info.metadata]
    adapter: TypeAdapter[Any] = TypeAdapter(annotation)
    return adapter.validate_python(value)


def misused(fault: Fault, service: Service) -> str | None:
    """What is wrong with a fault's effect on its operations; imports the service's API."""
    for operation in fault.operations:
        methods = {
            method
            for route in service.module("api").router.routes
            if getattr(route, "name", "") == operation
            for method in getattr(route, "methods", None) or ()
        }
        if isinstance(fault, Stale) and methods and "GET" not in methods:
            return f"{operation} changes something; only a read can be stale"
        if isinstance(fault, Drop | WrongField | Partial) and methods == {"GET"}:
            return f"{operation} is a read; it has nothing to lose"
    return None


def _uses(fault: Fault) -> Iterator[tuple[KeyPath, str, list[KeyPath]]]:
    """Where each table is named, which one, and where its fields are."""
    if fault.rows is not None:
        fields: list[KeyPath] = [("rows", "where", name) for name in fault.rows.where]
        yield ("rows", "table"), fault.rows.table, fields
    reached = getattr(fault, "reached", None)
    if reached is not None:
        fields = [("reached", "where", name) for name in reached.where]
        yield ("reached", "table"), reached.table, [*fields, ("reached", "field", reached.field)]
    given = {key: getattr(fault, key, None) or {} for key in ("where", "set", "insert")}
    fields = [(key, name) for key, values in given.items() for name in values]
    if isinstance(fault, WrongField | Partial | Change):
        yield ("table",), fault.table, fields


def _tables(data: dict[str, Any], problems: list[Problem]) -> Iterator[tuple[KeyPath, Any]]:
    declared = data.get("fault", [])
    if not isinstance(declared, list):
        problems.append((("fault",), "write [[fault]], with two brackets: there may be several"))
        return
    for number, raw in enumerate(declared):
        yield ("fault", number), raw


def _invalid(error: ValidationError, raw: Any) -> Iterator[Problem]:
    effect = raw.get("effect") if isinstance(raw, dict) else None
    for found in error.errors(include_url=False):
        at = found["loc"][1:] if found["loc"][:1] == (effect,) else found["loc"]
        if found["type"].startswith("union_tag"):
            at = ("effect",)
        place = ".".join(map(str, at)) or "fault"
        yield at, f"{place}: {found['msg']}"
