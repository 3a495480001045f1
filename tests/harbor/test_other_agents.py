"""The real terminus-2, which runs out here and types into a terminal in the sandbox."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from scripted_model import Call, Failure, ScriptedModel, scripted_model
from solutions import SOLUTIONS
from terminus import by_terminal, typed

from liveclawbench.harbor import Agent, Run
from liveclawbench.paths import TASKS
from liveclawbench.results import Trial
from liveclawbench.results.replay import read_story

pytestmark = [
    pytest.mark.slow,
    # litellm's own, at its first call.
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict class:UserWarning"),
]

Results = Callable[..., Awaitable[list[Trial]]]
CLOSED = {"variant": "latest", "network": "model-only"}


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def using(model: ScriptedModel, api_key_env: str | None = None) -> Agent:
    return Agent("terminus-2", "openai/scripted", base_url=model.base_url, api_key_env=api_key_env)


async def test_a_task_is_solved_in_a_terminal_without_any_network(results_of: Results) -> None:
    name = "skill-library-merge"
    turns = SOLUTIONS[name](TASKS / name)
    commands = [turn.arguments["command"] for turn in turns if isinstance(turn, Call)]
    with scripted_model(*by_terminal(commands)) as model:
        [trial] = await results_of([Run(TASKS / name, using(model))], environment_kwargs=CLOSED)
    assert (trial.outcome, trial.reward) == ("passed", 1.0), (trial.error, trial.findings)
    assert set(model.keys) == {"Bearer none"}
    assert trial.usage.input_tokens == sum(
        len(json.dumps(request["messages"])) // 4 for request in model.requests
    )
    assert trial.directory is not None
    told = [(m.who, m.title, m.text) for m in read_story(trial.directory).moments]
    assert told[0] == ("user", "", (TASKS / name / "instruction.md").read_text().strip())
    assert [text for who, title, text in told if title == "bash_command"][: len(commands)] == [
        command.rstrip("\n") for command in commands
    ]
    assert any("\ntidied\n" in text for who, _, text in told if who == "tool")


async def test_a_refused_key_is_an_error_in_the_words_of_the_provider(
    task: Path, tmp_path: Path, results_of: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_MODEL_KEY", "sk-mine")
    refused = [Failure(401, "Incorrect API key provided: sk-…")] * 9
    with scripted_model(*refused) as model:
        agent = using(model, "MY_MODEL_KEY")
        [trial] = await results_of([Run(task, agent)], environment_kwargs=CLOSED)
    assert (trial.outcome, trial.reward) == ("error", None)
    assert "Incorrect API key provided" in (trial.error or "")
    assert set(model.keys) == {"Bearer sk-mine"}
    for path in (tmp_path / "jobs").rglob("*"):
        assert not path.is_file() or b"sk-mine" not in path.read_bytes(), path


async def test_a_terminal_has_the_programs_of_the_image_but_neither_key_nor_model(
    task: Path, results_of: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_MODEL_KEY", "sk-mine")
    with scripted_model() as other:
        look = f"node --version && ! env | grep sk-mine && ! curl -s {other.base_url}"
        answer = "echo done > /workspace/output/answer.txt"
        with scripted_model(*by_terminal([f"{look} && {answer}"])) as model:
            agent = using(model, "MY_MODEL_KEY")
            [trial] = await results_of([Run(task, agent)], environment_kwargs=CLOSED)
    assert (trial.outcome, trial.reward) == ("passed", 1.0), (trial.error, trial.findings)


async def test_an_answer_that_is_no_json_is_asked_for_again(
    task: Path, results_of: Results
) -> None:
    write = typed("echo done > /workspace/output/answer.txt", done=True)
    with scripted_model("I would rather talk.", write, typed(done=True)) as model:
        [trial] = await results_of([Run(task, using(model))], environment_kwargs=CLOSED)
    assert (trial.outcome, trial.reward) == ("passed", 1.0), trial.error
    assert "parsing errors" in model.requests[1]["messages"][-1]["content"]


async def test_an_agent_that_cannot_be_fetched_says_that_it_needs_the_network(
    task: Path, results_of: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-any")
    agent = Agent("mini-swe-agent", "openai/scripted", base_url="http://127.0.0.1:9/v1")
    [trial] = await results_of([Run(task, agent)], environment_kwargs=CLOSED)
    assert (trial.outcome, trial.reward) == ("error", None)
    assert (trial.error or "").startswith("the agent could not be set up")
    assert "needs the network" in (trial.error or "")
