"""The command: within this process where that will do, else in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.cli import main

COMMAND = [sys.executable, "-c", "from liveclawbench.cli import main; main()"]
Liveclaw = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that commands are given in, on a wide terminal without colours."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")
    return folder


@pytest.fixture
def liveclaw(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Liveclaw:
    """`liveclaw("tasks", name)`: the command line, status and output of the real one."""

    def call(*words: object) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["liveclaw", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        status = ended.value.code if isinstance(ended.value.code, int) else 0
        return subprocess.CompletedProcess(sys.argv, status, printed.out, printed.err)

    return call


@pytest.fixture
def process(here: Path) -> Liveclaw:
    """`process("run", task, stdin=…)`: the same in a process of its own."""

    def call(*words: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=here,
            env=dict(os.environ),
        )

    return call
