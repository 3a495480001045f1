"""Where things stand in a text: the line of each TOML key, and of each value in a JSON document."""

import json
import re
from collections.abc import Iterator, Mapping

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
_DECODER = json.JSONDecoder()
_PART = re.compile(r"""([A-Za-z0-9_-]+)|"([^"]*)"|'([^']*)'""")


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


def line_of(lines: Mapping[KeyPath, int], key: KeyPath) -> int | None:
    """Line of a key, or of the nearest enclosing one that has a line."""
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key)


def toml_error(error: Exception, text: str) -> tuple[int, str]:
    """Line and reason of what `tomllib.loads(text)` raised."""
    if isinstance(error, RecursionError):
        return 1, "nested too deeply"
    found = re.search(r" \(at line (\d+)", str(error))
    return (int(found[1]) if found else text.count("\n") + 1), str(error)


def json_error(error: Exception) -> tuple[int, str]:
    """Line and reason of what `json.loads` raised."""
    if isinstance(error, RecursionError):
        return 1, "nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return error.lineno, error.msg
    return 1, str(error)


def not_utf8(error: UnicodeDecodeError) -> tuple[int, str]:
    """Line and reason where bytes are no UTF-8 text."""
    before = bytes(error.object[: error.start])
    return before.count(b"\n") + 1, f"not UTF-8: {error.reason}"


class JsonLines:
    """Lines of a JSON document that is known to be valid."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._members: dict[int, dict[str | int, tuple[int, int]]] = {}

    def line(self, *path: str | int) -> int:
        """1-based line of a value, by keys and indices, or of the nearest one around it."""
        place = at = self._skip(0)
        for step in path:
            if at not in self._members:
                self._members[at] = dict(self._read(at))
            if step not in self._members[at]:
                break
            place, at = self._members[at][step]
        return self._text.count("\n", 0, place) + 1

    def _read(self, at: int) -> Iterator[tuple[str | int, tuple[int, int]]]:
        """Key or index → where its entry and where its value begins; nothing for a scalar."""
        if (opening := self._text[at]) not in "[{":
            return
        at, number = self._skip(at + 1), 0
        while self._text[at] not in "]}":
            place, key = at, number
            if opening == "{":
                key, at = _DECODER.raw_decode(self._text, at)
                at = self._skip(at, " \t\r\n:")
            yield key, (place, at)
            at = self._skip(_DECODER.raw_decode(self._text, at)[1], " \t\r\n,")
            number += 1

    def _skip(self, at: int, blank: str = " \t\r\n") -> int:
        while self._text[at : at + 1] in blank and at < len(self._text):
            at += 1
        return at


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
