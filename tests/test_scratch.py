import subprocess
import sys
from pathlib import Path

import pytest

from liveclawbench.scratch import scratch_folder


def test_a_folder_is_there_for_as_long_as_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVECLAW_CACHE", str(tmp_path))
    with scratch_folder() as first, scratch_folder() as second:
        (first / "file").touch()
        assert first != second
        assert first.is_dir()
    assert not list((tmp_path / "scratch").iterdir())


def test_what_a_killed_process_left_goes_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVECLAW_CACHE", str(tmp_path))
    program = (
        "import os, signal; from liveclawbench.scratch import scratch_folder\n"
        "with scratch_folder() as f: (f / 'x').touch(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program])
    (left,) = (tmp_path / "scratch").iterdir()
    with scratch_folder():
        assert not left.exists()
