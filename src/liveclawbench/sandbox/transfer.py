"""Copying files between the host and a sandbox; the careful part is in `keeper.files`."""

import os
from pathlib import Path

from liveclawbench.sandbox.client import Keeper
from liveclawbench.sandbox.errors import TransferError

MOST_BYTES = 1 << 28
MOST_FILES = 50_000


async def put(host: Keeper, box: str, source: Path, target: str, operation: str) -> None:
    """`operation`: "put_file" or "put_tree"."""
    flags = os.O_RDONLY | os.O_CLOEXEC | (os.O_DIRECTORY if operation == "put_tree" else 0)
    try:
        descriptor = os.open(source, flags)
    except OSError as error:
        raise TransferError(f"cannot be copied: {error.strerror}", path=source) from None
    try:
        await host.request(operation, descriptor, box=box, path=_absolute(target))
    finally:
        os.close(descriptor)


async def get_file(host: Keeper, box: str, source: str, target: Path, size: int) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    try:
        await host.request("get_file", descriptor, box=box, path=_absolute(source), size=size)
        partial.replace(target)
    finally:
        os.close(descriptor)
        partial.unlink(missing_ok=True)


async def get_tree(
    host: Keeper, box: str, source: str, target: Path, size: int, entries: int
) -> list[str]:
    target.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(target, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        skipped: list[str] = await host.request(
            "get_tree",
            descriptor,
            box=box,
            path=_absolute(source),
            size=size,
            entries=entries,
        )
        return skipped
    finally:
        os.close(descriptor)


def _absolute(path: str) -> str:
    if not path.startswith("/"):
        raise TransferError(f"{path!r} is not an absolute path inside the sandbox")
    return path
