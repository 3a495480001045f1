"""Build contexts of the generated images: plain directories that `docker build` takes as well."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from liveclawbench.paths import MOCK_PLATFORM

TEMPLATES = Path(__file__).parent / "templates"
PACKAGE = MOCK_PLATFORM / "src" / "mock_platform"
ORACLE = PACKAGE / "oracle"
_SECRET_DIRECTORY = 0o750
_SECRET_FILE = 0o640
_STARTUP_MODE = 0o550


def write_deps_context(site_packages: Path, out: Path) -> None:
    """The image with the mock platform's dependencies."""
    _dockerfile("deps", out)
    shutil.copytree(site_packages, out / "site-packages", symlinks=True)


def write_mock_context(out: Path) -> None:
    """The image with the mock platform itself."""
    _dockerfile("mock", out)
    for script in ("entrypoint.sh", "ready.sh"):
        shutil.copyfile(TEMPLATES / script, out / script)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, out / "mock_platform", ignore=ignored)
    if ORACLE.is_dir():
        shutil.copytree(ORACLE, out / "oracle", ignore=ignored)
    else:
        (out / "oracle").mkdir()


def write_layer2_context(
    task_dir: Path, services: Sequence[str], out: Path, name: str | None = None
) -> None:
    """Layer 2 of one task, from its `mock/` directory: `<service>.json` and `faults.toml`.

    `name` is the task's, where the directory has another.
    """
    _dockerfile("task", out)
    seeds = out / "task" / "seed"
    seeds.mkdir(parents=True)
    (out / "task" / "services").write_text("".join(f"{name}\n" for name in services))
    for source in sorted((task_dir / "mock").glob("*")):
        if source.suffix == ".json":
            shutil.copyfile(source, seeds / source.name)
        elif source.name == "faults.toml":
            shutil.copyfile(source, out / "task" / source.name)
    startup = out / "startup.d"
    startup.mkdir()
    if services:
        shutil.copyfile(TEMPLATES / "startup.sh", startup / f"{name or task_dir.name}.sh")
    _restrict(out / "task", _SECRET_FILE)
    _restrict(startup, _STARTUP_MODE)


def _dockerfile(name: str, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(TEMPLATES / f"{name}.Dockerfile", out / "Dockerfile")


def _restrict(root: Path, file_mode: int) -> None:
    for path in (root, *root.rglob("*")):
        path.chmod(_SECRET_DIRECTORY if path.is_dir() else file_mode)
