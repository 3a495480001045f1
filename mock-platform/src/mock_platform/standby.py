"""A process of root's that waits with everything imported, to run the verifier when it comes.

Half of the time of a verification is importing the database layer. So the start-up of an
environment forks off one that has done so and listens at `PLACE`, which nobody but root can reach.
`python -I /tests/verify.py` hands itself over to it with its first import from `mock_platform`:
descriptors, folder, variables and arguments go there; that it has begun and the exit status come
back. Each run is a fork of its own, and what is forked has seen nothing of the task but which
services it has. Where none begins, or for any other command line, the program goes on by itself.
"""

import atexit
import importlib
import json
import os
import runpy
import select
import signal
import socket
import struct
import sys
import threading
import time
import traceback
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import NoReturn

PLACE = Path("/run/mock-platform/verifier")
BROKEN = 3
"""The exit status of a run of which no status came back: as a verifier that crashed."""

_MODULES = ("allowance", "matchers", "program", "record", "state", "verification", "workspace")
_CREDENTIALS = struct.Struct("3i")
_LONGEST = 1 << 18
_BEGUN = b"begun"
_STANDARD = (0, 1, 2)
_UNFLUSHED = 120
_OURS = {__file__, runpy.__file__, "<frozen runpy>"}
_runs_here = False


def preload() -> None:
    """Import what verifiers need."""
    importlib.import_module("mock_platform.kit.trial")
    for name in _MODULES:
        importlib.import_module(f"mock_platform.verify.{name}")


def stand_by(place: Path = PLACE) -> int:
    """Fork the process that waits at `place`; its id. OSError where it cannot listen there.

    Called by root, before privileges are given up, where the services' tables are imported.
    """
    preload()
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(str(place))
    listener.listen(8)
    pid = os.fork()
    if pid:
        listener.close()
        return pid
    try:
        _detach(listener.fileno())
        _serve(listener)
    finally:
        os._exit(1)


def hand_over(place: Path = PLACE) -> None:
    """End this process with what the waiting one makes of it; return if there is none for it."""
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    if _runs_here or script is None or sys.orig_argv[1:] != ["-I", script]:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        try:
            connection.connect(str(place))
            if _other_side(connection) != os.geteuid():
                return
            run = {"script": script, "env": dict(os.environ), "umask": _umask()}
            folder = os.open(".", os.O_PATH | os.O_DIRECTORY)
            try:
                socket.send_fds(connection, [json.dumps(run).encode()], [*_STANDARD, folder])
            finally:
                os.close(folder)
            if connection.recv(16) != _BEGUN:
                return
        except OSError:
            return
        said = b""
        with suppress(OSError):
            said = connection.recv(16)
    if not said:
        print("the verifier was ended from outside: for want of memory?", file=sys.stderr)
    sys.stderr.flush()
    os._exit(int(said) if said else BROKEN)


def _serve(listener: socket.socket) -> NoReturn:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        connection, _ = listener.accept()
        # Without a process for it, who asked is told nothing and goes on by itself.
        with connection, suppress(OSError):
            if _other_side(connection) == os.geteuid() and os.fork() == 0:
                listener.close()
                _attend(connection)


def _attend(connection: socket.socket) -> NoReturn:
    """Run what is asked for, until it ends or who asked is gone."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        message, fds, _, _ = socket.recv_fds(connection, _LONGEST, len(_STANDARD) + 1)
        if message:
            connection.sendall(str(_outcome(json.loads(message), fds, connection)).encode())
    finally:
        os._exit(0)


def _outcome(run: dict[str, object], fds: list[int], connection: socket.socket) -> int:
    """The exit status of a run, as a shell reports it; it is ended when the other side is gone."""
    runner = os.fork()
    if runner == 0:
        connection.close()
        _run(run, fds)
    with suppress(OSError):  # who asked is gone, which is seen below
        connection.sendall(_BEGUN)
    for fd in fds:
        os.close(fd)
    ended = os.pidfd_open(runner)
    if ended not in select.select([connection.fileno(), ended], [], [])[0]:
        _kill(runner)
    code = os.waitstatus_to_exitcode(os.waitpid(runner, 0)[1])
    return code if code >= 0 else 128 - code


def _kill(runner: int) -> None:
    """It and its group, where it has made one already."""
    with suppress(ProcessLookupError):
        os.killpg(runner, signal.SIGKILL)
    os.kill(runner, signal.SIGKILL)


def _run(run: dict[str, object], fds: list[int]) -> NoReturn:
    """Become as far as possible what `python -I script` would be."""
    global _runs_here
    _runs_here = True
    status = 1
    try:
        os.setsid()
        os.fchdir(fds[-1])
        for number in _STANDARD:
            os.dup2(fds[number], number)
        os.closerange(len(_STANDARD), 1 << 20)
        os.environ.clear()
        os.environ.update(run["env"])  # type: ignore[call-overload]
        time.tzset()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.umask(int(str(run["umask"])))
        script = str(run["script"])
        sys.argv, sys.orig_argv = [script], [sys.executable, "-I", script]
        sys.stdin, sys.stdout, sys.stderr = _streams()
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
        status = _executed(script)
        # As at the end of the interpreter: its threads, what was registered, what was written.
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        try:
            sys.stdout.flush()
        except (OSError, ValueError) as error:
            said = "".join(traceback.format_exception_only(error))
            sys.stderr.write(f"Exception ignored while flushing sys.stdout:\n{said}")
            status = _UNFLUSHED
        sys.stderr.flush()
    finally:
        os._exit(status)


def _streams() -> tuple[TextIOWrapper, TextIOWrapper, TextIOWrapper]:
    """As the interpreter has them where the text of the system is UTF-8."""
    lenient, explaining = "surrogateescape", "backslashreplace"
    return (
        os.fdopen(0, encoding="utf-8", errors=lenient, closefd=False),
        os.fdopen(1, "w", encoding="utf-8", errors=lenient, closefd=False),
        os.fdopen(2, "w", 1, encoding="utf-8", errors=explaining, closefd=False),
    )


def _executed(script: str) -> int:
    """The exit status of the script, as the interpreter would give it."""
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 0xFF
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        error = error.with_traceback(_beneath(error.__traceback__))
        sys.excepthook(type(error), error, error.__traceback__)
        return 128 + signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _beneath(frames: TracebackType | None) -> TracebackType | None:
    """What is left of a traceback without what is above the script's own code."""
    while frames and frames.tb_frame.f_code.co_filename in _OURS:
        frames = frames.tb_next
    return frames


def _detach(kept: int) -> None:
    """Leave the session and all files of who started us, but for one."""
    os.setsid()
    os.chdir("/")
    null = os.open(os.devnull, os.O_RDWR)
    for number in _STANDARD:
        os.dup2(null, number)
    os.closerange(len(_STANDARD), kept)
    os.closerange(kept + 1, 1 << 20)


def _other_side(connection: socket.socket) -> int:
    """The user id of who is at the other end."""
    size = _CREDENTIALS.size
    found = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    return int(_CREDENTIALS.unpack(found)[1])


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
