"""A new service works from the first moment, and its tests pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from liveclawbench.errors import UsageError
from liveclawbench.scaffold import new_service
from mock_platform.kit.service import get_service, service_names

ROOT = Path(__file__).parents[2]


def test_the_files_of_a_service_are_written(tmp_path: Path) -> None:
    written = new_service("ferry", "Pontoon", tmp_path)
    service = tmp_path / "src/mock_platform/services/ferry"
    assert service / "templates/home.html" in written
    declared = (service / "__init__.py").read_text()
    assert 'title="Pontoon"' in declared
    assert f"port={max(get_service(n).port for n in service_names()) + 1}" in declared
    assert not [path for path in written if "$" in path.read_text()]


@pytest.mark.parametrize(
    ("name", "title", "said"),
    [
        ("Ferry", None, "cannot be a service's name"),
        ("../ferry", None, "cannot be a service's name"),
        ("class", None, "cannot be a service's name"),
        ("shop", None, "already"),
        ("ferry", "quayside", "shop has the title"),
        ("ferry", '"; import os', "cannot be a brand"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(
    tmp_path: Path, name: str, title: str | None, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        new_service(name, title, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    new_service("ferry", None, tmp_path)
    with pytest.raises(UsageError, match="already"):
        new_service("ferry", None, tmp_path)


@pytest.mark.slow
def test_its_tests_pass_and_it_is_clean(tmp_path: Path) -> None:
    copy = tmp_path / "mock-platform"
    shutil.copytree(ROOT / "mock-platform", copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    tests = copy / "tests/services"
    new_service("ferry", "Pontoon", copy)
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    asked = [
        str(tests / "ferry"),
        str(tests / "test_services.py"),
        str(copy / "tests/test_demo.py"),
    ]
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "ferry", *asked]
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split(" passed")[0].split()[-1]) >= 15
    program = "from liveclawbench.services import services_page as t; print('## ferry' in t())"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr
    lint = [sys.executable, "-m", "ruff", "check", "src/mock_platform/services/ferry", "tests"]
    for command in (lint, [*lint[:3], "format", "--check", "src/mock_platform/services/ferry"]):
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
