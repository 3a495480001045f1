"""Running trials through Harbor's Python API, and getting typed results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from liveclawbench.errors import described
from liveclawbench.harbor.agents import ORACLE, Agent, keep_offline
from liveclawbench.results import Trial, new_job_name, read_trial

Environment = Literal["sandbox", "docker"]
PhaseName = Literal["environment", "agent", "verifier", "done"]


@dataclass(frozen=True)
class Run:
    """One trial to be run: an agent on a task directory."""

    task: Path
    agent: Agent = ORACLE
    attempt: int = 1


@dataclass(frozen=True)
class Phase:
    """A trial has entered a phase; "done" is followed by its result."""

    run: Run
    name: PhaseName


@dataclass(frozen=True)
class JobResult:
    """`trials` are in the order of the runs; `directory` is Harbor's folder of the job."""

    name: str
    directory: Path
    trials: list[Trial]


def runs(tasks: Sequence[Path], agent: Agent = ORACLE, *, attempts: int = 1) -> list[Run]:
    """Every task `attempts` times, all first attempts first."""
    return [Run(task, agent, attempt) for attempt in range(1, attempts + 1) for task in tasks]


async def run_job(
    runs: Sequence[Run],
    *,
    jobs_dir: Path,
    job_name: str | None = None,
    concurrency: int = 1,
    environment: Environment = "sandbox",
    environment_kwargs: Mapping[str, Any] | None = None,
    on_phase: Callable[[Phase], None] | None = None,
    on_trial: Callable[[Run, Trial], None] | None = None,
) -> JobResult:
    """Run trials, at most `concurrency` at once; one result for every run, whatever happens.

    A task that Harbor cannot load, or a trial that crashes, gives an `error`; the others go on.
    When the task is cancelled, every trial is ended and cleaned up before CancelledError comes out;
    `on_trial` has been called for the finished ones by then, and `results.read_job` reads them.
    """
    keep_offline()
    from liveclawbench.harbor.trials import TrialsJob, create_job

    name = job_name or new_job_name()
    directory = jobs_dir.resolve() / name
    results: dict[int, Trial] = {}

    def finished(index: int, trial: Trial) -> None:
        results[index] = trial
        if on_trial is not None:
            on_trial(runs[index], trial)

    sound = []
    for index, run in enumerate(runs):
        if reason := _unsound(run):
            finished(index, failed(run, reason))
        else:
            sound.append(index)
    if sound:
        job: TrialsJob = await create_job(
            {index: runs[index] for index in sound},
            jobs_dir=jobs_dir.resolve(),
            name=name,
            concurrency=concurrency,
            environment=environment,
            environment_kwargs=environment_kwargs or {},
        )
        job.on_phase = lambda index, phase: on_phase and on_phase(Phase(runs[index], phase))
        job.on_result = lambda index, folder: finished(
            index, read_trial(folder, attempt=runs[index].attempt)
        )
        job.on_failure = lambda index, error: finished(
            index, failed(runs[index], str(described(error)))
        )
        await job.run()
    return JobResult(name, directory, [results[index] for index in range(len(runs))])


def failed(run: Run, reason: str) -> Trial:
    """The result of a trial that did not come about."""
    return Trial(
        task=run.task.name,
        agent=run.agent.name,
        attempt=run.attempt,
        outcome="error",
        error=reason,
        task_dir=run.task,
    )


def _unsound(run: Run) -> str | None:
    """Why Harbor would drop or refuse this task or agent."""
    from harbor.agents.factory import AgentFactory
    from harbor.models.task.task import Task

    if not run.task.is_dir():
        return f"{run.task}: no such task directory"
    if not (run.task / "environment").is_dir():
        return f"{run.task / 'environment'}: missing"
    try:
        Task(run.task)
        AgentFactory.get_agent_class_from_config(run.agent.config())
    except Exception as error:
        return str(described(error))
    return None
