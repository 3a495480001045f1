"""Nothing that a scenario does ends, stops or silences the program."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError
from liveclawbench.scenario import interrupt_drawing, studio
from liveclawbench.scenario.studio import draw

START = "from liveclawbench.scenario import *\nimport os, sys, signal\n"
SOUND = START + "@scenario\ndef build(draw):\n    return Scenario(instruction='Do it.')\n"
Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(source: str) -> Path:
        (tmp_path / "task").mkdir(exist_ok=True)
        path = tmp_path / "task" / "scenario.py"
        path.write_text(source)
        return path

    return write


def drawing(step: str) -> str:
    return f"{START}@scenario\ndef build(draw):\n    {step}\n"


@pytest.mark.parametrize(
    ("source", "said", "line"),
    [
        (START + "sys.exit(0)\n", "SystemExit: 0", 3),
        (START + "raise KeyboardInterrupt\n", "KeyboardInterrupt", 3),
        (START + "raise BaseException('no')\n", "BaseException: no", 3),
        (drawing("exit()"), "SystemExit", 5),
        (drawing("raise KeyboardInterrupt"), "seed 7: KeyboardInterrupt", 5),
        (drawing("raise GeneratorExit"), "GeneratorExit", 5),
        (START + "os._exit(3)\n", "seed 7: ends its process, with status 3", None),
        (drawing("os.kill(os.getpid(), signal.SIGKILL)"), "status -9", None),
        (drawing("return Scenario(instruction=exit)"), "Quitter", None),
    ],
)
def test_whatever_a_scenario_does_is_an_error_of_its_task_alone(
    write: Write, source: str, said: str, line: int | None
) -> None:
    path = write(source)
    with pytest.raises(LiveClawError) as caught:
        draw(path, 7)
    assert said in caught.value.message
    assert (caught.value.path, caught.value.line) == (path, line)
    assert draw(write(SOUND), 7).files["instruction.md"] == b"Do it.\n"


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("while True: pass", 5),
        ("import time; time.sleep(99)", 5),
        ("'a' * 30 + 'b'; import re; re.match('(a|a)*c', 'a' * 99)", None),
        ("signal.setitimer(signal.ITIMER_REAL, 0)\n    while True: pass", None),
    ],
)
def test_a_scenario_that_never_ends_is_ended(
    write: Write, monkeypatch: pytest.MonkeyPatch, step: str, line: int | None
) -> None:
    monkeypatch.setattr(studio, "DRAWING_SECONDS", 0.2)
    monkeypatch.setattr(studio, "_GRACE", 0.3)
    with pytest.raises(LiveClawError, match=r"seed 7: takes longer than 0\.2 s") as caught:
        draw(write(drawing(step)), 7)
    assert caught.value.line in (line, 5)


def test_all_seeds_of_all_scenarios_share_one_process(write: Write) -> None:
    path = write(SOUND.replace("'Do it.'", "f'In process {os.getpid()}'"))
    assert len({draw(path, seed).files["instruction.md"] for seed in range(5)}) == 1


def test_what_a_scenario_prints_is_no_answer(write: Write) -> None:
    noisy = SOUND + "print('{}')\nos.write(1, b'{}')\nassert sys.stdin.read() == ''\n"
    assert draw(write(noisy), 7).files["instruction.md"] == b"Do it.\n"


def test_another_thread_can_interrupt(write: Write) -> None:
    path = write(
        drawing(f"open({str(write(SOUND).parent / 'begun')!r}, 'w')\n    while True: pass")
    )
    errors: list[Exception] = []

    def work() -> None:
        try:
            draw(path, 7)
        except LiveClawError as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    wait_for(path.parent / "begun")
    interrupt_drawing()
    thread.join(10)
    assert len(errors) == 1


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_ends_the_program_whatever_is_drawn(
    write_task: Callable[..., Path], number: int, status: int
) -> None:
    task = write_task("endless")
    step = f"open({str(task / 'pid')!r}, 'w').write(str(os.getpid()))\n    while True: pass"
    (task / "scenario.py").write_text(drawing(step))
    command = [sys.executable, "-c", "from liveclawbench.cli import main; main()"]
    program = subprocess.Popen([*command, "render", str(task)], stderr=subprocess.PIPE, text=True)
    pid = wait_for(task / "pid")
    program.send_signal(number)
    _, said = program.communicate(timeout=10)
    assert program.returncode == status
    assert "Traceback" not in said
    assert not Path("/proc", pid).exists()


def wait_for(path: Path) -> str:
    deadline = time.monotonic() + 10
    while not path.exists() or (path.name == "pid" and not path.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return path.read_text()
