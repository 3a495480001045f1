"""Our end of the keeper: starts it, sends it requests, hears of ends."""

import asyncio
import atexit
import concurrent.futures
import errno
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from liveclawbench.paths import cache_dir
from liveclawbench.sandbox.errors import SandboxError, TransferError
from liveclawbench.sandbox.identities import write_id_maps

_BOOT = """
import os, sys
sys.path.append(os.environ["LIVECLAW_KEEPER"])
import keeper.main
keeper.main.main()
"""
_LONGEST_MESSAGE = 1 << 20
_PATIENCE = 20.0
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH")
_WHY_NOT = (
    "run as root, or allow user namespaces: sysctl user.max_user_namespaces, "
    "kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns"
)
_TRANSFER_ERRORS = {"TrapError", "FileNotFoundError", "NotADirectoryError", "IsADirectoryError"}

_keeper: "Keeper | None" = None
_keeper_lock = threading.Lock()


class Keeper:
    """A connection to the keeper process, usable from any event loop of this process."""

    def __init__(self) -> None:
        self.sandboxes = cache_dir() / "sandboxes"
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._ends: dict[int, int | asyncio.Future[int]] = {}
        self._lock = threading.Lock()
        self._next = 0
        self.failure: str | None = None
        self.nurseries: dict[Path, concurrent.futures.Future[str]] = {}
        _make_directory(self.sandboxes)
        with theirs:
            self._process = _start(theirs, self.sandboxes)
        self._shake_hands()
        self._reader = threading.Thread(target=self._read, name="keeper", daemon=True)
        self._reader.start()

    async def request(self, operation: str, *fds: int, **details: object) -> Any:
        """Have an operation done; the result it names. SandboxError or TransferError if it fails.

        A request that was sent is always waited for, also by a task that has been cancelled.
        """
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        with self._lock:
            if self.failure:
                raise SandboxError(self.failure)
            self._next += 1
            number = self._next
            self._answers[number] = answer
        self._send({"id": number, "op": operation, **details}, fds)
        return await finished(answer)

    def ended(self, command: int) -> "asyncio.Future[int]":
        """The exit status of what "enter" has started, once it has ended; ask once."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        with self._lock:
            known = self._ends.pop(command, 137 if self.failure else None)
            if isinstance(known, int):
                future.set_result(known)
            else:
                self._ends[command] = future
        return future

    def close(self) -> None:
        """End the keeper and with it every sandbox; returns when all is removed."""
        self._socket.shutdown(socket.SHUT_WR)
        self._reader.join(_PATIENCE)
        self._socket.close()

    def _shake_hands(self) -> None:
        try:
            self._socket.settimeout(_PATIENCE)
            answer = self._first_answer()
            if "ready" not in answer:
                reason = answer.get("failed", {}).get("message", "it ended at once")
                raise SandboxError(
                    f"sandboxes cannot be started on this machine: {reason}", hint=_WHY_NOT
                )
            self._socket.settimeout(None)
        except BaseException:
            self._socket.close()
            raise
        finally:
            self._process.wait()

    def _first_answer(self) -> dict[str, Any]:
        try:
            message = self._socket.recv(_LONGEST_MESSAGE)
            if message == b"unshared":
                write_id_maps(self._process.pid)
                self._socket.sendall(b"mapped")
                message = self._socket.recv(_LONGEST_MESSAGE)
            answer: dict[str, Any] = json.loads(message or b"{}")
        except (OSError, ValueError) as error:
            return {"failed": {"message": str(error)}}
        return answer

    def _send(self, request: dict[str, object], fds: tuple[int, ...]) -> None:
        memory = os.memfd_create("request")
        try:
            with open(memory, "wb", closefd=False) as stream:
                stream.write(json.dumps(request).encode())
            os.lseek(memory, 0, os.SEEK_SET)
            with self._lock:
                socket.send_fds(self._socket, [b"r"], [memory, *fds])
        except OSError as error:
            raise SandboxError(f"the sandbox keeper is gone ({error.strerror})") from None
        finally:
            os.close(memory)

    def _read(self) -> None:
        while True:
            try:
                message = self._socket.recv(_LONGEST_MESSAGE)
            except OSError:
                message = b""
            if not message:
                break
            self._dispatch(json.loads(message))
        with self._lock:
            self.failure = "the sandbox keeper has ended, and every sandbox with it"
            answers, self._answers = list(self._answers.values()), {}
            ends = [end for end in self._ends.values() if not isinstance(end, int)]
        for answer in answers:
            _settle(answer, error=SandboxError(self.failure))
        for end in ends:
            _settle(end, value=137)

    def _dispatch(self, message: dict[str, Any]) -> None:
        with self._lock:
            if "exit" in message:
                waiting = self._ends.pop(message["exit"], None)
                if not isinstance(waiting, asyncio.Future):
                    self._ends[message["exit"]] = message["status"]
                    return
                future, error, value = waiting, None, message["status"]
            else:
                future, value = self._answers.pop(message["id"]), message.get("result")
                error = _error(message["error"]) if "error" in message else None
        _settle(future, value=value, error=error)


async def finished[T](future: "asyncio.Future[T]") -> T:
    """The result of `future`, waited for even when the task is cancelled meanwhile."""
    cancelled = None
    while not future.done():
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError as error:
            if future.cancelled():
                raise
            cancelled = error
        except Exception:
            break
    if cancelled is not None:
        future.exception()
        raise cancelled
    return future.result()


def keeper() -> Keeper:
    """The keeper of this process, started on first use."""
    global _keeper
    with _keeper_lock:
        if _keeper is None or _keeper.failure or _keeper.sandboxes != cache_dir() / "sandboxes":
            if _keeper is not None:
                _keeper.close()
            _keeper = Keeper()
        return _keeper


def close_keeper() -> None:
    """End this process's keeper, if it has one, and whatever it still runs."""
    global _keeper
    with _keeper_lock:
        if _keeper is not None:
            _keeper.close()
            _keeper = None


atexit.register(close_keeper)


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SandboxError(
            f"sandboxes cannot be kept in {path}: {error.strerror}",
            hint="set LIVECLAW_CACHE to a directory that can be written",
        ) from None


def _settle(
    future: "asyncio.Future[Any]", value: object = None, error: Exception | None = None
) -> None:
    def settle() -> None:
        if future.done():
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)

    try:
        future.get_loop().call_soon_threadsafe(settle)
    except RuntimeError:  # its event loop is closed: nobody waits any more
        return


def _error(described: dict[str, Any]) -> SandboxError:
    message, number = described["message"], described["errno"]
    if described["kind"] in _TRANSFER_ERRORS and not message.startswith("overlayfs"):
        return TransferError(message)
    hint = None
    if number == errno.ENOSPC:
        hint = f"free some space on the disk that holds {cache_dir()}"
    elif message.startswith("overlayfs"):
        hint = (
            "it needs Linux ≥ 5.11 with overlayfs, and a cache on ext4, xfs, btrfs or tmpfs: "
            "set LIVECLAW_CACHE to a directory there"
        )
    return SandboxError(message, hint=hint)


def _start(theirs: socket.socket, sandboxes: Path) -> "subprocess.Popen[bytes]":
    environment = {
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        "LC_ALL": "C.UTF-8",
        "LIVECLAW_KEEPER": str(Path(__file__).parent),
        "LIVECLAW_KEEPER_SOCKET": str(theirs.fileno()),
        "LIVECLAW_SANDBOXES": str(sandboxes),
    }
    python = getattr(sys, "_base_executable", None) or shutil.which("python3") or sys.executable
    return subprocess.Popen(
        [python, "-I", "-S", "-c", _BOOT],
        env=environment,
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/",
    )
