import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveclawbench.scenario import Draw, Redraw


def test_draws_of_a_seed_never_change() -> None:
    """These numbers are in published tasks: if this fails, published tasks would change."""
    draw = Draw(1)
    drawn = [draw.integer(1, 1000) for _ in range(3)]
    assert drawn == [907, 382, 440]
    assert draw.choice("abcdef") == "c"
    assert draw.sample(range(10), 4) == [5, 2, 4, 6]
    assert draw.shuffle("abcd") == ["b", "a", "d", "c"]


def test_seeds_and_attempts_differ() -> None:
    streams = {
        tuple(Draw(seed, attempt).sample(range(100), 8))
        for seed in range(4)
        for attempt in range(4)
    }
    assert len(streams) == 16


@given(st.integers(), st.lists(st.integers()))
def test_a_shuffle_holds_the_same_items(seed: int, items: list[int]) -> None:
    kept = list(items)
    assert sorted(Draw(seed).shuffle(items)) == sorted(items)
    assert items == kept


@given(st.integers(), st.integers(-50, 50), st.integers(0, 50))
def test_a_whole_number_lies_between_both_ends(seed: int, low: int, width: int) -> None:
    assert low <= Draw(seed).integer(low, low + width) <= low + width


def test_both_ends_are_drawn() -> None:
    draw = Draw(3)
    assert {draw.integer(1, 3) for _ in range(100)} == {1, 2, 3}


def test_the_generator_handed_to_others_draws_alike_however_python_does() -> None:
    rng = Draw(1).rng
    assert isinstance(rng, random.Random)
    assert [rng.randint(1, 6) for _ in range(5)] == [6, 3, 3, 3, 4]
    assert rng.choice([1, 2, 3]) == 1
    assert rng.sample(["a", "b"], 1, counts=[3, 0]) == ["a"]
    with pytest.raises(ValueError, match="empty range"):
        rng.randrange(3, 3)
    with pytest.raises(IndexError):
        rng.choice([])
    with pytest.raises(ValueError, match="cannot sample"):
        rng.sample([1], 2)


def test_only_takes_the_single_one_or_asks_for_another_draw() -> None:
    draw = Draw(1)
    prices = [("a", 5, 4.1), ("b", 3, 4.6), ("c", 3, 4.9)]
    assert draw.only(prices, lambda p: p[2] < 4.7, least=lambda p: p[1])[0] == "b"
    assert draw.only(prices, most=lambda p: p[1])[0] == "a"
    assert draw.only(prices, lambda p: p[0] == "c")[0] == "c"
    with pytest.raises(Redraw, match="found 2"):
        draw.only(prices, least=lambda p: p[1])
    with pytest.raises(Redraw, match="found 0"):
        draw.only(prices, lambda p: p[1] > 9)


def test_a_fork_leaves_the_stream_alone() -> None:
    plain, forked = Draw(5), Draw(5)
    side = forked.fork("distractors")
    side.sample(range(100), 50)
    assert forked.integer(0, 10**6) == plain.integer(0, 10**6)
    assert side.integer(0, 10**6) != forked.fork("others").integer(0, 10**6)


def test_a_switch_is_on_only_when_asked_for() -> None:
    draw = Draw(1, switches=["late"])
    assert draw.switch("late")
    assert not draw.fork("x").switch("early")
    assert draw.known_switches == {"late", "early"}


def test_the_world_is_the_same_for_a_seed_and_drawn_once() -> None:
    draw = Draw(4)
    world = draw.world()
    assert draw.world() is world
    assert world.person() == Draw(4).world().person()
    assert Draw(5).world().person() != Draw(4).world().person()
