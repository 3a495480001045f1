"""A person's terminal, connected to a command in a sandbox."""

import asyncio
import fcntl
import os
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from liveclawbench.sandbox.client import Keeper, finished

_CHUNK = 1 << 16


async def interact(host: Keeper, box: str, command: dict[str, object]) -> int:
    """Run a command on a terminal of its own, relayed to and from ours; its exit status.

    The command never gets hold of our terminal itself: it could type into it.
    """
    outer, inner = os.openpty()
    try:
        details = {**command, "numbers": [0, 1, 2], "tree": True, "terminal": True}
        _copy_size(outer)
        process = await host.request("enter", inner, inner, inner, box=box, command=details)
        os.close(inner)
        inner = -1
        ended = host.ended(process)
        with _raw(), _relayed(outer, ended):
            try:
                return await asyncio.shield(ended)
            except asyncio.CancelledError:
                await finished(asyncio.ensure_future(_end(host, process, ended)))
                raise
    finally:
        os.close(outer)
        if inner >= 0:
            os.close(inner)


async def _end(host: Keeper, process: int, ended: "asyncio.Future[int]") -> None:
    await host.request("signal", command=process, number=int(signal.SIGTERM))
    await ended


@contextmanager
def _raw() -> Iterator[None]:
    """Our terminal passes on every key, Ctrl-C too, and is itself again afterwards."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


@contextmanager
def _relayed(outer: int, ended: "asyncio.Future[int]") -> Iterator[None]:
    loop = asyncio.get_running_loop()
    os.set_blocking(outer, False)

    def typed() -> None:
        keys = os.read(0, _CHUNK)
        if not keys:
            loop.remove_reader(0)
            keys = b"\x04"
        with suppress(OSError):
            os.write(outer, keys)

    def shown() -> None:
        with suppress(BlockingIOError):
            if not _show(outer):
                loop.remove_reader(outer)

    loop.add_reader(0, typed)
    loop.add_reader(outer, shown)
    loop.add_signal_handler(signal.SIGWINCH, _copy_size, outer)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGWINCH)
        loop.remove_reader(0)
        loop.remove_reader(outer)
        with suppress(BlockingIOError):
            while ended.done() and _show(outer):
                pass


def _show(outer: int) -> bool:
    """Show what there is; False once the other side is closed."""
    try:
        output = os.read(outer, _CHUNK)
    except BlockingIOError:
        raise
    except OSError:
        return False
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()
    return bool(output)


def _copy_size(outer: int) -> None:
    with suppress(OSError):
        fcntl.ioctl(outer, termios.TIOCSWINSZ, fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8)))
