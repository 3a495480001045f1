"""Operations: the named things that a service can do.

`@operation` gives a function of `operations.py` its stable name, which is also the `operationId` of
the API, the name in the event log, and what a fault is declared `on`. The first argument is the
session of the request; every call is noted in that request's transaction.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, get_args, get_type_hints

from pydantic import BaseModel
from sqlmodel import Session, SQLModel

from mock_platform.kit.transaction import Transaction


def operation[**P, R](
    function: Callable[Concatenate[Session, P], R],
) -> Callable[Concatenate[Session, P], R]:
    """Declare `function(db, …)` an operation named like itself."""
    name = function.__name__
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(db: Session, /, *args: P.args, **kwargs: P.kwargs) -> R:
        transaction = Transaction.of(db)
        if transaction is None:
            return function(db, *args, **kwargs)
        given = signature.bind(db, *args, **kwargs)
        given.apply_defaults()
        with transaction.call(name, _flat(given.arguments)):
            return function(db, *args, **kwargs)

    call.operation_name = name  # type: ignore[attr-defined]
    return call


def argument_names(function: Callable[..., Any]) -> set[str]:
    """What an operation's arguments are called where a fault looks at them."""
    hints = get_type_hints(function)
    names: set[str] = set()
    for name in list(inspect.signature(function).parameters)[1:]:
        kinds = [kind for kind in (get_args(hints[name]) or [hints[name]]) if _is_model(kind)]
        names.update(*(kind.model_fields for kind in kinds if not hasattr(kind, "__table__")))
        if not _is_model(hints[name]):
            names.add(name)
    return names


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _flat(arguments: dict[str, Any]) -> dict[str, Any]:
    """Plain values by name; the fields of a form or body count as arguments of their own."""
    flat: dict[str, Any] = {}
    for name, value in arguments.items():
        if isinstance(value, Session) or _is_row(value):
            continue
        if isinstance(value, BaseModel):
            flat.update(value.model_dump())
        else:
            flat[name] = value
    return flat


def _is_row(value: Any) -> bool:
    return isinstance(value, SQLModel) and hasattr(type(value), "__table__")
