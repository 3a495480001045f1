"""How soon the services answer after the start of a sandbox, and what they weigh.

    python benchmarks/startup.py [--times 5]

All services together, and every three that follow each other in the alphabet, each with its demo
world. The images are built first, and one start before warms up what a program of many trials has
warm (`cold` is that first start). Memory is the proportional set size of everything inside.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.images import Image, Store
from liveclawbench.sandbox import Sandbox
from liveclawbench.sandbox.client import close_keeper
from mock_platform.demo import write_demo
from mock_platform.kit import get_service, service_names

DOCKERFILE = "FROM liveclawbench-{name}-base:latest\n"


@dataclass(frozen=True)
class Figures:
    cold: float
    warm: float
    megabytes: float


def build(folder: Path, names: Sequence[str]) -> Image:
    """The image of a task directory with these services."""
    task = folder / f"startup-{len(names)}-{names[0]}"
    (task / "environment").mkdir(parents=True)
    (task / "mock").mkdir()
    (task / "environment/Dockerfile").write_text(DOCKERFILE.format(name=task.name))
    write_demo([get_service(name) for name in names], 1, task / "mock")
    return Store().task(task, list(names))


async def measure(image: Image, times: int) -> Figures:
    async def once() -> tuple[float, float]:
        sandbox = Sandbox(image)
        started = time.perf_counter()
        await sandbox.start()
        seconds = time.perf_counter() - started
        kilobytes = sum((await sandbox.memory()).values())
        await sandbox.stop()
        return seconds, kilobytes / 1024

    cold, _ = await once()
    await once()
    figures = [await once() for _ in range(times)]
    seconds, megabytes = zip(*figures, strict=True)
    return Figures(cold, statistics.median(seconds), statistics.median(megabytes))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("services", nargs="*", help="instead of all of them")
    options = parser.parse_args()
    names = options.services or service_names()
    threes = [[*names, *names][n : n + 3] for n in range(0, len(names), 3)] if names[3:] else []
    missed = False
    print(f"{'services':<34}{'cold':>9}{'warm':>9}{'memory':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for chosen, bound in [(names, 2.0), *((three, 0.6) for three in threes)]:
            image = build(Path(folder), chosen)
            figures = asyncio.run(measure(image, options.times))
            close_keeper()
            label = f"all {len(names)}" if chosen == names else ", ".join(chosen)
            missed |= figures.warm > bound or (len(chosen) == 3 and figures.megabytes > 100)
            print(
                f"{label:<34}{figures.cold:>7.2f} s{figures.warm:>7.2f} s"
                f"{figures.megabytes:>7.0f} MB   ≤ {bound} s",
                flush=True,
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
