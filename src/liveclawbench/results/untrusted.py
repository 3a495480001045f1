"""Reading what an agent, or a program that it could disturb, may have written.

What is missing, too large, broken or of another shape is empty; nothing here raises.
"""

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read_text(path: Path, largest: int) -> str:
    """The text of a plain file of at most `largest` bytes; empty for any other, or a link."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > largest:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def read_dict(path: Path, largest: int) -> dict[str, Any]:
    """The JSON object in a file."""
    return as_dict(_parsed(read_text(path, largest)))


def dicts_in(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a text that has one a line; other lines are left out."""
    yield from as_dicts([_parsed(line) for line in text.splitlines()])


def as_dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def as_dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
