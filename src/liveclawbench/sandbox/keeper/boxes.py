"""What belongs to one sandbox on the host: its directory, lock, control groups and root mount."""

import fcntl
import os
import select
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from . import cgroups, syscalls

_GROUPS_FILE = "cgroups"


@dataclass
class Box:
    """`lock` is held as long as the sandbox exists.

    `target` is a pidfd of its process 1; `processes` are those of all that end with it.
    """

    directory: Path
    lock: int
    groups: cgroups.Groups
    target: int | None = None
    processes: list[int] = field(default_factory=list)

    def discard(self) -> None:
        """End whatever runs in it, wait for that, and remove everything."""
        _end(self.processes)
        self.groups.remove()
        _delete(self.directory)

    def close(self) -> None:
        for descriptor in (*self.processes, self.lock):
            os.close(descriptor)


def create(parent: Path, name: str, wanted: dict[str, float]) -> Box:
    """A new directory `parent/name`, locked, with what an overlay mount needs in it."""
    directory = parent / name
    groups = cgroups.Groups()
    try:
        lock = _reserve(parent, directory)
        for inner in ("root", "upper", "work"):
            (directory / inner).mkdir(mode=0o755)
        groups = cgroups.create(f"liveclaw-{name}", wanted)
        listing = "".join(f"{path}\n" for path in groups.directories)
        (directory / _GROUPS_FILE).write_text(listing)
    except OSError:
        groups.remove()
        _delete(directory)
        raise
    return Box(directory, lock, groups)


def _reserve(parent: Path, directory: Path) -> int:
    """Make the directory and lock it, both before anybody can sweep it away."""
    with _guarded(parent, fcntl.LOCK_SH):
        directory.mkdir(mode=0o700)
        lock = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def sweep(parent: Path) -> int:
    """Remove what killed runs have left below `parent`; how many sandboxes that were."""
    swept = 0
    with _guarded(parent, fcntl.LOCK_EX):
        for directory in parent.iterdir():
            if directory.is_dir() and not directory.is_symlink() and _is_dead(directory):
                swept += 1
                with suppress(OSError):
                    for line in (directory / _GROUPS_FILE).read_text().splitlines():
                        cgroups.remove(Path(line))
                _delete(directory)
    return swept


def _is_dead(directory: Path) -> bool:
    try:
        lock = os.open(directory / "lock", os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


@contextmanager
def _guarded(parent: Path, how: int) -> Iterator[None]:
    parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    guard = os.open(parent / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(guard, how)
        yield
    finally:
        os.close(guard)


def _end(processes: list[int]) -> None:
    """Kill the processes behind pidfds; returns when they have ended."""
    poll = select.poll()
    for process in processes:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, signal.SIGKILL)
        poll.register(process, select.POLLIN)
    dying = len(processes)
    while dying:
        for process, _ in poll.poll():
            poll.unregister(process)
            dying -= 1


def _delete(directory: Path) -> None:
    try:
        shutil.rmtree(directory)
    except FileNotFoundError:
        return
    except (OSError, RecursionError):  # deeper than we have descriptors for
        subprocess.run(["rm", "-rf", "--", str(directory)], check=False)


def mount_root(directory: Path, layers: list[str]) -> Path:
    """Stack `layers` (lowest first) and a writable layer, in a mount namespace of our own.

    The paths go in by descriptor: the kernel takes no more than one page of options, and the
    sandbox can read them. `volatile`: nothing inside is meant to survive a power cut.
    """
    os.unshare(os.CLONE_NEWNS)
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_SLAVE)
    names = [*reversed(layers), str(directory / "upper"), str(directory / "work")]
    *lower, upper, work = [f"/proc/self/fd/{os.open(name, os.O_PATH)}" for name in names]
    options = f"lowerdir={':'.join(lower)},upperdir={upper},workdir={work}"
    if not _initial_user_namespace():
        options += ",userxattr"
    root = directory / "root"
    flags = syscalls.MS_NOSUID | syscalls.MS_NODEV
    try:
        syscalls.mount("overlay", str(root), "overlay", flags, f"{options},volatile")
    except OSError:
        try:
            syscalls.mount("overlay", str(root), "overlay", flags, options)
        except OSError as error:
            raise OSError(error.errno, error.strerror, f"overlayfs on {directory}") from None
    return root


def _initial_user_namespace() -> bool:
    return Path("/proc/self/uid_map").read_text().split() == ["0", "0", "4294967295"]


def write_files(root: Path, files: dict[str, str]) -> None:
    """Replace `etc/<name>` below `root`; nothing that the image holds is followed."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    with suppress(FileExistsError):
        os.mkdir(root / "etc", 0o755)
    etc = os.open(root / "etc", flags)
    for name, text in files.items():
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=etc)
        create_flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        descriptor = os.open(name, create_flags, 0o644, dir_fd=etc)
        os.fchmod(descriptor, stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP | stat.S_IROTH)
        with open(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
    os.close(etc)
