"""Matched pairs: two tasks over one scenario that differ by a factor, and by nothing else.

That is what lets the effect of a factor be measured: whatever an agent does worse at in the second
task, it does because of the factor.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks import Corpus, Task
from liveclawbench.tasks.text import read_text

_EQUAL = ("tests/test.sh", "tests/verify.py", "solution/solve.sh", "solution/solve.py")
_EQUAL_BY_FAULT = ("tests/expected.json",)
_RENDERED = ("instruction.md", "solution/params.json")
_LIMITS = ("verifier", "agent", "environment")


@dataclass(frozen=True)
class Pair:
    """`second` is `first` with `fault` (ids of faults) or `switch` (names) turned on."""

    first: Task
    second: Task
    faults: tuple[str, ...]
    switches: tuple[str, ...]

    @property
    def factors(self) -> tuple[str, ...]:
        """The factors that the second task has more."""
        return tuple(f for f in self.second.factors if f not in self.first.factors)

    def problems(self) -> Iterator[tuple[str, str]]:
        """File of the second task, and how the pair differs there by more than its factor."""
        if len(self.factors) != 1 or set(self.first.factors) - set(self.second.factors):
            have = " ".join(self.second.factors) or "none", " ".join(self.first.factors) or "none"
            yield "task.toml", f"its factors are {have[0]}, those of {self.first.name} {have[1]}"
        ours, theirs = self.second.config, self.first.config
        if ours.metadata.seed != theirs.metadata.seed:
            seeds = f"{ours.metadata.seed}, but that of {self.first.name} {theirs.metadata.seed}"
            yield "task.toml", f"the seed is {seeds}"
        for section in _LIMITS:
            if getattr(ours, section) != getattr(theirs, section):
                yield "task.toml", f"[{section}] is not that of {self.first.name}"
        for name in self._same_files():
            if self._content(self.second, name) != self._content(self.first, name):
                yield name, f"is not that of {self.first.name}"

    def _same_files(self) -> Iterator[str]:
        yield from (*_EQUAL, *_RENDERED, "environment/Dockerfile")
        if not self.switches:
            yield from _EQUAL_BY_FAULT
            yield from (f"mock/{service}.json" for service in self.second.services)

    def _content(self, task: Task, name: str) -> bytes | None:
        path = task.dir / name
        content = path.read_bytes() if path.is_file() else None
        own = f"liveclawbench-{task.name}-base".encode()
        return content.replace(own, b"") if content and name.endswith("Dockerfile") else content


@dataclass(frozen=True)
class SameAsLine:
    """`build = same_as("task", fault=…, switch=…)`, as it stands in line `line` of a scenario."""

    task: str
    faults: tuple[str, ...]
    switches: tuple[str, ...]
    line: int


def find_pairs(corpus: Corpus) -> list[Pair]:
    """The pairs among the sound tasks of a corpus, by the first task's name."""
    tasks = {task.name: task for task in corpus.all.tasks}
    pairs = []
    for task in tasks.values():
        named = same_as_line(task.scenario) if task.scenario else None
        if named and named.task in tasks:
            pairs.append(Pair(tasks[named.task], task, named.faults, named.switches))
    return sorted(pairs, key=lambda pair: (pair.first.name, pair.second.name))


def same_as_line(scenario: Path) -> SameAsLine | None:
    """What makes a scenario the second of a pair; None where it is written out, or is no Python."""
    with suppress(LiveClawError, SyntaxError, ValueError):
        for node in ast.parse(read_text(scenario)).body:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id="build")],
                    value=ast.Call(func=ast.Name(id="same_as"), args=[name], keywords=more),
                ):
                    given = {k.arg: _several(ast.literal_eval(k.value)) for k in more}
                    task = str(ast.literal_eval(name))
                    faults, switches = given.get("fault", ()), given.get("switch", ())
                    return SameAsLine(task, faults, switches, node.lineno)
    return None


def _several(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(map(str, value or ()))  # type: ignore[call-overload]
