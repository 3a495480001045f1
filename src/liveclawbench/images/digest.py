"""Content hashes: what decides whether something is built again."""

import hashlib
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

BYTE_CODE = frozenset({"__pycache__"})


def tree_digest(root: Path, skip: Collection[str] = ()) -> str:
    """Names, modes and contents of everything under `root` but directories named in `skip`.

    `root` may be a single file.
    """
    digest = hashlib.sha256()
    for path, relative in _walk(root, skip):
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            content = os.fsencode(os.readlink(path))
        elif stat.S_ISREG(mode):
            content = path.read_bytes()
        else:
            content = b""
        digest.update(f"{relative}\0{mode:o}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()


def combined(parts: Mapping[str, str]) -> str:
    """One key of several named digests or values."""
    text = "\0".join(f"{name}\0{value}" for name, value in sorted(parts.items()))
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _walk(root: Path, skip: Collection[str]) -> Iterator[tuple[Path, str]]:
    if not root.is_dir() or root.is_symlink():
        yield root, root.name
        return
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in skip)
        here = Path(folder)
        for name in [*folders, *sorted(files)]:
            yield here / name, str((here / name).relative_to(root))
