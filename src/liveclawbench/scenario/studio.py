"""Drawing scenarios in a process of its own, started on first use and again where one ended it."""

import atexit
import json
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError
from liveclawbench.scenario.files import Rendered

DRAWING_SECONDS = 60.0
"""How long one scenario may take, with every attempt."""

_GRACE = 3.0
_HINT = "a scenario computes and returns a Scenario: no endless loop, no exit, no other process"


@dataclass(frozen=True)
class Drawing:
    """What a scenario gives for one seed: the services it seeds, sorted, and its files."""

    services: tuple[str, ...]
    files: Rendered


class _Studio:
    """One painter for all scenarios; threads wait for each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._painter: subprocess.Popen[str] | None = None

    def draw(self, path: Path, seed: int) -> Drawing:
        with self._lock:
            answer = self._ask(path, seed, DRAWING_SECONDS)
        if "error" in answer:
            where = answer["path"] and Path(answer["path"])
            hint = answer["hint"]
            raise LiveClawError(answer["error"], hint=hint, path=where, line=answer["line"])
        files = {name: text.encode("latin-1") for name, text in answer["files"].items()}
        return Drawing(tuple(answer["services"]), files)

    def interrupt(self) -> None:
        """End what is being drawn, from whichever thread."""
        if painter := self._painter:
            painter.kill()

    def close(self) -> None:
        self.interrupt()
        with self._lock:
            self._end()

    def _ask(self, path: Path, seed: int, seconds: float) -> dict[str, Any]:
        painter = self._painter = self._painter or _start()
        overdue = threading.Event()

        def end() -> None:
            overdue.set()
            painter.kill()

        timer = threading.Timer(seconds + _GRACE, end)
        timer.start()
        line = ""
        try:
            line = _exchange(painter, {"path": str(path), "seed": seed, "seconds": seconds})
        finally:
            timer.cancel()
            status = None if line else self._end()
        if not line:
            what = f"takes longer than {seconds:g} s" if overdue.is_set() else _ending(status)
            raise LiveClawError(f"seed {seed}: {what}", path=path, hint=_HINT)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _end(self) -> int | None:
        """The exit status of the painter, which is gone then."""
        painter, self._painter = self._painter, None
        if painter is None:
            return None
        for stream in (painter.stdin, painter.stdout):
            with suppress(BrokenPipeError):
                if stream:
                    stream.close()
        with suppress(subprocess.TimeoutExpired):
            return painter.wait(_GRACE)
        painter.kill()
        return painter.wait()


def _start() -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "liveclawbench.scenario.painter"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,  # Ctrl-C is for us
    )


def _exchange(painter: "subprocess.Popen[str]", request: dict[str, Any]) -> str:
    """The line that answers; empty where the painter has ended."""
    assert painter.stdin is not None
    assert painter.stdout is not None
    with suppress(BrokenPipeError):
        print(json.dumps(request), file=painter.stdin, flush=True)
    return painter.stdout.readline()


def _ending(status: int | None) -> str:
    return f"ends its process, with status {status}"


_studio = _Studio()
atexit.register(_studio.close)


def draw(path: Path, seed: int) -> Drawing:
    """What the `scenario.py` there gives; LiveClawError with file and line of what is wrong."""
    return _studio.draw(path, seed)


def interrupt_drawing() -> None:
    """End what another thread is drawing; it gets a LiveClawError."""
    _studio.interrupt()
