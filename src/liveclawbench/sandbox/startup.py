"""The steps from an image to a running sandbox."""

import asyncio
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from liveclawbench.sandbox import layout, programs
from liveclawbench.sandbox.client import Keeper
from liveclawbench.sandbox.errors import SandboxError
from liveclawbench.sandbox.streams import Signal
from liveclawbench.sandbox.tun import check_tun

_OUTPUT, _NETWORK_OUTPUT = "output", "network"
_LAST_BYTES = 16 << 10
_LAST_LINES = 15
_INFO, _ARGUMENTS = 4, 5
_NETWORK_FLAGS = (
    *("--configure", "--mtu=65520", "--disable-host-loopback"),
    *("--enable-sandbox", "--enable-seccomp"),
)
_READY = 3
# Of what slirp4netns prints, the lines that tell no error.
_CHATTER = re.compile(r"WARNING|child failed|(sent|received) tapfd|Starting slirp|\*|do_slirp")
# Where clouds hand out the credentials of the machine that asks.
_LINK_LOCAL = "169.254.0.0/16"


@contextmanager
def null() -> Iterator[int]:
    """A descriptor of /dev/null."""
    descriptor = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def memory(content: bytes) -> Iterator[int]:
    """A descriptor of an unnamed file that holds `content`."""
    descriptor = os.memfd_create("content")
    try:
        with open(descriptor, "wb", closefd=False) as stream:
            stream.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def log(directory: Path, name: str = _OUTPUT) -> Iterator[int]:
    """A descriptor that appends to what the sandbox's own processes print, or to another file."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
    descriptor = os.open(directory / name, flags, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def last_output(directory: Path, name: str = _OUTPUT) -> str:
    """The last lines that the sandbox's own processes printed, or of another such file."""
    try:
        with open(directory / name, "rb") as stream:
            stream.seek(max(0, stream.seek(0, os.SEEK_END) - _LAST_BYTES))
            lines = stream.read().decode(errors="replace").splitlines()
    except FileNotFoundError:
        return ""
    return "\n".join(lines[-_LAST_LINES:])


async def start_init(
    host: Keeper,
    box: str,
    layers: Sequence[Path],
    *,
    name: str,
    network: str,
    hosts: Mapping[str, str],
    shm_bytes: int,
) -> int:
    """Set the namespaces up, with a process 1 that only waits; its pid as the keeper sees it."""
    directory = host.sandboxes / box
    hostname = layout.hostname(name)
    options = layout.bwrap_arguments(directory / "root", hostname, _INFO, shm_bytes)
    with (
        Signal() as info,
        Signal() as up,
        memory("\0".join(options).encode()) as arguments,
        null() as nothing,
        log(directory) as output,
    ):
        await host.request(
            "root",
            *(nothing, output, output, info.end, arguments, up.end),
            box=box,
            numbers=[0, 1, 2, _INFO, _ARGUMENTS, layout.UP],
            argv=[programs.bwrap(), "--args", str(_ARGUMENTS), *layout.HOLD],
            name="init",
            env={"PATH": layout.PATH},
            layers=[str(layer) for layer in layers],
            files=layout.network_files(hostname, network, hosts),
        )
        info.sent()
        up.sent()
        if not await up.first():
            raise SandboxError(f"{name}: bubblewrap failed: {last_output(directory)}")
        pid: int = (await info.document())["child-pid"]
    await host.request("attach", box=box, pid=pid)
    return pid


async def connect(host: Keeper, box: str, init: int) -> None:
    """Give the network namespace of process `init` a way out."""
    directory = host.sandboxes / box
    with Signal() as ready, null() as nothing, log(directory, _NETWORK_OUTPUT) as output:
        await host.request(
            "spawn",
            *(nothing, output, output, ready.end),
            box=box,
            numbers=[0, 1, 2, _READY],
            argv=[
                programs.slirp4netns(),
                *(*_NETWORK_FLAGS, f"--ready-fd={_READY}", str(init), "tap0"),
            ],
            name="slirp4netns",
            env={"PATH": layout.PATH},
        )
        ready.sent()
        if not await ready.first():
            check_tun()
            said = last_output(directory, _NETWORK_OUTPUT).splitlines()
            reason = next((line for line in said if not _CHATTER.match(line)), "no message")
            raise SandboxError(f"slirp4netns failed: {reason}")
    await host.request("refuse", box=box, network=_LINK_LOCAL)


async def run_entrypoint(
    host: Keeper, box: str, command: dict[str, object], *, handover: bool, name: str
) -> None:
    """Start the main process; returns when it is ready, SandboxError if it ends before that."""
    directory = host.sandboxes / box
    with Signal() as ready, null() as nothing, log(directory) as output:
        process: int = await host.request(
            "enter",
            *(nothing, output, output, ready.end),
            box=box,
            command={**command, "numbers": [0, 1, 2, layout.HANDOVER], "tree": False},
        )
        ready.sent()
        ended = host.ended(process)
        if not handover:
            return
        reached = asyncio.ensure_future(ready.first())
        try:
            either: set[asyncio.Future[Any]] = {reached, ended}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if reached.done() and reached.result():
                return
            status = await ended
        finally:
            reached.cancel()
    raise SandboxError(
        f"{name}: the ENTRYPOINT ended with status {status} before handing over to CMD\n"
        f"{last_output(directory)}".rstrip()
    )
