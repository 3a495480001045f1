"""How the inside of a sandbox is put together from bubblewrap's options."""

import re
from collections.abc import Mapping
from pathlib import Path

from liveclawbench.images import Image

_MASKED_FILES = ("kcore", "keys", "latency_stats", "timer_list", "timer_stats", "sched_debug")
_MASKED_DIRECTORIES = ("acpi", "asound", "scsi")
_READ_ONLY = ("bus", "fs", "irq", "sys", "sysrq-trigger")
# Stands in for CMD: says on descriptor 3 that the ENTRYPOINT has handed over, then becomes CMD.
_HANDOVER = ("/bin/sh", "-c", 'echo ready >&3; exec 3>&-; exec "$@"', "sh")

ENTRYPOINT = "/opt/mock/entrypoint.sh"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
KEEP_RUNNING = ("sleep", "infinity")
HANDOVER = 3
# What bubblewrap runs: says on its descriptor that all is set up, then keeps the namespaces alive.
UP = 6
HOLD = ("/bin/sh", "-c", f"echo up >&{UP}; exec {UP}>&-; exec sleep infinity")


def bwrap_arguments(root: Path, hostname: str, info: int, shm_bytes: int) -> list[str]:
    """Options for a process 1 of its own namespaces on the mounted `root`."""
    arguments = [
        *("--bind", str(root), "/", "--dev", "/dev", "--proc", "/proc"),
        *("--perms", "1777", "--size", str(shm_bytes), "--tmpfs", "/dev/shm"),  # noqa: S108
        *("--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-ipc"),
        *("--unshare-cgroup-try", "--hostname", hostname, "--die-with-parent", "--new-session"),
        *("--clearenv", "--cap-drop", "ALL", "--chdir", "/", "--info-fd", str(info)),
    ]
    for name in _present(_READ_ONLY):
        arguments += ["--ro-bind", f"/proc/{name}", f"/proc/{name}"]
    for name in _present(_MASKED_FILES):
        arguments += ["--ro-bind", "/dev/null", f"/proc/{name}"]
    for name in _present(_MASKED_DIRECTORIES):
        arguments += ["--tmpfs", f"/proc/{name}", "--remount-ro", f"/proc/{name}"]
    return arguments


def _present(names: tuple[str, ...]) -> list[str]:
    return [name for name in names if Path("/proc", name).exists()]


def network_files(hostname: str, network: str, hosts: Mapping[str, str]) -> dict[str, str]:
    """The files in /etc that say who and where the sandbox is; `hosts`: name → address."""
    names = "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n"
    names += "".join(f"{address}\t{name}\n" for name, address in hosts.items())
    resolver = "nameserver 10.0.2.3\n" if network == "public" else "# no network\n"
    return {
        "hostname": f"{hostname}\n",
        "hosts": f"{names}127.0.1.1\t{hostname}\n",
        "resolv.conf": resolver,
    }


def hostname(name: str) -> str:
    """`name` as a legal host name."""
    return re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-")[:63].strip("-") or "sandbox"


def main_command(image: Image, command: tuple[str, ...] | None) -> tuple[list[str], bool]:
    """What to run when the sandbox starts, and whether it says when its start-up is over.

    It does where there is no ENTRYPOINT, or it is ours, which is known to end in `exec "$@"`: CMD
    is then wrapped so that it reports being reached. Any other ENTRYPOINT is ready when it runs.
    """
    entrypoint = image.config.entrypoint
    cmd = image.config.cmd if command is None else command
    if not entrypoint or entrypoint == (ENTRYPOINT,):
        return [*entrypoint, *_HANDOVER, *(cmd or KEEP_RUNNING)], True
    return [*entrypoint, *cmd], False
