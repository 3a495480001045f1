from dataclasses import replace
from pathlib import Path

import pytest

from liveclawbench.cli.report import print_report
from liveclawbench.results import Finding, Seconds, Trial, Usage

TRIAL = Trial(
    task="watch",
    agent="oracle",
    attempt=1,
    outcome="failed",
    reward=0.25,
    seconds=Seconds(environment=1.25, agent=2.5, verifier=0.5, total=4.4),
    findings=(
        Finding("check", "one order", 1.0, 0.5),
        Finding("check", "the cheapest", 0.0, 0.5, "it is W-2, not W-1"),
        Finding("gate", "an order was placed", 0.25),
        Finding("damage", "shop.orders #7 added", 0.0),
    ),
    task_dir=Path("/nowhere/watch"),
)


def shown(capsys: pytest.CaptureFixture[str], *trials: Trial) -> str:
    print_report(trials, [])
    return capsys.readouterr().out


def test_what_cost_points_is_told_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, TRIAL)
    assert "0 of 1: the cheapest: it is W-2, not W-1" in text
    assert "capped at 0.25: an order was placed" in text
    assert "collateral damage: shop.orders #7 added" in text
    assert "one order" not in text
    assert "1 trial: 1 failed; mean reward 0.250\n" in text


def test_tokens_and_cost_are_shown_where_somebody_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "tokens" not in shown(capsys, TRIAL)
    spent = replace(TRIAL, usage=Usage(12_345, 0, 67, 0.25, 800.4))
    text = shown(capsys, TRIAL, spent)
    assert all(word in text for word in ("tokens in", "12,345", "67", "$0.2500", "800"))


def test_a_trial_without_a_reward_is_no_zero(capsys: pytest.CaptureFixture[str]) -> None:
    lost = replace(TRIAL, outcome="error", reward=None, findings=(), error="boom\nat line 3")
    text = shown(capsys, lost, replace(TRIAL, attempt=2, outcome="passed", reward=1.0, findings=()))
    row = next(line for line in text.splitlines() if line.startswith("watch #1"))
    assert row.split()[2:5] == ["-", "error", "-"]
    assert "  boom\n  at line 3\n" in text
    assert (
        "2 trials: 1 passed, 1 error; mean reward 1.000 over 1 of 2 trials; 1 error is not counted"
    ) in text


def test_a_mean_says_what_it_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    lost = [replace(TRIAL, outcome=name, reward=None) for name in ("error", "error", "timeout")]
    invalid = replace(TRIAL, outcome="invalid", reward=1.0)
    late = replace(TRIAL, outcome="timeout", reward=0.75)
    text = shown(capsys, TRIAL, *lost, invalid, late)
    assert "; mean reward 0.500 over 2 of 6 trials; " in text
    assert "; 2 errors and 1 time-out and 1 invalid trial are not counted\n" in text
    assert "1 trial: 1 error; no reward\n" in shown(capsys, lost[0])


def test_nothing_from_an_environment_steers_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    evil = "\x1b[2J[red]\x07"
    text = shown(
        capsys,
        replace(
            TRIAL,
            findings=(Finding("check", evil, 0.0, 1.0, evil), Finding("damage", evil, 0.0)),
            notes=(evil,),
            error=evil,
        ),
    )
    assert "\x1b" not in text
    assert text.count("␛[2J[red]␇") == 5


def test_what_kept_a_trial_from_counting_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    lost = replace(TRIAL, outcome="error", error="no solve.sh", notes=("status 127",))
    lines = [line.strip() for line in shown(capsys, lost).splitlines()]
    start = lines.index("watch: error")
    assert lines[start + 1 : start + 3] == ["no solve.sh", "status 127"]
    assert "the cheapest" in lines[start + 3]
