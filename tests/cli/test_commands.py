"""Commands that read and write tasks, without running any."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.images import Store
from liveclawbench.paths import REPO
from liveclawbench.sandbox import tun
from liveclawbench.tasks import Task

WriteTask = Callable[..., Path]
Liveclaw = Callable[..., subprocess.CompletedProcess[str]]

SCENARIO = """
from liveclawbench.scenario import Draw, Scenario, scenario


@scenario
def build(draw: Draw) -> Scenario:
    return Scenario(instruction=f"Please write the number {draw.integer(1, 999)} down for me. " * 2)
"""


def test_help_names_every_command(liveclaw: Liveclaw) -> None:
    done = liveclaw("--help")
    assert done.returncode == 0
    for name in (
        *("run", "check", "validate", "render", "registry", "tasks"),
        *("shell", "serve", "services", "images", "new", "doctor"),
    ):
        assert re.search(rf"\b{name}\b", done.stdout), name


def test_a_start_imports_nothing_heavy() -> None:
    import sys

    program = (
        "import sys, liveclawbench.cli.app; "
        "print(*{'pydantic', 'harbor', 'sqlmodel', 'rich.live', 'asyncio'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "", done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["nosuchcommand"],
        ["run", "--factor", "Z9"],
        ["run", "--domain", "gardening"],
        ["run", "--difficulty", "brutal"],
        ["run", "-a", "no-such-agent"],
        ["run", "-a", "no.such:Agent"],
        ["run", "-a", "terminus-2"],
        ["run", "-a", "eve", "-m", "openai/some"],
        ["run", "-k", "0"],
        ["run", "-k", "1000000"],
        ["run", "-k", "9" * 5000],
        ["run", "-n", "100000"],
        ["check", "-n", "100000"],
        ["run", ""],
        ["run", "./nowhere"],
        ["run", "-a", "liveclawbench.harbor:Script"],
        ["run", "-a", "no.such:Agent", "--ak", "script=x"],
        ["run", "--ak", "novalue"],
        ["run", "-o", "/proc/nowhere"],
        ["run", "--json", "/nowhere/results.json"],
        ["run", "--env", "podman"],
        ["run", "--min-reward", "2"],
        ["check", "--seeds", "one"],
        ["render", "--seed", "3"],
        ["render", "--check", "--seed", "3", "--out", "x"],
        ["tasks", "no-such-task"],
        ["validate", "no-such-task"],
        ["shell", "no-such-task"],
        ["serve"],
    ],
)
def test_wrong_usage_is_status_2_and_one_message(liveclaw: Liveclaw, words: list[str]) -> None:
    done = liveclaw(*words)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_too_many_trials_are_refused_with_their_number(liveclaw: Liveclaw) -> None:
    name = sorted(path.name for path in (REPO / "tasks").iterdir() if path.is_dir())[0]
    done = liveclaw("run", name, name, "-k", 100_001)
    assert "1 tasks with -k 100001 are 100,001 trials" in done.stderr.replace("\n", " ")


def test_what_an_agent_needs_is_said_before_anything_is_built(liveclaw: Liveclaw) -> None:
    done = liveclaw("run", "-a", "liveclawbench.harbor:Script")
    assert "needs script" in done.stderr
    assert "--ak script=" in done.stderr
    assert "Building" not in done.stderr


def test_a_folder_here_is_told_from_a_task(
    liveclaw: Liveclaw, write_task: WriteTask, here: Path
) -> None:
    write_task("toml1").rename(here / "toml1")
    (here / "empty").mkdir()
    for words, said in [
        (["run", "toml1"], "write ./toml1 for that one"),
        (["run", "./empty"], "has no task.toml"),
        (["run", "toml1/task.toml"], "this is a file"),
        (["run", "./watch-purchas"], "did you mean watch-purchase"),
    ]:
        done = liveclaw(*words)
        assert done.returncode == 2
        assert said in done.stderr, done.stderr
    assert liveclaw("tasks", "./toml1").returncode == 0


def test_an_unknown_task_is_answered_with_the_nearest(liveclaw: Liveclaw) -> None:
    name = sorted(path.name for path in (REPO / "tasks").iterdir() if path.is_dir())[0]
    done = liveclaw("run", name[:-1])
    assert done.returncode == 2
    assert name in done.stderr


def test_tasks_lists_and_shows(liveclaw: Liveclaw, write_task: WriteTask) -> None:
    listed = liveclaw("tasks")
    assert listed.returncode == 0, listed.stderr
    for path in (REPO / "tasks").glob("*/task.toml"):
        assert path.parent.name in listed.stdout
    directory = write_task("demo", factor_b2=1, case_id=77)
    shown = liveclaw("tasks", directory)
    assert "#77" in shown.stdout
    assert "Please write the word done" in shown.stdout
    (facts,) = json.loads(liveclaw("tasks", directory, "--json").stdout)
    assert (facts["name"], facts["factors"], facts["case_id"]) == ("demo", ["B2"], 77)


def test_a_broken_task_is_named_with_file_and_line(
    liveclaw: Liveclaw, write_task: WriteTask
) -> None:
    directory = write_task("demo", difficulty="brutal")
    done = liveclaw("tasks", directory)
    assert done.returncode == 1
    assert f"{directory}/task.toml:3: " in done.stderr


def test_validate_prints_findings_or_json(liveclaw: Liveclaw, write_task: WriteTask) -> None:
    directory = write_task("demo")
    assert liveclaw("validate", directory).returncode == 0
    (directory / "tests/verify.py").unlink()
    done = liveclaw("validate", directory)
    assert done.returncode == 1
    assert f"{directory}/tests/verify.py:1: " in done.stdout
    (finding,) = json.loads(liveclaw("validate", directory, "--json").stdout)
    assert finding["rule"] == "required-files"
    assert "required-files" in liveclaw("validate", "--rules").stdout


def test_the_script_validates_too() -> None:
    import sys

    script = REPO / "scripts" / "validate_tasks.py"
    done = subprocess.run([sys.executable, script, "--rules"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "allow-internet" in done.stdout


def test_render_writes_checks_and_makes_fresh_instances(
    liveclaw: Liveclaw, write_task: WriteTask, tmp_path: Path
) -> None:
    directory = write_task("demo")
    (directory / "scenario.py").write_text(SCENARIO)
    behind = liveclaw("render", directory, "--check")
    assert behind.returncode == 1
    assert "instruction.md: differs" in behind.stderr
    assert liveclaw("render", directory).returncode == 0
    assert liveclaw("render", directory, "--check").returncode == 0
    assert liveclaw("render", directory, "--seed", 5, "--out", tmp_path / "five").returncode == 0
    fresh = Task.load(tmp_path / "five")
    assert fresh.config.metadata.seed == 5
    assert fresh.instruction() != Task.load(directory).instruction()
    again = liveclaw("render", directory, "--seed", 5, "--out", tmp_path / "five")
    assert again.returncode == 2


def test_fresh_instances_of_all_tasks_are_a_corpus_of_their_own(
    liveclaw: Liveclaw, write_task: WriteTask, tmp_path: Path
) -> None:
    varied, fixed = write_task("varied"), write_task("fixed", case_id=2)
    (varied / "scenario.py").write_text(SCENARIO)
    liveclaw("render", varied)
    fresh = tmp_path / "fresh"
    where = ("--tasks-dir", varied.parent)
    made = liveclaw("render", "--all", "--seed", 7, "--out", fresh, *where)
    assert made.returncode == 0
    assert f"{fixed.name}: left out" in made.stderr
    listed = json.loads(liveclaw("tasks", "--json", "--tasks-dir", fresh).stdout)
    assert [(task["name"], task["seed"]) for task in listed] == [("varied", 7)]
    assert liveclaw("render", "--all", "varied", *where).returncode == 2
    nowhere = liveclaw("tasks", "--tasks-dir", tmp_path / "nowhere")
    assert nowhere.returncode == 2
    assert "no folder" in nowhere.stderr


def test_pairs_lists_what_differs(liveclaw: Liveclaw, write_task: WriteTask) -> None:
    first, second = write_task("first"), write_task("second", case_id=2, factor_a2=1)
    (first / "scenario.py").write_text(SCENARIO)
    (second / "scenario.py").write_text(
        'from liveclawbench.scenario import same_as\n\nbuild = same_as("first", fault="f")\n'
    )
    where = ("--tasks-dir", first.parent)
    (pair,) = json.loads(liveclaw("pairs", "--json", *where).stdout)
    assert (pair["first"], pair["second"], pair["factors"]) == ("first", "second", ["A2"])
    assert liveclaw("pairs", *where).returncode == 0
    (second / "tests/verify.py").write_text("# another\n")
    told = liveclaw("pairs", *where)
    assert told.returncode == 1
    assert f"{second}/tests/verify.py: is not that of first" in told.stdout
    assert "1 pairs, 1 problems" in told.stderr


def test_render_names_the_line_of_an_error(liveclaw: Liveclaw, write_task: WriteTask) -> None:
    directory = write_task("demo")
    (directory / "scenario.py").write_text(SCENARIO.replace("1, 999", "9, 1"))
    done = liveclaw("render", directory)
    assert done.returncode == 1
    assert f"{directory}/scenario.py:7: " in done.stderr


@pytest.mark.parametrize("words", [["validate"], ["render"], ["render", "--check"]])
def test_a_scenario_that_ends_the_program_hides_no_other_task(
    liveclaw: Liveclaw, write_task: WriteTask, words: list[str]
) -> None:
    ending, other = write_task("ending"), write_task("other", case_id=2)
    (ending / "scenario.py").write_text(f"{SCENARIO}import sys\nsys.exit(0)\n")
    (other / "scenario.py").write_text("import nowhere_at_all\n")
    done = liveclaw(*words, ending, other)
    assert done.returncode == 1
    printed = done.stdout + done.stderr
    assert f"{ending}/scenario.py:9: SystemExit: 0" in printed
    assert f"{other}/scenario.py:1: ModuleNotFoundError" in printed


def test_a_machine_that_can_run_no_environment_is_told_before_anything_is_built(
    liveclaw: Liveclaw,
    write_task: WriteTask,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(tun, "TUN", "/dev/net/none")
    monkeypatch.setattr(Store, "mock", lambda store: pytest.fail("builds"))
    task = write_task("online")
    for command in ("run", "shell"):
        done = liveclaw(command, task)
        assert done.returncode == 1
        assert done.stderr.startswith("error: /dev/net/none cannot be opened")
        assert len(done.stderr.splitlines()) == 2
