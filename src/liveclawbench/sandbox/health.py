"""Waiting for an image's HEALTHCHECK to pass."""

import asyncio
import shlex
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from liveclawbench.images import HealthCheck
from liveclawbench.sandbox.errors import ExecTimeoutError, SandboxError

_FIRST_PAUSE = 0.05


class _Result(Protocol):
    @property
    def return_code(self) -> int: ...
    @property
    def stdout(self) -> str: ...
    @property
    def stderr(self) -> str: ...


async def healthy(
    check: HealthCheck, execute: Callable[[list[str], float], Awaitable[_Result]]
) -> None:
    """Run the check until it passes, at growing intervals up to its own.

    As with Docker, `retries` intervals may fail after the start period; then SandboxError with
    what the check printed last.
    """
    argv = _argv(check)
    if not argv:
        return
    pause, start = _FIRST_PAUSE, time.monotonic()
    patience = check.start_period + check.retries * check.interval
    while True:
        try:
            result = await execute(argv, check.timeout)
            if result.return_code == 0:
                return
            answer = f"status {result.return_code}: {(result.stdout + result.stderr).strip()}"
        except ExecTimeoutError as error:
            answer = error.message
        if time.monotonic() - start + pause > patience:
            raise SandboxError(f"the image's health check fails: {answer}")
        await asyncio.sleep(pause)
        pause = min(pause * 2, check.interval)


def _argv(check: HealthCheck) -> list[str]:
    """`CMD …` and `CMD-SHELL …` as buildah and Docker store them, or the bare command."""
    kind, *rest = check.command or ("NONE",)
    if kind == "NONE":
        return []
    if kind == "CMD":
        return rest
    if kind == "CMD-SHELL":
        return ["/bin/sh", "-c", shlex.join(rest) if len(rest) > 1 else "".join(rest)]
    return [kind, *rest]
