"""The keeper's loop: requests in, children forked, their ends reported.

A request is JSON in a memory file, sent over a socket with the descriptors that it is about:
`{"id", "op", …}`. The answer is `{"id", "result"}` or `{"id", "error": {"kind", "message",
"errno"}}`. A command that was entered goes by the id of its request, since pids come again:
`{"exit": id, "status": n}` follows when it has ended.
"""

import fcntl
import json
import os
import selectors
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from . import boxes, cgroups, doors, entry, files, inspection, nursery, routes, syscalls

_MOST_DESCRIPTORS = 16
_SPARE_DESCRIPTOR = 200

type Request = dict[str, Any]
type Work = Callable[[int], object]


@dataclass
class _Child:
    """`request` is answered when the report is complete; `lasting`: its end is reported too."""

    request: int
    report: int
    lasting: bool
    finish: Callable[[], None] | None = None
    answered: bool = False


class Keeper:
    def __init__(self, control: socket.socket, sweeper: int) -> None:
        self._control = control
        self._sweeper = sweeper
        self._leaders: set[int] = set()
        self._boxes: dict[str, boxes.Box] = {}
        self._children: dict[int, _Child] = {}
        self._nurseries: dict[str, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._own_pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self._operations: dict[str, Callable[[Request, list[int]], None]] = {
            "create": self._create,
            "root": self._root,
            "mount": self._mount,
            "attach": self._attach,
            "enter": self._enter,
            "spawn": self._spawn,
            "nurse": self._nurse,
            "launch": self._launch,
            "signal": self._signal,
            "resident": self._resident,
            "make_room": self._make_room,
            "discard": self._discard,
            "put_file": self._inside(lambda r, fds: files.put_file(fds[0], r["path"])),
            "put_tree": self._inside(lambda r, fds: files.put_tree(fds[0], r["path"])),
            "get_file": self._inside(lambda r, fds: files.get_file(r["path"], fds[0], r["size"])),
            "get_tree": self._inside(
                lambda r, fds: files.get_tree(r["path"], fds[0], r["size"], r["entries"])
            ),
            "reset": self._inside(lambda r, _: files.reset_directory(r["path"], r["mode"])),
            "refuse": self._inside(lambda r, _: routes.refuse(r["network"])),
            "listen": self._inside(
                lambda r, fds: doors.listen(fds[0], [(a, p) for a, p in r["addresses"]])
            ),
            "memory": self._inside(lambda _, __: inspection.memory()),
            "kill_user": self._inside(lambda r, _: inspection.kill_user(r["user"]), pids=True),
        }

    def serve(self) -> None:
        """Until the other end of the control socket is gone; then end and remove everything."""
        wake, wake_end = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(wake_end, False)
        signal.set_wakeup_fd(wake_end)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._selector.register(self._control, selectors.EVENT_READ)
        self._selector.register(wake, selectors.EVENT_READ)
        try:
            while True:
                for key, _ in self._selector.select():
                    if key.fileobj is self._control:
                        self._receive()
                    elif key.fd == wake:
                        with suppress(BlockingIOError):
                            os.read(wake, 4096)
                    else:
                        self._answer(key.data)
                self._reap()
        except (EOFError, ConnectionError):
            self._end_everything()

    def _receive(self) -> None:
        message, fds, _, _ = socket.recv_fds(self._control, 16, _MOST_DESCRIPTORS)
        for fd in fds:
            os.set_inheritable(fd, False)
        if not message:
            raise EOFError
        with open(fds.pop(0), "rb") as stream:
            request: Request = json.load(stream)
        try:
            self._operations[request["op"]](request, fds)
        except Exception as error:
            self._send({"id": request["id"], "error": _description(error)})
        finally:
            for fd in fds:
                os.close(fd)

    def _send(self, message: dict[str, object]) -> None:
        self._control.sendall(json.dumps(message).encode())

    def _create(self, request: Request, _: list[int]) -> None:
        box = boxes.create(Path(request["parent"]), request["name"], request["limits"])
        self._boxes[request["name"]] = box
        self._send({"id": request["id"], "result": box.groups.missing})

    def _root(self, request: Request, fds: list[int]) -> None:
        box = self._boxes[request["box"]]

        def work(_: int) -> NoReturn:
            _join_groups(box.groups.members())
            root = boxes.mount_root(box.directory, request["layers"])
            boxes.write_files(root, request["files"])
            _become(request, fds)

        leader = self._fork(request, work)
        self._leaders.add(leader)
        box.processes.append(os.pidfd_open(leader))

    def _mount(self, request: Request, _: list[int]) -> None:
        """Only try to mount the root file system."""
        box = self._boxes[request["box"]]

        def work(_: int) -> None:
            boxes.mount_root(box.directory, request["layers"])

        self._fork(request, work)

    def _attach(self, request: Request, _: list[int]) -> None:
        box = self._boxes[request["box"]]
        box.target = os.pidfd_open(request["pid"])
        box.processes.append(box.target)
        self._send({"id": request["id"], "result": None})

    def _enter(self, request: Request, fds: list[int]) -> None:
        box = self._boxes[request["box"]]
        command = entry.Command(**request["command"])

        def work(report: int) -> NoReturn:
            _join_groups(box.groups.members())
            entry.run(command, _target(box), fds, report)

        self._fork(request, work, pids=_target(box), lasting=True)

    def _spawn(self, request: Request, fds: list[int]) -> None:
        box = self._boxes[request["box"]]
        helper = self._fork(request, lambda _: _become(request, fds))
        box.processes.append(os.pidfd_open(helper))

    def _nurse(self, request: Request, fds: list[int]) -> None:
        """Start the nursery of a box that holds nothing else."""
        box = self._boxes[request["box"]]
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

        def work(_: int) -> NoReturn:
            root = boxes.mount_root(box.directory, request["layers"])
            nursery.become(root, [*fds, theirs.fileno(), self._own_pids])

        with theirs:
            process = self._fork(request, work)
        box.processes.append(os.pidfd_open(process))
        self._nurseries[request["box"]] = ours

    def _launch(self, request: Request, fds: list[int]) -> None:
        """Have a nursery start the services of a sandbox."""
        box = self._boxes[request["box"]]
        groups = [os.open(member, os.O_WRONLY) for member in box.groups.members()]
        try:
            message = json.dumps({"command": request["command"]}).encode()
            descriptors = [_target(box), *fds, *groups]
            socket.send_fds(self._nurseries[request["nursery"]], [message], descriptors)
        finally:
            for group in groups:
                os.close(group)
        self._send({"id": request["id"], "result": None})

    def _signal(self, request: Request, _: list[int]) -> None:
        for pid, child in self._children.items():
            if child.request == request["command"]:
                os.kill(pid, request["number"])
        self._send({"id": request["id"], "result": None})

    def _resident(self, request: Request, _: list[int]) -> None:
        groups = self._boxes[request["box"]].groups
        self._send({"id": request["id"], "result": cgroups.resident(groups.directories)})

    def _make_room(self, request: Request, _: list[int]) -> None:
        self._boxes[request["box"]].groups.make_room()
        self._send({"id": request["id"], "result": None})

    def _discard(self, request: Request, _: list[int]) -> None:
        box = self._boxes.pop(request["box"], None)
        if box is None:  # it could not be created
            self._send({"id": request["id"], "result": None})
        else:
            self._fork(request, lambda _: box.discard(), finish=box.close)

    def _inside(
        self, work: Callable[[Request, list[int]], object], *, pids: bool = False
    ) -> Callable[[Request, list[int]], None]:
        """An operation that runs in a child in the sandbox's mount (and pid) namespace."""

        def operation(request: Request, fds: list[int]) -> None:
            target = _target(self._boxes[request["box"]])

            def run(_: int) -> object:
                entry.join(target)
                return work(request, fds)

            self._fork(request, run, pids=target if pids else None)

        return operation

    def _fork(
        self,
        request: Request,
        work: Work,
        *,
        pids: int | None = None,
        lasting: bool = False,
        finish: Callable[[], None] | None = None,
    ) -> int:
        """Run `work` in a child: it executes a program, or returns what to answer."""
        report, report_end = os.pipe()
        try:
            child = self._fork_into(pids)
        except OSError:
            os.close(report)
            os.close(report_end)
            raise
        if child == 0:
            _run_child(work, report_end, in_pid_namespace=pids is not None)
        os.close(report_end)
        os.set_blocking(report, False)
        self._children[child] = _Child(request["id"], report, lasting, finish)
        self._selector.register(report, selectors.EVENT_READ, child)
        return child

    def _fork_into(self, pids: int | None) -> int:
        """Fork, the child being in the pid namespace of the process behind `pids` if given."""
        if pids is None:
            return os.fork()
        os.setns(pids, os.CLONE_NEWPID)
        child = -1
        try:
            child = os.fork()
        finally:
            if child:
                os.setns(self._own_pids, os.CLONE_NEWPID)
        return child

    def _answer(self, pid: int) -> None:
        """Pass on what the child reported: nothing, if it has executed its program."""
        child = self._children[pid]
        if child.answered:
            return
        child.answered = True
        self._selector.unregister(child.report)
        os.set_blocking(child.report, True)
        with open(child.report, "rb") as stream:
            text = stream.read()
        if child.finish:
            child.finish()
        answer = json.loads(text) if text else {"result": child.request}
        child.lasting = child.lasting and not text
        self._send({"id": child.request, **answer})

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    return
                if pid in self._leaders:
                    self._leaders.remove(pid)
                    self._end_strays()
                if pid in self._children:
                    self._answer(pid)
                    child = self._children.pop(pid)
                    if child.lasting:
                        self._send({"exit": child.request, "status": entry.shell_status(status)})

    def _end_strays(self) -> None:
        """A bubblewrap that was killed at an early moment leaves its child to us, who are init."""
        known = {*self._children, self._sweeper}
        for child in Path("/proc/self/task", str(os.getpid()), "children").read_text().split():
            if int(child) not in known:
                os.kill(int(child), signal.SIGKILL)

    def _end_everything(self) -> None:
        """We are process 1 of a namespace that holds all that we have started."""
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        for box in self._boxes.values():
            box.discard()


def _target(box: boxes.Box) -> int:
    if box.target is None:
        raise LookupError("the sandbox is not running")
    return box.target


def _join_groups(members: list[str]) -> None:
    for member in members:
        with open(member, "w", encoding="ascii") as stream:
            stream.write("0")


def _become(request: Request, fds: list[int]) -> NoReturn:
    entry.arrange(fds, request["numbers"])
    entry.reset_signals()
    program, *arguments = request["argv"]
    os.execve(program, [request["name"], *arguments], request["env"])  # noqa: S606


def _run_child(work: Work, report: int, *, in_pid_namespace: bool) -> NoReturn:
    """`in_pid_namespace`: the kernel ends it with the namespace; else it ends with its parent."""
    status = 1
    try:
        report = fcntl.fcntl(report, fcntl.F_DUPFD_CLOEXEC, _SPARE_DESCRIPTOR)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if not in_pid_namespace:
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
        answer: dict[str, object] = {"result": work(report)}
        status = 0
    except BaseException as error:
        answer = {"error": _description(error)}
    try:
        with open(report, "wb") as stream:
            stream.write(json.dumps(answer).encode())
    finally:
        os._exit(status)


def _description(error: BaseException) -> dict[str, object]:
    number = error.errno if isinstance(error, OSError) else None
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return {"kind": type(error).__name__, "message": text, "errno": number}


def _enter_namespaces(control: socket.socket) -> None:
    """Mounts and processes of our own, so that the kernel ends and unmounts all when we are gone.

    As an ordinary user also become root of a user namespace; the other end writes its id maps.
    """
    ordinary = os.geteuid() != 0
    flags = os.CLONE_NEWNS | os.CLONE_NEWPID
    os.unshare(flags | os.CLONE_NEWUSER if ordinary else flags)
    if ordinary:
        control.sendall(b"unshared")
        if control.recv(16) != b"mapped":
            os._exit(1)
        os.setresgid(0, 0, 0)
        os.setresuid(0, 0, 0)
        os.setgroups([])
    if os.fork():
        os._exit(0)
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_SLAVE)
    syscalls.mount("proc", "/proc", "proc", 0)


def main() -> None:
    control = socket.socket(fileno=int(os.environ["LIVECLAW_KEEPER_SOCKET"]))
    control.set_inheritable(False)
    with suppress(OSError, IndexError, ValueError):
        syscalls.rename_process("liveclaw-keeper")
    try:
        _enter_namespaces(control)
    except OSError as error:
        control.sendall(json.dumps({"failed": _description(error)}).encode())
        return
    control.sendall(b'{"ready": true}')
    parent = Path(os.environ["LIVECLAW_SANDBOXES"])
    sweeper = os.fork()
    if sweeper == 0:
        try:
            boxes.sweep(parent)
        finally:
            os._exit(0)
    Keeper(control, sweeper).serve()
