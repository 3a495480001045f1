"""Commands that run tasks in real environments."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from liveclawbench.paths import cache_dir

WriteTask = Callable[..., Path]
Liveclaw = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-c", "from liveclawbench.cli import main; main()"]

pytestmark = pytest.mark.slow


def test_run_reports_every_outcome_and_drops_no_task(
    process: Liveclaw, write_task: WriteTask, tmp_path: Path
) -> None:
    good = write_task("good", factor_b2=1)
    wrong = write_task("wrong")
    (wrong / "solution/solve.sh").write_text(
        "printf '\\033]0;owned\\007' > /workspace/output/answer.txt\n"
    )
    crash = write_task("crash")
    (crash / "tests/verify.py").write_text("raise SystemExit('out of order')\n")
    unbuilt = write_task("unbuilt")
    with (unbuilt / "environment/Dockerfile").open("ab") as dockerfile:
        dockerfile.write(b"RUN echo no such thing && false\n")
    broken = write_task("broken", case_id=0)
    latin = write_task("latin")
    with (latin / "environment/Dockerfile").open("ab") as dockerfile:
        dockerfile.write(b"# caf\xe9\n")
    results = tmp_path / "results.json"
    done = process("run", good, wrong, crash, unbuilt, broken, latin, "--json", results)
    assert done.returncode == 1, done.stderr
    told = json.loads(results.read_text())
    trials = {trial["task"]: trial for trial in told["trials"]}
    outcomes = {name: trial["outcome"] for name, trial in trials.items()}
    assert outcomes == {
        "good": "passed",
        "wrong": "failed",
        "crash": "error",
        "unbuilt": "error",
        "broken": "error",
        "latin": "error",
    }
    assert trials["good"]["reward"] == 1.0
    assert trials["good"]["checks"]["the_answer"] == 1.0
    assert set(trials["good"]["seconds"]) == {"environment", "agent", "verifier", "total"}
    assert trials["crash"]["reward"] is None
    assert "out of order" in trials["crash"]["error"]
    assert "Dockerfile:4" in trials["unbuilt"]["error"]
    assert "case_id" in trials["broken"]["error"]
    assert "Dockerfile:4: not UTF-8" in trials["latin"]["error"]
    assert told["totals"] == {
        "trials": 6,
        "passed": 1,
        "failed": 1,
        "error": 4,
        "timeout": 0,
        "invalid": 0,
        "counted": 2,
        "mean_reward": 0.5,
    }
    assert "\x1b" not in done.stdout
    assert "it says ␛]0;owned␇" in done.stdout
    (job,) = (tmp_path / "here" / "jobs").iterdir()
    assert told["job"] == f"jobs/{job.name}"


def test_exit_status_follows_outcomes_and_the_least_reward(
    process: Liveclaw, write_task: WriteTask
) -> None:
    task = write_task("good")
    assert process("run", task).returncode == 0
    assert process("run", task, "-a", "nop").returncode == 0
    done = process("run", task, "-a", "nop", "--min-reward", "0.1")
    assert done.returncode == 1
    assert "below 0.1" in done.stderr


def test_attempts_are_counted_and_json_goes_to_standard_output(
    process: Liveclaw, write_task: WriteTask
) -> None:
    done = process("run", write_task("good"), "-k", "3", "-n", "2", "--json", "-")
    told = json.loads(done.stdout)
    assert [trial["attempt"] for trial in told["trials"]] == [1, 2, 3]


INTERRUPTIONS = pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)


@INTERRUPTIONS
def test_an_interruption_keeps_what_is_finished_and_leaves_nothing(
    write_task: WriteTask, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    good, endless = write_task("good"), write_task("endless")
    (endless / "solution/solve.sh").write_text("sleep 600 & sleep 600\n")
    words = ("run", good, endless, "--json", "results.json")
    with interruptible(*words, cwd=tmp_path) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("good passed"):
                break
        process.send_signal(number)
        printed, said = process.communicate(timeout=30)
    assert process.returncode == status, said
    assert "interrupted" in said
    told = json.loads((tmp_path / "results.json").read_text())
    assert [trial["task"] for trial in told["trials"]] == ["good"], told
    assert "good" in printed
    assert not running(b"sleep\x00600")


@INTERRUPTIONS
@pytest.mark.parametrize("command", ["run", "check"])
def test_an_interruption_ends_a_build(
    write_task: WriteTask, tmp_path: Path, command: str, number: signal.Signals, status: int
) -> None:
    task = write_task("slow-build")
    with (task / "environment/Dockerfile").open("a") as dockerfile:
        dockerfile.write(f"RUN echo {command} {status}; sleep 601\n")
    with interruptible(command, task, cwd=tmp_path) as process:
        while not running(b"sleep\x00601"):
            assert process.poll() is None
        process.send_signal(number)
        said = process.communicate(timeout=30)[1]
    assert process.returncode == status, said
    assert "Traceback" not in said
    assert not running(b"sleep\x00601")


@contextmanager
def interruptible(*words: object, cwd: Path) -> Iterator["subprocess.Popen[str]"]:
    """The command in a process of its own, which does not outlive a test that fails."""
    with subprocess.Popen(
        [*COMMAND, *map(str, words)],
        cwd=cwd,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def running(words: bytes) -> bool:
    """Whether a process has these words in its command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found.append(words in path.read_bytes())
    return any(found)


def test_a_sound_task_is_proved(process: Liveclaw, write_task: WriteTask) -> None:
    task = write_task("good")
    (task / "scenario.py").write_text(
        "from liveclawbench.scenario import *\n@scenario\ndef build(draw):\n"
        f"    return Scenario(instruction={(task / 'instruction.md').read_text()!r})\n"
    )
    process("render", task)
    done = process("check", task, "--seeds", "8,9")
    assert done.returncode == 0, done.stdout
    row = next(line for line in done.stdout.splitlines() if line.startswith("good"))
    assert row.split()[1:-1] == ["1/1", "1/1", "2/2", "1/1", "3/3", "1/1", "1/1"]
    assert "seeds 8, 9" in done.stderr


FILES = """cd /logs/verifier
echo {} > reward.txt
echo '{{"reward": 1}}' > reward.json
"""
VERIFIER = "from mock_platform.verify import main\nmain(lambda v: v.check('a', 1.0, True))\n"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("solution/solve.sh", "true\n", "oracle: reward 0, expected 1"),
        ("solution/solve.sh", "exit 4\n", "oracle: solve.sh ended with status 4"),
        ("tests/verify.py", VERIFIER, "nop: reward 1, expected 0"),
        (
            "solution/near_misses/wrong.sh",
            "# expect 0.5..0.9: too kind a band\n",
            "wrong: reward 0, expected 0.5..0.9",
        ),
        (
            "solution/near_misses/extra-word.sh",
            "# expect 0.0..0.5: no harm\nsh /solution/solve.sh\n",
            "extra-word: reward 1, expected 0..0.5",
        ),
        (
            "tests/test.sh",
            FILES.format(1),
            "verifier without its inputs: a reward of 1 all the same",
        ),
        (
            "tests/test.sh",
            FILES.format(0.7),
            "reward.json says 1.0, reward.txt 0.7",
        ),
    ],
)
def test_a_fault_in_a_task_is_found(
    process: Liveclaw, write_task: WriteTask, file: str, text: str, said: str
) -> None:
    task = write_task("good")
    (task / file).write_text(text)
    done = process("check", task)
    assert done.returncode == 1
    assert f"good: {said}" in done.stdout or said in done.stdout, done.stdout


def test_a_shell_is_the_agents_and_nothing_of_it_stays(
    process: Liveclaw, write_task: WriteTask
) -> None:
    typed = "id -un; pwd; touch left-behind-7c1; exit 5\n"
    done = process("shell", write_task("good"), stdin=typed)
    assert done.stdout.splitlines() == ["node", "/workspace"]
    assert done.returncode == 5
    assert not list((cache_dir() / "sandboxes").rglob("left-behind-7c1"))


def test_a_shell_on_a_terminal_is_one(write_task: WriteTask) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(COMMAND[0], [*COMMAND, "shell", str(write_task("good"))])
    shown = b""

    def until(text: bytes) -> None:
        nonlocal shown
        while text not in shown:
            assert select.select([terminal], [], [], 30)[0], shown
            shown += os.read(terminal, 1 << 16)
        shown = shown.partition(text)[2]

    until(b"Please write the word done")
    until(b"$ ")
    os.write(terminal, b"sh -c 'echo begun; exec sleep 600'\r")
    until(b"begun\r\n")
    os.write(terminal, b"\x03")
    until(b"$ ")
    os.write(terminal, b"echo $((6*7))\r")
    until(b"42\r\n")
    os.write(terminal, b"exit 3\r")
    until(b"exit\r\n")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3
    os.close(terminal)
