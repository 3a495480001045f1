"""OpenClaw's transcript as a trajectory."""

from typing import Any

from harbor.models.trajectories import Trajectory

from liveclawbench.harbor.openclaw.trajectory import trajectory, written
from liveclawbench.results.untrusted import dicts_in


def told(*messages: dict[str, object]) -> Trajectory | None:
    at = "2026-01-02T03:04:05Z"
    events = [{"type": "message", "timestamp": at, "message": message} for message in messages]
    return read(events)


def read(events: list[dict[str, Any]]) -> Trajectory | None:
    return trajectory(events, instruction="Do it.", model="custom/m", version="1", session="s")


USER = {"role": "user", "content": "Do it."}


def test_a_run_in_which_the_model_never_answered_keeps_what_was_asked() -> None:
    found = told(USER)
    assert found is not None
    assert [step.message for step in found.steps] == ["Do it."]


def test_costs_are_those_of_each_answer() -> None:
    usage = {"input": 10, "output": 5, "cacheRead": 2, "cost": {"total": 0.25}}
    answer = {"role": "assistant", "content": [{"type": "text", "text": "Yes."}], "usage": usage}
    found = told(USER, answer, USER, answer)
    assert found is not None
    assert found.final_metrics is not None
    assert found.final_metrics.total_cost_usd == 0.5
    assert found.final_metrics.total_prompt_tokens == 24
    assert found.final_metrics.total_completion_tokens == 10


def test_no_transcript_and_a_broken_one_give_nothing() -> None:
    assert read([]) is None
    broken = "\ufffd{\n[1, 2]\n{}\n" + "[" * 100_000
    assert list(dicts_in(broken)) == [{}]
    assert read(list(dicts_in(broken))) is None


def test_a_transcript_can_be_written_and_read_again() -> None:
    events = [{"type": "message", "message": {"role": "user", "content": "\ud800 \n"}}]
    assert list(dicts_in(written(events))) == events
