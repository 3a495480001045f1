"""A new task is sound from the first moment, whatever its pattern."""

import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import UsageError
from liveclawbench.registry import write
from liveclawbench.scaffold import PATTERNS, Pattern, new_task
from liveclawbench.tasks import Corpus, Task
from liveclawbench.validation import validate_corpus
from mock_platform.kit.service import service_names

WriteTask = Callable[..., Path]


def services_of(pattern: Pattern) -> list[str]:
    return ["todo", "airline"] if pattern == "service" else []


@pytest.mark.parametrize("pattern", PATTERNS)
def test_it_validates(tmp_path: Path, pattern: Pattern) -> None:
    corpus = Corpus(tmp_path / "tasks")
    corpus.root.mkdir()
    written = new_task("lost-parcel", pattern, services_of(pattern), corpus)
    assert corpus.root / "lost-parcel/instruction.md" in written
    assert not [path for path in written if "$name" in path.read_text()]
    write(Corpus(corpus.root))
    assert validate_corpus(Corpus(corpus.root)) == []


def test_any_service_can_be_named(tmp_path: Path) -> None:
    tmp_path = tmp_path / "tasks"
    tmp_path.mkdir()
    new_task("all-sites", "service", service_names(), Corpus(tmp_path))
    task = Task.load(tmp_path / "all-sites")
    assert task.services == tuple(service_names())
    assert len(task.instruction().split("http://localhost:")) == len(service_names()) + 1


def test_the_next_free_number_is_taken(write_task: WriteTask) -> None:
    root = write_task("good-task", case_id=41).parent
    new_task("my-notes", "knowledge", [], Corpus(root))
    toml = tomllib.loads((root / "my-notes/task.toml").read_text())
    assert toml["metadata"]["case_id"] == 42
    assert toml["metadata"]["factor_b2"] == 1


@pytest.mark.parametrize(
    ("name", "pattern", "services", "said"),
    [
        ("Bad_Name", "static", [], "kebab-case"),
        ("../outside", "static", [], "kebab-case"),
        ("good-task", "static", [], "already"),
        ("new-task", "service", [], "which services"),
        ("new-task", "service", ["emial"], "no service is named 'emial'"),
        ("new-task", "service", ["email", "email"], "twice"),
        ("new-task", "static", ["email"], "without services"),
    ],
)
def test_what_cannot_be_used_is_refused(
    write_task: WriteTask, name: str, pattern: Pattern, services: list[str], said: str
) -> None:
    root = write_task("good-task").parent
    with pytest.raises(UsageError, match=said):
        new_task(name, pattern, services, Corpus(root))
    assert [path.name for path in root.iterdir()] == ["good-task"]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS)
def test_it_is_proved_sound(tmp_path: Path, pattern: Pattern) -> None:
    (tmp_path / "tasks").mkdir()
    new_task("lost-parcel", pattern, services_of(pattern), Corpus(tmp_path / "tasks"))
    command = [sys.executable, "-c", "from liveclawbench.cli import main; main()", "check"]
    options = ["--tasks-dir", str(tmp_path / "tasks"), "--seeds", "5"]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
