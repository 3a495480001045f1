"""The mock platform's dependencies, fetched on the host for the Python inside the image."""

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from liveclawbench.errors import LiveClawError
from liveclawbench.images.buildah import disk_full
from liveclawbench.images.command import Progress, Runner
from liveclawbench.images.digest import combined
from liveclawbench.paths import REPO

LOCK = REPO / "requirements" / "mock.txt"
# Debian trixie's; wheels for older C libraries run on its own as well.
_PYTHON = "3.13"
_GLIBC_MINOR = 41
_OLDEST_GLIBC_MINOR = 17


def site_packages(cache: Path, runner: Runner, progress: Progress) -> Path:
    """A directory with every package of the lock, unpacked; kept in `cache`."""
    machine = os.uname().machine
    key = combined({"lock": LOCK.read_text(), "python": _PYTHON, "machine": machine})
    done = cache / key[:16]
    if done.is_dir():
        return done
    cache.mkdir(parents=True, exist_ok=True)
    progress("Fetching the mock platform's dependencies")
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        target = Path(scratch) / "site-packages"
        _install(target, machine, runner, progress)
        shutil.rmtree(target / "bin", ignore_errors=True)
        target.rename(done)
    return done


def _install(target: Path, machine: str, runner: Runner, progress: Progress) -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--no-deps"]
    command += ["--disable-pip-version-check", "--no-compile", "--require-hashes"]
    command += ["--only-binary", ":all:", "--implementation", "cp"]
    command += ["--python-version", _PYTHON]
    for minor in range(_GLIBC_MINOR, _OLDEST_GLIBC_MINOR - 1, -1):
        command += ["--platform", f"manylinux_2_{minor}_{machine}"]
    done = runner.run(
        [*command, "--target", str(target), "--requirement", str(LOCK)],
        on_line=lambda line: progress(line) if line.startswith("Downloading") else None,
    )
    if done.disk_full:
        raise disk_full(target.parent.parent)
    if done.offline and done.status != 0:
        raise LiveClawError(
            "cannot reach the package index, so the mock platform cannot be built",
            hint="check the network and pip's configuration",
        )
    if done.status != 0:
        errors = [line for line in done.tail if line.startswith("ERROR")] or [*done.tail][-1:]
        reason = re.sub(r"^ERROR: ", "", errors[0]) if errors else "no message"
        raise LiveClawError(
            f"cannot fetch the mock platform's dependencies: {reason}",
            hint="check pip's configuration",
            path=LOCK,
        )
