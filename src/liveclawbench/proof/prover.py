"""Proving tasks: all their probes, side by side."""

import asyncio
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from liveclawbench.errors import LiveClawError, described
from liveclawbench.images import Image, Store
from liveclawbench.proof.probe import Outcome, Probe
from liveclawbench.proof.trial import Verdict, try_out
from liveclawbench.scenario import differences, interrupt_drawing, render_fresh
from liveclawbench.scratch import scratch_folder
from liveclawbench.tasks import Task

Listener = Callable[[Outcome], None]
Instance = tuple[Task, Image]


class Prover:
    """Runs probes, `width` at a time; every outcome is heard by `listener` as it comes."""

    def __init__(self, listener: Listener, width: int | None = None) -> None:
        self._listener = listener
        self._width = width or (os.cpu_count() or 1) + 1  # some only wait
        self._store = Store()
        self._instances: dict[tuple[Path, int | None], asyncio.Future[Instance]] = {}

    async def prove(self, probes: Iterable[Probe]) -> list[Outcome]:
        """The outcomes, in the order of the probes."""
        slots = asyncio.Semaphore(self._width)
        with scratch_folder() as scratch:
            tasks = [asyncio.ensure_future(self._one(p, scratch, slots)) for p in probes]
            try:
                return await asyncio.gather(*tasks)
            except asyncio.CancelledError:
                self._store.cancel()
                interrupt_drawing()
                raise
            finally:
                for task in tasks:
                    task.cancel()
                making = self._instances.values()
                await asyncio.gather(*tasks, *making, return_exceptions=True)
                self._store.release()

    async def _one(self, probe: Probe, scratch: Path, slots: asyncio.Semaphore) -> Outcome:
        async with slots:
            began = time.monotonic()
            verdict = Verdict(None)
            try:
                if probe.kind == "rendered":
                    verdict = Verdict(
                        None, problem=await asyncio.to_thread(_out_of_step, probe.task)
                    )
                else:
                    instance, image = await self._instance(probe, scratch)
                    verdict = await try_out(probe, instance, image)
                problem = _problem(probe, verdict)
            except Exception as error:
                problem = str(described(error))
        outcome = Outcome(probe, verdict.reward, time.monotonic() - began, problem)
        self._listener(outcome)
        return outcome

    async def _instance(self, probe: Probe, scratch: Path) -> Instance:
        """The directory and image that the probe runs on; made once for all that share them."""
        key = (probe.task.dir, probe.seed)
        if key not in self._instances:
            making = asyncio.to_thread(self._make, probe.task, probe.seed, scratch)
            self._instances[key] = asyncio.ensure_future(making)
        return await asyncio.shield(self._instances[key])

    def _make(self, task: Task, seed: int | None, scratch: Path) -> Instance:
        if seed is not None:
            out = scratch / str(seed) / task.name
            out.parent.mkdir(exist_ok=True)
            task = render_fresh(task, seed, out)
        timeout = task.config.environment.build_timeout_sec
        return task, self._store.task(task.dir, task.services, timeout=timeout)


def _out_of_step(task: Task) -> str | None:
    found = [f"{item.path.relative_to(task.dir)} {item.state}" for item in differences(task)]
    return f"{', '.join(found)}; run `liveclaw render {task.name}`" if found else None


def _problem(probe: Probe, verdict: Verdict) -> str | None:
    if verdict.problem or probe.kind == "rendered":
        return verdict.problem
    reasons = "".join(f"\n{reason}" for reason in verdict.reasons)
    if probe.expected is None:
        return None if verdict.reward is None else f"a reward of {verdict.reward:g} all the same"
    if verdict.reward is None:
        return "no reward" + reasons
    if probe.expected.holds(verdict.reward):
        return None
    low, high = probe.expected.low, probe.expected.high
    band = f"{low:g}" if low == high else f"{low:g}..{high:g}"
    return f"reward {verdict.reward:g}, expected {band}{reasons}"


def remove_fresh_images() -> None:
    """Give back the disk space of fresh instances, unless somebody builds: then the next does."""
    with suppress(LiveClawError):
        Store().prune_if_idle()
