import resource
from pathlib import Path

import pytest

from liveclawbench.images import buildah


@pytest.mark.parametrize(
    ("most", "limits", "asked"),
    [
        ("32768\n", (96364, 96364), "nproc=32768:32768"),
        ("32768\n", (1000, 96364), "nproc=1000:32768"),
        ("4194304\n", (96364, 96364), "nproc=96364:96364"),
        ("32768\n", (96364, resource.RLIM_INFINITY), None),
    ],
)
def test_no_more_processes_are_asked_for_than_an_ordinary_user_may_have(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    most: str,
    limits: tuple[int, int],
    asked: str | None,
) -> None:
    (tmp_path / "pid_max").write_text(most)
    monkeypatch.setattr(buildah, "_MOST_PROCESSES", tmp_path / "pid_max")
    files = (1024, 524288)
    monkeypatch.setattr(
        resource, "getrlimit", lambda kind: limits if kind == resource.RLIMIT_NPROC else files
    )
    options = buildah._limits()
    assert options[:2] == ["--ulimit", "nofile=1024:524288"]
    assert options[3:] == ([asked] if asked else [])
