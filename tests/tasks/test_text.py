from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.scenario.loading import load_build
from liveclawbench.tasks import Corpus, Task

BAD = b"# first\n# caf\xe9\n"
WriteTask = Callable[..., Path]


def test_a_file_that_is_no_text_says_where(write_task: WriteTask) -> None:
    task = Task.load(write_task("one"))
    (task.dir / "instruction.md").write_bytes(BAD)
    (task.dir / "scenario.py").write_bytes(BAD)
    for read in (task.instruction, lambda: load_build(task.dir / "scenario.py")):
        with pytest.raises(LiveClawError, match="not UTF-8") as caught:
            read()
        assert caught.value.line == 2


def test_a_task_whose_configuration_is_no_text_is_broken_and_the_others_are_not(
    write_task: WriteTask,
) -> None:
    good, bad, folder = write_task("good"), write_task("bad"), write_task("folder")
    (bad / "task.toml").write_bytes(BAD)
    (folder / "task.toml").unlink()
    (folder / "task.toml").mkdir()
    found = Corpus(good.parent).all
    assert [task.dir for task in found.tasks] == [good]
    assert [str(b.error).removeprefix(f"{b.dir}/") for b in found.broken] == [
        "task.toml:2: not UTF-8: invalid continuation byte (save it as UTF-8 text)",
        "task.toml: cannot be read: Is a directory",
    ]
