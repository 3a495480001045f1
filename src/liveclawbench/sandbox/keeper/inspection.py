"""Looking at and ending the processes of one sandbox; called inside its mount namespace."""

import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from . import entry, users

_SPARE_UID = 65533
_PATIENCE = 10.0


def kill_user(user: str) -> int:
    """End every process of `user` in this pid namespace for sure; how many there were.

    One `kill(-1)` reaches all of them at once, so that none can fork its way out. It is sent under
    a real uid that is nobody's: the victims can neither signal nor trace the sender.
    TimeoutError with the pids that are still there after ten seconds.
    """
    uid = users.lookup(user).uid
    if uid == 0:
        raise ValueError("root's processes are the sandbox's own")
    first = alive = list(_of_user(uid))
    deadline = time.monotonic() + _PATIENCE
    while True:
        _kill_all(uid)
        _await_end(alive)
        alive = list(_of_user(uid))
        if not alive:
            return len(first)
        if time.monotonic() > deadline:
            raise TimeoutError(f"processes {alive[:10]} of user {uid} do not end")


def memory() -> dict[str, int]:
    """Proportional set size in kB by `pid name`, of every process inside."""
    sizes = {}
    for entry_ in os.scandir("/proc"):
        if entry_.name.isdigit():
            with suppress(OSError):
                process = Path("/proc", entry_.name)
                for line in (process / "smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        name = (process / "comm").read_text(errors="replace").strip()
                        sizes[f"{entry_.name} {name}"] = int(line.split()[1])
    return sizes


def _of_user(uid: int) -> Iterator[int]:
    for pid, _ in entry.processes():
        with suppress(OSError):
            if os.stat(f"/proc/{pid}").st_uid == uid or uid in _uids(pid):
                yield pid


def _uids(pid: int) -> list[int]:
    for line in Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines():
        if line.startswith("Uid:"):
            return [int(field) for field in line.split()[1:]]
    return []


def _kill_all(uid: int) -> None:
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresuid(_SPARE_UID, uid, _SPARE_UID)
            os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def _await_end(pids: list[int]) -> None:
    poll = select.poll()
    descriptors = []
    for pid in pids:
        with suppress(OSError):
            descriptors.append(os.pidfd_open(pid))
            poll.register(descriptors[-1], select.POLLIN)
    pending = len(descriptors)
    while pending and (ready := poll.poll(1000)):
        for descriptor, _ in ready:
            poll.unregister(descriptor)
            pending -= 1
    for descriptor in descriptors:
        os.close(descriptor)
