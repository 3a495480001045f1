"""Starts the services of a task and returns when each of them answers.

An environment's start-up runs `python -I -m mock_platform.launch --task-dir /opt/mock/task`.
The task directory holds `services` (a name a line), `seed/<service>.json` and `faults.toml`.
What all services need is imported once. Then processes are forked off: one a service makes its
database and ends; one for all serves them, each on a port of its own.
"""

import argparse
import gc
import os
import pwd
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from mock_platform.kit.clock import Clock, set_clock
from mock_platform.kit.service import Service, get_service


class LaunchError(Exception):
    """The services cannot be started; the message says which and why."""


@dataclass(frozen=True)
class Plan:
    """What to start: the services, and the folder with their seeds and the fault file."""

    services: tuple[Service, ...]
    seeds: Path
    faults: Path

    def seed(self, service: Service) -> Path:
        return self.seeds / f"{service.name}.json"


@dataclass
class _Child:
    """A forked process; on `status` it says how it went."""

    name: str
    pid: int
    status: int


def plan_of_task(task_dir: Path) -> Plan:
    """The plan of an environment's `/opt/mock/task`."""
    listing = task_dir / "services"
    if not listing.is_file():
        raise LaunchError(f"{listing}: missing")
    names = listing.read_text(encoding="utf-8").split()
    return Plan(_services(names), task_dir / "seed", task_dir / "faults.toml")


def plan_of_folder(names: Sequence[str], mock_dir: Path) -> Plan:
    """The plan of a task's `mock/` folder."""
    return Plan(_services(names), mock_dir, mock_dir / "faults.toml")


def check(plan: Plan) -> None:
    """Raise MistakesError with every mistake in the seed data and the faults."""
    from mock_platform.kit.faults import load_faults
    from mock_platform.kit.mistakes import Mistake, MistakesError
    from mock_platform.kit.seed import check_seed

    mistakes: list[Mistake] = []
    looks: list[Callable[[], object]] = [
        *(partial(check_seed, service, plan.seed(service)) for service in plan.services),
        partial(load_faults, plan.faults, plan.services, thorough=True),
    ]
    for look in looks:
        try:
            look()
        except MistakesError as error:
            mistakes += error.mistakes
    if mistakes:
        raise MistakesError(mistakes)


def start(plan: Plan, data_dir: Path, host: str, *, stay: bool) -> list[int]:
    """Start the services of the plan and wait until each answers; what serves them.

    `stay`: the services end with this process. Raises LaunchError.
    """
    from mock_platform.kit.faults import load_faults
    from mock_platform.kit.server import prepare, resume, serve
    from mock_platform.kit.trial import write_trial

    clock = Clock(start=datetime.now(UTC).replace(microsecond=0))
    set_clock(clock)
    faults = load_faults(plan.faults, plan.services)
    write_trial(data_dir, clock.start, (s.name for s in plan.services), faults)
    if not plan.services:
        return []
    listeners = [_listen(service, host) for service in plan.services]
    for service in plan.services:
        assert service.tables  # imported once, for those who make the databases and who serves them
    gc.collect()
    gc.freeze()
    parent = os.getpid() if stay else None
    log = data_dir / "services.log"
    go, hold = os.pipe()
    children: list[_Child] = []

    def make(service: Service, ready: int) -> None:
        os.close(hold)
        prepare(service, data_dir, plan.seed(service), faults)
        os.write(ready, b"ready\n")

    def run_all(ready: int) -> None:
        os.close(hold)
        runtimes = [resume(service, data_dir, faults) for service in plan.services]
        serve(runtimes, listeners, ready, go)

    try:
        children.append(_fork("services", run_all, log, parent))
        os.close(go)
        for service in plan.services:
            children.append(_fork(service.name, partial(make, service), log, parent))
        for listener in listeners:
            listener.close()
        for child in children[1:]:
            _await_ready(child, log)
            os.waitpid(child.pid, 0)
        os.close(hold)
        _await_ready(children[0], log)
        for service in plan.services:
            _await_answer(service, host)
    except BaseException:
        for child in children:
            _end(child.pid)
        raise
    return [children[0].pid]


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; 0 when all services answer, 1 with one line that says why not."""
    parser = argparse.ArgumentParser(prog="mock_platform.launch", description=__doc__)
    parser.add_argument("--task-dir", type=Path, default=Path("/opt/mock/task"))
    parser.add_argument("--mock-dir", type=Path, help="a task's mock/ folder, with --services")
    parser.add_argument("--services", default="", help="comma-separated, with --mock-dir")
    parser.add_argument("--data-dir", type=Path, default=os.environ.get("MOCK_DATA_DIR"))
    parser.add_argument("--user", help="the user that the services run as")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument(
        "--stand-by", action="store_true", help="leave a process that runs the verifier at once"
    )
    parser.add_argument("--check", action="store_true", help="only check seeds and faults")
    parser.add_argument("--stay", action="store_true", help="stay, and end the services at the end")
    options = parser.parse_args(argv)
    from mock_platform.kit.mistakes import MistakesError

    try:
        if options.mock_dir:
            plan = plan_of_folder([n for n in options.services.split(",") if n], options.mock_dir)
        else:
            plan = plan_of_task(options.task_dir)
        if options.check:
            check(plan)
            return 0
        if options.data_dir is None:
            raise LaunchError("no data directory; set MOCK_DATA_DIR or give --data-dir")
        if options.stand_by and plan.services:
            _stand_by(plan.services)
        _own_data_dir(options.data_dir, options.user)
        pids = start(plan, options.data_dir, options.host, stay=options.stay)
        return _stay(pids) if options.stay else 0
    except (LaunchError, MistakesError) as error:
        print(f"mock-platform: {error}", file=sys.stderr)
        return 1


def _services(names: Sequence[str]) -> tuple[Service, ...]:
    try:
        return tuple(get_service(name) for name in names)
    except KeyError as error:
        raise LaunchError(error.args[0]) from None


def _stand_by(services: Sequence[Service]) -> None:
    """Before privileges are given up. A verifier that finds nobody waiting is only slower."""
    from mock_platform.standby import stand_by

    for service in services:
        assert service.tables  # imported once, for it and for all that `start` forks
    with suppress(OSError):
        stand_by()


def _own_data_dir(data_dir: Path, user: str | None) -> None:
    data_dir.mkdir(parents=True, exist_ok=True)
    data_dir.chmod(0o700)
    if user is None:
        return
    try:
        entry = pwd.getpwnam(user)
    except KeyError:
        raise LaunchError(f"there is no user {user!r}") from None
    os.chown(data_dir, entry.pw_uid, entry.pw_gid)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def _listen(service: Service, host: str) -> socket.socket:
    from mock_platform.kit.server import listen

    try:
        return listen(host, service.port)
    except OSError as error:
        raise LaunchError(f"{service.name}: port {service.port}: {error.strerror}") from None


def _fork(name: str, work: Callable[[int], None], log: Path, parent: int | None) -> _Child:
    """Run `work` in a child; it gets a pipe on which to say `ready`, and says there what failed."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return _Child(name, pid, reader)
    status = 1
    try:
        os.close(reader)
        _detach(log, parent)
        work(writer)
        status = 0
    except BaseException as error:
        traceback.print_exc()
        os.write(writer, f"{type(error).__name__}: {error}\n".encode()[:4000])
    finally:
        os._exit(status)


def _detach(log: Path, parent: int | None) -> None:
    """Leave the parent's terminal and files; with `parent`, die when it does."""
    os.setsid()
    if parent is not None:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)
    null = os.open(os.devnull, os.O_RDONLY)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(null, 0)
    os.dup2(out, 1)
    os.dup2(out, 2)


def _await_ready(child: _Child, log: Path) -> None:
    with os.fdopen(child.status, "rb") as status:
        said = status.readline().decode(errors="replace").strip()
    if said != "ready":
        raise LaunchError(f"{child.name}: {said or f'ended at start, see {log}'}")


def _await_answer(service: Service, host: str) -> None:
    with urlopen(f"http://{host}:{service.port}/health", timeout=10) as answer:
        if answer.status != 200:
            raise LaunchError(f"{service.name}: /health answers {answer.status}")


def _stay(pids: list[int]) -> int:
    """Wait for a signal, then end the services."""
    ending = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    print("ready", flush=True)
    signal.sigwait(ending)
    for pid in pids:
        _end(pid)
    return 0


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


if __name__ == "__main__":
    sys.exit(main())
