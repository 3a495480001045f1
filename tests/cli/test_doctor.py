import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Liveclaw = Callable[..., subprocess.CompletedProcess[str]]


def test_what_is_missing_is_named_with_how_to_get_it(
    process: Liveclaw, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("LIVECLAW_CACHE", str(tmp_path / "cache"))
    done = process("doctor")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    missing = next(n for n, line in enumerate(lines) if line.startswith("missing buildah"))
    assert "apt-get install" in lines[missing + 1]
    assert any(line.startswith("note    base image") for line in lines)
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_machine_that_runs_trials_lacks_nothing(process: Liveclaw) -> None:
    done = process("doctor")
    assert done.returncode == 0, done.stdout
    assert "missing" not in done.stdout
    assert "sandbox" in done.stdout
