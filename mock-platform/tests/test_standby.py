"""A process that waits with everything imported, and the programs that hand themselves to it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from patience import eventually

Run = Callable[..., subprocess.CompletedProcess[str]]
WAIT = "from mock_platform.standby import stand_by; from pathlib import Path; import sys; "
HAND_OVER = """import sys
from pathlib import Path
before = set(sys.modules)
from mock_platform.standby import hand_over
hand_over(Path({place!r}))
waited = "mock_platform.verify.state" in before
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "run" / "verifier"


@pytest.fixture
def waiting(place: Path) -> Iterator[int]:
    """The id of a process that waits at `place`."""
    code = WAIT + "print(stand_by(Path(sys.argv[1])))"
    command = [sys.executable, "-I", "-c", code, str(place)]
    pid = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    yield pid
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def script(place: Path, tmp_path: Path) -> Callable[[str], list[str]]:
    """`script(body)` is the command of a program that hands itself over, then runs `body`."""

    def write(body: str) -> list[str]:
        path = tmp_path / "program.py"
        path.write_text(HAND_OVER.format(place=str(place)) + body, encoding="utf-8")
        return [sys.executable, "-I", str(path)]

    return write


@pytest.fixture
def run(script: Callable[[str], list[str]]) -> Run:
    def go(body: str, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(script(body), capture_output=True, text=True, timeout=30, **options)  # type: ignore[call-overload, no-any-return]

    return go


def test_it_runs_there_with_all_that_it_was_called_with(
    waiting: int, run: Run, tmp_path: Path
) -> None:
    body = """import os
print(waited, sys.argv, sys.orig_argv[1:], os.getcwd(), os.environ.pop("COLOUR"), input())
print(sorted(set(os.environ) - {"LC_CTYPE"}))  # which the interpreter itself sets
print(oct(os.umask(0)), __name__, "ä", file=sys.stderr)
"""
    folder = tmp_path / "here"
    folder.mkdir()
    done = run(body, cwd=folder, env={"COLOUR": "blue"}, input="a line\n", umask=0o027)
    name = str(tmp_path / "program.py")
    assert done.stdout == f"True {[name]} {['-I', name]} {folder} blue a line\n[]\n"
    assert done.stderr == "0o27 __main__ ä\n"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ("sys.exit(1)", 1, ""),
        ("sys.exit()", 0, ""),
        ("sys.exit(7)", 7, ""),
        ("sys.exit('no such thing')", 1, "no such thing"),
        ("1 / 0", 1, "ZeroDivisionError"),
        ("import os; os.kill(os.getpid(), 9)", 137, ""),
        ("x = (", 1, "SyntaxError"),
    ],
)
def test_its_end_is_that_of_who_called(
    waiting: int, run: Run, body: str, status: int, said: str
) -> None:
    done = run(body)
    assert done.returncode == status
    assert said in done.stderr


THINGS_TO_DO = {
    "a name that is no text": "import os; print(os.fsdecode(b'a\\377b'))",
    "input that is no text": "print(ascii(sys.stdin.read()))",
    "a hard end after an error": "print('E', file=sys.stderr); import os; os.kill(os.getpid(), 9)",
    "what is registered for the end": "import atexit; atexit.register(print, 'at the end')",
    "a thread that still works": """
import threading, time
threading.Thread(target=lambda: (time.sleep(0.3), print('late'))).start()
""",
    "the time zone": "import time; print(time.strftime('%H %Z', time.gmtime(0)), time.tzname)",
    "the first output": "sys.__stdout__.write('out'); sys.__stderr__.write('err')",
    "a hook for exceptions": "sys.excepthook = lambda *e: print('hooked', e[0].__name__); 1 / 0",
    "an exception": "def f():\n    1 / 0\nf()",
    "a mistake in the program": "import ast; ast.parse('x = (')",
    "an interruption": "import os, signal; os.kill(os.getpid(), signal.SIGINT); input()",
    "a reader that is gone": "import os; os.close(1); os.open('/dev/full', 1); print('x')",
}


@pytest.mark.parametrize("what", THINGS_TO_DO)
def test_it_does_as_the_interpreter_does(
    waiting: int, script: Callable[[str], list[str]], what: str
) -> None:
    command = script(THINGS_TO_DO[what])
    program = Path(command[-1])
    there = {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"}
    found = []
    for text in (program.read_text(), program.read_text().replace("verifier", "nobody")):
        program.write_text(text)
        done = subprocess.run(command, capture_output=True, env=there, input=b"\377", timeout=30)
        status = done.returncode if done.returncode >= 0 else 128 - done.returncode
        found.append((status, done.stdout, _steady(done.stderr)))
    assert found[0] == found[1]


def _steady(stderr: bytes) -> list[bytes]:
    """Without the line that only the interpreter writes when it cannot say the rest."""
    return [line for line in stderr.splitlines() if b"Exception ignored" not in line]


def test_each_run_starts_from_the_same(waiting: int, run: Run) -> None:
    body = "import json; print(waited, hasattr(json, 'seen')); json.seen = True"
    assert [run(body).stdout for _ in range(2)] == ["True False\n"] * 2


def test_it_ends_when_who_called_is_killed(
    waiting: int, script: Callable[[str], list[str]], tmp_path: Path
) -> None:
    body = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
    process = subprocess.Popen(script(body), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    runner = int(process.stdout.readline())
    assert runner != process.pid
    process.kill()
    process.wait()
    process.stdout.close()
    assert eventually(lambda: not Path(f"/proc/{runner}").exists())


def test_nobody_else_can_reach_it(waiting: int, place: Path) -> None:
    assert place.parent.stat().st_mode & 0o777 == 0o700


def test_without_it_a_program_goes_on_by_itself(run: Run) -> None:
    assert run("print(waited)").stdout == "False\n"


def test_a_program_goes_on_by_itself_after_its_end(waiting: int, run: Run, place: Path) -> None:
    os.kill(waiting, signal.SIGKILL)
    assert eventually(lambda: run("print(waited)").stdout == "False\n")
    assert place.exists()


@pytest.mark.parametrize("change", [lambda c: [c[0], c[2]], lambda c: [*c, "argument"]])
def test_other_command_lines_are_left_alone(
    waiting: int,
    script: Callable[[str], list[str]],
    change: Callable[[list[str]], list[str]],
) -> None:
    command = change(script("print(waited)"))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=30)
    assert done.stdout == "False\n", done.stderr


def test_an_environment_too_large_to_pass_on_is_no_failure(waiting: int, run: Run) -> None:
    large = {f"V{number}": "x" * 100_000 for number in range(10)}
    assert run("print(waited)", env=large).stdout == "False\n"
