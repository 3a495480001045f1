import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from liveclawbench.sandbox import preflight, programs, tun
from liveclawbench.sandbox.errors import SandboxError

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="mounts a file system")


@pytest.fixture
def no_memory() -> Iterator[None]:
    """Programs are looked for anew, then and afterwards."""
    programs.bwrap.cache_clear()
    programs.slirp4netns.cache_clear()
    yield
    programs.bwrap.cache_clear()
    programs.slirp4netns.cache_clear()


def test_nothing_is_missing_here() -> None:
    assert preflight() == []


def test_missing_program_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, no_memory: None
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(programs.importlib.util, "find_spec", lambda name: None)
    bwrap, slirp = preflight()
    assert bwrap.message == "bubblewrap (bwrap) is missing or older than 0.10"
    assert slirp.hint == "install the package slirp4netns"


@pytest.mark.parametrize(
    ("version", "used"), [("0.8.0", False), ("0.10.0", True), ("1.2", True), ("?", False)]
)
def test_system_program_is_used_where_it_is_new_enough(
    monkeypatch: pytest.MonkeyPatch, no_memory: None, tmp_path: Path, version: str, used: bool
) -> None:
    system = tmp_path / "bwrap"
    system.write_text(f"#!/bin/sh\necho bubblewrap {version}\n")
    system.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(system))
    assert (programs.bwrap() == str(system)) == used


def in_its_own_process(cache: Path) -> str:
    code = "from liveclawbench.sandbox import preflight; print(preflight())"
    environment = os.environ | {"LIVECLAW_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout


def test_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be kept in" in in_its_own_process(tmp_path / "file" / "cache")


@root_only
def test_cache_on_a_file_system_that_overlays_cannot_use(tmp_path: Path) -> None:
    for name in ("lower", "upper", "work", "cache"):
        (tmp_path / name).mkdir()
    options = ",".join(f"{name}dir={tmp_path / name}" for name in ("lower", "upper", "work"))
    mount = ["mount", "-t", "overlay", "overlay", "-o", options, str(tmp_path / "cache")]
    subprocess.run(mount, check=True)
    try:
        said = in_its_own_process(tmp_path / "cache")
    finally:
        subprocess.run(["umount", str(tmp_path / "cache")], check=True)
    assert "Invalid argument" in said
    assert "set LIVECLAW_CACHE" in said


@root_only
def test_full_disk(tmp_path: Path) -> None:
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "nr_inodes=4", "tmpfs", str(tmp_path)], check=True
    )
    try:
        said = in_its_own_process(tmp_path)
        left = list((tmp_path / "sandboxes").glob("[!.]*"))
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)
    assert left == []
    assert "No space left on device" in said
    assert "free some space" in said


def test_a_device_that_is_not_there_keeps_from_the_internet_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tun, "TUN", "/dev/net/none")
    [problem] = preflight()
    assert problem.public_only
    assert problem.message.startswith("/dev/net/none cannot be opened: No such file")
    assert "tasks with network none do not need it" in problem.message
    assert "modprobe tun" in (problem.hint or "")


@root_only
def test_a_device_of_roots_is_opened_to_others_with_one_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    device = tmp_path / "tun"
    device.touch(0o600)
    monkeypatch.setattr(tun, "TUN", str(device))
    os.seteuid(65534)
    try:
        with pytest.raises(SandboxError, match="Permission denied") as caught:
            tun.check_tun()
    finally:
        os.seteuid(0)
    assert caught.value.hint == "as root: chmod 666 /dev/net/tun"
    tun.check_tun()


def test_a_user_namespace_without_the_environments_users_is_told(tmp_path: Path) -> None:
    code = "from liveclawbench.sandbox import preflight; print(*preflight())"
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", sys.executable, "-c", code],
        env=os.environ | {"LIVECLAW_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    if "unshare failed" in done.stderr:
        pytest.skip("no user namespace can be made here")
    assert done.stderr == ""
    assert done.stdout.count("Problem(") == 1
    assert "does not map uids 999 and 1000" in done.stdout
    assert "outside the namespace" in done.stdout
