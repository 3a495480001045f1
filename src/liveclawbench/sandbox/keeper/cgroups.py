"""CPU, memory and process limits of one sandbox through cgroups, version 1 or 2."""

import errno
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_PERIOD = 100_000
_PATIENCE = 5.0


@dataclass
class Groups:
    """`directories`: what was made. `missing`: limit name -> why it could not be applied.

    `memory`: the bytes that were wanted, where they could be applied.
    """

    directories: list[Path] = field(default_factory=list)
    memory: float | None = None
    missing: dict[str, str] = field(default_factory=dict)

    def members(self) -> list[str]:
        return [str(directory / "cgroup.procs") for directory in self.directories]

    def make_room(self) -> None:
        """Let those wanted bytes be beyond what is held now, which ending processes did not free.

        Shared memory segments and files of a `tmpfs` are such; who ran before could fill them.
        """
        if self.memory is not None:
            amount = self.memory + (resident(self.directories) or 0)
            for directory in self.directories:
                _raise_memory(directory, amount)

    def remove(self) -> None:
        for directory in self.directories:
            remove(directory)


def resident(directories: list[Path]) -> int | None:
    """Bytes of memory that the processes of a group hold, without the file cache.

    None where no group counts memory.
    """
    for directory in directories:
        with suppress(OSError, ValueError, KeyError):
            lines = (directory / "memory.stat").read_text().splitlines()
            counts = {name: int(value) for name, value in map(str.split, lines)}
            if "total_rss" in counts:
                return counts["total_rss"] + counts.get("total_shmem", 0)
            return counts["anon"] + counts["shmem"]
    return None


def remove(directory: Path) -> None:
    """Remove a group; waits a little for its last process to be gone from it."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            directory.rmdir()
        except OSError as error:
            if error.errno == errno.EBUSY and time.monotonic() < deadline:
                time.sleep(0.002)
                continue
        return


def create(name: str, wanted: dict[str, float]) -> Groups:
    """A group `name` with the `wanted` limits: `cpus`, `memory` (bytes), `pids`."""
    groups = Groups()
    if not wanted:
        return groups
    hierarchies = _hierarchies()
    for limit, amount in wanted.items():
        controller = {"cpus": "cpu"}.get(limit, limit)
        try:
            _apply(groups, hierarchies, controller, name, amount)
        except (OSError, LookupError) as error:
            groups.missing[limit] = _reason(error, controller)
    if "memory" not in groups.missing:
        groups.memory = wanted.get("memory")
    return groups


def _reason(error: Exception, controller: str) -> str:
    if isinstance(error, PermissionError):
        return "this user may not create control groups here"
    if isinstance(error, OSError):
        return f"the {controller} control group refuses: {error.strerror}"
    return str(error.args[0])


def _hierarchies() -> dict[str, Path]:
    """Controller -> our own group's directory; the key "" is the version 2 hierarchy."""
    own = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            own[controller] = path
    found = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        fields = left.split()
        root, point = fields[3], Path(fields[4])
        names = [""] if kind == "cgroup2" else options.split(",") if kind == "cgroup" else []
        for name in names:
            if name in own:
                found[name] = point / os.path.relpath(own[name], root).removeprefix("../")
    return found


def _apply(
    groups: Groups, hierarchies: dict[str, Path], controller: str, name: str, amount: float
) -> None:
    if controller in hierarchies:
        directory = hierarchies[controller] / name
        _make(groups, directory)
        _set_version_1(directory, controller, amount)
    elif "" in hierarchies:
        directory = _version_2_parent(hierarchies[""], controller) / name
        _make(groups, directory)
        _set_version_2(directory, controller, amount)
    else:
        raise LookupError("no control groups are mounted")


def _make(groups: Groups, directory: Path) -> None:
    if directory not in groups.directories:
        directory.mkdir()
        groups.directories.append(directory)


def _version_2_parent(own: Path, controller: str) -> Path:
    """The nearest group at or above ours that may hand `controller` to its children."""
    if controller not in (own / "cgroup.controllers").read_text().split():
        raise LookupError(f"the {controller} controller is not available here")
    for parent in (own, own.parent):
        control = parent / "cgroup.subtree_control"
        if not control.exists():
            break
        with suppress(OSError):
            if controller not in control.read_text().split():
                control.write_text(f"+{controller}")
            if os.access(parent, os.W_OK):
                return parent
    raise LookupError(f"the {controller} controller is not delegated to this user or group")


def _set_version_1(directory: Path, controller: str, amount: float) -> None:
    if controller == "cpu":
        _write(directory, "cpu.cfs_period_us", _PERIOD)
        _write(directory, "cpu.cfs_quota_us", amount * _PERIOD)
    elif controller == "memory":
        _write(directory, "memory.limit_in_bytes", amount)
        with suppress(OSError):  # only where swap is accounted for
            _write(directory, "memory.memsw.limit_in_bytes", amount)
    else:
        _write(directory, "pids.max", amount)


def _set_version_2(directory: Path, controller: str, amount: float) -> None:
    if controller == "cpu":
        (directory / "cpu.max").write_text(f"{int(amount * _PERIOD)} {_PERIOD}")
    elif controller == "memory":
        _write(directory, "memory.max", amount)
        with suppress(OSError):
            _write(directory, "memory.swap.max", 0)
    else:
        _write(directory, "pids.max", amount)


def _raise_memory(directory: Path, amount: float) -> None:
    """Raise whatever limits of memory the group has; the wider one first, as they must nest."""
    for name in ("memory.memsw.limit_in_bytes", "memory.limit_in_bytes", "memory.max"):
        with suppress(OSError, ValueError):  # no such limit, or "max"
            if int((directory / name).read_text()) < amount:
                _write(directory, name, amount)


def _write(directory: Path, name: str, amount: float) -> None:
    (directory / name).write_text(str(int(amount)))
