"""TOML with positions: where each key of a file stands, so that an error can name the line."""

import re
import tomllib
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError

KeyPath = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*[^\s=]+)*)\s*=""")
_TOKEN = re.compile(
    r'"""(?:\\.|.)*?"""'  # strings first, so that brackets and hashes in them do not count
    r"|\'\'\'.*?\'\'\'"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|[\[\]{}\n]",
    re.DOTALL,
)
_PART = re.compile(r"""([A-Za-z0-9_-]+)|"([^"]*)"|'([^']*)'""")


def read_toml(path: Path) -> dict[str, Any]:
    """The parsed file; LiveClawError with the line where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LiveClawError(f"no {path.name}", path=path, hint="create it") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LiveClawError(f"cannot be read as UTF-8 text: {error}", path=path) from None
    return parse_toml(text, path)


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Like `read_toml`, for text that came from `path`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise LiveClawError(
            f"not valid TOML: {error}", path=path, line=line, hint="correct the syntax"
        ) from None


def key_lines(text: str) -> dict[KeyPath, int]:
    """1-based line of every table and key of a valid TOML text.

    Tables of an array are numbered: `("fault", 0, "effect")`. Keys inside inline tables are not
    listed; ask `line_of` for the nearest enclosing key.
    """
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, statement in _statements(text):
        if header := _HEADER.match(statement):
            table = _table(header, counts)
            lines.setdefault(table, number)
        elif key := _KEY.match(statement):
            lines.setdefault((*table, *_parts(key[1])), number)
    return lines


def line_of(lines: dict[KeyPath, int], key: KeyPath) -> int | None:
    """Line of a key, or of the nearest enclosing one that has a line."""
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key)


def _statements(text: str) -> list[tuple[int, str]]:
    """Logical lines (a value may span several) with the number of their first physical line."""
    found: list[tuple[int, str]] = []
    start, number, depth = 0, 1, 0
    for token in _TOKEN.finditer(text + "\n"):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if token[0] == "\n" and depth <= 0:
            statement = text[start : token.start()]
            found.append((number, statement))
            number += statement.count("\n") + 1
            start, depth = token.end(), 0
    return found


def _table(header: re.Match[str], counts: dict[KeyPath, int]) -> KeyPath:
    parts: KeyPath = ()
    names = _parts(header[2])
    for position, name in enumerate(names):
        parts = (*parts, name)
        last = position == len(names) - 1
        if header[1] == "[[" and last:
            counts[parts] = counts.get(parts, -1) + 1
        if parts in counts:
            parts = (*parts, counts[parts])
    return parts


def _parts(dotted: str) -> list[str]:
    return [part[1] or part[2] or part[3] for part in _PART.finditer(dotted)]
