"""The real command, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Liveclaw = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-c", "from liveclawbench.cli import main; main()"]


@pytest.fixture
def liveclaw(tmp_path: Path) -> Liveclaw:
    """`liveclaw("run", task)` runs the command in a folder of its own."""
    where = tmp_path / "here"
    where.mkdir()

    def call(*words: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=where,
            env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1"},
        )

    return call
