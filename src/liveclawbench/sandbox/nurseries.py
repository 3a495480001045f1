"""Starting the services of a sandbox from a process that has them imported.

One such process (`keeper/nursery.py`) serves all sandboxes of a program that share the mock
platform's layer. It saves half a second of imports a trial, and the memory of what is imported.
"""

import asyncio
import concurrent.futures
import secrets
from pathlib import Path

from liveclawbench.images import Image
from liveclawbench.sandbox import layout
from liveclawbench.sandbox.client import Keeper
from liveclawbench.sandbox.errors import SandboxError
from liveclawbench.sandbox.startup import last_output, log, null
from liveclawbench.sandbox.streams import Signal

_PLATFORM = "opt/mock/venv"
_STARTUP = "opt/mock/startup.d"
STARTED = {"MOCK_PLATFORM_STARTED": "1"}
"""Tells the image's start-up that its services run."""


async def start_services(
    host: Keeper, box: str, image: Image, command: dict[str, object], name: str
) -> bool:
    """Start the services of a running sandbox and wait until they answer; False if not from here.

    It is for the ENTRYPOINT then. SandboxError, with what was printed, where they do not start.
    """
    layers = _platform_layers(image)
    if layers is None or not await _nursery(host, layers):
        return False
    directory = host.sandboxes / box
    with Signal() as ready, null() as nothing, log(directory) as output:
        try:
            await host.request(
                "launch",
                *(nothing, output, output, ready.end),
                box=box,
                nursery=host.nurseries[layers[-1]].result(),
                command={**command, "argv": [], "numbers": [0, 1, 2, 3, 4], "tree": False},
            )
        except SandboxError:  # it was killed: the next sandbox gets another
            host.nurseries.pop(layers[-1], None)
            return False
        ready.sent()
        if await ready.first():
            return True
    said = last_output(directory)
    raise SandboxError(f"{name}: the services did not start\n{said}".rstrip())


def _platform_layers(image: Image) -> tuple[Path, ...] | None:
    """The layers up to the mock platform; None if the image starts no services of ours."""
    if image.config.entrypoint != (layout.ENTRYPOINT,) or image.config.user not in ("", "root"):
        return None
    if not any(_has_startup(layer / _STARTUP) for layer in image.layers):
        return None
    for number in range(len(image.layers), 0, -1):
        if (image.layers[number - 1] / _PLATFORM).is_dir():
            return image.layers[:number]
    return None


def _has_startup(folder: Path) -> bool:
    """An ordinary user cannot look into it: then there may be."""
    try:
        return folder.is_dir() and any(folder.iterdir())
    except PermissionError:
        return True


async def _nursery(host: Keeper, layers: tuple[Path, ...]) -> str:
    """The box of the nursery on these layers, made on first use; empty if it cannot be."""
    made: concurrent.futures.Future[str] = concurrent.futures.Future()
    known = host.nurseries.setdefault(layers[-1], made)
    if known is made:
        try:
            made.set_result(await _make(host, layers))
        except SandboxError:
            made.set_result("")
        except BaseException:
            host.nurseries.pop(layers[-1])
            made.set_result("")
            raise
    return await asyncio.shield(asyncio.wrap_future(known))


async def _make(host: Keeper, layers: tuple[Path, ...]) -> str:
    box = f"nursery-{secrets.token_hex(6)}"
    await host.request("create", parent=str(host.sandboxes), name=box, limits={})
    with null() as nothing, log(host.sandboxes / box) as output:
        await host.request(
            "nurse", nothing, output, output, box=box, layers=[str(layer) for layer in layers]
        )
    return box
