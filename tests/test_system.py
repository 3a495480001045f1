import os
from pathlib import Path

import pytest

from liveclawbench import system
from liveclawbench.errors import LiveClawError
from liveclawbench.system import BUILDAH, SLIRP4NETNS, ensure, install_command, main, missing

FAKE_APT = '#!/bin/sh\necho "$@" >>"$0.log"\n[ "$1" = update ] || exit %d\n'


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def add(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return path


def quiet(message: str) -> None:
    assert message


def test_what_is_on_path_is_not_missing(bare: Path) -> None:
    assert missing([BUILDAH, SLIRP4NETNS]) == [BUILDAH, SLIRP4NETNS]
    add(bare, "buildah")
    assert missing([BUILDAH, SLIRP4NETNS]) == [SLIRP4NETNS]


def test_root_gets_it_installed(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{bare}:/bin")
    apt = add(bare, "apt-get", FAKE_APT % 0)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    said: list[str] = []
    tool = system.Tool("no-such-command", "no-such-package", "does nothing")
    ensure([tool], said.append)
    assert said == ["Installing no-such-command (does nothing)"]
    log = Path(f"{apt}.log").read_text().splitlines()
    assert log == ["update", "install -y --no-install-recommends no-such-package"]


def test_a_failed_installation_is_told(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{bare}:/bin")
    add(bare, "apt-get", FAKE_APT % 100)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    tool = system.Tool("no-such-command", "no-such-package", "does nothing")
    with pytest.raises(LiveClawError, match="no-such-package` failed"):
        ensure([tool], quiet)


@pytest.mark.usefixtures("bare")
def test_an_ordinary_user_gets_the_exact_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(LiveClawError) as failure:
        ensure([SLIRP4NETNS, BUILDAH], quiet)
    assert "buildah (builds the images)" in str(failure.value)
    command = "sudo apt-get install -y --no-install-recommends buildah netavark slirp4netns"
    assert command in str(failure.value)
    assert install_command([SLIRP4NETNS, BUILDAH]) == command


@pytest.mark.usefixtures("bare")
def test_the_launchers_call_tells_on_stderr(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main(["--tests"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "chromium" in said.err


@pytest.mark.usefixtures("bare")
def test_a_user_without_id_ranges_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(LiveClawError, match="newuidmap"):
        system.ensure_root()
