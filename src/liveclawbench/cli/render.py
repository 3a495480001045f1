"""`liveclaw render`: the files of a task from its scenario."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from liveclawbench.cli.console import err, out, plain, print_error
from liveclawbench.cli.options import Names, TasksDir, select
from liveclawbench.paths import TASKS

if TYPE_CHECKING:
    from liveclawbench.tasks import Task


def render(
    names: Names = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every task, as without names.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if a file is out of step.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="Make fresh instances with this seed (with --out).")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the fresh instance, or for several."),
    ] = None,
    tasks_dir: TasksDir = TASKS,
) -> None:
    """Write instruction, seed data and expected values from each task's scenario.py."""
    from liveclawbench.errors import LiveClawError, UsageError

    if (seed is None) != (to is None):
        raise UsageError("--seed and --out go together", hint="--seed 7 --out fresh/")
    if check and seed is not None:
        raise UsageError("--check compares the published files; leave --seed and --out away")
    if everything and names:
        raise UsageError("--all means every task; leave the names away, or --all")
    found = select(names, root=tasks_dir)
    failed = 0
    single = len(names or ()) == 1
    for broken in found.broken:
        print_error(broken.error)
        failed += 1
    for task in found.tasks:
        if task.scenario is None and not (single and seed is not None):
            if seed is not None:
                err().print(plain(f"{task.name}: left out, it has no scenario.py", "dim"))
            continue
        try:
            if seed is not None and to is not None:
                _fresh(task, seed, to if single else to / task.name)
            elif check:
                failed += _check(task)
            else:
                _in_place(task)
        except UsageError:
            raise
        except LiveClawError as error:
            print_error(error)
            failed += 1
    if failed:
        raise typer.Exit(1)


def _fresh(task: "Task", seed: int, to: Path) -> None:
    from liveclawbench.scenario import render_fresh

    render_fresh(task, seed, to)
    out().print(plain(f"{task.name}: seed {seed} → {to}"), soft_wrap=True)


def _check(task: "Task") -> int:
    from liveclawbench.scenario import differences

    found = differences(task)
    for item in found:
        err().print(plain(f"{item.path}: {item.state}"), soft_wrap=True)
    if found:
        err().print(plain(f"  → `liveclaw render {task.name}`, then review the diff"))
    return len(found)


def _in_place(task: "Task") -> None:
    from liveclawbench.scenario import render_in_place

    for path in render_in_place(task):
        out().print(plain(f"{path}: written"), soft_wrap=True)
