import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from liveclawbench.harbor import Agent, Phase, Run, run_job, runs
from liveclawbench.paths import cache_dir
from liveclawbench.results import Trial, read_job

SCRIPT = "liveclawbench.harbor:Script"

Results = Callable[..., Awaitable[list[Trial]]]

pytestmark = pytest.mark.slow


def test_every_task_is_tried_once_before_any_is_tried_again(tmp_path: Path) -> None:
    chosen = runs([tmp_path / "a", tmp_path / "b"], Agent("nop"), attempts=2)
    assert [(run.task.name, run.attempt) for run in chosen] == [
        *(("a", 1), ("b", 1)),
        *(("a", 2), ("b", 2)),
    ]


async def test_agents_get_what_they_deserve(task: Path, results_of: Results) -> None:
    wrong = {"script": "near_misses/wrong.sh"}
    trials = await results_of(
        [
            Run(task),
            Run(task, Agent("nop")),
            Run(task, Agent(SCRIPT, kwargs=wrong)),
            Run(task, attempt=2),
        ],
        concurrency=2,
    )
    assert [(t.task, t.agent, t.attempt, t.outcome, t.reward) for t in trials] == [
        ("one-word", "oracle", 1, "passed", 1.0),
        ("one-word", "nop", 1, "failed", 0.0),
        ("one-word", "script", 1, "failed", 0.0),
        ("one-word", "oracle", 2, "passed", 1.0),
    ]
    assert trials[0].checks["the_answer"] == 1.0
    assert [finding.reason for finding in trials[2].findings] == ["it says none"]
    for trial in trials:
        assert trial.error is None
        spent = trial.seconds
        assert 0 < spent.environment + spent.agent + spent.verifier <= spent.total < 60


async def test_phases_and_results_are_told_as_they_happen(task: Path, tmp_path: Path) -> None:
    told: list[str] = []

    def on_phase(phase: Phase) -> None:
        told.append(phase.name)

    def on_trial(run: Run, trial: Trial) -> None:
        told.append(f"{run.agent.name}: {trial.outcome}")

    await run_job([Run(task)], jobs_dir=tmp_path / "jobs", on_phase=on_phase, on_trial=on_trial)
    assert told == ["environment", "agent", "verifier", "done", "oracle: passed"]


async def test_broken_tasks_are_errors_and_the_others_run(
    write_task: Callable[..., Path], tmp_path: Path, results_of: Results
) -> None:
    good, no_toml, bad_toml, no_test, bad_image = (
        write_task(name) for name in ("one-word", "no-toml", "bad-toml", "no-test", "bad-image")
    )
    (no_toml / "task.toml").unlink()
    (bad_toml / "task.toml").write_text("[metadata\n")
    (no_test / "tests" / "test.sh").unlink()
    (bad_image / "environment" / "Dockerfile").write_text(
        "FROM liveclawbench-bad-image-base:latest\nRUN echo about to fail; exit 5\n"
    )
    broken = [tmp_path / "tasks" / "none", no_toml, bad_toml, no_test, bad_image]
    trials = await results_of(runs([good, *broken]), concurrency=2)
    assert [trial.outcome for trial in trials] == ["passed"] + ["error"] * 5
    assert [trial.task for trial in trials] == ["one-word", *(task.name for task in broken)]
    for trial, reason in zip(
        trials[1:],
        ("no such task directory", "task.toml", "", "test.sh", "Dockerfile:2"),
        strict=True,
    ):
        assert reason in (trial.error or ""), trial.error
        assert trial.reward is None


async def test_crash_of_one_trial_does_not_lose_the_others(task: Path, results_of: Results) -> None:
    trials = await results_of(
        [
            Run(task),
            Run(task, Agent(SCRIPT, kwargs={"logs_dir": "given twice"})),
            Run(task, Agent("liveclawbench.harbor:NoSuchAgent")),
            Run(task, Agent(SCRIPT, kwargs={"script": "no-such.sh"})),
            Run(task, Agent(SCRIPT, kwargs={"script": "../tests/test.sh"})),
            Run(task, Agent("nop")),
        ]
    )
    assert [t.outcome for t in trials] == ["passed", *["error"] * 4, "failed"]
    reasons = ("logs_dir", "NoSuchAgent", "no-such.sh", "not below")
    for trial, reason in zip(trials[1:5], reasons, strict=True):
        assert reason in (trial.error or "")


async def test_missing_reward_is_an_error_that_quotes_the_verifier(
    task: Path, results_of: Results
) -> None:
    (task / "tests" / "verify.py").write_text("raise SystemExit('the database is missing')\n")
    [trial] = await results_of([Run(task)])
    assert (trial.outcome, trial.reward) == ("error", None)
    assert trial.error == "the verifier wrote no reward; it said: the database is missing"


async def test_fault_that_never_fired_makes_a_trial_invalid(
    task: Path, results_of: Results
) -> None:
    verify = task / "tests" / "verify.py"
    silent = "    v.verdict.invalid.append(\"the fault 'lost' never fired\")\n"
    verify.write_text(verify.read_text().replace("    v.check(", silent + "    v.check("))
    [trial] = await results_of([Run(task)])
    assert (trial.outcome, trial.reward) == ("invalid", 1.0)
    assert trial.notes == ("the fault 'lost' never fired",)


async def test_agent_that_takes_too_long_is_ended_and_still_graded(
    task: Path, script: Callable[[str], Run], results_of: Results
) -> None:
    config = task / "task.toml"
    config.write_text(config.read_text().replace("timeout_sec = 1800.0", "timeout_sec = 1.0"))
    late = "(sleep 2; echo done > /workspace/output/answer.txt) & sleep 1000"
    [trial] = await results_of([script(late)])
    assert (trial.outcome, trial.reward) == ("timeout", 0.0)
    assert "timed out after 1.0 seconds" in (trial.error or "")


async def test_status_of_a_failing_script_is_noted(
    script: Callable[[str], Run], results_of: Results
) -> None:
    [trial] = await results_of([script("echo done > /workspace/output/answer.txt; exit 9")])
    assert (trial.outcome, trial.notes) == ("passed", ("the script ended with status 9",))


async def test_interruption_keeps_what_is_finished_and_leaves_nothing(
    task: Path, script: Callable[[str], Run], tmp_path: Path
) -> None:
    finished: list[Trial] = []
    waiting = asyncio.Event()

    def on_phase(phase: Phase) -> None:
        if phase.run.agent.name == SCRIPT and phase.name == "agent":
            waiting.set()

    job = asyncio.ensure_future(
        run_job(
            [Run(task), script("sleep 1000")],
            jobs_dir=tmp_path,
            job_name="job",
            on_phase=on_phase,
            on_trial=lambda _, trial: finished.append(trial),
        )
    )
    before = set((cache_dir() / "sandboxes").glob("[!.]*"))
    await asyncio.wait(
        [job, asyncio.ensure_future(waiting.wait())], return_when=asyncio.FIRST_COMPLETED
    )
    job.cancel()
    with pytest.raises(asyncio.CancelledError):
        await job
    assert [trial.outcome for trial in finished] == ["passed"]
    assert set((cache_dir() / "sandboxes").glob("[!.]*")) <= before
    assert [trial.outcome for trial in read_job(tmp_path / "job")] == ["passed", "error"]


async def test_results_can_be_read_back(task: Path, tmp_path: Path, results_of: Results) -> None:
    trials = await results_of([Run(task), Run(task, Agent("nop")), Run(task, attempt=2)])
    assert read_job(tmp_path / "jobs" / "job") == trials


async def test_terminal_is_left_to_us(
    task: Path, results_of: Results, capfd: pytest.CaptureFixture[str]
) -> None:
    await results_of([Run(task)])
    assert capfd.readouterr() == ("", "")
    assert logging.getLogger("harbor.utils.logger").handlers == []
