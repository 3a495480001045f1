"""From a scenario to the files of a task directory."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.errors import LiveClawError, UsageError
from liveclawbench.scenario.files import Rendered
from liveclawbench.scenario.studio import draw
from liveclawbench.tasks import Task, is_kebab

_NEVER_COPIED = shutil.ignore_patterns("__pycache__", ".*")


@dataclass(frozen=True)
class Difference:
    """A file that is not what the scenario renders: `state` is differs, missing or stale."""

    path: Path
    state: str


def rendered(task: Task, seed: int | None = None) -> Rendered:
    """The files that the task's scenario determines; without a seed, the published ones."""
    if task.scenario is None:
        raise LiveClawError("has no scenario.py, so there is nothing to render", path=task.dir)
    drawing = draw(task.scenario, task.config.metadata.seed if seed is None else seed)
    _same_services(task, drawing.services)
    return drawing.files


def differences(task: Task) -> list[Difference]:
    """What in the task directory is out of step with its scenario; empty when all agrees."""
    files = rendered(task)
    found = [
        Difference(path, "missing" if not path.exists() else "differs")
        for name, content in files.items()
        if not (path := task.dir / name).is_file() or path.read_bytes() != content
    ]
    return found + [Difference(path, "stale") for path in _stale(task.dir, files)]


def render_in_place(task: Task) -> list[Path]:
    """Bring the task directory into step with its scenario; the files that changed."""
    files = rendered(task)
    changed = [item.path for item in differences(task)]
    for path in _stale(task.dir, files):
        path.unlink()
    for path in changed:
        if (content := files.get(path.relative_to(task.dir).as_posix())) is not None:
            _write(path, content)
    return changed


def render_fresh(task: Task, seed: int, out: Path) -> Task:
    """Write a complete task directory `out`: a fresh instance of the task, seed noted in task.toml.

    UsageError if `out` exists and is not an empty folder, or no task could be named so. Nothing is
    left when rendering fails.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} exists", hint="name a folder that does not, or remove it")
    if out.resolve().is_relative_to(task.dir):
        raise UsageError(f"{out} is inside the task", hint="name a folder outside it")
    if not is_kebab(out.resolve().name):
        raise UsageError(f"{out} is not named in kebab-case", hint="as in watch-purchase-7")
    published, fresh = rendered(task), rendered(task, seed)
    try:
        shutil.copytree(task.dir, out, symlinks=True, ignore=_NEVER_COPIED, dirs_exist_ok=True)
        for name in published.keys() - fresh.keys():
            (out / name).unlink(missing_ok=True)
        for name, content in fresh.items():
            _write(out / name, content)
        for path in _stale(out, fresh):
            path.unlink()
        _note_seed(out / "task.toml", seed)
    except BaseException:
        shutil.rmtree(out, ignore_errors=True)
        raise
    return Task.load(out)


def _same_services(task: Task, drawn: Sequence[str]) -> None:
    declared = set(task.services)
    if set(drawn) != declared:
        raise LiveClawError(
            f"scenario.py seeds {list(drawn)}, but task.toml starts {sorted(declared)}",
            path=task.dir / "task.toml",
            hint="name the same services in both",
        )


def _stale(directory: Path, files: Rendered) -> list[Path]:
    """Files under mock/ are all rendered, so one that is not rendered any more is stale."""
    return [
        path
        for path in sorted((directory / "mock").glob("*"))
        if path.suffix in {".json", ".toml"} and f"mock/{path.name}" not in files
    ]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(content)
    path.chmod(0o755 if content.startswith(b"#!") else 0o644)


def _note_seed(path: Path, seed: int) -> None:
    text = re.sub(r"(?m)^seed\s*=.*\n", "", path.read_text(encoding="utf-8"))
    path.write_text(
        re.sub(r"(?m)^(\[metadata\].*\n)", rf"\g<1>seed = {seed}\n", text, count=1),
        encoding="utf-8",
    )
