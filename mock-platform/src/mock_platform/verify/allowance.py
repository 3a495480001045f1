"""Which changes a task allows; whatever is left over is collateral damage."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from sqlmodel import SQLModel

from mock_platform.kit.journal import key_of
from mock_platform.verify.state import Change

type Allowance = Callable[[Change], bool]


class _Any:
    def __call__(self, change: Change) -> bool:
        return True


ANY: Final[Allowance] = _Any()
"""Every change of the table."""


def only(*fields: str) -> Allowance:
    """Changes of existing rows in these fields alone, such as `only("read")`."""

    def allowed(change: Change) -> bool:
        return change.kind == "changed" and set(change.fields) <= set(fields)

    return allowed


def removed(rows: SQLModel | Iterable[SQLModel] | None) -> Allowance:
    """The removal of these rows."""
    keys = _keys(rows)
    return lambda change: change.kind == "removed" and change.key in keys


def allowance(given: Any) -> Allowance:
    """From what a verifier may write: an allowance, a row, None, or a list of them.

    A row may have been added or changed, but not removed.
    """
    if given is None:
        return lambda _change: False
    if isinstance(given, SQLModel):
        key = key_of(given)
        return lambda change: change.kind != "removed" and change.key == key
    if isinstance(given, Iterable):
        parts = [allowance(part) for part in given]
        return lambda change: any(part(change) for part in parts)
    if callable(given):
        found: Allowance = given
        return found
    raise TypeError(f"{given!r} says nothing about changes; give ANY, only(…), a row or a list")


def _keys(rows: SQLModel | Iterable[SQLModel] | None) -> set[str]:
    if rows is None:
        return set()
    return {key_of(row) for row in ([rows] if isinstance(rows, SQLModel) else rows)}
