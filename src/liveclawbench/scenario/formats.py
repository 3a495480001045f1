"""How rendered files are written: one record a line, the same bytes for the same data."""

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel


def plain(value: Any) -> Any:
    """The value as JSON has it: models and rows as what was set on them, amounts as text."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case BaseModel():
            return plain({name: getattr(value, name) for name in _set_fields(value)})
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case set() | frozenset():
            return sorted(plain(item) for item in value)
        case Sequence():
            return [plain(item) for item in value]
        case Decimal():
            return str(value)
        case datetime() | date():
            return value.isoformat()
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON: {value!r}")


def json_text(value: Any) -> str:
    """JSON in which every element of the two outer levels has a line of its own."""
    return _json(plain(value), depth=2) + "\n"


def faults_text(faults: Sequence[Mapping[str, Any]]) -> str:
    """`faults.toml`: an array of tables `fault`, a blank line between two."""
    return "\n".join(_fault(plain(fault)) for fault in faults)


def _set_fields(model: BaseModel) -> list[str]:
    return [name for name in type(model).model_fields if name in model.model_fields_set]


def _json(value: Any, depth: int) -> str:
    if depth and isinstance(value, dict) and value:
        items = [f"{_line(key)}: {_json(item, depth - 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(items) + "\n}"
    if depth and isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return "[\n" + ",\n".join(_line(item) for item in value) + "\n]"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _fault(fault: Mapping[str, Any]) -> str:
    return "[[fault]]\n" + "".join(f"{_key(k)} = {_toml(v)}\n" for k, v in fault.items())


def _key(key: str) -> str:
    bare = key and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if bare else _quoted(key)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case list():
            return "[" + ", ".join(_toml(item) for item in value) + "]"
        case dict():
            items = ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items())
            return f"{{ {items} }}" if items else "{}"
    raise TypeError(f"TOML cannot hold {value!r}; leave the key out")


def _quoted(text: str) -> str:
    return _line(text).replace("\x7f", "\\u007f")
