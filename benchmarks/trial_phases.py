"""How long the phases of a trial take, and what an environment weighs, on this machine.

    python benchmarks/trial_phases.py [--trials 5] [--env sandbox|docker]

Without `--env` both are measured, Docker if an engine answers.

Images are built first and not counted. Tasks are picked from `tasks/` by their services. Every
number is a median; what it should be on two cores stands beside it.
"""

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.harbor import run_job, runs
from liveclawbench.harbor.agents import keep_offline
from liveclawbench.harbor.job import Environment
from liveclawbench.images import DockerStore, Store
from liveclawbench.results import Trial, read_trial
from liveclawbench.sandbox import Limits, Sandbox
from liveclawbench.tasks import Corpus, Task

MANY, AT_ONCE = 40, 8


@dataclass(frozen=True)
class Number:
    """One measured value; `bound` is what it should be, as text."""

    name: str
    value: float
    unit: str
    bound: str = ""

    def __str__(self) -> str:
        return f"{self.name:<58}{self.value:>9.3f} {self.unit:<9}{self.bound}"


class Bench:
    """Runs jobs in a folder that is thrown away."""

    def __init__(self, folder: Path, trials: int) -> None:
        self._folder = folder
        self._trials = trials
        self._jobs = 0

    def job(
        self, tasks: Sequence[Path], *, at_once: int = 1, environment: Environment = "sandbox"
    ) -> tuple[list[Trial], float]:
        """The results of the oracle on `tasks`, and the seconds that it took in all."""
        self._jobs += 1
        start = time.perf_counter()
        result = asyncio.run(
            run_job(
                runs(tasks),
                jobs_dir=self._folder,
                job_name=str(self._jobs),
                concurrency=at_once,
                environment=environment,
            )
        )
        seconds = time.perf_counter() - start
        for trial in result.trials:
            if trial.outcome != "passed":
                sys.exit(f"{trial.task}: {trial.outcome}: {trial.error or trial.checks}")
        return result.trials, seconds

    def plain_harbor(self, task: Path) -> list[Trial]:
        """The same with Harbor's own command and its own Docker environment."""
        self._jobs += 1
        folder = self._folder / f"harbor-{self._jobs}"
        command = [str(Path(sys.executable).with_name("harbor")), "run", "-q", "-p", str(task)]
        command += ["-a", "oracle", "-k", str(self._trials), "-n", "1", "-o", str(folder)]
        keep_offline()
        subprocess.run(command, check=True, capture_output=True)
        trials = [read_trial(path.parent) for path in sorted(folder.glob("*/*/result.json"))]
        if not all(trial.outcome == "passed" for trial in trials):
            sys.exit(f"{task.name}: plain Harbor's trials do not pass")
        return trials

    def harness(self, task: Task) -> list[Number]:
        """A trial in Docker but for the agent: in our environment, and in Harbor's own."""
        self.job([task.dir], environment="docker")
        ours, _ = self.job([task.dir] * self._trials, environment="docker")
        label = f"harness's part, {len(task.services)} services"
        return [
            _harness(f"{label} ({task.name})", ours),
            _harness("    the same with plain Harbor", self.plain_harbor(task.dir)),
        ]

    def phases(self, label: str, task: Path, bound: str, environment: Environment) -> list[Number]:
        self.job([task], environment=environment)
        trials, _ = self.job([task] * self._trials, environment=environment)
        seconds = [trial.seconds for trial in trials]
        total = Number(
            f"{label} ({task.name})", statistics.median(s.total for s in seconds), "s", bound
        )
        parts = [
            Number(f"    {phase}", statistics.median(getattr(s, phase) for s in seconds), "s")
            for phase in ("environment", "agent", "verifier")
        ]
        return [total, *parts]

    def throughput(self, task: Path, environment: Environment) -> Number:
        _, seconds = self.job([task] * MANY, at_once=AT_ONCE, environment=environment)
        name = f"{MANY} trials at -n {AT_ONCE}, no services"
        return Number(name, MANY / seconds, "trials/s", "≥ 3")


def _harness(name: str, trials: Sequence[Trial]) -> Number:
    rest = (trial.seconds.total - trial.seconds.agent for trial in trials)
    return Number(name, statistics.median(rest), "s", "≤ 4.5")


def sandbox_numbers(task: Task, times: int) -> list[Number]:
    """How soon the services answer after the start, and the memory of it all (PSS)."""

    async def once() -> tuple[float, float, float]:
        image = Store().task(task.dir, task.services)
        sandbox = Sandbox(image, limits=Limits(cpus=2, memory_mb=4096), network="public")
        start = time.perf_counter()
        await sandbox.start()
        started = time.perf_counter()
        kilobytes = sum((await sandbox.memory()).values())
        measured = time.perf_counter()
        await sandbox.stop()
        return started - start, kilobytes / 1024, time.perf_counter() - measured

    async def all_times() -> list[tuple[float, float, float]]:
        return [await once() for _ in range(times)]

    starts, megabytes, stops = zip(*asyncio.run(all_times()), strict=True)
    count = len(task.services)
    return [
        Number(f"{count} services ready after start", statistics.median(starts), "s", "≤ 1.5"),
        Number(f"stop with {count} services", statistics.median(stops), "s"),
        Number(f"memory with {count} services", statistics.median(megabytes), "MB", "≤ 120"),
    ]


def exec_numbers(task: Task) -> list[Number]:
    """A sandbox without services: start, one command, stop."""

    async def once() -> tuple[float, float, float]:
        sandbox = Sandbox(Store().task(task.dir, ()))
        marks = [time.perf_counter()]
        await sandbox.start()
        marks.append(time.perf_counter())
        await sandbox.exec("true")
        marks.append(time.perf_counter())
        await sandbox.stop()
        marks.append(time.perf_counter())
        return marks[1] - marks[0], marks[2] - marks[1], marks[3] - marks[2]

    async def ten_times() -> list[tuple[float, float, float]]:
        return [await once() for _ in range(10)]

    columns = zip(*asyncio.run(ten_times()), strict=True)
    named = (("sandbox start", "≤ 40"), ("sandbox exec", "≤ 30"), ("sandbox stop", "≤ 10"))
    return [
        Number(name, statistics.median(values) * 1000, "ms", bound)
        for (name, bound), values in zip(named, columns, strict=True)
    ]


def command_number(tasks: Sequence[Task], folder: Path) -> Number:
    """The whole `liveclaw run`, as a person types it."""
    command = [str(Path(sys.executable).parent / "liveclaw"), "run", "-o", str(folder)]
    start = time.perf_counter()
    subprocess.run([*command, *(task.name for task in tasks)], check=True, capture_output=True)
    seconds = time.perf_counter() - start
    return Number(f"liveclaw run of {len(tasks)} tasks, oracle", seconds, "s", "≤ 10 for 6")


def sandbox(bench: Bench, tasks: Sequence[Task], times: int, folder: Path) -> Iterator[Number]:
    store = Store(progress=_tell)
    for task in tasks:
        store.task(task.dir, task.services)
    plain = next((task for task in reversed(tasks) if not task.services), None)
    if plain:
        yield from exec_numbers(plain)
    if served := min((task for task in tasks if task.services), key=_not_two, default=None):
        yield from sandbox_numbers(served, times)
    if plain:
        label = "oracle trial without services"
        yield from bench.phases(label, plain.dir, "≤ 0.35", "sandbox")
    if double := next((task for task in tasks if len(task.services) == 2), None):
        label = "oracle trial with two services"
        yield from bench.phases(label, double.dir, "≤ 2.2", "sandbox")
    if plain:
        yield bench.throughput(plain.dir, "sandbox")
    yield command_number(tasks[:6], folder)


def docker(bench: Bench, tasks: Sequence[Task]) -> Iterator[Number]:
    """Of the last task with each number of services."""
    store = DockerStore(progress=_tell)
    for count in sorted({len(task.services) for task in tasks}):
        task = [task for task in tasks if len(task.services) == count][-1]
        store.task(task.dir, task.services)
        yield from bench.harness(task)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=5, help="how many each median is of")
    parser.add_argument("--env", choices=["sandbox", "docker"], help="both without it")
    arguments = parser.parse_args()
    tasks = Corpus().all.tasks
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), arguments.trials)
        if arguments.env != "docker":
            print("embedded sandbox")
            for number in sandbox(bench, tasks, arguments.trials, Path(name)):
                print(number, flush=True)
        if arguments.env == "docker" or (arguments.env is None and _docker_answers()):
            print("Docker")
            for number in docker(bench, tasks):
                print(number, flush=True)


def _tell(message: str) -> None:
    print(message, file=sys.stderr)


def _not_two(task: Task) -> int:
    return abs(len(task.services) - 2)


def _docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True).returncode == 0


if __name__ == "__main__":
    main()
