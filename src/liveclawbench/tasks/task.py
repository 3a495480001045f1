"""One task directory."""

import re
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks.config import TaskConfig, load_config
from liveclawbench.tasks.domains import Difficulty, Factor
from liveclawbench.tasks.text import read_text

_KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def is_kebab(name: str) -> bool:
    """Whether a task may be named so."""
    return _KEBAB.fullmatch(name) is not None


@dataclass(frozen=True)
class Task:
    """A task directory whose name and `task.toml` are sound. `dir` is absolute."""

    dir: Path
    config: TaskConfig

    @classmethod
    def load(cls, directory: Path) -> "Task":
        """LiveClawError where it is not named in kebab-case, or `task.toml` is missing or broken.

        Of the latter with file and line.
        """
        directory = directory.resolve()
        if not is_kebab(directory.name):
            raise LiveClawError(
                f"the folder of a task is named in kebab-case, not {directory.name!r}",
                path=directory,
                hint="rename it, like flight-seat-selection",
            )
        return cls(directory, load_config(directory / "task.toml"))

    @property
    def name(self) -> str:
        return self.dir.name

    @property
    def services(self) -> tuple[str, ...]:
        return tuple(self.config.metadata.services)

    @property
    def factors(self) -> tuple[Factor, ...]:
        return self.config.metadata.factors

    @property
    def difficulty(self) -> Difficulty:
        return self.config.metadata.difficulty

    @property
    def domains(self) -> tuple[str, ...]:
        """The primary domain first."""
        meta = self.config.metadata
        return (meta.domain, *(name for name in meta.domains_multi if name != meta.domain))

    @property
    def scenario(self) -> Path | None:
        """`scenario.py`, where the task has one."""
        path = self.dir / "scenario.py"
        return path if path.is_file() else None

    def instruction(self) -> str:
        """LiveClawError where `instruction.md` is missing or no text."""
        return read_text(self.dir / "instruction.md")

    def near_misses(self) -> list[Path]:
        """`solution/near_misses/*.sh`, sorted."""
        return sorted((self.dir / "solution" / "near_misses").glob("*.sh"))
