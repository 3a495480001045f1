"""Arguments that several commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from liveclawbench.paths import TASKS

if TYPE_CHECKING:
    from liveclawbench.tasks import Selection, Task

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TASK]...", help="Task names, or paths to task directories; else all."),
]
OneName = Annotated[str, typer.Argument(metavar="TASK", help="A task name or path.")]
Domains = Annotated[
    list[str] | None, typer.Option("--domain", help="Only tasks of this domain (may repeat).")
]
Factors = Annotated[
    list[str] | None,
    typer.Option("--factor", help="Only tasks with this factor: A1 … C2, or none (may repeat)."),
]
Difficulties = Annotated[
    list[str] | None,
    typer.Option("--difficulty", help="Only easy, medium or hard tasks (may repeat)."),
]

TasksDir = Annotated[
    Path,
    typer.Option(
        "--tasks-dir",
        help="The folder that holds the tasks.",
        show_default="tasks/ of this clone",
    ),
]


def select(
    names: list[str] | None,
    domains: list[str] | None = None,
    factors: list[str] | None = None,
    difficulties: list[str] | None = None,
    root: Path = TASKS,
) -> "Selection":
    """The tasks that a command line names; UsageError if nothing matches."""
    from liveclawbench.errors import UsageError
    from liveclawbench.tasks import Corpus, narrow

    found = narrow(
        Corpus(root).find(names or ()),
        domains=domains or (),
        factors=factors or (),
        difficulties=difficulties or (),
    )
    if not (found.tasks or found.broken):
        raise UsageError("no task matches", hint="`liveclaw tasks` lists them")
    return found


def one_task(name: str, root: Path = TASKS) -> "Task":
    """The one named task; LiveClawError where it is broken."""
    found = select([name], root=root)
    for broken in found.broken:
        raise broken.error
    return found.tasks[0]
