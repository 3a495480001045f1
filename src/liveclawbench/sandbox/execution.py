"""Running one command in a sandbox to its end."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Literal

from liveclawbench.sandbox.client import Keeper, finished
from liveclawbench.sandbox.errors import ExecTimeoutError
from liveclawbench.sandbox.startup import memory, null
from liveclawbench.sandbox.streams import Output

Listener = Callable[[bytes, Literal["stdout", "stderr"]], None]

_MOST_OUTPUT = 16 << 20
_PATIENCE = 3.0


@dataclass(frozen=True)
class ExecResult:
    """`return_code` as a shell has it: 128 + n for a command ended by signal n."""

    stdout: str
    stderr: str
    return_code: int


async def execute(
    host: Keeper,
    box: str,
    command: dict[str, object],
    *,
    timeout: float | None,
    stdin: bytes | None,
    listener: Listener | None,
) -> ExecResult:
    """See `Sandbox.exec`; `command` is what the keeper's `entry.Command` takes."""
    with ExitStack() as stack:
        source = stack.enter_context(null() if stdin is None else memory(stdin))
        stdout, stderr = (
            Output(_MOST_OUTPUT, listener and _named(listener, stream))
            for stream in ("stdout", "stderr")
        )
        stack.callback(stdout.close)
        stack.callback(stderr.close)
        process = await _enter(host, box, command, source, stdout, stderr)
        ended = host.ended(process)
        try:
            status = await asyncio.wait_for(asyncio.shield(ended), timeout)
        except TimeoutError:
            await finished(asyncio.ensure_future(_end(host, process, ended)))
            raise ExecTimeoutError(f"the command ran for more than {timeout:g} seconds") from None
        except asyncio.CancelledError:
            await finished(asyncio.ensure_future(_end(host, process, ended)))
            raise
        return ExecResult(*await asyncio.gather(stdout.collected(), stderr.collected()), status)


async def _enter(
    host: Keeper,
    box: str,
    command: dict[str, object],
    source: int,
    stdout: Output,
    stderr: Output,
) -> int:
    entering = asyncio.ensure_future(
        host.request(
            "enter",
            *(source, stdout.end, stderr.end),
            box=box,
            command={**command, "numbers": [0, 1, 2], "tree": True},
        )
    )
    try:
        process: int = await finished(entering)
    except asyncio.CancelledError:
        if not entering.cancelled() and entering.exception() is None:
            process = entering.result()
            await finished(asyncio.ensure_future(_end(host, process, host.ended(process))))
        raise
    stdout.started()
    stderr.started()
    return process


def _named(listener: Listener, stream: Literal["stdout", "stderr"]) -> Callable[[bytes], None]:
    return lambda chunk: listener(chunk, stream)


async def _end(host: Keeper, process: int, ended: "asyncio.Future[int]") -> None:
    """End the command's whole tree, first by its guard, then, if that takes too long, with it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if host.failure:
            return
        await host.request("signal", command=process, number=int(number))
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(ended), _PATIENCE)
            return
