"""A process with the mock platform imported, which starts the services of sandboxes by forking.

It runs the Python of the image, below a root of its own made of the same layers that the sandboxes
have up to the mock platform: what is imported here is what they would import. Nothing of a task is
ever read in it. What it forks joins a sandbox as any command does (`entry`), and gives up the same
privileges, before it does anything else.

A request is `{"command", "descriptors"}` as JSON with descriptors: the pidfd of the sandbox's
process 1, the command's own, and its control groups. The command says "ready" on its last
descriptor when the services answer.
"""

import gc
import importlib
import json
import os
import signal
import socket
import traceback
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from . import entry, syscalls

CONTROL, OWN_PIDS = 3, 4
PYTHON = "/opt/mock/venv/bin/python"
PACKAGE = "/run/liveclaw"
BOOT = f"import sys; sys.path.append({PACKAGE!r}); from keeper import nursery; nursery.main()"

_TASK = Path("/opt/mock/task")
_MOST_DESCRIPTORS = 32
_LONGEST_REQUEST = 1 << 18
_READY, _NAMES = 3, 4
_PARTS = ("models", "operations", "api", "pages")


def become(root: Path, fds: list[int]) -> NoReturn:
    """Execute the image's Python below `root`, with `CONTROL`, `OWN_PIDS` and 0 to 2 from `fds`."""
    package = root / PACKAGE.lstrip("/") / "keeper"
    package.mkdir(parents=True, exist_ok=True)
    syscalls.mount(str(Path(__file__).parent), str(package), None, syscalls.MS_BIND)
    os.chroot(root)
    os.chdir("/")
    entry.arrange(fds, [0, 1, 2, CONTROL, OWN_PIDS])
    entry.reset_signals()
    environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}
    os.execve(PYTHON, [PYTHON, "-I", "-B", "-c", BOOT], environment)  # noqa: S606


def main() -> None:
    control = socket.socket(fileno=CONTROL)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    known: set[str] = set()
    _preload_platform()
    while True:
        message, fds, _, _ = socket.recv_fds(control, _LONGEST_REQUEST, _MOST_DESCRIPTORS)
        if not message:
            return
        try:
            names = _serve(json.loads(message), fds)
        except OSError:  # the sandbox has ended meanwhile
            names = []
        finally:
            for fd in fds:
                os.close(fd)
        for name in set(names) - known:
            _preload_service(name)
            known.add(name)


def _preload_platform() -> None:
    for name in ("launch", "kit.faults", "kit.seed", "kit.server"):
        importlib.import_module(f"mock_platform.{name}")
    importlib.import_module("mock_platform.standby").preload()
    gc.collect()
    gc.freeze()


def _preload_service(name: str) -> None:
    from sqlalchemy.orm import configure_mappers

    from mock_platform.kit.service import get_service

    with suppress(Exception):  # it fails where it is started, and is reported there
        service = get_service(name)
        for part in _PARTS:
            service.module(part)
        assert service.tables
        configure_mappers()
    gc.collect()
    gc.freeze()


def _serve(request: dict[str, object], fds: list[int]) -> list[str]:
    """Fork what starts the services of one sandbox; their names."""
    target, own, groups = fds[0], fds[1:5], fds[5:]
    names, names_end = os.pipe()
    try:
        os.setns(target, os.CLONE_NEWPID)
        child = -1
        try:
            child = os.fork()
        finally:
            if child:
                os.setns(OWN_PIDS, os.CLONE_NEWPID)
        if child == 0:
            _launch(entry.Command(**request["command"]), target, [*own, names_end], groups)  # type: ignore[arg-type]
    finally:
        os.close(names_end)
    with open(names, encoding="utf-8") as stream:
        return stream.read().split()


def _launch(command: entry.Command, target: int, fds: list[int], groups: list[int]) -> NoReturn:
    status = 1
    try:
        for group in groups:
            os.write(group, b"0")
        entry.join(target)
        syscalls.keep_capabilities(syscalls.CAPABILITIES)
        entry.settle(command, fds)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # as Python itself does when it starts
            signal.signal(number, signal.SIG_IGN)
        os.closerange(_NAMES + 1, 1 << 20)
        syscalls.rename_process("mock-platform")
        os.environ.clear()
        os.environ.update(entry.environment(command))
        status = _start()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _start() -> int:
    """As `python -m mock_platform.launch` does; says so where all is ready."""
    from mock_platform import launch

    with suppress(OSError), open(_NAMES, "w", encoding="utf-8") as names:
        names.write((_TASK / "services").read_text(encoding="utf-8"))
    held = [_READY]
    # Only by who is forked here: further below the number may be something else's.
    os.register_at_fork(after_in_child=lambda: os.closerange(held.pop(), _NAMES) if held else None)
    status = launch.main(["--user", "mock", "--stand-by"])
    if status == 0:
        os.write(_READY, b"ready\n")
    return status
