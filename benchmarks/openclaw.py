"""What the harness and OpenClaw itself add to a trial, on this machine.

    python benchmarks/openclaw.py [--trials 5]

A scripted model answers at once, by one tool call and one text. Overhead is the time of the trial
less the time between the model's first and last request. The image is built first and not counted.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

from liveclawbench.harbor import Agent, Run, run_job
from liveclawbench.images import Store
from liveclawbench.paths import TASKS, cache_dir
from liveclawbench.results import Trial

sys.path.append(str(Path(__file__).parent.parent / "tests" / "support"))
from scripted_model import ScriptedModel, scripted_model, shell

TASK = TASKS / "training-day-terms"


def one_trial(model: ScriptedModel, folder: Path, number: int) -> Trial:
    reach = [f"127.0.0.1:{model.port}"]
    settings = {"variant": "latest", "network": "model-only", "reach": reach}
    agent = Agent("openclaw", "custom/scripted", base_url=model.base_url)
    job = run_job(
        [Run(TASK, agent)],
        jobs_dir=folder,
        job_name=f"job-{number}",
        environment_kwargs=settings,
    )
    [trial] = asyncio.run(job).trials
    if trial.outcome not in ("passed", "failed"):
        raise SystemExit(f"the trial ended as {trial.outcome}: {trial.error}")
    return trial


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=5)
    trials = parser.parse_args().trials
    Store(cache_dir(), variant="latest").task(TASK, ["email"])
    overheads, starts, memory = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(trials + 1):
            with scripted_model(shell("true"), "Done.") as model:
                trial = one_trial(model, Path(folder), number)
            if number == 0:  # imports of the harness, paid once a job
                continue
            talk = model.times[-1] - model.times[0]
            overheads.append(trial.seconds.total - talk)
            starts.append(trial.seconds.agent - talk)
            memory.append(trial.usage.memory_mb or 0.0)
    for name, values, unit, bound in (
        ("overhead of a trial", overheads, "s", "<= 8"),
        ("of it OpenClaw's own start and end", starts, "s", ""),
        ("peak memory of a trial", memory, "MiB", ""),
    ):
        print(f"{name:<40}{statistics.median(values):>8.1f} {unit:<5}{bound}")


if __name__ == "__main__":
    main()
