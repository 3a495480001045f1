"""Running what the agent has written: as its user, within limits, and ended whatever happens."""

import ctypes
import json
import os
import pwd
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

LARGEST_OUTPUT: Final = 1_000_000
"""Bytes of an answer, or of either output of a program; what comes after is left out."""

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_LIMITS: Final = ("prlimit", "--nproc=500", "--fsize=50000000", "--core=0")
_SUBREAPER: Final = 36
_PAUSE: Final = 0.02


@dataclass(frozen=True)
class Finished:
    """How a program ended; `status` is None where it was ended after its time, or cannot start."""

    status: int | None
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Answer:
    """What an application answered; `status` is 0 where it did not."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        """The value, or None where the text is no JSON."""
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return None


@dataclass(frozen=True)
class Application:
    """A running application of the agent's.

    `up` is whether it took a connection in time; an answer may take `patience` seconds in all.
    """

    port: int
    up: bool
    patience: float

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Its answer to one request; a body is sent as JSON."""
        url = f"http://127.0.0.1:{self.port}{path}"
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if body is not None else {}
        request = Request(url, data=data, headers=headers, method=method)
        try:
            with _deadline(self.patience), urlopen(request, timeout=60) as answer:  # noqa: S310
                return Answer(answer.status, _decoded(answer.read(LARGEST_OUTPUT)))
        except HTTPError as error:
            with error:
                return self._refusal(error)
        except (OSError, HTTPException, ValueError):
            return Answer(0, "")

    def _refusal(self, error: HTTPError) -> Answer:
        try:
            with _deadline(self.patience):
                return Answer(error.code, _decoded(error.read(LARGEST_OUTPUT)))
        except (OSError, HTTPException, ValueError):
            return Answer(0, "")


def run_program(
    command: Sequence[str],
    *,
    cwd: str = "/workspace",
    stdin: str = "",
    env: Mapping[str, str] | None = None,
    timeout: float = 20.0,
    user: str = "node",
) -> Finished:
    """Run a program to its end, at most `timeout` seconds; nothing that it started is left."""
    with tempfile.TemporaryFile() as given, _started(command, cwd, env, user, given) as program:
        given.write(stdin.encode())
        given.seek(0)
        process, out, err = program()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout)
        status = process.poll()
        return Finished(status, _tail(out), _tail(err))


@contextmanager
def running(
    command: Sequence[str],
    port: int,
    *,
    cwd: str = "/workspace",
    env: Mapping[str, str] | None = None,
    timeout: float = 20.0,
    patience: float = 5.0,
    user: str = "node",
) -> Iterator[Application]:
    """An application while it runs, from when it takes connections on `port`.

    `timeout` is for that, `patience` for each answer, in seconds.
    """
    with _started(command, cwd, env, user, subprocess.DEVNULL) as program:
        process, _, _ = program()
        yield Application(port, _up(process, port, timeout), patience)


@contextmanager
def _started(
    command: Sequence[str], cwd: str, env: Mapping[str, str] | None, user: str, stdin: Any
) -> Iterator[Any]:
    _adopt()
    before = set(_below(os.getpid()))
    found = pwd.getpwnam(user)
    account = (
        "setpriv",
        f"--reuid={found.pw_uid}",
        f"--regid={found.pw_gid}",
        "--clear-groups",
        "--no-new-privs",
    )
    variables = {"PATH": _PATH, "HOME": found.pw_dir, "LANG": "C.UTF-8"}
    begun: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:

        def program() -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
            process = subprocess.Popen(
                [*account, *_LIMITS, "--", "env", f"--chdir={cwd}", *command],
                cwd="/",
                env={**variables, **(env or {})},
                stdin=stdin,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            begun.append(process)
            return process, out, err

        try:
            yield program
        finally:
            _end_all(before, begun)


def _up(process: subprocess.Popen[bytes], port: int, timeout: float) -> bool:
    deadline = time.monotonic() + timeout
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        time.sleep(_PAUSE)
    return False


def _adopt() -> None:
    """Become the parent of whatever a program leaves behind, so that it can be found."""
    ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)


def _end_all(before: set[int], begun: Sequence[subprocess.Popen[bytes]]) -> None:
    """End every process below this one but those of before; stopped first, so that none forks."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        seen: set[int] = set()
        while below := set(_below(os.getpid())) - before - seen:
            for pid in below:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            seen |= below
    for process in begun:
        process.wait()
    while left := set(_below(os.getpid())) - before:
        for pid in left:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(_PAUSE)


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """TimeoutError after so long, however slowly something trickles in; for the main thread."""

    def over(_number: int, _frame: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _below(ancestor: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, queue = [], [ancestor]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found


def _tail(file: IO[bytes]) -> str:
    file.seek(0)
    return _decoded(file.read(LARGEST_OUTPUT))


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", errors="replace")
