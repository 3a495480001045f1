"""Files that the agent left, read without trusting them."""

import os
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import PurePosixPath

DEEPEST = 30
"""How many folders below each other are looked into."""

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass
class Tree:
    """A folder's files by relative path; `odd` names what is neither a plain file nor a folder."""

    files: dict[str, bytes] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)

    def text(self, path: str) -> str | None:
        content = self.files.get(path)
        return None if content is None else content.decode("utf-8", errors="replace")


def read_file(path: str, limit: int = 1_000_000) -> bytes | None:
    """A plain file's content, or None: missing, a link anywhere on the way, not a file, too large.

    The verifier runs as root, so a link that the agent planted could show what only root may read;
    a hard link counts as a file where it has the same owner as its folder.
    """
    parts = PurePosixPath(path).parts
    if not parts or parts[0] != "/" or ".." in parts:
        raise ValueError(f"{path!r} is not an absolute path")
    folder = os.open("/", _DIRECTORY)
    try:
        for part in parts[1:-1]:
            below = os.open(part, _DIRECTORY, dir_fd=folder)
            os.close(folder)
            folder = below
        return _content(folder, parts[-1], limit)
    except OSError:
        return None
    finally:
        os.close(folder)


def read_text(path: str, limit: int = 1_000_000) -> str | None:
    """Like `read_file`, decoded; bytes that are not UTF-8 are replaced."""
    content = read_file(path, limit)
    return None if content is None else content.decode("utf-8", errors="replace")


def read_tree(
    path: str, *, files: int = 2000, limit: int = 1_000_000, total: int = 50_000_000
) -> Tree:
    """All plain files below a folder: at most `files`, each at most `limit` bytes, all `total`.

    Links, devices, sockets, folders that lie too deep and files that are too large or come after
    the total is used up are listed in `odd`, never followed. Names that are not UTF-8 come as
    `surrogateescape` has them.
    """
    walk = _Walk(Tree(), files, limit, total)
    with suppress(OSError):
        folder = _open_folder(path)
        try:
            walk.into(folder, "")
        finally:
            os.close(folder)
    return walk.tree


def _open_folder(path: str) -> int:
    folder = os.open("/", _DIRECTORY)
    for part in PurePosixPath(path).parts[1:]:
        try:
            below = os.open(part, _DIRECTORY, dir_fd=folder)
        finally:
            os.close(folder)
        folder = below
    return folder


@dataclass
class _Walk:
    """One reading of a tree, with what it may still take: `files`, and `left` bytes in all."""

    tree: Tree
    files: int
    limit: int
    left: int

    def into(self, folder: int, prefix: str, depth: int = 0) -> None:
        tree = self.tree
        for name in sorted(os.listdir(folder)):
            path = prefix + name
            if len(tree.files) + len(tree.odd) >= self.files:
                return
            mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode) and depth == DEEPEST:
                tree.odd.append(path)
            elif stat.S_ISDIR(mode):
                below = os.open(name, _DIRECTORY, dir_fd=folder)
                try:
                    self.into(below, path + "/", depth + 1)
                finally:
                    os.close(below)
            else:
                self._take(folder, name, path, plain=stat.S_ISREG(mode))

    def _take(self, folder: int, name: str, path: str, *, plain: bool) -> None:
        content = _content(folder, name, min(self.limit, self.left)) if plain else None
        if content is None:
            self.tree.odd.append(path)
        else:
            self.tree.files[path] = content
            self.left -= len(content)


def _content(folder: int, name: str, limit: int) -> bytes | None:
    handle = os.open(name, _FILE, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
            return None
        if status.st_nlink > 1 and status.st_uid != os.fstat(folder).st_uid:
            return None
        content = file.read(limit + 1)
        return content if len(content) <= limit else None
