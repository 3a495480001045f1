"""`liveclaw pairs`: the matched pairs, and whether only their factor tells them apart."""

import json
from typing import Annotated

import typer

from liveclawbench.cli.console import err, out, plain
from liveclawbench.cli.options import TasksDir
from liveclawbench.paths import TASKS


def pairs(
    tasks_dir: TasksDir = TASKS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the matched pairs; fail if one differs by more than its factor."""
    from rich.table import Table

    from liveclawbench.pairs import find_pairs
    from liveclawbench.tasks import Corpus

    found = find_pairs(Corpus(tasks_dir))
    problems = [(pair, name, what) for pair in found for name, what in pair.problems()]
    if as_json:
        rows = [
            {
                "first": pair.first.name,
                "second": pair.second.name,
                "factors": list(pair.factors),
                "faults": list(pair.faults),
                "switches": list(pair.switches),
                "problems": [f"{name}: {what}" for name, what in pair.problems()],
            }
            for pair in found
        ]
        typer.echo(json.dumps(rows, indent=2))
    else:
        table = Table("first", "second", "factor", "by", box=None, pad_edge=False)
        for pair in found:
            switched = ", ".join((*pair.faults, *pair.switches))
            factors = " ".join(pair.factors) or "-"
            names = plain(pair.first.name, "bold"), plain(pair.second.name, "bold")
            table.add_row(*names, factors, plain(switched))
        out().print(table)
        for pair, name, what in problems:
            where = plain(f"{pair.second.dir / name}: ", "cyan")
            out().print(where.append_text(plain(what)), soft_wrap=True)
        err().print(f"{len(found)} pairs, {len(problems)} problems", style="dim")
    if problems:
        raise typer.Exit(1)
