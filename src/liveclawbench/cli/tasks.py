"""`liveclaw tasks`: what there is."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from liveclawbench.cli.console import err, out, plain, print_error
from liveclawbench.cli.options import Difficulties, Domains, Factors, TasksDir, select
from liveclawbench.paths import TASKS

if TYPE_CHECKING:
    from liveclawbench.tasks import Selection, Task


def tasks(
    name: Annotated[str | None, typer.Argument(help="Show this one in full.")] = None,
    domain: Domains = None,
    factor: Factors = None,
    difficulty: Difficulties = None,
    tasks_dir: TasksDir = TASKS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the tasks, or show one."""
    found = select([name] if name else None, domain, factor, difficulty, tasks_dir)
    if as_json:
        typer.echo(json.dumps([_facts(task) for task in found.tasks], indent=2))
    elif name:
        for task in found.tasks:
            _show(task)
    else:
        _table(found)
    for broken in found.broken:
        print_error(broken.error)
    if found.broken:
        raise typer.Exit(1)


def _facts(task: "Task") -> dict[str, Any]:
    meta = task.config.metadata
    return {
        "name": task.name,
        "case_id": meta.case_id,
        "difficulty": meta.difficulty,
        "factors": list(meta.factors),
        "domains": list(task.domains),
        "services": list(task.services),
        "seed": meta.seed if task.scenario else None,
        "path": str(task.dir),
    }


def _table(found: "Selection") -> None:
    from rich.table import Table

    table = Table("task", "difficulty", "factors", "domain", "services", box=None, pad_edge=False)
    for task in found.tasks:
        table.add_row(
            plain(task.name, "bold"),
            task.difficulty,
            " ".join(task.factors) or "-",
            task.domains[0],
            ", ".join(task.services) or "-",
        )
    out().print(table)
    err().print(f"{len(found.tasks)} tasks", style="dim")


def _show(task: "Task") -> None:
    from rich.markdown import Markdown
    from rich.rule import Rule

    from liveclawbench.cli.console import safe
    from liveclawbench.tasks import FACTORS

    meta = task.config.metadata
    rows = {
        "difficulty": meta.difficulty,
        "factors": ", ".join(f"{f} ({FACTORS[f]})" for f in meta.factors) or "none: a baseline",
        "domains": " · ".join(task.domains),
        "services": ", ".join(task.services) or "none",
        "time limits": f"{task.config.agent.timeout_sec:g} s agent, "
        f"{task.config.verifier.timeout_sec:g} s verifier",
        "near misses": ", ".join(path.stem for path in task.near_misses()) or "none",
        "directory": str(task.dir),
    }
    out().print(plain(f"{task.name}  #{meta.case_id}", "bold"))
    for key, value in rows.items():
        out().print(plain(f"  {key:<12} {value}"), soft_wrap=True)
    out().print(Rule(style="dim"))
    out().print(Markdown(safe(task.instruction())))
