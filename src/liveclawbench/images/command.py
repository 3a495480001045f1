"""Running a build tool: its output watched line by line, its whole process tree ended with us."""

import os
import re
import shutil
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.errors import LiveClawError

Progress = Callable[[str], None]
_KEPT_LINES = 40
# What a build step prints goes to a person's terminal.
_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_DISK_FULL = re.compile(r"no space left on device|enough free space|disk quota", re.IGNORECASE)
_OFFLINE = re.compile(
    r"could not resolve|could not connect|temporary failure|timed out|name or service not known"
    r"|newconnectionerror|network is unreachable|no such host",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Completed:
    """`tail` is what the command printed last, both streams in order."""

    status: int
    tail: tuple[str, ...]

    @property
    def disk_full(self) -> bool:
        return any(_DISK_FULL.search(line) for line in self.tail)

    @property
    def offline(self) -> bool:
        return any(_OFFLINE.search(line) for line in self.tail)


class Runner:
    """Runs commands, and can end all that are running: `cancel()` may be called by any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._cancelled = False

    def run(
        self,
        args: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        on_line: Progress | None = None,
        cwd: Path | None = None,
        stdin: int | None = subprocess.DEVNULL,
        timeout: float | None = None,
    ) -> Completed:
        """`timeout` in seconds; a command that outlives it raises `TimeoutError`."""
        process = self._start(args, env=env, cwd=cwd, stdin=stdin)
        expired = threading.Event()
        timer = threading.Timer(timeout, _expire, (process, expired)) if timeout else None
        if timer:
            timer.start()
        try:
            tail = _follow(process, on_line)
            status = process.wait()
        finally:
            if timer:
                timer.cancel()
            self._end(process)
        if expired.is_set():
            raise TimeoutError(f"{args[0]} took longer than {timeout:.0f} s")
        if self._cancelled:
            raise LiveClawError("the build was interrupted")
        return Completed(status, tail)

    def cancel(self) -> None:
        """End every running command; later ones refuse to start."""
        with self._lock:
            self._cancelled = True
            running = list(self._running)
        for process in running:
            process.kill()

    def _start(
        self,
        args: Sequence[str],
        *,
        env: Mapping[str, str] | None,
        cwd: Path | None,
        stdin: int | None,
    ) -> subprocess.Popen[str]:
        with self._lock:
            if self._cancelled:
                raise LiveClawError("the build was interrupted")
            process = subprocess.Popen(
                [*_only_while_we_live(), *args],
                env=None if env is None else dict(env),
                cwd=cwd,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
            self._running.add(process)
            return process

    def _end(self, process: subprocess.Popen[str]) -> None:
        with self._lock:
            self._running.discard(process)
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def _follow(process: subprocess.Popen[str], on_line: Progress | None) -> tuple[str, ...]:
    tail: deque[str] = deque(maxlen=_KEPT_LINES)
    for raw in process.stdout or ():
        line = _CONTROL.sub("", raw).rstrip()
        tail.append(line)
        if on_line and line:
            on_line(line)
    return tuple(tail)


def _expire(process: subprocess.Popen[str], expired: threading.Event) -> None:
    expired.set()
    process.send_signal(signal.SIGKILL)


def _only_while_we_live() -> list[str]:
    """The same, also if we are killed before that takes effect."""
    check = ["sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"', str(os.getpid())]
    return [*prefix, *check] if (prefix := dying_with_parent()) else []


def dying_with_parent() -> list[str]:
    """A command prefix: killed with the thread that started it, even by `kill -9`."""
    return ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []


def contained() -> list[str]:
    """A command prefix for root: own pid and mount namespaces, that end with the command.

    Whatever it leaves running or mounted goes with it.
    """
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
