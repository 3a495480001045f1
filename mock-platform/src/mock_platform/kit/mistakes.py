"""Mistakes in a task's data files: all of them, each with its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mock_platform.positions import not_utf8

_MOST = 20


@dataclass(frozen=True)
class Mistake:
    """`line` is 1-based; None where the file has none, being absent for instance."""

    path: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else f"{self.path}"
        return f"{place}: {self.message}"


class MistakesError(Exception):
    """Wrong data; the message has a line for each of the first mistakes."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        left = len(mistakes) - _MOST
        more = [f"… and {left} more"] if left > 0 else []
        super().__init__("\n".join([*map(str, mistakes[:_MOST]), *more]))


def read_data(path: Path, kind: type[MistakesError]) -> str:
    """The file's text; an error of that kind if it cannot be read as UTF-8."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise kind([Mistake(path, *not_utf8(error))]) from None
    except OSError as error:
        raise kind([Mistake(path, None, f"cannot be read: {error.strerror}")]) from None
