"""Live progress of a job: a bar, and a line for each trial that is running."""

import time
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from liveclawbench.cli.console import err, plain

if TYPE_CHECKING:
    from rich.console import RenderableType

    from liveclawbench.harbor import Phase, Run
    from liveclawbench.results import Trial

_STYLES = {"passed": "green", "failed": "yellow"}
_MOST_LINES = 12


@dataclass
class _Line:
    phase: str
    since: float


class Board:
    """Shown on a terminal while trials run; off a terminal, a line for each that ends."""

    def __init__(self, total: int) -> None:
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

        self._running: dict[int, tuple[Run, _Line]] = {}
        self._bar = Progress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._task = self._bar.add_task("", total=total)
        self._live = Live(
            console=err(),
            get_renderable=self._picture,
            refresh_per_second=8,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._shown = err().is_terminal

    def __enter__(self) -> Self:
        if self._shown:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._live.stop()

    def entered(self, phase: "Phase") -> None:
        """A trial has entered a phase."""
        if phase.name != "done":
            line = _Line(phase.name, time.monotonic())
            self._running[id(phase.run)] = (phase.run, line)

    def finished(self, run: "Run", trial: "Trial") -> None:
        """A trial has its result."""
        self._running.pop(id(run), None)
        self._bar.advance(self._task)
        if not self._shown:
            reward = "" if trial.reward is None else f" {trial.reward:g}"
            seconds = f"{trial.seconds.total:.1f} s"
            text = f"{trial.task} {trial.outcome}{reward} ({seconds})"
            err().print(plain(text, _STYLES.get(trial.outcome, "red")), soft_wrap=True)

    def _picture(self) -> "RenderableType":
        from rich.console import Group
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        now = time.monotonic()
        running = list(self._running.values())
        for run, line in running[:_MOST_LINES]:
            attempt = f"#{run.attempt}" if run.attempt > 1 else ""
            table.add_row(plain(run.task.name), attempt, line.phase, f"{now - line.since:.0f} s")
        if len(running) > _MOST_LINES:
            table.add_row(plain(f"and {len(running) - _MOST_LINES} more", "dim"))
        return Group(table, self._bar)
