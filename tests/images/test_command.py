import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.images.command import Completed, Runner


def shell(script: str) -> list[str]:
    return ["sh", "-c", script]


def test_both_streams_in_order_and_the_status() -> None:
    seen: list[str] = []
    done = Runner().run(shell("echo one; echo two >&2; echo; exit 3"), on_line=seen.append)
    assert done.status == 3
    assert done.tail == ("one", "two", "")
    assert seen == ["one", "two"]


def test_only_the_last_lines_are_kept() -> None:
    done = Runner().run(shell("seq 1000"))
    assert done.tail[-1] == "1000"
    assert len(done.tail) == 40


def test_terminal_escapes_are_removed() -> None:
    done = Runner().run(["printf", r"\033[31mred\033[0m \033]0;title\007 \302\233 end\n"])
    assert done.tail == ("red ]0;title  end",)


def test_a_command_that_takes_too_long_is_ended() -> None:
    with pytest.raises(TimeoutError):
        Runner().run(["sleep", "60"], timeout=0.1)


def test_cancelling_ends_what_runs_and_what_would_run() -> None:
    runner = Runner()
    started = threading.Event()
    cancel = threading.Thread(target=lambda: started.wait() and runner.cancel())
    cancel.start()
    with pytest.raises(LiveClawError, match="interrupted"):
        runner.run(shell("echo go; exec sleep 60"), on_line=lambda line: started.set())
    cancel.join()
    with pytest.raises(LiveClawError, match="interrupted"):
        runner.run(["true"])


def test_a_callback_that_fails_ends_the_command() -> None:
    pids: list[int] = []

    def fail(line: str) -> None:
        pids.append(int(line))
        raise ValueError(line)

    with pytest.raises(ValueError, match=r"\d"):
        Runner().run(shell("echo $$; exec sleep 60"), on_line=fail)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


@pytest.mark.parametrize(
    "line",
    [
        "write /x: no space left on device",
        "E: You don't have enough free space in /var/cache/apt/archives/.",
        "OSError: [Errno 28] No space left on device",
    ],
)
def test_a_full_disk_is_recognised(line: str) -> None:
    assert Completed(1, (line,)).disk_full
    assert not Completed(1, (line,)).offline


@pytest.mark.parametrize(
    "line",
    [
        "Temporary failure resolving 'deb.debian.example'",
        "dial tcp: lookup registry.example: no such host",
        "WARNING: Retrying after NewConnectionError('<…>')",
    ],
)
def test_no_network_is_recognised(line: str) -> None:
    assert Completed(1, (line,)).offline
    assert not Completed(1, (line,)).disk_full


PROGRAM = """
import sys
from liveclawbench.images.command import Runner, contained
plain = ["sh", "-c", "echo at work; exec sleep 603"]
deep = [*contained(), "sh", "-c", "setsid sleep 603 & echo at work; exec sleep 603"]
Runner().run(deep if "deep" in sys.argv else plain, on_line=lambda line: print(line, flush=True))
"""
NEEDS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="makes namespaces")


@pytest.mark.parametrize("kind", ["plain", pytest.param("deep", marks=NEEDS_ROOT)])
def test_a_command_dies_with_a_killed_parent(kind: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, kind], stdout=subprocess.PIPE, cwd=tmp_path
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"at work\n"
        assert len(at_work_in(tmp_path)) >= 2
        parent.kill()
    deadline = time.monotonic() + 10
    while left := at_work_in(tmp_path):
        assert time.monotonic() < deadline, left


def at_work_in(folder: Path) -> set[int]:
    """The processes whose current folder it is."""
    found = set()
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if link.readlink() == folder:
                found.add(int(link.parent.name))
    return found
