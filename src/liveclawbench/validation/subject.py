"""A task directory as the rules see it: texts read once, lines counted, nothing trusted."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks import TaskConfig, parse_config
from liveclawbench.tasks.text import read_text
from liveclawbench.tasks.toml import parse_toml
from liveclawbench.validation.finding import Finding
from mock_platform.positions import KeyPath, key_lines, line_of

_LARGEST = 4_000_000


@dataclass(frozen=True)
class Instruction:
    """One instruction of a Dockerfile, continuation lines joined by spaces."""

    line: int
    keyword: str
    arguments: str


class Subject:
    """One task directory; every `name` is a path relative to it."""

    def __init__(self, directory: Path) -> None:
        self.dir = directory
        self._texts: dict[str, str] = {}
        self._errors: dict[str, LiveClawError] = {}
        self._listings: dict[str, list[str]] = {}

    @property
    def name(self) -> str:
        return self.dir.name

    def exists(self, name: str) -> bool:
        return (self.dir / name).is_file()

    def text(self, name: str) -> str:
        """The file's text; empty where there is none, or it is `unreadable`."""
        if name not in self._texts:
            self._texts[name] = ""
            path = self.dir / name
            try:
                if path.is_file() and path.stat().st_size > _LARGEST:
                    raise LiveClawError(f"larger than {_LARGEST:,} bytes", path=path)
                self._texts[name] = read_text(path) if path.is_file() else ""
            except LiveClawError as error:
                self._errors[name] = error
        return self._texts[name]

    def unreadable(self, name: str) -> LiveClawError | None:
        """Why the file has no text: not UTF-8, larger than 4 MB, or not to be read."""
        self.text(name)
        return self._errors.get(name)

    def syntax_error(self, name: str) -> tuple[int, str] | None:
        """Line and reason, where the file is not valid Python. Nothing of it is run."""
        try:
            with warnings.catch_warnings(action="ignore"):
                compile(self.text(name), name, "exec", dont_inherit=True)
        except SyntaxError as error:
            return error.lineno or 1, f"not valid Python: {error.msg}"
        except (ValueError, RecursionError, MemoryError) as error:
            return 1, f"not valid Python: {error}"
        return None

    def files(self, folder: str, *suffixes: str) -> list[str]:
        """Regular files anywhere under the folder, sorted; only those with a suffix if given."""
        if folder not in self._listings:
            self._listings[folder] = [
                path.relative_to(self.dir).as_posix()
                for path in sorted((self.dir / folder).rglob("*"))
                if path.is_file() and "__pycache__" not in path.parts
            ]
        return [name for name in self._listings[folder] if not suffixes or name.endswith(suffixes)]

    @cached_property
    def toml(self) -> dict[str, Any]:
        """task.toml as it is, whatever is in it; empty where it cannot be parsed."""
        try:
            return parse_toml(self.text("task.toml"), self.dir / "task.toml")
        except LiveClawError:
            return {}

    @cached_property
    def parsed(self) -> tuple[TaskConfig | None, list[LiveClawError]]:
        return parse_config(self.text("task.toml"), self.dir / "task.toml")

    @property
    def config(self) -> TaskConfig | None:
        """None where task.toml is broken, which a rule of its own reports."""
        return self.parsed[0]

    @property
    def services(self) -> tuple[str, ...]:
        return tuple(self.config.metadata.services) if self.config else ()

    @cached_property
    def dockerfile(self) -> list[Instruction]:
        found: list[Instruction] = []
        joined, start = "", 0
        for number, line in enumerate(self.text("environment/Dockerfile").splitlines(), 1):
            if line.lstrip().startswith("#") or (not joined and not line.strip()):
                continue
            start = start if joined else number
            joined += line.rstrip().removesuffix("\\") + " "
            if not line.rstrip().endswith("\\"):
                keyword, _, arguments = joined.strip().partition(" ")
                found.append(Instruction(start, keyword.upper(), arguments.strip()))
                joined = ""
        return found

    def toml_finding(self, key: KeyPath, message: str, fix: str) -> Finding:
        lines = key_lines(self.text("task.toml")) if self.toml else {}
        return Finding(self.dir / "task.toml", line_of(lines, key) or 1, message, fix)

    def finding(self, name: str, line: int, message: str, fix: str) -> Finding:
        return Finding(self.dir / name, line, message, fix)

    def search(self, name: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
        """Line number and match, of every match in the file."""
        text = self.text(name)
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match
