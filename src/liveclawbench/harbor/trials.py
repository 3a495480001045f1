"""A Harbor job whose trials are chosen one by one, and of which none can end the others."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, override

import harbor.job
from harbor.job import CANCELLED_ERROR_TYPE, Job
from harbor.job_plan import JobPlan
from harbor.models.job.config import JobConfig
from harbor.models.job.result import JobResult
from harbor.models.trial.config import EnvironmentConfig, TaskConfig, TrialConfig
from harbor.models.trial.result import TrialResult
from harbor.trial.hooks import TrialEvent, TrialHookEvent
from harbor.utils.logger import logger
from pydantic import ConfigDict, Field
from rich.progress import Progress, TaskID

if TYPE_CHECKING:
    from liveclawbench.harbor.job import Environment, PhaseName, Run

_ENVIRONMENTS: "dict[Environment, str]" = {
    "sandbox": "liveclawbench.harbor:Sandbox",
    "docker": "liveclawbench.harbor:Docker",
}
_PHASES: "dict[TrialEvent, PhaseName]" = {
    TrialEvent.ENVIRONMENT_START: "environment",
    TrialEvent.AGENT_START: "agent",
    TrialEvent.VERIFICATION_START: "verifier",
    TrialEvent.END: "done",
}


class ChosenTrials(JobConfig):
    """`runs`: what to run, by the index that `TrialsJob` calls it by."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    runs: dict[int, Any] = Field(exclude=True)


class TrialsJob(Job):
    """The callbacks are to be set before `run`."""

    on_phase: "Callable[[int, PhaseName], object]"
    on_result: Callable[[int, Path], object]
    on_failure: Callable[[int, Exception], object]

    @override
    async def run(self) -> JobResult:
        for event, phase in _PHASES.items():
            self.add_hook(event, partial(self._notify, phase))
        with _without_display():
            return await super().run()

    async def _notify(self, phase: "PhaseName", event: TrialHookEvent) -> None:
        index = self._index(event.config)
        exception = event.result.exception_info
        if exception is not None and exception.exception_type == CANCELLED_ERROR_TYPE:
            return
        self.on_phase(index, phase)
        if phase == "done":
            self.on_result(index, event.config.trials_dir / event.config.trial_name)

    @staticmethod
    def _index(config: TrialConfig) -> int:
        return int(config.trial_name.rpartition("__")[2])

    @override
    def _init_logger(self) -> None:
        """Log to the job's file only; the terminal is ours."""
        super()._init_logger()  # type: ignore[no-untyped-call]
        if self._console_handler is not None:
            logger.removeHandler(self._console_handler)

    @override
    def _build_standard_trial_configs(self) -> list[TrialConfig]:
        assert isinstance(self.config, ChosenTrials)
        configs = []
        for index, run in self.config.runs.items():
            single = self.config.model_copy(
                update={"agents": [run.agent.config()], "n_attempts": 1}
            )
            task = TaskConfig(path=run.task)
            [config] = JobPlan.build_trial_configs(single, [task], job_id=self._id)
            configs.append(config.model_copy(update={"trial_name": _trial_name(run, index)}))
        return configs

    @override
    async def _run_trials_with_queue(
        self,
        loading_progress: Progress,
        loading_progress_task: TaskID,
        running_progress: Progress | None = None,
    ) -> list[TrialResult]:
        """As Harbor's, but the crash of one trial is told and the others go on."""

        async def guarded(
            config: TrialConfig, trial: Coroutine[Any, Any, TrialResult]
        ) -> TrialResult | None:
            try:
                return await trial
            except Exception as error:
                self._running_trial_names.discard(config.trial_name)
                self.on_failure(self._index(config), error)
                return None

        configs = self._remaining_trial_configs
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(guarded(config, trial))
                for config, trial in zip(
                    configs, self._trial_queue.submit_batch(configs), strict=True
                )
            ]
        return [result for task in tasks if (result := task.result()) is not None]


async def create_job(
    runs: "Mapping[int, Run]",
    *,
    jobs_dir: Path,
    name: str,
    concurrency: int,
    environment: "Environment",
    environment_kwargs: Mapping[str, Any],
) -> TrialsJob:
    """A job of `runs`; its folder is `jobs_dir/name`."""
    where = EnvironmentConfig(
        import_path=_ENVIRONMENTS[environment], kwargs=dict(environment_kwargs)
    )
    configs = (run.agent.config() for run in runs.values())
    agents = {repr(agent): agent for agent in configs}
    config = ChosenTrials(
        job_name=name,
        jobs_dir=jobs_dir,
        n_attempts=max(run.attempt for run in runs.values()),
        n_concurrent_trials=concurrency,
        quiet=True,
        environment=where,
        agents=list(agents.values()),
        tasks=[TaskConfig(path=task) for task in dict.fromkeys(run.task for run in runs.values())],
        runs=dict(runs),
    )
    return cast(TrialsJob, await TrialsJob.create(config))


def _trial_name(run: "Run", index: int) -> str:
    """The folder of the trial: readable, and unique by its index."""
    words = (run.task.name[:40], run.agent.name.rpartition(":")[2], *run.agent.kwargs.values())
    text = "-".join(str(word) for word in words)
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', text).strip('-')[:80]}__{index}"


@contextmanager
def _without_display() -> Iterator[None]:
    """Harbor draws a progress bar even when it is asked to be quiet."""
    names = vars(harbor.job)
    original = names["Progress"]
    names["Progress"] = partial(Progress, disable=True)
    try:
        yield
    finally:
        names["Progress"] = original
