"""`liveclaw new`: starting points."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from liveclawbench.cli.console import err, out, plain
from liveclawbench.cli.options import TasksDir
from liveclawbench.paths import TASKS

new = typer.Typer(help="Write a starting point that works.", no_args_is_help=True)


@new.callback()
def _common() -> None:
    pass


@new.command("service")
def service(
    name: Annotated[str, typer.Argument(help="The folder's name: lower-case letters and digits.")],
    title: Annotated[
        str | None, typer.Option("--title", help="The invented brand on its pages.")
    ] = None,
) -> None:
    """Write a small service, with pages, API, rules, demo data and tests that pass."""
    from liveclawbench.errors import UsageError
    from liveclawbench.scaffold import new_service
    from mock_platform import services

    root = Path(next(iter(services.__path__))).parents[2]
    if not (root / "tests").is_dir():
        raise UsageError("a service is written into a clone of the project", path=root)
    for path in new_service(name, title, root):
        out().print(plain(str(path)), soft_wrap=True)
    tests = root / "tests/services" / name
    err().print(plain(f"try: liveclaw serve --services {name}; pytest {tests}"), style="dim")


@new.command("task")
def task(
    name: Annotated[str, typer.Argument(help="Its directory, in kebab-case: lost-parcel-claim.")],
    pattern: Annotated[
        Literal["static", "service", "fullstack", "knowledge"],
        typer.Option(
            "--pattern",
            help="static: files. service: live sites. fullstack: an application of its own. "
            "knowledge: the agent's notes and skills.",
        ),
    ],
    services: Annotated[
        str, typer.Option("--services", help="For the pattern service: its sites, as `a,b,…`.")
    ] = "",
    tasks_dir: TasksDir = TASKS,
) -> None:
    """Write a small task that `liveclaw check` proves sound: an example, to be written over."""
    from liveclawbench.scaffold import new_task
    from liveclawbench.tasks import Corpus

    named = [word.strip() for word in services.split(",") if word.strip()]
    for path in new_task(name, pattern, named, Corpus(tasks_dir)):
        out().print(plain(str(path)), soft_wrap=True)
    there = "" if tasks_dir == TASKS else f" --tasks-dir {tasks_dir}"
    steps = f"liveclaw validate{there} {name}; liveclaw check{there} {name}"
    steps = steps if there else f"liveclaw registry; {steps}"
    err().print(plain(f"try: {steps}"), style="dim")
