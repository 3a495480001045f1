"""The set of all tasks."""

import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from liveclawbench.errors import LiveClawError, UsageError, described
from liveclawbench.paths import TASKS
from liveclawbench.tasks.domains import DIFFICULTIES, DOMAINS, FACTORS, tag
from liveclawbench.tasks.task import Task


@dataclass(frozen=True)
class BrokenTask:
    """A task directory that cannot be run, and why: reported, never dropped."""

    dir: Path
    error: LiveClawError

    @property
    def name(self) -> str:
        return self.dir.name


@dataclass(frozen=True)
class Selection:
    """What a command works on."""

    tasks: tuple[Task, ...]
    broken: tuple[BrokenTask, ...] = ()


class Corpus:
    """The task directories under `root`: every folder in it, whether sound or not."""

    def __init__(self, root: Path = TASKS) -> None:
        self.root = root.resolve()

    @cached_property
    def all(self) -> Selection:
        if not self.root.is_dir():
            raise UsageError(f"no folder {self.root}", hint="tasks are folders in it")
        folders = (p for p in sorted(self.root.iterdir()) if p.is_dir() and p.name[0] not in "._")
        return _load(folders)

    def find(self, names: Sequence[str] = ()) -> Selection:
        """The named tasks in the given order (all without names).

        A name is a task's name, or a path (with a slash) to a task directory anywhere; each task
        is taken once. UsageError says what is there instead, or names the nearest tasks.
        """
        if not names:
            return self.all
        return _load(dict.fromkeys(self._directory(name) for name in names))

    def names(self) -> list[str]:
        """Every folder's name, sound or broken, sorted."""
        return sorted([t.name for t in self.all.tasks] + [b.name for b in self.all.broken])

    def _directory(self, name: str) -> Path:
        if "/" in name or name in {".", ".."}:
            return self._given(Path(name))
        inside = self.root / name
        if name and os.path.isdir(inside):
            return inside.resolve()
        if name and os.path.isdir(name):
            raise UsageError(
                f"no task is named {name!r}",
                hint=f"there is a folder of that name here: write ./{name} for that one",
            )
        raise UsageError(f"no task is named {name!r}", hint=self._near(name))

    def _given(self, path: Path) -> Path:
        """The task directory that a path names."""
        if os.path.exists(path / "task.toml"):
            return path.resolve()
        if os.path.isdir(path):
            raise UsageError("this folder has no task.toml, so it is no task", path=path)
        if os.path.exists(path):
            raise UsageError("this is a file; name the folder of a task", path=path)
        raise UsageError("there is no such folder", path=path, hint=self._near(path.name))

    def _near(self, name: str) -> str:
        near = nearest(name, self.names())
        return f"did you mean {' or '.join(near)}?" if near else "`liveclaw tasks` lists them"


def narrow(
    selection: Selection,
    *,
    domains: Iterable[str] = (),
    factors: Iterable[str] = (),
    difficulties: Iterable[str] = (),
) -> Selection:
    """The tasks that match one of the values of every filter that is given.

    A domain is given by its name, its tag or a part of either; `factors=["none"]` means tasks
    without any. Broken tasks stay in: nobody knows which filter they would have matched.
    """
    domain_set = {found for word in domains for found in _domains(word)}
    factor_set = {_one_of(word.upper(), [*FACTORS, "NONE"], "factor") for word in factors}
    levels = {_one_of(word.lower(), DIFFICULTIES, "difficulty") for word in difficulties}
    if not (domain_set or factor_set or levels):
        return selection
    return Selection(
        tuple(
            task
            for task in selection.tasks
            if (not domain_set or domain_set & set(task.domains))
            and (not factor_set or factor_set & set(task.factors or ("NONE",)))
            and (not levels or task.difficulty in levels)
        ),
        selection.broken,
    )


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Up to three of the known names that look like the word."""
    names = list(known)
    close = difflib.get_close_matches(word, names, n=3, cutoff=0.5)
    return close or [name for name in names if word and word in name][:3]


def _load(directories: Iterable[Path]) -> Selection:
    tasks: list[Task] = []
    broken: list[BrokenTask] = []
    for directory in directories:
        try:
            tasks.append(Task.load(directory))
        except Exception as error:
            broken.append(BrokenTask(directory, described(error, directory)))
    return Selection(tuple(tasks), tuple(broken))


def _domains(word: str) -> list[str]:
    low = word.lower()
    found = [name for name in DOMAINS if low in name.lower() or low in tag(name)]
    if not found:
        raise UsageError(f"no domain is named {word!r}", hint="one of: " + " · ".join(DOMAINS))
    return found


def _one_of(word: str, known: Sequence[str], what: str) -> str:
    if word not in known:
        raise UsageError(f"no {what} is named {word!r}", hint="one of: " + ", ".join(known))
    return word
