"""A Docker engine for the tests: the machine's own, else one that lives as long as they need it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from liveclawbench.paths import cache_dir

_SECONDS = 60.0
# Namespaces of its own: no bridge, no rule of the firewall and no mount outlives it.
_APART = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")


def docker(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["docker", *args], capture_output=True, text=True)


@contextmanager
def docker_engine() -> Iterator[None]:
    """While this lasts, `docker` finds an engine; skips the test if there can be none."""
    if not shutil.which("docker"):
        pytest.skip("no docker command")
    with _compose():
        yield from _engine()


@contextmanager
def _compose() -> Iterator[None]:
    """While this lasts, `docker` has Compose: its own, else that of the development packages."""
    if docker("compose", "version").returncode == 0:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="docker-") as config, pytest.MonkeyPatch.context() as m:
        Path(config, "config.json").write_text("{}")  # buildah wants it where there is a folder
        plugin = Path(config, "cli-plugins", "docker-compose")
        plugin.parent.mkdir()
        plugin.symlink_to(Path(sys.executable).with_name("docker-compose"))
        m.setenv("DOCKER_CONFIG", config)
        yield


def _engine() -> Iterator[None]:
    if docker("version").returncode == 0:
        yield
        return
    if not shutil.which("dockerd") or os.geteuid() != 0:
        pytest.skip("no Docker daemon answers, and only root with `dockerd` could start one")
    cache_dir().mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="docker-", dir=cache_dir()))
    try:
        # A socket's path must be short.
        with tempfile.TemporaryDirectory(prefix="docker-") as sockets, _daemon(home, Path(sockets)):
            yield
    finally:
        shutil.rmtree(home)


@contextmanager
def _daemon(home: Path, sockets: Path) -> Iterator[None]:
    address = f"unix://{sockets / 'socket'}"
    command = [*_APART, "dockerd", "--host", address, "--storage-driver", "overlay2"]
    command += ["--data-root", str(home / "data"), "--exec-root", str(sockets / "run")]
    command += ["--pidfile", str(home / "pid")]
    with (home / "log").open("wb") as log:
        daemon = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    before = os.environ.get("DOCKER_HOST")
    os.environ["DOCKER_HOST"] = address
    try:
        _wait(daemon, home / "log")
        yield
    finally:
        if before is None:
            del os.environ["DOCKER_HOST"]
        else:
            os.environ["DOCKER_HOST"] = before
        _end(daemon)


def _wait(daemon: subprocess.Popen[bytes], log: Path) -> None:
    start = time.monotonic()
    while docker("version").returncode != 0:
        if daemon.poll() is not None or time.monotonic() - start > _SECONDS:
            said = log.read_text(errors="replace").strip().splitlines() or ["no message"]
            pytest.skip(f"no Docker daemon answers, and none can be started: {said[-1]}")
        time.sleep(0.1)


def _end(daemon: subprocess.Popen[bytes]) -> None:
    """`unshare` itself heeds no signal but the last; the daemon is its only child."""
    children = Path(f"/proc/{daemon.pid}/task/{daemon.pid}/children")
    if daemon.poll() is None:
        for child in children.read_text().split():
            os.kill(int(child), signal.SIGTERM)
    try:
        daemon.wait(_SECONDS)
    except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()
