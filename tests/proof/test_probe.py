from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.proof import plan
from liveclawbench.tasks import Task

WriteTask = Callable[..., Path]


def test_a_plan_tries_everything_that_must_and_must_not_score(write_task: WriteTask) -> None:
    directory = write_task("good")
    (directory / "scenario.py").touch()
    probes = plan(Task.load(directory), [7, 8])
    assert [(p.kind, p.script, p.seed) for p in probes] == [
        ("rendered", None, None),
        ("oracle", "solve.sh", None),
        ("fresh", "solve.sh", 7),
        ("fresh", "solve.sh", 8),
        ("nop", None, None),
        ("miss", "near_misses/elsewhere.sh", None),
        ("miss", "near_misses/empty.sh", None),
        ("extra", "near_misses/extra-word.sh", None),
        ("miss", "near_misses/wrong.sh", None),
        ("crash", None, None),
    ]


def test_a_task_that_cannot_vary_has_no_fresh_instances(write_task: WriteTask) -> None:
    kinds = {probe.kind for probe in plan(Task.load(write_task("fixed")), [7])}
    assert kinds == {"oracle", "nop", "miss", "extra", "crash"}


def test_a_near_miss_says_what_it_may_score(write_task: WriteTask) -> None:
    directory = write_task("good")
    path = directory / "solution/near_misses/empty.sh"
    path.write_text("# expects nothing\n")
    with pytest.raises(LiveClawError) as caught:
        plan(Task.load(directory), [])
    assert (caught.value.path, caught.value.line) == (path, 1)


def test_an_oracle_that_does_harm_is_required(write_task: WriteTask) -> None:
    directory = write_task("good")
    (directory / "solution/near_misses/extra-word.sh").unlink()
    with pytest.raises(LiveClawError, match="extra-"):
        plan(Task.load(directory), [])
