"""`liveclaw replay`: a trial in the terminal, step by step."""

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from liveclawbench.cli.console import err, out, plain

if TYPE_CHECKING:
    from liveclawbench.results.replay import Moment

_MOST_LINES, _MOST_WIDTH = 12, 400
_STYLES = {
    "system": ("dim", "▸ system"),
    "user": ("bold", "▸ user"),
    "agent": ("bold cyan", "▸ agent"),
    "tool": ("yellow", "  → "),
    "service": ("green", "  ● "),
    "world": ("bold magenta", "  ◆ the world: "),
    "fault": ("bold red", "  ✗ fault "),
}


def replay(
    trial: Annotated[Path, typer.Argument(help="The folder of a trial: jobs/JOB/TRIAL.")],
    full: Annotated[bool, typer.Option("--full", help="Cut nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what the agent said and did, and what changed in the world meanwhile."""
    from liveclawbench.results import read_trial
    from liveclawbench.results.replay import read_story

    story = read_story(trial)
    if as_json:
        rows = [{**vars(m), "at": m.at and m.at.isoformat()} for m in story.moments]
        typer.echo(json.dumps(rows, indent=1))
        return
    started = next((m.at for m in story.moments if m.at), None)
    for moment in story.moments:
        _print(moment, started, full)
    for name in story.missing:
        err().print(f"there is no {name} in this folder", style="yellow")
    result = read_trial(trial)
    reward = "" if result.reward is None else f", reward {result.reward:g}"
    out().print()
    out().print(plain(f"{result.task}: {result.outcome}{reward}", "bold"))
    for finding in result.findings:
        if finding.score < 1:
            out().print(plain(f"  {finding.score:g}  {finding.name}: {finding.reason}"))
    if result.error:
        out().print(plain(f"  {result.error}", "red"), soft_wrap=True)


def _print(moment: "Moment", started: datetime | None, full: bool) -> None:
    style, mark = _STYLES[moment.who]
    if moment.who == "tool" and not moment.title:
        out().print(plain(_indented(moment.text, full), "dim"), soft_wrap=True)
        return
    line = plain(mark, style)
    if moment.step is not None:
        since = (moment.at - started).total_seconds() if moment.at and started else None
        at = "" if since is None else f"  +{since:.1f} s"
        line.append_text(plain(f" {moment.step}{at}", "dim"))
        out().print()
        out().print(line)
        if moment.text:
            out().print(plain(_indented(moment.text, full)), soft_wrap=True)
        return
    line.append_text(plain(f" {moment.title}" if mark[-1] != " " else moment.title, style))
    text = moment.text if full else _cut(moment.text)
    first, *rest = text.splitlines() or [""]
    out().print(line.append_text(plain(f" {first}")), soft_wrap=True)
    if rest:
        out().print(plain(_indented("\n".join(rest), True)), soft_wrap=True)


def _indented(text: str, full: bool) -> str:
    return "\n".join(f"    {line}" for line in (text if full else _cut(text)).splitlines())


def _cut(text: str) -> str:
    lines = text.splitlines()
    shown = [
        line if len(line) <= _MOST_WIDTH else f"{line[:_MOST_WIDTH]}…"
        for line in lines[:_MOST_LINES]
    ]
    if len(lines) > _MOST_LINES:
        shown.append(f"… {len(lines) - _MOST_LINES} lines more (--full)")
    return "\n".join(shown)
