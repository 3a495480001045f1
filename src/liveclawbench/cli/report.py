"""The report of a job: a table, totals, and why points were lost."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from liveclawbench.cli.console import out, plain

if TYPE_CHECKING:
    from rich.table import Table

    from liveclawbench.results import Finding, Trial
    from liveclawbench.tasks import Task

_NOUNS = {"timeout": "time-out", "invalid": "invalid trial"}
_STYLES = {"passed": "green", "failed": "yellow", "invalid": "magenta"}


def print_report(trials: Sequence["Trial"], tasks: Sequence["Task"]) -> None:
    """Print the trials as a table, their totals, and what was lost in each."""
    factors = {task.dir: " ".join(task.factors) for task in tasks}
    out().print(_table(trials, factors))
    for trial in trials:
        _print_losses(trial)
    _print_totals(trials)


def _table(trials: Sequence["Trial"], factors: dict[Path, str]) -> "Table":
    from rich.table import Table

    several = any(trial.attempt > 1 for trial in trials)
    table = Table(box=None, pad_edge=False)
    table.add_column("task", overflow="fold", ratio=1)
    table.add_column("factors", no_wrap=True)
    table.add_column("outcome", no_wrap=True)
    for title in ("reward", "env s", "agent", "verify", "total"):
        table.add_column(title, justify="right", no_wrap=True)
    counted = any(trial.usage.output_tokens is not None for trial in trials)
    priced = any(trial.usage.cost_usd for trial in trials)
    titles = ("tokens in", "out") if counted else ()
    for title in (*titles, *(("cost",) if priced else ()), "MB"):
        table.add_column(title, justify="right", no_wrap=True)
    for trial in trials:
        attempt = f" #{trial.attempt}" if several else ""
        seconds, usage = trial.seconds, trial.usage
        spent = (_number(usage.input_tokens), _number(usage.output_tokens)) if counted else ()
        table.add_row(
            plain(trial.task + attempt, "bold"),
            plain(factors.get(trial.task_dir or Path(), "") or "-"),
            plain(trial.outcome, _STYLES.get(trial.outcome, "bold red")),
            "-" if trial.reward is None else f"{trial.reward:.3g}",
            f"{seconds.environment:.1f}",
            f"{seconds.agent:.1f}",
            f"{seconds.verifier:.1f}",
            f"{seconds.total:.1f}",
            *spent,
            *((f"${usage.cost_usd or 0:.4f}",) if priced else ()),
            _number(usage.memory_mb),
        )
    return table


def _number(amount: float | None) -> str:
    return "-" if amount is None else f"{amount:,.0f}"


def _print_losses(trial: "Trial") -> None:
    lines = (trial.error or "").splitlines()
    lines += trial.notes
    lines += [_lost(finding) for finding in trial.findings if finding.score < 1]
    if not lines:
        return
    attempt = f" #{trial.attempt}" if trial.attempt > 1 else ""
    style = _STYLES.get(trial.outcome, "bold red")
    out().print(plain(f"\n{trial.task}{attempt}: {trial.outcome}", style))
    for line in lines:
        out().print(plain(f"  {line}"), soft_wrap=True)


def _lost(finding: "Finding") -> str:
    reason = f": {finding.reason}" if finding.reason else ""
    match finding.kind:
        case "damage":
            return f"collateral damage: {finding.name}{reason}"
        case "gate":
            return f"capped at {finding.score:g}: {finding.name}{reason}"
        case _:
            return f"{finding.score:.2g} of 1: {finding.name}{reason}"


def _print_totals(trials: Sequence["Trial"]) -> None:
    from liveclawbench.results import OUTCOMES, totals

    counts = totals(trials)
    parts = [f"{counts[name]} {name}" for name in OUTCOMES if counts[name]]
    head = f"\n{_many(len(trials), 'trial')}: {', '.join(parts) or 'none'}; "
    out().print(head + _mean(trials), style="bold")


def _mean(trials: Sequence["Trial"]) -> str:
    """The mean reward, and what it leaves out."""
    from liveclawbench.results import counted, mean_reward

    mean = mean_reward(trials)
    left = Counter(trial.outcome for trial in trials if not counted(trial))
    if mean is None:
        return "no reward"
    if not left:
        return f"mean reward {mean:.3f}"
    names = [_many(number, _NOUNS.get(name, name)) for name, number in left.items()]
    verb = "is" if left.total() == 1 else "are"
    return (
        f"mean reward {mean:.3f} over {len(trials) - left.total()} of {len(trials)} trials; "
        f"{' and '.join(names)} {verb} not counted"
    )


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
