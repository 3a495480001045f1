"""Reading results back from the folder of a Harbor job.

Nothing here trusts what it reads: a file that is missing, broken or of another shape makes an
`error`, never an exception.
"""

import math
import re
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from liveclawbench.results.trial import PASS_MARK, Finding, Outcome, Seconds, Trial, Usage
from liveclawbench.results.untrusted import as_dict, as_dicts, read_dict, read_text

_LARGEST = 4 << 20
_LAST_LINES = 5
_OFFLINE = r"resol(?:ve|ving|ution)\b|unreachable|connection refused|EAI_AGAIN|curl: \(\d+\)"
_NOT_INSTALLED = (
    "it is installed anew in each trial, which needs the network (docs/guide/comparing-agents.md)"
)
# Harbor grades these trials all the same; the others end what they happen in.
_AGENT_TIMEOUTS = ("AgentTimeoutError", "AgentSetupTimeoutError")
_STILL_GRADED = (
    "NonZeroAgentExitCodeError",
    "ContextWindowExceededError",
    "OutputTokenExceededError",
    "ContextLengthExceededError",
    "OutputLengthExceededError",
    "AgentSafetyRefusalError",
    "ContentPolicyViolationError",
)


def read_job(directory: Path) -> list[Trial]:
    """Every trial below the folder of a job that has a result, in the order of their starts."""
    folders = [path.parent for path in directory.glob("*/result.json")]
    folders.sort(key=lambda folder: (str(_load(folder / "result.json").get("started_at")), folder))
    trials: list[Trial] = []
    seen: Counter[tuple[str, str]] = Counter()
    for folder in folders:
        trial = read_trial(folder)
        seen[trial.task, trial.agent] += 1
        trials.append(replace(trial, attempt=seen[trial.task, trial.agent]))
    return trials


def read_trial(directory: Path, *, attempt: int = 1) -> Trial:
    """The trial whose folder this is."""
    result = _load(directory / "result.json")
    config = as_dict(result.get("config"))
    path = as_dict(config.get("task")).get("path")
    task_dir = Path(path) if isinstance(path, str) else None
    numbers = _numbers(as_dict(result.get("verifier_result")).get("rewards"))
    reward = numbers.get("reward")
    verdict = _load(directory / "verifier" / "verdict.json")
    invalid = _strings(verdict.get("invalid"))
    if numbers.get("_meta_invalid"):
        invalid = invalid or ["the verifier says so"]
    kind = as_dict(result.get("exception_info")).get("exception_type")
    outcome = _outcome(kind, reward, bool(invalid))
    graded = outcome != "error"  # a verifier may have looked all the same, at half a try
    return Trial(
        task=task_dir.name if task_dir else str(result.get("task_name", directory.name)),
        agent=str(as_dict(result.get("agent_info")).get("name", "")),
        attempt=attempt,
        outcome=outcome,
        reward=reward if graded else None,
        seconds=_seconds(result),
        usage=_usage(result, _load(directory / "usage.json")),
        checks={key: value for key, value in numbers.items() if graded and _is_check(key)},
        findings=tuple(_findings(verdict)) if graded else (),
        notes=(*invalid, *_exit_notes(directory), *_ending(result)),
        error=_error(directory, result, reward) if outcome in ("error", "timeout") else None,
        task_dir=task_dir,
        directory=directory,
    )


def _is_check(key: str) -> bool:
    return key != "reward" and not key.startswith("_meta_")


def _outcome(kind: object, reward: float | None, invalid: bool) -> Outcome:
    if kind in _AGENT_TIMEOUTS:
        return "timeout"
    if reward is None or (kind is not None and kind not in _STILL_GRADED):
        return "error"
    if invalid:
        return "invalid"
    return "passed" if reward >= PASS_MARK else "failed"


def _seconds(result: dict[str, Any]) -> Seconds:
    return Seconds(
        environment=_span(result.get("environment_setup")),
        agent=_span(result.get("agent_setup")) + _span(result.get("agent_execution")),
        verifier=_span(result.get("verifier")),
        total=_span(result),
    )


def _usage(result: dict[str, Any], measured: dict[str, Any]) -> Usage:
    agent = as_dict(result.get("agent_result"))
    tokens = {
        name: int(number)
        for name in ("input", "cache", "output")
        if (number := _finite(agent.get(f"n_{name}_tokens"))) is not None and number >= 0
    }
    peak = _finite(measured.get("peak_memory_bytes"))
    return Usage(
        input_tokens=tokens.get("input"),
        cached_tokens=tokens.get("cache"),
        output_tokens=tokens.get("output"),
        cost_usd=_finite(agent.get("cost_usd")),
        memory_mb=None if peak is None else round(peak / (1 << 20), 1),
    )


def _span(timing: object) -> float:
    times = as_dict(timing)
    try:
        started, finished = (
            datetime.fromisoformat(times[key]) for key in ("started_at", "finished_at")
        )
        return max(0.0, (finished - started).total_seconds())
    except (KeyError, TypeError, ValueError):
        return 0.0


def _error(directory: Path, result: dict[str, Any], reward: float | None) -> str:
    exception = as_dict(result.get("exception_info"))
    if not exception:
        return "the trial has no result" if not result else "there is no reward"
    message = str(exception.get("exception_message", "")).strip()
    text = f"{exception.get('exception_type')}: {message}".rstrip(": ")
    if exception.get("exception_type") == "RewardFileNotFoundError":
        text = "the verifier wrote no reward"
    if result.get("agent_setup") and not result.get("agent_execution"):
        text = f"the agent could not be set up: {_last(text)}"
        if re.search(_OFFLINE, message, re.IGNORECASE):
            text += f"; {_NOT_INSTALLED}"
    if reward is None and (said := _last_lines(directory / "verifier" / "test-stdout.txt")):
        text += f"; it said: {said}"
    return text


def _last_lines(path: Path) -> str:
    return _last(_text(path))


def _last(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " / ".join(lines[-_LAST_LINES:])


def _exit_notes(directory: Path) -> list[str]:
    status = _text(directory / "agent" / "exit-code.txt").strip()
    return [f"the script ended with status {status}"] if re.fullmatch(r"\d{1,3}", status) else []


def _ending(result: dict[str, Any]) -> list[str]:
    """How the agent's run broke off, where what it had done was graded all the same."""
    exception = as_dict(result.get("exception_info"))
    if exception.get("exception_type") not in _STILL_GRADED:
        return []
    return [f"the agent's run broke off: {exception.get('exception_message')}"]


def _findings(verdict: dict[str, Any]) -> list[Finding]:
    findings = [
        Finding(
            "check",
            str(check.get("name", "")),
            _number(check.get("score")),
            _number(check.get("weight")),
            str(check.get("reason", "")),
        )
        for check in as_dicts(verdict.get("checks"))
    ]
    findings += [
        Finding(
            "gate",
            str(gate.get("name", "")),
            1.0 if gate.get("passed") is True else _number(gate.get("cap")),
            reason=str(gate.get("reason", "")),
        )
        for gate in as_dicts(verdict.get("gates"))
        if gate.get("passed") is not True
    ]
    damage = _strings(verdict.get("collateral"))
    return findings + [Finding("damage", what, 0.0) for what in damage]


def _numbers(rewards: object) -> dict[str, float]:
    numbers = {str(key): _finite(value) for key, value in as_dict(rewards).items()}
    return {key: value for key, value in numbers.items() if value is not None}


def _number(value: object) -> float:
    return _finite(value) or 0.0


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _load(path: Path) -> dict[str, Any]:
    return read_dict(path, _LARGEST)


def _text(path: Path) -> str:
    return read_text(path, _LARGEST)


def _strings(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
