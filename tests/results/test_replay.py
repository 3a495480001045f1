"""The story of a trial, from its trajectory and the event log of its services."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from liveclawbench.errors import UsageError
from liveclawbench.results.replay import read_story

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """`write(steps, events)`: the folder of a trial with these."""

    def write(steps: object = (), events: object = (), agent: str = "openclaw") -> Path:
        trial = tmp_path / "trial"
        (trial / "agent").mkdir(parents=True)
        (trial / "verifier").mkdir()
        (trial / "config.json").write_text("{}")
        (trial / "agent/trajectory.json").write_text(
            json.dumps({"agent": {"name": agent}, "steps": steps})
        )
        lines = "".join(json.dumps(event) + "\n" for event in events)  # type: ignore[attr-defined]
        (trial / "verifier/events.jsonl").write_text(lines)
        return trial

    return write


def step(second: int, source: str = "agent", **fields: Any) -> dict[str, Any]:
    return {"timestamp": f"2026-01-02T10:00:{second:02}.000Z", "source": source, **fields}


def change(second: int, **fields: Any) -> dict[str, Any]:
    at = f"2026-01-02T10:00:{second:02}.500000+00:00"
    found = {"service": "shop", "table": "jars", "key": "3", "kind": "changed", "surface": "api"}
    return {"at": at, **found, "changes": {"price": ["5.00", "9.00"]}, **fields}


CALL = {"tool_call_id": "a", "function_name": "exec", "arguments": {"command": "ls"}}
SEEN = {"results": [{"source_call_id": "a", "content": "notes.md"}]}


def test_what_changed_stands_below_the_step_that_it_came_after(write: Write) -> None:
    steps = [
        step(1, "user", message="Tidy up."),
        step(2, message="I look.", tool_calls=[CALL], observation=SEEN),
        step(8, message="Done."),
    ]
    events = [change(5), change(6, surface="world"), {**change(7), "fault": "f", "operation": "x"}]
    story = read_story(write(steps, events))
    assert [(m.who, m.title, m.text) for m in story.moments] == [
        ("user", "", "Tidy up."),
        ("agent", "", "I look."),
        ("tool", "exec", "ls"),
        ("tool", "", "notes.md"),
        ("service", "shop.jars #3 changed", "price 5.00 → 9.00"),
        ("world", "shop.jars #3 changed", "price 5.00 → 9.00"),
        ("fault", "f", "in x"),
        ("agent", "", "Done."),
    ]
    assert story.missing == []


def test_a_step_that_was_written_down_late_stands_above_what_it_changed(write: Write) -> None:
    steps = [step(1, "user", message="Tidy up."), step(4, tool_calls=[CALL]), step(6, message="b")]
    story = read_story(write(steps, [change(2)], agent="terminus-2"))
    assert [m.who for m in story.moments] == ["user", "agent", "tool", "service", "agent"]
    assert [m.at.second for m in story.moments if m.at and m.step] == [1, 1, 4]


def test_several_calls_have_each_their_own_result(write: Write) -> None:
    calls = [CALL, {**CALL, "tool_call_id": "b", "arguments": {"path": "x", "content": "y"}}]
    results = [{"source_call_id": "b", "content": "written"}, *SEEN["results"]]
    steps = [step(1, message="", tool_calls=calls, observation={"results": results})]
    texts = [m.text for m in read_story(write(steps)).moments if m.who == "tool"]
    assert texts == ["ls", "notes.md", "path: x\ncontent: y", "written"]


def test_a_thought_is_told_unless_it_was_said(write: Write) -> None:
    steps = [
        step(1, "system", message="You are helpful."),
        step(2, message="I look.", reasoning_content="I look."),
        step(3, message="Done.", reasoning_content="It is tidy."),
    ]
    assert [(m.who, m.title, m.text) for m in read_story(write(steps)).moments] == [
        ("system", "", "You are helpful."),
        ("agent", "", "I look."),
        ("agent", "", "Done."),
        ("agent", "thinks", "It is tidy."),
    ]


def typed(number: int, keys: str) -> dict[str, Any]:
    arguments = {"keystrokes": keys, "duration": 0.5}
    return {"tool_call_id": f"c{number}", "function_name": "bash_command", "arguments": arguments}


def test_a_terminal_shows_what_was_typed_and_one_screen_for_all_of_it(write: Write) -> None:
    prompt = (
        "Answer as JSON.\n\nTask Description:\nTidy up.\n\nBoth shelves.\n\n\n"
        "Current terminal state:\n$"
    )
    screen = {"results": [{"content": "$ ls\nnotes.md\n$\n\n\n\n"}, {"content": "\n\n\nSure?"}]}
    calls = [typed(1, "ls\n"), typed(2, "")]
    steps = [step(1, "user", message=prompt), step(2, tool_calls=calls, observation=screen)]
    story = read_story(write(steps, agent="terminus-2"))
    assert [(m.who, m.title, m.text) for m in story.moments] == [
        ("user", "", "Tidy up.\n\nBoth shelves."),
        ("agent", "", ""),
        ("tool", "bash_command", "ls"),
        ("tool", "bash_command", "(waits 0.5 s)"),
        ("tool", "", "$ ls\nnotes.md\n$"),
        ("tool", "", "Sure?"),
    ]


def test_what_is_missing_is_named(write: Write) -> None:
    assert read_story(write()).missing == ["trajectory", "event log"]


@pytest.mark.parametrize(
    "steps",
    [
        {"no": "list"},
        [None, 3, "x"],
        [{"source": [], "message": {"a": 1}, "tool_calls": [7], "observation": 4}],
        [step(1, timestamp="yesterday", tool_calls=[{"arguments": None}])],
    ],
)
def test_odd_trajectories_do_no_harm(write: Write, steps: object) -> None:
    read_story(write(steps, [{"at": "soon"}, {"at": 4}, {**change(1), "changes": [1]}, 9]))


def test_a_folder_that_is_no_trial_names_those_in_it(write: Write) -> None:
    trial = write()
    with pytest.raises(UsageError, match="its trials: trial"):
        read_story(trial.parent)
