"""Running a command inside a sandbox: join its namespaces, give up privileges, execute."""

import fcntl
import os
import resource
import signal
import termios
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from . import seccomp, syscalls, users

_DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_NAMESPACES = os.CLONE_NEWNS | os.CLONE_NEWNET | os.CLONE_NEWUTS | os.CLONE_NEWIPC
_FIRST_SPARE = 100


@dataclass(frozen=True)
class Command:
    """`numbers`: the file descriptors the command gets, in the order in which they are passed.

    `largest_file` in bytes and `most_processes` (per user, not for root) are resource limits.
    """

    argv: list[str]
    env: dict[str, str]
    user: str
    cwd: str
    numbers: list[int]
    tree: bool
    terminal: bool = False
    most_processes: int | None = None
    largest_file: int | None = None


def join(target: int) -> None:
    """Enter the mount, network, uts, ipc and cgroup namespaces of the process behind a pidfd."""
    os.setns(target, _NAMESPACES | os.CLONE_NEWCGROUP)
    os.chdir("/")


def run(command: Command, target: int, fds: list[int], report: int) -> NoReturn:
    """Become `command` inside; called in a fresh child that is in the sandbox's pid namespace.

    With `tree`, stay as the parent of the command that ends with its status, and that ends
    everything descended from it on SIGTERM.
    """
    join(target)
    syscalls.keep_capabilities(syscalls.CAPABILITIES)
    if command.tree:
        syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)
        signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGCHLD, signal.SIGTERM})
        child = os.fork()
        if child:
            os.closerange(0, report)
            os.closerange(report + 1, 1 << 20)
            os.close(report)
            os._exit(_guard(child))
    settle(command, fds)
    os.execvpe(command.argv[0], command.argv, environment(command))  # noqa: S606


def environment(command: Command) -> dict[str, str]:
    home = users.lookup(command.user).home
    return {"PATH": _DEFAULT_PATH, "HOME": home, **command.env}


def arrange(fds: list[int], numbers: list[int]) -> None:
    """Give descriptor `fds[i]` the number `numbers[i]`, open across `exec`."""
    spare = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _FIRST_SPARE) for fd in fds]
    for source, number in zip(spare, numbers, strict=True):
        os.dup2(source, number, inheritable=True)


def reset_signals() -> None:
    for number in (signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "SIGXFSZ"):
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())


def settle(command: Command, fds: list[int]) -> None:
    """Take on the command's user, limits, folder and descriptors, for good."""
    os.setsid()
    user = users.lookup(command.user)
    os.chdir(command.cwd)
    arrange(fds, command.numbers)
    if command.terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if command.largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (command.largest_file,) * 2)
    if command.most_processes and user.uid:
        resource.setrlimit(resource.RLIMIT_NPROC, (command.most_processes,) * 2)
    os.umask(0o022)
    os.setgroups(user.groups)
    os.setresgid(user.gid, user.gid, user.gid)
    os.setresuid(user.uid, user.uid, user.uid)
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    if program := seccomp.program():
        syscalls.install_filter(program)
    reset_signals()


def _guard(child: int) -> int:
    """Wait for `child` and return its exit status; on SIGTERM end its whole tree first."""
    ending = False
    while True:
        number = signal.sigwait({signal.SIGCHLD, signal.SIGTERM})
        ending = ending or number == signal.SIGTERM
        if ending:
            _end_descendants()
        with suppress(ChildProcessError):
            while (reaped := os.waitpid(-1, os.WNOHANG))[0]:
                if reaped[0] == child and not ending:
                    return shell_status(reaped[1])
            continue
        return 128 + signal.SIGKILL


def shell_status(status: int) -> int:
    """A wait status as a shell reports it: 128 + n for signal n."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_descendants() -> None:
    """Kill everything below this process; those that get away come back to it as orphans."""
    found = -1
    while len(family := descendants(os.getpid())) != found:
        found = len(family)
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def descendants(ancestor: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for pid, fields in processes():
        children.setdefault(int(fields[1]), []).append(pid)
    found, pending = [], [ancestor]
    while pending:
        below = children.get(pending.pop(), [])
        found += below
        pending += below
    return found


def processes() -> list[tuple[int, list[str]]]:
    """`(pid, fields of /proc/pid/stat from the state on)` of every process that is alive."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with suppress(OSError):
                text = Path("/proc", entry.name, "stat").read_text(errors="replace")
                fields = text.rpartition(")")[2].split()
                if _alive(fields):
                    found.append((int(entry.name), fields))
    return found


def _alive(fields: list[str]) -> bool:
    """A process whose first thread has ended looks like a zombie while its others go on."""
    return fields[0] not in "ZX" or int(fields[17]) > 1
