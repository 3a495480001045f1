"""One task directory."""

from dataclasses import dataclass
from pathlib import Path

from liveclawbench.tasks.config import TaskConfig, load_config
from liveclawbench.tasks.domains import Difficulty, Factor
from liveclawbench.tasks.text import read_text


@dataclass(frozen=True)
class Task:
    """A task directory whose `task.toml` is sound. `dir` is absolute."""

    dir: Path
    config: TaskConfig

    @classmethod
    def load(cls, directory: Path) -> "Task":
        """LiveClawError (file, line, reason) where `task.toml` is missing or broken."""
        directory = directory.resolve()
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
