"""`liveclaw serve`: a task's services on this machine, for a browser."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from liveclawbench.cli.console import err, out, plain
from liveclawbench.cli.options import OneName, one_task

if TYPE_CHECKING:
    from liveclawbench.tasks import Task


def serve(name: OneName) -> None:
    """Serve a task's web sites on localhost until Ctrl-C; what is done there is not kept."""
    from liveclawbench.errors import UsageError
    from mock_platform.kit.service import get_service

    task = one_task(name)
    if not task.services:
        raise UsageError(f"{task.name} has no services to serve", hint="`liveclaw shell` shows it")
    with _serving(task) as launcher:
        out().print(plain(task.instruction().strip()))
        out().print()
        for service in (get_service(name) for name in task.services):
            out().print(plain(f"  {service.title:<16} {service.url}"))
        err().print("Ctrl-C ends it", style="dim")
        try:
            launcher.wait()
        except KeyboardInterrupt:
            err().print("ended", style="dim")


@contextmanager
def _serving(task: "Task") -> Iterator[subprocess.Popen[str]]:
    """The services in a process that ends with this one, each answering."""
    from liveclawbench.errors import LiveClawError
    from liveclawbench.scratch import scratch_folder

    with scratch_folder() as scratch:
        launcher = _launch(task, scratch)
        try:
            if launcher.stdout is None or launcher.stdout.readline().strip() != "ready":
                said = launcher.communicate()[1].strip().removeprefix("mock-platform: ")
                raise LiveClawError(said or "the services ended at once", path=task.dir / "mock")
            yield launcher
        finally:
            launcher.terminate()
            launcher.communicate()


def _launch(task: "Task", data_dir: Path) -> subprocess.Popen[str]:
    import ctypes
    import signal
    import sys

    prctl = ctypes.CDLL(None).prctl
    command = [sys.executable, "-I", "-m", "mock_platform.launch", "--stay"]
    command += ["--mock-dir", str(task.dir / "mock"), "--services", ",".join(task.services)]
    return subprocess.Popen(
        [*command, "--data-dir", str(data_dir / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C comes to us, and we end it
        preexec_fn=lambda: prctl(1, signal.SIGTERM),  # kill -9 of us ends it too
    )
