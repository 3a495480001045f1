"""What was found sound before, so that only what has changed since is looked at again."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import liveclawbench
from liveclawbench.images.digest import BYTE_CODE, combined, tree_digest
from liveclawbench.paths import MOCK_PLATFORM, cache_dir

_REMEMBERED = 2000


def key_of(what: str, parts: Mapping[str, str]) -> str:
    """Changes with the given digests and with any of the project's own code."""
    return combined({"what": what, "code": _code(), **parts})


def known_sound(key: str) -> bool:
    return key in _keys()


def remember(key: str) -> None:
    """Losing one to another process that does the same costs a check, no more."""
    file = _memory()
    with suppress(OSError):  # a cache that cannot be written
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f".{file.name}.{os.getpid()}")
        new.write_text(json.dumps([*_keys(), key][-_REMEMBERED:]))
        new.replace(file)


@cache
def _code() -> str:
    folders = (MOCK_PLATFORM / "src", Path(liveclawbench.__file__).parent)
    return "".join(tree_digest(folder, skip=BYTE_CODE) for folder in folders)


def _keys() -> list[str]:
    try:
        keys = json.loads(_memory().read_bytes())
    except (OSError, ValueError):
        return []
    return keys if isinstance(keys, list) else []


def _memory() -> Path:
    return cache_dir() / "sound.json"
