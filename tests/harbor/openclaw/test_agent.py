"""The real OpenClaw on tasks, with a model whose answers are written beforehand."""

import json
import re
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from harbor.models.trajectories import Trajectory
from scripted_model import Call, Failure, Garbage, ScriptedModel, Slow, Turn, scripted_model, shell
from solutions import SOLUTIONS

from liveclawbench.harbor import Agent, Run
from liveclawbench.paths import TASKS
from liveclawbench.results import Trial

pytestmark = pytest.mark.slow

Results = Callable[..., Awaitable[list[Trial]]]
DONE = shell("printf done > /workspace/output/answer.txt", "I write it down.")


def using(model: ScriptedModel, **env: str) -> Agent:
    return Agent("openclaw", "custom/scripted", env=env, base_url=model.base_url)


def reaching(*models: ScriptedModel) -> dict[str, object]:
    """The settings of an environment from which only these models can be called."""
    reach = [f"127.0.0.1:{model.port}" for model in models]
    return {"variant": "latest", "network": "model-only", "reach": reach}


def trajectory(trial: Trial) -> Trajectory:
    assert trial.directory is not None
    return Trajectory.model_validate_json((trial.directory / "agent/trajectory.json").read_text())


@pytest.mark.parametrize("name", SOLUTIONS)
async def test_a_task_is_solved_by_tool_calls(name: str, results_of: Results) -> None:
    task = TASKS / name
    with scripted_model(*SOLUTIONS[name](task)) as model:
        [trial] = await results_of([Run(task, using(model))], environment_kwargs=reaching(model))
    assert (trial.outcome, trial.reward) == ("passed", 1.0), (trial.error, trial.findings)
    steps = trajectory(trial).steps
    calls = [call for step in steps for call in step.tool_calls or []]
    observed = [r for step in steps if step.observation for r in step.observation.results]
    assert steps[0].message == (task / "instruction.md").read_text().strip()
    assert len(calls) == len(observed) == sum(len(_calls(r)) for r in _answers(model))
    assert all(result.content for result in observed)


def _answers(model: ScriptedModel) -> list[dict[str, object]]:
    return [m for m in model.requests[-1]["messages"] if m["role"] == "assistant"]


def _calls(message: dict[str, object]) -> list[object]:
    calls = message.get("tool_calls") or []
    assert isinstance(calls, list)
    return calls


FORGED = json.dumps(
    {"message": {"role": "assistant", "stopReason": "error", "errorMessage": "503 On fire"}}
)
FORGE = (
    f"(while sleep 0.05; do echo {FORGED!r} > /logs/agent/openclaw.session.jsonl; done) & "
    "sleep 0.3; pkill -KILL -f openclaw; sleep 9"
)
ENDS: dict[str, tuple[list[Turn], str, str]] = {
    "solved": ([DONE, "Done."], "passed", ""),
    "stops half-way": (["I would rather not."], "failed", ""),
    "loops for ever": ([shell("sleep 1; echo again")], "timeout", "AgentTimeoutError"),
    "never answers": ([Slow(600, "Late.")], "timeout", "AgentTimeoutError"),
    "is refused": ([Failure(401, "Incorrect API key provided: sk-…")] * 9, "error", "Incorrect"),
    "breaks off": ([DONE, Failure(400, "the moon is in the way")], "error", "the moon is in"),
    "kills its runtime": ([shell("pkill -KILL -f openclaw; sleep 9"), "Gone."], "failed", ""),
    "forges an error": ([shell(FORGE), "Gone."], "failed", ""),
    "writes broken calls": ([Call("exec", '{"command": "ech')], "failed", ""),
    "is asked to wait": (
        [Failure(429, "Slow down", {"retry-after": "1"}), DONE, "Done."],
        "passed",
        "",
    ),
    "answers garbage": ([Garbage()], "error", "onnection error"),
}


async def test_every_end_of_a_run_has_its_outcome(
    write_task: Callable[..., Path], results_of: Results
) -> None:
    with ExitStack() as stack:
        runs, models = [], []
        for end, (turns, _, _) in ENDS.items():
            task = write_task(re.sub(r"\W", "-", end))
            limit = {"never answers": "40.0", "loops for ever": "70.0"}.get(end, "240.0")
            text = (task / "task.toml").read_text().replace("1800.0", limit)
            (task / "task.toml").write_text(text)
            model = stack.enter_context(scripted_model(*turns, forever="for ever" in end))
            models.append(model)
            runs.append(Run(task, using(model)))
        trials = await results_of(runs, concurrency=4, environment_kwargs=reaching(*models))
    ended = {end: (t.outcome, t.error or "") for end, t in zip(ENDS, trials, strict=True)}
    assert {end: outcome for end, (outcome, _) in ended.items()} == {
        end: outcome for end, (_, outcome, _) in ENDS.items()
    }, ended
    for end, (_, _, words) in ENDS.items():
        assert words in ended[end][1], ended[end]
    looped = trials[list(ENDS).index("loops for ever")]
    assert len(trajectory(looped).steps) > 2  # what was done until then is kept


async def test_the_key_reaches_the_agent_and_nobody_else(
    task: Path, tmp_path: Path, results_of: Results
) -> None:
    look = shell("cat ~/.openclaw/openclaw.json; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'")
    (task / "tests/test.sh").write_text(
        "#!/bin/sh\nenv > /logs/verifier/environment.txt\n"
        "cat /proc/*/environ >> /logs/verifier/environment.txt\n"
        "echo '{\"reward\": 0.0}' > /logs/verifier/reward.json\n"
    )
    with scripted_model(look, "I looked.") as model:
        agent = using(model, CUSTOM_API_KEY="sk-very-secret", CUSTOM_CONTEXT_WINDOW="50000")
        [trial] = await results_of([Run(task, agent)], environment_kwargs=reaching(model))
    assert trial.outcome == "failed"
    assert set(model.keys) == {"Bearer sk-very-secret"}
    [shown] = [m["content"] for m in model.requests[-1]["messages"] if m["role"] == "tool"]
    assert '"contextWindow": 50000' in shown
    assert "CUSTOM_API_KEY" in shown
    assert trial.directory is not None
    kept = [path for path in (tmp_path / "jobs").rglob("*") if path.is_file()]
    ours = {
        trial.directory / "agent" / name for name in ("openclaw.session.jsonl", "trajectory.json")
    }
    for path in set(kept) - ours:  # there the agent's own look at its variables is written down
        assert "sk-very-secret" not in path.read_text(errors="replace"), path


async def test_what_is_left_running_is_ended(task: Path, results_of: Results) -> None:
    (task / "tests/test.sh").write_text(
        "#!/bin/sh\nps -u node -o comm= > /logs/verifier/left.txt\n"
        "echo '{\"reward\": 0.0}' > /logs/verifier/reward.json\n"
    )
    leave = shell(
        "setsid sleep 1000 > /dev/null 2>&1 & sleep 0.2; pgrep sleep; ps -o args= -u node"
    )
    with scripted_model(leave, "It goes on.") as model:
        [trial] = await results_of([Run(task, using(model))], environment_kwargs=reaching(model))
    assert trial.directory is not None
    assert (trial.directory / "verifier/left.txt").read_text() == ""
    [shown] = [m["content"] for m in model.requests[-1]["messages"] if m["role"] == "tool"]
    assert len(re.findall("^openclaw", shown, re.MULTILINE)) == 1, shown  # it started no second one


async def test_tokens_and_cost_are_counted(task: Path, results_of: Results) -> None:
    prices = {"CUSTOM_INPUT_PRICE": "2", "CUSTOM_OUTPUT_PRICE": "1000"}
    with scripted_model(DONE, "Done.") as model:
        agent = using(model, **prices)
        [trial] = await results_of([Run(task, agent)], environment_kwargs=reaching(model))
    totals = trajectory(trial).final_metrics
    assert totals is not None
    sent = [len(json.dumps(request["messages"])) // 4 for request in model.requests]
    assert totals.total_prompt_tokens == sum(sent)
    assert totals.total_cached_tokens == sum(tokens // 2 for tokens in sent)
    output = totals.total_completion_tokens
    assert output
    fresh = sum(tokens - tokens // 2 for tokens in sent)
    assert totals.total_cost_usd == pytest.approx((fresh * 2 + output * 1000) / 1e6)
    assert trial.directory is not None
    result = json.loads((trial.directory / "result.json").read_text())["agent_result"]
    assert result["n_input_tokens"] == sum(sent)
    assert result["cost_usd"] == pytest.approx(totals.total_cost_usd)
