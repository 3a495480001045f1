"""Checking seed data and faults against the services, and only what has changed since."""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from liveclawbench.images.digest import BYTE_CODE, combined, tree_digest
from liveclawbench.paths import MOCK_PLATFORM, cache_dir

if TYPE_CHECKING:
    from mock_platform.kit.mistakes import Mistake

_REMEMBERED = 1000


def mistakes(mock_dir: Path, services: Sequence[str]) -> "tuple[Mistake, ...]":
    """Everything that is wrong with a `mock/` folder; nothing where it was found sound before."""
    key = combined(
        {
            "platform": _platform(),
            "services": " ".join(services),
            "mock": tree_digest(mock_dir),
        }
    )
    if key in _sound():
        return ()
    from mock_platform.kit.mistakes import MistakesError
    from mock_platform.launch import check, plan_of_folder

    try:
        check(plan_of_folder(services, mock_dir))
    except MistakesError as error:
        return error.mistakes
    _remember(key)
    return ()


@cache
def _platform() -> str:
    return tree_digest(MOCK_PLATFORM / "src", skip=BYTE_CODE)


def _sound() -> list[str]:
    try:
        keys = json.loads(_memory().read_bytes())
    except (OSError, ValueError):
        return []
    return keys if isinstance(keys, list) else []


def _remember(key: str) -> None:
    """Losing one to another process that does the same costs a check, no more."""
    file = _memory()
    with suppress(OSError):  # a cache that cannot be written
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".{file.name}.{os.getpid()}")
        new.write_text(json.dumps([*_sound(), key][-_REMEMBERED:]))
        new.replace(file)


def _memory() -> Path:
    return cache_dir() / "sound.json"
