"""Whether sandboxes can run on this machine, found out by trying."""

import asyncio
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass

from liveclawbench.errors import LiveClawError
from liveclawbench.sandbox import programs
from liveclawbench.sandbox.client import keeper


@dataclass(frozen=True)
class Problem:
    """Something that keeps sandboxes from running: what, and what to do about it."""

    message: str
    hint: str | None = None


def preflight() -> list[Problem]:
    """What is missing on this machine; nothing if sandboxes can run.

    Needs no image, and starts no sandbox: it enters the namespaces and mounts an overlay. Must not
    be called from a running event loop.
    """
    if not sys.platform.startswith("linux"):
        return [Problem("sandboxes need Linux", "use `--env docker`")]
    checks: tuple[Callable[[], object], ...] = (
        programs.bwrap,
        programs.slirp4netns,
        lambda: asyncio.run(_mount_overlay()),
    )
    problems = []
    for check in checks:
        try:
            check()
        except LiveClawError as error:
            problems.append(Problem(error.message, error.hint))
    return problems


async def _mount_overlay() -> None:
    host, box = keeper(), secrets.token_hex(6)
    await host.request("create", parent=str(host.sandboxes), name=box, limits={})
    try:
        layer = host.sandboxes / box / "layer"
        layer.mkdir()
        await host.request("mount", box=box, layers=[str(layer)])
    finally:
        await host.request("discard", box=box)
