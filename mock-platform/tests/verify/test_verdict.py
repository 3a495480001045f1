import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mock_platform.verify import Check, Gate, Verdict

SHARES = st.floats(0, 1)


def test_the_reward_is_the_weighted_sum_of_the_numbers(tmp_path):
    verdict = Verdict(
        checks=[Check("Right watch", 0.6, 1.0), Check("To the right place", 0.4, 0.5)],
        collateral=["shop.orders #2 added"],
    )
    verdict.write(tmp_path)
    numbers = json.loads((tmp_path / "reward.json").read_text())
    assert numbers == {
        "reward": 0.55,
        "right_watch": 1.0,
        "to_the_right_place": 0.5,
        "lost_to_gates": 0.0,
        "lost_to_collateral_damage": 0.25,
    }
    assert float((tmp_path / "reward.txt").read_text()) == 0.55
    assert json.loads((tmp_path / "verdict.json").read_text())["collateral"] == [
        "shop.orders #2 added"
    ]
    assert not list(tmp_path.glob("*.part"))


def test_a_failed_gate_caps_and_a_passed_one_does_not():
    checks = [Check("a", 1.0, 1.0)]
    assert Verdict(checks, [Gate("g", False, 0.3)]).reward == 0.3
    assert Verdict(checks, [Gate("g", True, 0.0)]).reward == 1.0


@given(st.lists(SHARES, min_size=1, max_size=8), SHARES, st.booleans(), st.integers(0, 9))
def test_the_numbers_always_add_up_to_a_reward_between_0_and_1(scores, cap, passed, damages):
    weight = 1 / len(scores)
    verdict = Verdict(
        [Check(f"check {n}", weight, score) for n, score in enumerate(scores)],
        [Gate("gate", passed, cap)],
        ["damage"] * damages,
    )
    numbers = verdict.numbers()
    total = sum(weight * numbers[check.key] for check in verdict.checks)
    total -= numbers["lost_to_gates"] + numbers["lost_to_collateral_damage"]
    assert numbers["reward"] == pytest.approx(total, abs=1e-5)
    assert 0 <= numbers["reward"] <= 1


@pytest.mark.parametrize(
    "checks",
    [
        [],
        [Check("a", 0.5, 1)],
        [Check("a", 0.5, 1), Check("A!", 0.5, 1)],
    ],
)
def test_checks_must_add_up_to_one_and_have_names_of_their_own(tmp_path, checks):
    with pytest.raises(ValueError, match=r"weights|same name"):
        Verdict(checks).write(tmp_path)
    assert not list(tmp_path.iterdir())


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict([Check("a", NAN, 1.0)]),
        Verdict([Check("a", 1.0, 1.0), Check("b", NAN, 1.0)]),
        Verdict([Check("a", INF, 1.0), Check("b", -INF, 1.0)]),
        Verdict([Check("a", 1.5, 1.0), Check("b", -0.5, 1.0)]),
        Verdict([Check("a", 1.0, NAN)]),
        Verdict([Check("a", 1.0, INF)]),
        Verdict([Check("a", 1.0, 1.0)], [Gate("g", True, NAN)]),
        Verdict([Check("a", 1.0, 1.0)], collateral_cost=NAN),
    ],
)
def test_a_number_that_is_none_is_no_reward(tmp_path, verdict):
    with pytest.raises(ValueError, match=r"is (nan|-?inf|1\.5), not in \[0, 1\]"):
        verdict.write(tmp_path)
    assert not list(tmp_path.iterdir())
