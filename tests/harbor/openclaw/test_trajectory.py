"""OpenClaw's transcript as a trajectory."""

import json
from pathlib import Path

from liveclawbench.harbor.openclaw.trajectory import read_events, trajectory


def write(path: Path, *messages: dict[str, object]) -> Path:
    events = [
        {"type": "message", "timestamp": "2026-01-02T03:04:05Z", "message": m} for m in messages
    ]
    path.write_text("".join(json.dumps(event) + "\n" for event in events))
    return path


def read(path: Path) -> object:
    return trajectory(path, instruction="Do it.", model="custom/m", version="1", session="s")


USER = {"role": "user", "content": "Do it."}


def test_a_run_in_which_the_model_never_answered_keeps_what_was_asked(tmp_path: Path) -> None:
    found = trajectory(
        write(tmp_path / "t", USER), instruction="Do it.", model="m", version="1", session="s"
    )
    assert found is not None
    assert [step.message for step in found.steps] == ["Do it."]


def test_costs_are_those_of_each_answer(tmp_path: Path) -> None:
    usage = {"input": 10, "output": 5, "cacheRead": 2, "cost": {"total": 0.25}}
    answer = {"role": "assistant", "content": [{"type": "text", "text": "Yes."}], "usage": usage}
    path = write(tmp_path / "t", USER, answer, USER, answer)
    found = trajectory(path, instruction="Do it.", model="m", version="1", session="s")
    assert found is not None
    assert found.final_metrics is not None
    assert found.final_metrics.total_cost_usd == 0.5
    assert found.final_metrics.total_prompt_tokens == 24
    assert found.final_metrics.total_completion_tokens == 10


def test_no_transcript_and_a_broken_one_give_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "missing") is None
    broken = tmp_path / "broken"
    broken.write_bytes(b"\xff\xfe{\n[1, 2]\n{}\n" + b"[" * 100_000)
    assert read_events(broken) == [{}]
    assert read(broken) is None
