from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.cli.building import build_images
from liveclawbench.images import Store
from liveclawbench.tasks import Task

WriteTask = Callable[..., Path]


def test_whatever_one_task_raises_is_its_own_error(
    write_task: WriteTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = [Task.load(write_task(name)) for name in ("good", "odd", "fine")]

    def build(self: Store, task_dir: Path, *args: object, **kwargs: object) -> None:
        if task_dir.name == "odd":
            raise ZeroDivisionError("never thought of")

    monkeypatch.setattr(Store, "mock", lambda self: None)
    monkeypatch.setattr(Store, "task", build)
    ready, (unbuilt,) = build_images(tasks)
    assert [task.name for task in ready] == ["good", "fine"]
    assert unbuilt.task.name == "odd"
    assert str(unbuilt.error) == f"{tasks[1].dir}: ZeroDivisionError: never thought of"
