"""`liveclaw check`: prove tasks sound by running them."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from liveclawbench.cli.building import ensure_sandboxes, steps
from liveclawbench.cli.console import err, out, plain, print_error
from liveclawbench.cli.options import Difficulties, Domains, Factors, Names, TasksDir, select
from liveclawbench.paths import TASKS

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from liveclawbench.proof import Outcome, Probe

_FRESH = 3


def check(
    names: Names = None,
    domain: Domains = None,
    factor: Factors = None,
    difficulty: Difficulties = None,
    tasks_dir: TasksDir = TASKS,
    seeds: Annotated[
        str | None, typer.Option(help="Seeds of the fresh instances, as in 4,8,15; else new ones.")
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("-n", min=1, max=1000, help="How many at a time; one a core by default."),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write every probe's reward and time."),
    ] = None,
) -> None:
    """Prove tasks: oracle 1.0 on every instance, nop 0.0, each near miss in its band, and so on."""
    from liveclawbench.errors import LiveClawError
    from liveclawbench.images import Store
    from liveclawbench.proof import plan, remove_fresh_images

    began = time.monotonic()
    found = select(names, domain, factor, difficulty, tasks_dir)
    chosen = _seeds(seeds)
    err().print(f"fresh instances with seeds {', '.join(map(str, chosen))}", style="dim")
    probes: list[Probe] = []
    errors = [broken.error for broken in found.broken]
    for task in found.tasks:
        try:
            probes += plan(task, chosen)
        except LiveClawError as problem:
            errors.append(problem)
    ensure_sandboxes(public=False)
    with steps() as say:
        Store(progress=say).mock()
    outcomes = _prove(probes, width)
    with steps() as say:
        say("Removing the images of fresh instances")
        remove_fresh_images()
    out().print(_table(outcomes))
    if report is not None:
        report.write_text(json.dumps(_report(outcomes), indent=1) + "\n", encoding="utf-8")
    failures = [outcome for outcome in outcomes if outcome.problem]
    _print_failures(failures)
    for error in errors:
        print_error(error)
    seconds = time.monotonic() - began
    err().print(
        f"{len(outcomes)} probes of {len(found.tasks)} tasks in {seconds:.1f} s: "
        + (f"{len(failures) + len(errors)} failed" if failures or errors else "all as expected"),
        style="bold red" if failures or errors else "bold green",
    )
    if failures or errors:
        raise typer.Exit(1)


def _seeds(given: str | None) -> list[int]:
    from secrets import randbelow

    from liveclawbench.errors import UsageError

    if given is None:
        return [1000 + randbelow(9_000_000) for _ in range(_FRESH)]
    try:
        return [int(word) for word in given.split(",") if word.strip()]
    except ValueError:
        raise UsageError(f"--seeds {given}: not whole numbers", hint="--seeds 4,8,15") from None


def _prove(probes: Sequence["Probe"], width: int | None) -> list["Outcome"]:
    import asyncio

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from liveclawbench.proof import Prover

    now = TextColumn("{task.fields[now]}", markup=False)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), now)
    with Progress(*columns, console=err(), transient=True) as progress:
        bar = progress.add_task("", total=len(probes), now="")

        def heard(outcome: "Outcome") -> None:
            probe = outcome.probe
            progress.update(bar, advance=1, now=f"{probe.task.name}: {probe.name}")
            if outcome.problem:
                progress.print(plain(f"failed: {probe.task.name}: {probe.name}", "red"))

        return asyncio.run(Prover(heard, width).prove(probes))


def _report(outcomes: Sequence["Outcome"]) -> dict[str, list[dict[str, Any]]]:
    """Task → its probes, in the order in which they were planned."""
    found: dict[str, list[dict[str, Any]]] = {}
    for outcome in outcomes:
        probe = outcome.probe
        band = [probe.expected.low, probe.expected.high] if probe.expected else None
        found.setdefault(probe.task.name, []).append(
            {
                "kind": probe.kind,
                "probe": probe.name,
                "seed": probe.seed,
                "expected": band,
                "reward": outcome.reward,
                "seconds": round(outcome.seconds, 3),
                "problem": outcome.problem,
            }
        )
    return found


def _table(outcomes: Sequence["Outcome"]) -> "Table":
    from rich.table import Table

    from liveclawbench.proof import KINDS

    table = Table(box=None, pad_edge=False)
    table.add_column("task", overflow="fold")
    for title in KINDS.values():
        table.add_column(title)
    table.add_column("seconds", justify="right")
    tasks = dict.fromkeys(outcome.probe.task.name for outcome in outcomes)
    for name in tasks:
        own = [outcome for outcome in outcomes if outcome.probe.task.name == name]
        cells = [_cell([o for o in own if o.probe.kind == kind]) for kind in KINDS]
        seconds = sum(outcome.seconds for outcome in own)
        table.add_row(plain(name, "bold"), *cells, f"{seconds:.1f}")
    return table


def _cell(outcomes: Sequence["Outcome"]) -> "Text":
    if not outcomes:
        return plain("-", "dim")
    good = sum(outcome.problem is None for outcome in outcomes)
    style = "green" if good == len(outcomes) else "bold red"
    return plain(f"{good}/{len(outcomes)}", style)


def _print_failures(failures: Sequence["Outcome"]) -> None:
    told: dict[str, str] = {}
    for outcome in failures:
        first, *reasons = (outcome.problem or "").splitlines()
        probe = outcome.probe
        name = f"{probe.task.name}: {probe.name}"
        head = plain(f"{name}: ", "bold red")
        out().print(head.append_text(plain(first)), soft_wrap=True)
        trace = "\n".join(reasons)
        if trace and trace in told:
            reasons = [f"(the same as {told[trace]})"]
        told.setdefault(trace, name)
        for reason in reasons:
            out().print(plain(f"  {reason}"), soft_wrap=True)
