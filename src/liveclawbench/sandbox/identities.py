"""User and group ids for sandboxes that an ordinary user starts."""

import os
import pwd
import subprocess
from pathlib import Path

from liveclawbench.sandbox.errors import SandboxError

_FEWEST = 65535


def write_id_maps(pid: int) -> None:
    """Map us to root and our subordinate ids to the others in the user namespace of `pid`.

    The same map as `buildah unshare` makes, so that both see the same owners of files.
    """
    for tool, kind, own in (
        ("newuidmap", "subuid", os.getuid()),
        ("newgidmap", "subgid", os.getgid()),
    ):
        arguments = [tool, str(pid), *_map(kind, own)]
        try:
            subprocess.run(arguments, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise SandboxError(f"{tool} is missing", hint="install the package uidmap") from None
        except subprocess.CalledProcessError as error:
            raise SandboxError(
                f"{tool} failed: {error.stderr.strip()}", hint=f"check /etc/{kind}"
            ) from None


def _map(kind: str, own: int) -> list[str]:
    """Triples of the first id inside, the first outside, and how many."""
    arguments, inside = ["0", str(own), "1"], 1
    for first, count in _ranges(kind):
        arguments += [str(inside), str(first), str(count)]
        inside += count
    if inside <= _FEWEST:
        raise SandboxError(
            f"/etc/{kind} gives {_name()} too few ids",
            hint=f"run `sudo usermod --add-{kind}s 100000-165535 {_name()}`, or run as root",
        )
    return arguments


def _ranges(kind: str) -> list[tuple[int, int]]:
    """`(first, count)` of each range that /etc/subuid or /etc/subgid (`kind`) gives this user."""
    try:
        lines = Path("/etc", kind).read_text().splitlines()
    except OSError:
        return []
    rows = [line.strip().split(":") for line in lines]
    return [
        (int(row[1]), int(row[2]))
        for row in rows
        if len(row) == 3
        and row[0] in (_name(), str(os.getuid()))
        and row[1].isdigit()
        and row[2].isdigit()
    ]


def _name() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
