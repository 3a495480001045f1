"""A trial told from the beginning: what the agent did, and what changed in the world meanwhile.

Nothing here trusts what it reads: the transcript holds what the agent and its model wrote.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from liveclawbench.errors import UsageError
from liveclawbench.results.untrusted import as_dict, as_dicts, dicts_in, read_dict, read_text

Who = Literal["system", "user", "agent", "tool", "world", "service", "fault"]

_LARGEST = 64 << 20
_NOTHING = ("(no assistant text)", "(empty user message)")
# What terminus-2 is told first is mostly how it has to answer.
_TASK_BEGINS, _TASK_ENDS = "\nTask Description:\n", "\n\nCurrent terminal state:\n"
# It writes a step down when its commands have ended: what they changed came after the step before.
_LATE = "terminus-2"
_EMPTY_ROWS = re.compile(r"\n{3,}")
_EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Moment:
    """One thing that happened; `at` is None where nothing tells when.

    `title` is short (a tool's name, an operation); `text` is what was said, called or changed.
    """

    at: datetime | None
    who: Who
    title: str
    text: str = ""
    step: int | None = None


@dataclass(frozen=True)
class Story:
    """`moments` in their order; `missing` names what there is no record of."""

    moments: list[Moment]
    missing: list[str] = field(default_factory=list)


def read_story(trial: Path) -> Story:
    """The story of a trial's folder; UsageError where that is none, or several trials."""
    if not (trial / "config.json").is_file() or not (trial / "agent").is_dir():
        inside = sorted(path.parent.name for path in trial.glob("*/agent") if path.is_dir())
        raise UsageError(
            f"{trial} is no folder of a trial",
            hint=f"its trials: {', '.join(inside[:10])}" if inside else "jobs/<job>/<trial>",
        )
    steps = list(_steps(read_dict(trial / "agent" / "trajectory.json", _LARGEST)))
    events = list(_events(trial / "verifier" / "events.jsonl"))
    missing = [name for name, found in (("trajectory", steps), ("event log", events)) if not found]
    return Story(_merged(steps, events), missing)


def _merged(steps: list[Moment], events: list[Moment]) -> list[Moment]:
    """By time, the steps in their own order; what has no time stays after what is before it."""
    told: list[tuple[datetime, int, Moment]] = []
    last = _EARLIEST
    for moment in steps:
        last = max(last, moment.at or _EARLIEST)
        told.append((last, 0, moment))
    told += [(moment.at or _EARLIEST, 1, moment) for moment in events]
    return [moment for _, _, moment in sorted(told, key=lambda item: item[:2])]


def _task_in(prompt: str) -> str:
    """The task, where a prompt frames it as terminus-2's does; else the whole."""
    task, ended, _ = prompt.partition(_TASK_BEGINS)[2].rpartition(_TASK_ENDS)
    return task.strip() if ended else prompt


def _steps(trajectory: dict[str, Any]) -> Iterator[Moment]:
    late = as_dict(trajectory.get("agent")).get("name") == _LATE
    before: datetime | None = None
    for number, step in enumerate(as_dicts(trajectory.get("steps")), 1):
        at = _time(step.get("timestamp"))
        if late:
            at, before = before or at, at
        source = step.get("source")
        who: Who = source if source in ("agent", "system") else "user"
        said = _words(step.get("message"))
        if number == 1:
            said = _task_in(said)
        yield Moment(at, who, "", "" if said in _NOTHING else said, number)
        thought = _words(step.get("reasoning_content"))
        if thought and thought != said:  # some agents tell everything twice
            yield Moment(at, "agent", "thinks", thought)
        results = as_dicts(as_dict(step.get("observation")).get("results"))
        for call in as_dicts(step.get("tool_calls")):
            yield Moment(at, "tool", str(call.get("function_name")), _arguments(call))
            own = [r for r in results if r.get("source_call_id") == call.get("tool_call_id")]
            yield from _observed(at, own, late)
            results = [result for result in results if result not in own]
        yield from _observed(at, results, late)


def _observed(
    at: datetime | None, results: list[dict[str, Any]], screens: bool
) -> Iterator[Moment]:
    for result in results:
        text = _words(result.get("content"))
        yield Moment(at, "tool", "", _EMPTY_ROWS.sub("\n\n", text).strip() if screens else text)


def _arguments(call: dict[str, Any]) -> str:
    """The arguments as text: a single command or path as it is, else by name."""
    given = call.get("arguments")
    if not isinstance(given, dict):
        return _words(given)
    if len(given) == 1:
        return _words(next(iter(given.values())))
    if given.keys() == {"keystrokes", "duration"}:
        return _words(given["keystrokes"]).rstrip("\n") or f"(waits {_words(given['duration'])} s)"
    return "\n".join(f"{name}: {_words(value)}" for name, value in given.items())


def _words(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return "\n".join(str(part.get("text") or f"({part.get('type')})") for part in value)
    return json.dumps(value, ensure_ascii=False)


def _events(path: Path) -> Iterator[Moment]:
    for event in dicts_in(read_text(path, _LARGEST)):
        if at := _time(event.get("at")):
            yield _event(event, at)


def _event(event: dict[str, Any], at: datetime) -> Moment:
    if "fault" in event:
        return Moment(at, "fault", f"{event['fault']}", f"in {event.get('operation')}")
    if "cut" in event:
        return Moment(at, "service", "and so on", f"{event['cut']} events in all")
    who: Who = "world" if event.get("surface") == "world" else "service"
    title = f"{event.get('service')}.{event.get('table')} #{event.get('key')} {event.get('kind')}"
    pairs = as_dict(event.get("changes")).items()
    text = ", ".join(f"{name} {_change(value)}" for name, value in pairs if value is not None)
    return Moment(at, who, title, text)


def _change(value: object) -> str:
    if isinstance(value, list) and len(value) == 2:
        return f"{_words(value[0])} → {_words(value[1])}"
    return _words(value)


def _time(text: object) -> datetime | None:
    if not isinstance(text, str):
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
