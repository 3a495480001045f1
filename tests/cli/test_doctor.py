import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.cli import doctor

Liveclaw = Callable[..., subprocess.CompletedProcess[str]]
ENGINE = '[ "$1" = version ] && echo 27.1'
COMPOSE = '[ "$1 $2" = "compose version" ] && echo 2.40'


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


@pytest.mark.parametrize(
    ("script", "states", "fix"),
    [
        (None, {"docker": "note"}, "apt-get install -y --no-install-recommends docker.io"),
        (f"{ENGINE} || {COMPOSE}", {"docker": "ok", "docker compose": "ok"}, ""),
        (ENGINE, {"docker": "ok", "docker compose": "note"}, "docker-compose-plugin"),
        (
            f"{COMPOSE} || {{ echo Cannot connect >&2; exit 1; }}",
            {"docker": "note", "docker compose": "ok"},
            "dockerd",
        ),
    ],
    ids=["nothing", "all", "no Compose", "no engine"],
)
def test_what_docker_lacks(
    script: str | None,
    states: dict[str, str],
    fix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if script:
        (tmp_path / "docker").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "docker").chmod(0o755)
    found = list(doctor._docker())
    assert {finding.what: finding.state for finding in found} == states
    assert fix in " ".join(finding.fix for finding in found)
    assert all(bool(finding.fix) == (finding.state == "note") for finding in found)
