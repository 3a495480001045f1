"""The launcher's own decisions, with stand-ins for Python that write down how they are called."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from liveclawbench.paths import REPO

TOOLS = ("cat", "cksum", "cp", "chmod", "dirname", "flock", "grep", "id", "mkdir", "readlink")
TOOLS += ("rm", "sh", "tail")
PYTHON = """#!/bin/sh
echo "$0 $*" >>"$LOG"
case "$*" in
    "-c import sys; sys.exit"*) exit "${OLD:-0}" ;;
    "-c import ensurepip"*) exit "${NO_VENV:-0}" ;;
    "-m venv --clear"*)
        mkdir -p "$4/bin"
        cp "$0" "$4/bin/python"
        printf '#!/bin/sh\\necho "program $*"\\n' >"$4/bin/liveclaw"
        chmod +x "$4/bin/liveclaw" ;;
    *--require-hashes*)
        echo "Collecting something"
        [ -z "${NETWORK_DOWN:-}" ] || { echo "ERROR: no network"; exit 1; } ;;
    "-m pytest"*) echo "pytest $*" ;;
esac
"""


@dataclass
class Machine:
    """A repository and a PATH of our own."""

    root: Path

    @property
    def repo(self) -> Path:
        return self.root / "repo"

    def add_python(self, directory: str, name: str, text: str = PYTHON) -> Path:
        path = self.root / directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def start(self, *args: str, **env: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [str(self.root / env.pop("LAUNCHER", "repo/liveclaw")), *args],
            env={
                "PATH": f"{self.root}/first:{self.root}/second:{self.root}/tools",
                "HOME": str(self.root / "home"),
                "LOG": str(self.root / "log"),
                **env,
            },
            cwd=self.root,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *args: str, **env: str) -> "subprocess.CompletedProcess[str]":
        process = self.start(*args, **env)
        out, error = process.communicate(timeout=30)
        return subprocess.CompletedProcess(args, process.returncode, out, error)

    def calls(self) -> list[str]:
        """How the stand-ins were called since the last look."""
        log = self.root / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.write_text("")
        return lines


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    for folder in ("first", "second", "tools", "home", "repo/requirements", "repo/mock-platform"):
        (tmp_path / folder).mkdir(parents=True)
    for tool in TOOLS:
        if found := shutil.which(tool):
            (tmp_path / "tools" / tool).symlink_to(found)
    shutil.copy(REPO / "liveclaw", made.repo)
    for name in ("pyproject.toml", "mock-platform/pyproject.toml"):
        (made.repo / name).write_text("")
    for lock in ("run", "dev"):
        (made.repo / "requirements" / f"{lock}.txt").write_text("something==1.0\n")
    return made


def created_with(machine: Machine) -> list[str]:
    return [call.split()[0] for call in machine.calls() if "-m venv" in call]


def test_the_first_use_sets_up_and_the_next_goes_straight_on(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    first = machine.run("run", "a b")
    assert (first.returncode, first.stdout) == (0, "program run a b\n")
    assert "Setting up" in first.stderr
    calls = machine.calls()
    assert any("--require-hashes" in call and call.endswith("run.txt") for call in calls)
    assert any("--no-build-isolation" in call for call in calls)
    again = machine.run("run")
    assert (again.stdout, again.stderr) == ("program run\n", "")
    assert machine.calls() == []


def test_a_candidate_that_fails_is_passed_over(machine: Machine) -> None:
    machine.add_python("first", "python3.13", "#!/bin/sh\necho 'pyenv: not installed' >&2; exit 1")
    working = machine.add_python("second", "python3.13")
    assert machine.run().returncode == 0
    assert created_with(machine) == [str(working)]


def test_one_that_has_venv_is_better(machine: Machine) -> None:
    machine.add_python("first", "python3.13", PYTHON.replace("NO_VENV:-0", "NO_VENV:-1"))
    whole = machine.add_python("second", "python3")
    assert machine.run().returncode == 0
    assert created_with(machine) == [str(whole)]


@pytest.mark.parametrize("found_by", ["PATH", "PYENV_ROOT", "HOME"])
def test_pyenvs_folders_are_searched(machine: Machine, found_by: str) -> None:
    root = "home/.pyenv" if found_by == "HOME" else "pyenv"
    python = machine.add_python(f"{root}/versions/3.12.1/bin", "python3")
    machine.add_python(f"{root}/versions/3.9.1/bin", "python3", "#!/bin/sh\nexit 1")
    pyenv = str(machine.root / root)
    env = {
        "PATH": {"PATH": f"{machine.root}/tools:{pyenv}/shims"},
        "PYENV_ROOT": {"PYENV_ROOT": pyenv},
        "HOME": {},
    }[found_by]
    assert machine.run(**env).returncode == 0
    assert created_with(machine) == [str(python)]


def test_uv_is_the_last_resort(machine: Machine) -> None:
    python = machine.add_python("uv-pythons", "python3.13")
    uv = f'#!/bin/sh\n[ "$2" = find ] && echo {python}\n:'
    machine.add_python("first", "uv", uv)
    assert machine.run().returncode == 0
    assert created_with(machine) == [str(python)]


def test_without_any_python_it_says_what_to_do(machine: Machine) -> None:
    done = machine.run("run")
    assert done.returncode == 1
    assert "no Python 3.12 or newer" in done.stderr
    assert "apt-get install" in done.stderr


def test_without_any_that_works_it_says_why_each_does_not(machine: Machine) -> None:
    broken = machine.add_python(
        "first", "python3.13", "#!/bin/sh\necho x; echo no lib >&2; exit 127"
    )
    told = '#!/bin/sh\ncase "$2" in *print*) echo is Python 3.11;; *) exit 1;; esac\n'
    old = machine.add_python("second", "python3", told)
    (machine.root / "second/python").symlink_to("python3")
    done = machine.run("run")
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert f"  {broken} does not run: no lib" in lines
    assert f"  {old} is Python 3.11" in lines
    assert done.stderr.count("second/") == 1
    assert "Debian 12" in done.stderr
    assert "apt-get install python3-venv" in done.stderr


def test_a_failed_set_up_is_completed_by_the_next_use(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    failed = machine.run("run", NETWORK_DOWN="yes")
    assert failed.returncode == 1
    assert "ERROR: no network" in failed.stderr
    assert failed.stdout == ""
    machine.calls()
    done = machine.run("run")
    assert (done.returncode, done.stdout) == (0, "program run\n")
    assert created_with(machine) == []


def test_a_changed_lock_is_installed(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    machine.run()
    machine.calls()
    (machine.repo / "requirements/run.txt").write_text("something==2.0\n")
    assert machine.run("x").stdout == "program x\n"
    assert any("--require-hashes" in call for call in machine.calls())


def test_a_broken_environment_is_made_anew(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    machine.run()
    machine.calls()
    (machine.repo / ".venv/bin/python").unlink()
    assert machine.run("x").stdout == "program x\n"
    assert len(created_with(machine)) == 1


def test_the_test_command_adds_what_tests_need(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    machine.run()
    machine.calls()
    done = machine.run("test", "-k", "two words")
    assert done.stdout == "pytest -m pytest -k two words\n"
    assert any(call.endswith("dev.txt") for call in machine.calls())
    assert machine.run("test").stdout == "pytest -m pytest\n"
    assert not any("--require-hashes" in call for call in machine.calls())


def test_it_can_be_called_through_a_link(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    (machine.root / "elsewhere").symlink_to("repo/liveclaw")
    assert machine.run("x", LAUNCHER="elsewhere").stdout == "program x\n"
    assert (machine.repo / ".venv").is_dir()


def test_two_first_uses_at_once_make_one_environment(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    both = [machine.start(str(number)) for number in range(2)]
    assert sorted(process.communicate(timeout=30)[0] for process in both) == [
        "program 0\n",
        "program 1\n",
    ]
    assert len(created_with(machine)) == 1


def test_python_settings_of_the_caller_do_not_reach_the_program(machine: Machine) -> None:
    machine.add_python("first", "python3.13")
    machine.run()
    program = machine.repo / ".venv/bin/liveclaw"
    program.write_text('#!/bin/sh\necho "${PYTHONPATH-none} ${PYTHONDONTWRITEBYTECODE-none}"\n')
    done = machine.run(PYTHONPATH=os.devnull, PYTHONDONTWRITEBYTECODE="1")
    assert done.stdout == "none none\n"
