"""The system's own tools that this program needs: found, and installed where that is possible."""

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.errors import LiveClawError


@dataclass(frozen=True)
class Tool:
    """A command, and the Debian packages that it takes, separated by spaces."""

    command: str
    package: str
    purpose: str


# Debian 13's buildah starts nothing without netavark, and does not depend on it.
BUILDAH = Tool("buildah", "buildah netavark", "builds the images")
MMDEBSTRAP = Tool("mmdebstrap", "mmdebstrap", "makes the base image where none can be pulled")
SLIRP4NETNS = Tool("slirp4netns", "slirp4netns", "gives an environment the internet")
NSENTER = Tool("nsenter", "util-linux", "runs commands in an environment")
CHROMIUM = Tool("chromium", "chromium", "shows the services' pages to the tests")
DOCKER = Tool("docker", "docker.io", "runs trials with --env docker")
_USERS = (999, 1000)
REQUIRED = (BUILDAH, SLIRP4NETNS, NSENTER)


def missing(tools: Sequence[Tool] = REQUIRED) -> list[Tool]:
    """Those that are not on PATH."""
    return [tool for tool in tools if not shutil.which(tool.command)]


def install_command(tools: Sequence[Tool]) -> str:
    """What to type, as root, to install them on Debian and its relatives."""
    packages = " ".join(sorted({name for tool in tools for name in tool.package.split()}))
    prefix = "" if os.geteuid() == 0 else "sudo "
    return f"{prefix}apt-get install -y --no-install-recommends {packages}"


def ensure(tools: Sequence[Tool], progress: Callable[[str], None]) -> None:
    """Install what is missing, or say how; raises `LiveClawError`."""
    absent = missing(tools)
    if not absent:
        return
    names = ", ".join(f"{tool.command} ({tool.purpose})" for tool in absent)
    command = install_command(absent)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise LiveClawError(f"missing on this machine: {names}", hint=f"run `{command}`")
    progress(f"Installing {names}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in ("apt-get update", command):
        done = subprocess.run(step.split(), env=environment, capture_output=True, text=True)
        if done.returncode != 0 and step == command:
            last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
            raise LiveClawError(f"`{command}` failed: {last}", hint="run it by hand to see why")


def ensure_root() -> None:
    """Raise `LiveClawError` where an ordinary user cannot become root in a user namespace.

    And where root is one of a user namespace that lacks the users of the environments.
    """
    if os.geteuid() == 0:
        _ensure_users()
        return
    user = pwd.getpwuid(os.getuid()).pw_name
    if not shutil.which("newuidmap"):
        tool = Tool("newuidmap", "uidmap", "gives an ordinary user more than one user id")
        raise LiveClawError(
            f"missing on this machine: newuidmap, which {tool.purpose}",
            hint=f"run `{install_command([tool])}`, or run as root",
        )
    for listing in ("/etc/subuid", "/etc/subgid"):
        if not _has_range(Path(listing), user):
            raise LiveClawError(
                f"{listing} gives {user} no range of ids, so no image can be built",
                hint="run `sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 "
                f"{user}`, or run as root",
            )
    if subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode != 0:
        raise LiveClawError(
            "this machine lets no ordinary user make a user namespace",
            hint="run as root, or allow it: sysctl kernel.unprivileged_userns_clone, "
            "kernel.apparmor_restrict_unprivileged_userns, user.max_user_namespaces",
        )


def _ensure_users() -> None:
    for kind in ("uid", "gid"):
        rows = Path(f"/proc/self/{kind}_map").read_text().splitlines()
        ranges = [
            range(int(first), int(first) + int(count)) for first, _, count in map(str.split, rows)
        ]
        unmapped = [str(number) for number in _USERS if not any(number in ids for ids in ranges)]
        if unmapped:
            raise LiveClawError(
                f"this user namespace does not map {kind}s {' and '.join(unmapped)}, which the "
                "users mock and node of an environment have",
                hint="run it outside the namespace, as root or as an ordinary user; or make one "
                "with all ids: unshare --map-auto --map-root-user",
            )


def _has_range(listing: Path, user: str) -> bool:
    try:
        lines = listing.read_text().splitlines()
    except OSError:
        return False
    return any(line.startswith((f"{user}:", f"{os.getuid()}:")) for line in lines)


def main(arguments: Sequence[str]) -> int:
    """What the launcher calls at set-up: install what is missing, or say on stderr how."""
    tools = (*REQUIRED, CHROMIUM) if "--tests" in arguments else REQUIRED
    try:
        ensure(tools, lambda message: print(message, file=sys.stderr, flush=True))
    except LiveClawError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
