"""Whether sandboxes can run on this machine, found out by trying."""

import asyncio
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass

from liveclawbench.errors import LiveClawError
from liveclawbench.sandbox import programs
from liveclawbench.sandbox.client import keeper
from liveclawbench.sandbox.tun import check_tun
from liveclawbench.system import ensure_root

_PUBLIC: tuple[Callable[[], object], ...] = (programs.slirp4netns, check_tun)


@dataclass(frozen=True)
class Problem:
    """What keeps sandboxes from running, or only those with network `public`; what to do."""

    message: str
    hint: str | None = None
    public_only: bool = False


def preflight() -> list[Problem]:
    """What is missing on this machine; nothing if sandboxes can run, with either network.

    Needs no image, and starts no sandbox: it enters the namespaces and mounts an overlay. Must not
    be called from a running event loop.
    """
    if not sys.platform.startswith("linux"):
        return [Problem("sandboxes need Linux", "use `--env docker`")]
    general: tuple[Callable[[], object], ...] = (
        ensure_root,
        programs.bwrap,
        lambda: asyncio.run(_mount_overlay()),
    )
    problems: list[Problem] = []
    for check in (*general, *_PUBLIC):
        try:
            check()
        except LiveClawError as error:
            problem = Problem(error.message, error.hint, public_only=check in _PUBLIC)
            problems.append(problem)
            if check is ensure_root:
                break  # the others would fail for the same reason
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
