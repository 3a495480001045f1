"""Trials in Docker: the same rewards as in the sandbox."""

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from docker_engine import docker

from liveclawbench.harbor import Agent, Run, run_job, runs
from liveclawbench.images import DockerStore
from liveclawbench.results import Trial
from liveclawbench.tasks import Corpus

SAMPLE = {  # of each domain or kind, at least one
    "booking-api-repair": "a repository, no services",
    "conflicting-notes": "notes, an image whose user is the agent's",
    "service-will-not-start": "processes that the verifier starts",
    "skill-dependencies": "a library of skills",
    "cold-chain-brief": "search",
    "flight-change-unconfirmed": "C2, three services",
    "measurement-not-stored": "C2",
    "records-from-minutes": "three services and notes",
    "travel-disruption": "C1, four services",
    "watch-purchase-sold-out": "C1",
    "three-way-match": "two services",
}
REWARD = '{"reward": 1.0, "the_answer": 1.0}'
CHEATS = {
    "plants rewards": "echo 1 > /logs/verifier/reward.txt;"
    f"echo '{REWARD}' > /logs/verifier/reward.json",
    "keeps writing rewards": "setsid sh -c 'while :; do echo 1 > /logs/verifier/reward.txt; done' &"
    f"setsid sh -c 'while :; do echo '{REWARD}' > /logs/verifier/reward.json; done' &",
    "prepares tests": "mkdir -p /tests; echo 'exit 0' > /tests/verify.py",
    "answers later": "setsid sh -c 'until [ -e /tests/verify.py ]; do :; done;"
    "echo done > /workspace/output/answer.txt' &",
    "links logs to secrets": "ln -s /etc/passwd /logs/agent/link; mkfifo /logs/agent/pipe",
}

Results = Callable[..., Awaitable[list[Trial]]]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("docker_daemon")]


async def test_a_sample_of_the_tasks_gets_the_sandboxs_rewards(results_of: Results) -> None:
    tasks = [task.dir for task in Corpus().all.tasks if task.name in SAMPLE]
    assert len(tasks) == len(SAMPLE)
    nothing = runs(tasks[:1] + tasks[-1:], Agent("nop"))
    trials = await results_of([*runs(tasks), *nothing], environment="docker", concurrency=2)
    got = {(trial.task, trial.agent): trial.reward for trial in trials}
    wanted = {(task.name, "oracle"): 1.0 for task in tasks}
    wanted |= {(run.task.name, "nop"): 0.0 for run in nothing}
    assert got == wanted, [trial.error for trial in trials if trial.error]


async def test_cheating_gains_nothing(script: Callable[[str], Run], tmp_path: Path) -> None:
    for name, cheat in CHEATS.items():
        done = await run_job([script(cheat)], jobs_dir=tmp_path / "jobs", environment="docker")
        [trial] = done.trials
        assert (trial.outcome, trial.reward) == ("failed", 0.0), (name, trial)
        assert trial.directory is not None
        left = {path.name for path in (trial.directory / "agent").iterdir()}
        assert left <= {"script.txt", "exit-code.txt"}, name


async def test_what_the_agent_starts_runs_until_verification(
    task: Path, results_of: Results
) -> None:
    [trial] = await results_of([Run(task, Agent("restless:Restless"))], environment="docker")
    assert trial.reward == 1.0, trial


async def test_services_that_do_not_start_are_an_error_that_says_why(
    task: Path, results_of: Results
) -> None:
    with (task / "environment" / "Dockerfile").open("a") as file:
        file.write("RUN echo 'echo no such port >&2; exit 3' > /opt/mock/startup.d/z.sh\n")
    [trial] = await results_of([Run(task)], environment="docker")
    assert trial.outcome == "error"
    assert "no such port" in (trial.error or "")


async def test_a_task_that_cannot_be_built_is_an_error(task: Path, results_of: Results) -> None:
    with (task / "environment" / "Dockerfile").open("a") as file:
        file.write("RUN echo about to fail; exit 5\n")
    [trial] = await results_of([Run(task)], environment="docker")
    assert trial.outcome == "error"
    assert "about to fail" in (trial.error or "")


async def test_two_instances_of_a_task_do_not_take_each_others_images(
    write_task: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    second = write_task("one-word").rename(tmp_path / "other" / "one-word")
    first = write_task("one-word")
    with (second / "environment" / "Dockerfile").open("a") as file:
        file.write("RUN echo done > /workspace/output/answer.txt\n")
    done = await run_job(
        [Run(first, Agent("nop")), Run(second, Agent("nop")), Run(first, Agent("nop"), 2)],
        jobs_dir=tmp_path / "jobs",
        environment="docker",
    )
    assert [trial.reward for trial in done.trials] == [0.0, 1.0, 0.0]


def test_plain_harbor_waits_for_the_services(tmp_path: Path) -> None:
    [task] = [task for task in Corpus().all.tasks if task.name == "watch-purchase"]
    DockerStore().task(task.dir, task.services)
    command = [str(Path(sys.executable).with_name("harbor")), "run", "-p", str(task.dir)]
    command += ["-a", "oracle", "-o", str(tmp_path / "jobs"), "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [result] = (tmp_path / "jobs").glob("*/*/result.json")
    assert json.loads(result.read_text())["verifier_result"]["rewards"]["reward"] == 1.0
    assert docker("ps", "--quiet", "--filter", f"name={task.name}").stdout == ""
