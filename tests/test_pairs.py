"""Matched pairs are found by their scenarios, and differ by their factor alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.pairs import find_pairs, same_as_line
from liveclawbench.scenario import render_in_place
from liveclawbench.tasks import Corpus, Task

WriteTask = Callable[..., Path]
FIRST = """from liveclawbench.scenario import *
@scenario
def build(draw):
    return Scenario(
        instruction="Please buy a lamp for me, any will do as long as it is a lamp.",
        services={"shop": {"categories": [{"id": 1, "slug": "lamps", "name": name(draw)}]}},
        dormant=[{"id": "lost", "factor": "C2", "service": "shop", "on": "place_order",
                  "effect": "drop"}],
    )
def name(draw):
    return "Lamps for all" if draw.switch("more") else "Lamps"
"""


@pytest.fixture
def corpus(write_task: WriteTask) -> Path:
    first = write_task("lamp", services=["shop"])
    (first / "scenario.py").write_text(FIRST)
    second = write_task("lamp-lost", case_id=2, services=["shop"], factor_c2=1)
    line = 'from liveclawbench.scenario import same_as\n\nbuild = same_as("lamp", fault="lost")\n'
    (second / "scenario.py").write_text(line)
    for task in (first, second):
        render_in_place(Task.load(task))
    return first.parent


def problems(root: Path) -> list[tuple[str, str]]:
    (pair,) = find_pairs(Corpus(root))
    return list(pair.problems())


def test_a_pair_is_found_with_its_factor(corpus: Path) -> None:
    (pair,) = find_pairs(Corpus(corpus))
    assert (pair.first.name, pair.second.name) == ("lamp", "lamp-lost")
    assert (pair.factors, pair.faults, pair.switches) == (("C2",), ("lost",), ())
    assert problems(corpus) == []


def test_the_line_of_a_pair_is_read_without_running_it(corpus: Path) -> None:
    scenario = corpus / "lamp-lost/scenario.py"
    scenario.write_text('raise SystemExit\nbuild = same_as("lamp", switch=["a", "b"])\n')
    line = same_as_line(scenario)
    assert line is not None
    assert (line.task, line.faults, line.switches, line.line) == ("lamp", (), ("a", "b"), 2)
    for text in ("build = same_as(other)\n", "build = (\n", "build = 1\n", "\0"):
        scenario.write_text(text)
        assert same_as_line(scenario) is None


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("task.toml", "factor_c2 = 1", "factor_c2 = 0", "its factors are none, those of lamp none"),
        ("task.toml", "factor_a1 = 0", "factor_a1 = 1", "its factors are A1 C2"),
        ("task.toml", "case_id = 2", "case_id = 2\nseed = 5", "the seed is 5"),
        ("task.toml", "timeout_sec = 1800.0", "timeout_sec = 900.0", "[agent] is not that of lamp"),
        ("tests/verify.py", "done", "fine", "is not that of lamp"),
        ("instruction.md", "lamp", "bulb", "is not that of lamp"),
        ("environment/Dockerfile", "FROM", "# more\nFROM", "is not that of lamp"),
        ("mock/shop.json", "Lamps", "Bulbs", "is not that of lamp"),
    ],
)
def test_whatever_else_differs_is_told(
    corpus: Path, name: str, old: str, new: str, said: str
) -> None:
    path = corpus / "lamp-lost" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    ((where, what),) = problems(corpus)
    assert where == name
    assert said in what


def test_a_switch_may_change_the_data_but_not_the_request(corpus: Path) -> None:
    second = corpus / "lamp-lost"
    (second / "scenario.py").write_text(
        'from liveclawbench.scenario import same_as\n\nbuild = same_as("lamp", switch="more")\n'
    )
    render_in_place(Task.load(second))
    assert "for all" in (second / "mock/shop.json").read_text()
    assert problems(corpus) == []
    (second / "instruction.md").write_text("Please buy two lamps for me, any will do.\n")
    assert [name for name, _ in problems(corpus)] == ["instruction.md"]
