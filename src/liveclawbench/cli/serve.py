"""`liveclaw serve`: a task's services, or the demo world, on this machine, for a browser."""

import errno
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from liveclawbench.cli.console import err, out, plain
from liveclawbench.cli.options import TasksDir, one_task
from liveclawbench.paths import TASKS

if TYPE_CHECKING:
    from mock_platform.kit.service import Service


def serve(
    name: Annotated[
        str | None, typer.Argument(metavar="[TASK]", help="A task name or path.")
    ] = None,
    services: Annotated[
        str | None,
        typer.Option(
            "--services", help="Instead of a task: services of the demo world, `all` or `a,b,…`."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Which demo world.")] = 1,
    tasks_dir: TasksDir = TASKS,
) -> None:
    """Serve web sites on localhost until Ctrl-C; what is done there is not kept."""
    from liveclawbench.errors import UsageError
    from liveclawbench.scratch import scratch_folder

    if (name is None) == (services is None):
        raise UsageError("give either a task or --services", hint="`liveclaw tasks` lists tasks")
    with scratch_folder() as scratch:
        if services is not None:
            _serve_demo(services, seed, scratch)
        else:
            _serve_task(str(name), tasks_dir, scratch)


def _serve_task(name: str, tasks_dir: Path, scratch: Path) -> None:
    from liveclawbench.errors import UsageError

    task = one_task(name, tasks_dir)
    if not task.services:
        raise UsageError(f"{task.name} has no services to serve", hint="`liveclaw shell` shows it")
    found = _find(task.services)
    with _serving(found, task.dir / "mock", scratch) as launcher:
        _wait(launcher, found, task.instruction().strip())


def _serve_demo(names: str, seed: int, scratch: Path) -> None:
    from mock_platform.demo import demo_cast
    from mock_platform.kit.service import service_names
    from mock_platform.world import DEMO_PASSWORD

    listed = [name.strip() for name in names.split(",") if name.strip()]
    found = _find(service_names() if listed == ["all"] else listed)
    owner = demo_cast(seed).owner
    with serving_demo(found, seed, scratch) as launcher:
        _wait(launcher, found, f"Sign in as {owner.email} with the password {DEMO_PASSWORD}.")


@contextmanager
def serving_demo(
    services: "Sequence[Service]", seed: int, scratch: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Services of the demo world, each answering, in a process that ends with this one."""
    from liveclawbench.scratch import scratch_folder
    from mock_platform.demo import write_demo

    with nullcontext(scratch) if scratch else scratch_folder() as folder:
        mock_dir = folder / "mock"
        mock_dir.mkdir()
        write_demo(services, seed, mock_dir)
        with _serving(services, mock_dir, folder) as launcher:
            yield launcher


def _find(names: Sequence[str]) -> "list[Service]":
    from liveclawbench.errors import UsageError
    from mock_platform.kit.service import get_service

    try:
        found = [get_service(name) for name in dict.fromkeys(names)]
    except KeyError as error:
        raise UsageError(error.args[0]) from None
    if not found:
        raise UsageError("no service is named", hint="--services all serves all of them")
    return found


def _wait(launcher: subprocess.Popen[str], services: "Sequence[Service]", heading: str) -> None:
    out().print(plain(heading))
    out().print()
    for service in services:
        out().print(plain(f"  {service.title:<16} {service.url}"))
    err().print("Ctrl-C ends it", style="dim")
    try:
        launcher.wait()
    except KeyboardInterrupt:
        err().print("ended", style="dim")


@contextmanager
def _serving(
    services: "Sequence[Service]", mock_dir: Path, scratch: Path
) -> Iterator[subprocess.Popen[str]]:
    """The services in a process that ends with this one, each answering."""
    from liveclawbench.errors import LiveClawError

    for service in services:
        _ensure_free(service.port)
    launcher = _launch([service.name for service in services], mock_dir, scratch)
    try:
        if launcher.stdout is None or launcher.stdout.readline().strip() != "ready":
            said = launcher.communicate()[1].strip().removeprefix("mock-platform: ")
            raise LiveClawError(said or "the services ended at once")
        yield launcher
    finally:
        launcher.terminate()
        launcher.communicate()


def _ensure_free(port: int) -> None:
    """LiveClawError where something listens there. What else is wrong, the services will tell."""
    from liveclawbench.errors import LiveClawError

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                return
            raise LiveClawError(
                f"port {port} is taken (is another `liveclaw serve` running?)",
                hint=f"end what listens there: ss -ltnp 'sport = :{port}' names it",
            ) from None


def _launch(names: Sequence[str], mock_dir: Path, scratch: Path) -> subprocess.Popen[str]:
    import ctypes
    import signal
    import sys

    prctl = ctypes.CDLL(None).prctl
    command = [sys.executable, "-I", "-m", "mock_platform.launch", "--stay"]
    command += ["--mock-dir", str(mock_dir), "--services", ",".join(names)]
    return subprocess.Popen(
        [*command, "--data-dir", str(scratch / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C comes to us, and we end it
        preexec_fn=lambda: prctl(1, signal.SIGTERM),  # kill -9 of us ends it too
    )
