"""How long the phases of a trial take, and what an environment weighs, on this machine.

    python benchmarks/trial_phases.py [--trials 5] [--no-docker]

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
from liveclawbench.harbor.job import Environment
from liveclawbench.images import Store
from liveclawbench.results import Trial
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


def measure(bench: Bench, tasks: Sequence[Task], environment: Environment) -> Iterator[Number]:
    plain = next((task for task in tasks if not task.services), None)
    double = next((task for task in tasks if len(task.services) == 2), None)
    if plain:
        label = "oracle trial without services"
        yield from bench.phases(label, plain.dir, "≤ 0.35", environment)
    if double:
        label = "oracle trial with two services"
        yield from bench.phases(label, double.dir, "≤ 2.2", environment)
    if plain:
        yield bench.throughput(plain.dir, environment)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=5, help="how many each median is of")
    parser.add_argument("--no-docker", action="store_true")
    arguments = parser.parse_args()
    tasks = Corpus().all.tasks
    store = Store(progress=lambda message: print(message, file=sys.stderr))
    for task in tasks:
        store.task(task.dir, task.services)
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), arguments.trials)
        print("embedded sandbox")
        if plain := next((task for task in tasks if not task.services), None):
            print(*exec_numbers(plain), sep="\n")
        if served := min((task for task in tasks if task.services), key=_not_two, default=None):
            print(*sandbox_numbers(served, arguments.trials), sep="\n")
        for number in measure(bench, tasks, "sandbox"):
            print(number, flush=True)
        print(command_number(tasks[:6], Path(name)))
        if not arguments.no_docker and _docker_answers():
            print("\nHarbor's Docker environment")
            for number in measure(bench, tasks, "docker"):
                print(number, flush=True)


def _not_two(task: Task) -> int:
    return abs(len(task.services) - 2)


def _docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True).returncode == 0


if __name__ == "__main__":
    main()
