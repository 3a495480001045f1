import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveclawbench.results import Finding, Usage, read_job, read_trial

RESULT: dict[str, Any] = {
    "task_name": "watch-purchase",
    "config": {"task": {"path": "/somewhere/watch-purchase"}},
    "agent_info": {"name": "oracle"},
    "started_at": "2026-01-01T10:00:00Z",
    "finished_at": "2026-01-01T10:00:09.500000Z",
    "environment_setup": {
        "started_at": "2026-01-01T10:00:00Z",
        "finished_at": "2026-01-01T10:00:02Z",
    },
    "agent_execution": {
        "started_at": "2026-01-01T10:00:02Z",
        "finished_at": "2026-01-01T10:00:07Z",
    },
    "verifier_result": {"rewards": {"reward": 0.8, "bought": 1, "paid": 0.5}},
}


def write(folder: Path, result: object, **files: object) -> Path:
    (folder / "verifier").mkdir(parents=True)
    (folder / "result.json").write_text(json.dumps(result))
    for name, content in files.items():
        (folder / "verifier" / f"{name}.json").write_text(json.dumps(content))
    return folder


def test_numbers_and_times(tmp_path: Path) -> None:
    trial = read_trial(write(tmp_path / "t", RESULT), attempt=3)
    assert (trial.task, trial.agent, trial.attempt) == ("watch-purchase", "oracle", 3)
    assert (trial.outcome, trial.reward) == ("passed", 0.8)
    assert trial.checks == {"bought": 1.0, "paid": 0.5}
    assert vars(trial.seconds) == {"environment": 2, "agent": 5, "verifier": 0, "total": 9.5}
    assert trial.error is None


def test_what_a_trial_took_is_read_where_it_was_counted(tmp_path: Path) -> None:
    counted = {"n_input_tokens": 900, "n_cache_tokens": 300, "n_output_tokens": 20, "cost_usd": 0.5}
    folder = write(tmp_path / "t", RESULT | {"agent_result": counted})
    (folder / "usage.json").write_text('{"peak_memory_bytes": 104857600}')
    assert read_trial(folder).usage == Usage(900, 300, 20, 0.5, 100.0)
    assert read_trial(write(tmp_path / "u", RESULT)).usage == Usage()


@pytest.mark.parametrize(
    "odd", [7, {"n_input_tokens": "many", "cost_usd": [1]}, {"cost_usd": True}]
)
def test_odd_counts_are_none(tmp_path: Path, odd: object) -> None:
    folder = write(tmp_path / "t", RESULT | {"agent_result": odd})
    (folder / "usage.json").write_text('{"peak_memory_bytes": "much"}')
    assert read_trial(folder).usage == Usage()


def exception(kind: str, message: str = "x") -> dict[str, Any]:
    return {"exception_info": {"exception_type": kind, "exception_message": message}}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({}, "passed"),
        ({"verifier_result": {"rewards": {"reward": 0.49}}}, "failed"),
        ({"verifier_result": {"rewards": {"reward": 0.5}}}, "passed"),
        ({"verifier_result": {"rewards": {}}}, "error"),
        ({"verifier_result": None}, "error"),
        ({"verifier_result": {"rewards": {"reward": float("nan")}}}, "error"),
        ({"verifier_result": {"rewards": {"reward": "1"}}}, "error"),
        ({"verifier_result": {"rewards": {"reward": 10**400}}}, "error"),
        ({"verifier_result": {"rewards": {"reward": True}}}, "error"),
        (exception("AgentTimeoutError"), "timeout"),
        (exception("AgentTimeoutError") | {"verifier_result": None}, "timeout"),
        (exception("VerifierTimeoutError") | {"verifier_result": None}, "error"),
        (exception("NonZeroAgentExitCodeError"), "passed"),
        (exception("RuntimeError"), "error"),
        ({"verifier_result": {"rewards": {"reward": 1, "_meta_invalid": 1}}}, "invalid"),
    ],
)
def test_outcome(tmp_path: Path, change: dict[str, Any], outcome: str) -> None:
    assert read_trial(write(tmp_path / "t", RESULT | change)).outcome == outcome


def test_verdict_gives_findings_and_what_makes_a_trial_invalid(tmp_path: Path) -> None:
    verdict = {
        "checks": [{"name": "bought it", "weight": 0.6, "score": 0, "reason": "no order"}],
        "gates": [
            {"name": "an order", "passed": False, "cap": 0.2, "reason": "none"},
            {"name": "logged in", "passed": True, "cap": 0, "reason": ""},
        ],
        "collateral": ["shop.orders: #7 added"],
        "invalid": ["the fault 'lost' never fired"],
    }
    trial = read_trial(write(tmp_path / "t", RESULT, verdict=verdict))
    assert trial.findings == (
        Finding("check", "bought it", 0.0, 0.6, "no order"),
        Finding("gate", "an order", 0.2, reason="none"),
        Finding("damage", "shop.orders: #7 added", 0.0),
    )
    assert (trial.outcome, trial.notes) == ("invalid", ("the fault 'lost' never fired",))


def test_error_quotes_the_last_lines_of_the_verifier(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "t", RESULT | {"verifier_result": None} | exception("RewardFileNotFoundError")
    )
    (folder / "verifier" / "test-stdout.txt").write_text("\n".join(map(str, range(99))) + "\n\n")
    error = read_trial(folder).error
    assert error == "the verifier wrote no reward; it said: 94 / 95 / 96 / 97 / 98"


def test_an_error_is_no_zero_even_if_somebody_graded_it(tmp_path: Path) -> None:
    broken = {"verifier_result": {"rewards": {"reward": 0.0, "bought": 0.0}}}
    verdict = {"checks": [{"name": "bought it", "weight": 1, "score": 0}]}
    trial = read_trial(
        write(tmp_path / "t", RESULT | broken | exception("InternalServerError"), verdict=verdict)
    )
    assert (trial.outcome, trial.reward, trial.error) == ("error", None, "InternalServerError: x")
    assert (trial.checks, trial.findings) == ({}, ())


NEVER_SET_UP = RESULT | {
    "agent_setup": RESULT["agent_execution"],
    "agent_execution": None,
    "verifier_result": None,
}


def test_an_agent_that_could_not_be_set_up(tmp_path: Path) -> None:
    result = NEVER_SET_UP | exception("RuntimeError", "no tmux")
    error = read_trial(write(tmp_path / "t", result)).error
    assert error == "the agent could not be set up: RuntimeError: no tmux"


@pytest.mark.parametrize(
    "last",
    [
        "stderr: curl: (6) Could not resolve host: example.org",
        "npm error request to https://example.org/aider failed, reason: getaddrinfo EAI_AGAIN",
        "WARNING: Retrying: [Errno -3] Temporary failure in name resolution",
        "W: Failed to fetch http://example.org/  Temporary failure resolving 'example.org'",
    ],
)
def test_an_agent_that_could_not_be_fetched_needs_the_network(tmp_path: Path, last: str) -> None:
    lines = (*"abcdef", last)
    result = NEVER_SET_UP | exception("NetworkConnectionError", "\n".join(lines))
    error = read_trial(write(tmp_path / "t", result)).error or ""
    assert error.startswith("the agent could not be set up: ")
    assert f" / {last}; " in error
    assert "needs the network" in error


def test_job_numbers_attempts_in_the_order_of_their_starts(tmp_path: Path) -> None:
    for name, hour in (("a", 12), ("b", 10), ("c", 11)):
        write(tmp_path / name, RESULT | {"started_at": f"2026-01-01T{hour}:00:00Z"})
    (tmp_path / "unfinished").mkdir()
    trials = read_job(tmp_path)
    assert [(t.directory and t.directory.name, t.attempt) for t in trials] == [
        ("b", 1),
        ("c", 2),
        ("a", 3),
    ]


def test_links_and_huge_files_are_not_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "t", RESULT)
    (tmp_path / "elsewhere").write_text(json.dumps({"invalid": ["planted"]}))
    (folder / "verifier" / "verdict.json").symlink_to(tmp_path / "elsewhere")
    assert read_trial(folder).notes == ()
    (folder / "result.json").write_text(json.dumps(RESULT) + " " * (5 << 20))
    assert read_trial(folder).error == "the trial has no result"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.integers(-2, 10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(
    result=st.fixed_dictionaries({}, optional=dict.fromkeys(RESULT, JSON)) | JSON,
    verdict=st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(("checks", "gates", "collateral", "invalid"), st.lists(JSON) | JSON),
    ),
)
def test_anything_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, result: object, verdict: object
) -> None:
    folder = write(tmp_path_factory.mktemp("trial") / "t", result, verdict=verdict)
    trial = read_trial(folder)
    json.dumps(trial.as_json(), allow_nan=False)
