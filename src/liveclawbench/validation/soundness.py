"""Checking seed data and faults against the services, and rendered files against scenarios."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from liveclawbench.images.digest import BYTE_CODE, tree_digest
from liveclawbench.pairs import same_as_line
from liveclawbench.paths import TASKS
from liveclawbench.tasks import Task
from liveclawbench.validation.memory import key_of, known_sound, remember

if TYPE_CHECKING:
    from liveclawbench.scenario import Difference
    from mock_platform.kit.mistakes import Mistake


def mistakes(mock_dir: Path, services: Sequence[str]) -> "tuple[Mistake, ...]":
    """Everything that is wrong with a `mock/` folder; nothing where it was found sound before."""
    key = key_of("seed", {"services": " ".join(services), "mock": tree_digest(mock_dir)})
    if known_sound(key):
        return ()
    from mock_platform.kit.mistakes import MistakesError
    from mock_platform.launch import check, plan_of_folder

    try:
        check(plan_of_folder(services, mock_dir))
    except MistakesError as error:
        return error.mistakes
    remember(key)
    return ()


def out_of_step(task: Task) -> "list[Difference]":
    """What differs from what the task's scenario renders.

    LiveClawError where it cannot be rendered.
    """
    folders = [task.dir, *_sources(task.dir)]
    key = key_of("rendered", {str(n): _digest(folder) for n, folder in enumerate(folders)})
    if known_sound(key):
        return []
    from liveclawbench.scenario import differences

    found = differences(task)
    if not found:
        remember(key)
    return found


def _sources(directory: Path) -> list[Path]:
    """The tasks whose scenarios that of this one is made from, the nearest first."""
    found: list[Path] = []
    here = directory
    while line := same_as_line(here / "scenario.py"):
        beside = (root / line.task for root in (here.parent, TASKS))
        other = next((path for path in beside if path.is_dir()), None)
        if other is None or other in (directory, *found):
            break
        found.append(other)
        here = other
    return found


def _digest(folder: Path) -> str:
    return tree_digest(folder, skip=BYTE_CODE)
