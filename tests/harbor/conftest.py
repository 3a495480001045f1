from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from liveclawbench.harbor import Agent, Run, run_job
from liveclawbench.results import Trial

SCRIPT = "liveclawbench.harbor:Script"


@pytest.fixture
def task(write_task: Callable[..., Path]) -> Path:
    """A sound task without services: the word `done` is wanted in a file."""
    return write_task("one-word")


@pytest.fixture
def script(task: Path) -> Callable[[str], Run]:
    """`script(text)`: a run of the task in which the agent executes a shell script."""

    def run(text: str) -> Run:
        (task / "solution" / "attempt.sh").write_text(text)
        return Run(task, Agent(SCRIPT, kwargs={"script": "attempt.sh"}))

    return run


@pytest.fixture
def results_of(tmp_path: Path) -> Callable[..., Awaitable[list[Trial]]]:
    """`await results_of(runs)`: the results of a job of these runs."""

    async def results(runs: Sequence[Run], **settings: Any) -> list[Trial]:
        done = await run_job(runs, jobs_dir=tmp_path / "jobs", job_name="job", **settings)
        assert done.directory == tmp_path / "jobs" / "job"
        return done.trials

    return results
