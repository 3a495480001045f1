"""Copying files into and out of a sandbox, when what is inside may have been laid out as a trap.

Everything is done by file descriptor, one path component at a time, from inside the sandbox's mount
namespace: no link leads out of it. Links are followed only where root made them, and never as the
last component; a file is never written in place but replaced, so that a hard link to something
else is not written through.
"""

import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass, field

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_REGULAR = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_MOST_LINKS = 40
_CHUNK = 1 << 20
_MOST_NAMED = 20


class TrapError(Exception):
    """Something inside the sandbox that is not what it should be; the message names the path."""


@dataclass
class Budget:
    """What a transfer may still carry, and what it left out because it is no file or directory."""

    size: int
    entries: int
    depth: int = 64
    skipped: list[str] = field(default_factory=list)

    def entry(self, path: str) -> None:
        self.entries -= 1
        if self.entries < 0:
            raise TrapError(f"{path}: too many files to copy")

    def spend(self, size: int, path: str) -> None:
        self.size -= size
        if self.size < 0:
            raise TrapError(f"{path}: too much data to copy")

    def skip(self, path: str) -> None:
        if len(self.skipped) < _MOST_NAMED:
            self.skipped.append(path)


def open_directory(path: str, *, create: bool = False) -> int:
    """A descriptor of the directory at the absolute `path`; TrapError where a link leads astray."""
    links = 0
    current = os.open("/", _DIRECTORY)
    pending = _parts(path)[::-1]
    while pending:
        name = pending.pop()
        if create:
            with suppress(FileExistsError):
                os.mkdir(name, 0o755, dir_fd=current)
        found = os.stat(name, dir_fd=current, follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode):
            links += 1
            if found.st_uid != 0 or links > _MOST_LINKS:
                raise TrapError(f"{path}: {name} is a symbolic link that root did not make")
            target = os.readlink(name, dir_fd=current)
            pending += _parts(target)[::-1]
            if target.startswith("/"):
                current = _replaced(current, os.open("/", _DIRECTORY))
            continue
        try:
            current = _replaced(current, os.open(name, _DIRECTORY, dir_fd=current))
        except OSError as error:
            raise TrapError(f"{path}: {name} is not a directory ({error.strerror})") from None
    return current


def put_file(source: int, path: str) -> None:
    """Copy the open file `source` to `path`; directories on the way are made."""
    parent, name = _parent(path, create=True)
    _write(source, parent, name, Budget(1 << 62, 1), path)


def put_tree(source: int, path: str) -> None:
    """Copy what is in the open directory `source` into the directory `path`, merging."""
    _copy_tree(source, open_directory(path, create=True), Budget(1 << 62, 1 << 62), path, True)


def get_file(path: str, target: int, size: int) -> None:
    """Copy the regular file at `path` into the open file `target`."""
    parent, name = _parent(path)
    try:
        source = os.open(name, _REGULAR, dir_fd=parent)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise TrapError(f"{path}: not a regular file ({error.strerror})") from None
    if not stat.S_ISREG(os.fstat(source).st_mode):
        raise TrapError(f"{path}: not a regular file")
    _pour(source, target, Budget(size, 1), path)


def get_tree(path: str, target: int, size: int, entries: int) -> list[str]:
    """Copy the directory `path` into the open directory `target`; the paths that were left out."""
    budget = Budget(size, entries)
    _copy_tree(open_directory(path), target, budget, path, False)
    return budget.skipped


def reset_directory(path: str, mode: int) -> None:
    """Whatever is at `path`, leave an empty directory there that only root owns."""
    parent, name = _parent(path, create=True)
    remove(name, parent)
    os.mkdir(name, 0o700, dir_fd=parent)
    os.chmod(name, mode, dir_fd=parent)


def remove(name: str, parent: int) -> None:
    """Delete the entry `name` of a directory and everything below it, following nothing."""
    with suppress(FileNotFoundError):
        try:
            os.unlink(name, dir_fd=parent)
        except (IsADirectoryError, PermissionError):
            directory = os.open(name, _DIRECTORY, dir_fd=parent)
            try:
                while names := os.listdir(directory):
                    for inner in names:
                        remove(inner, directory)
            finally:
                os.close(directory)
            os.rmdir(name, dir_fd=parent)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in ("", ".")]


def _parent(path: str, *, create: bool = False) -> tuple[int, str]:
    parts = _parts(path)
    if not parts or parts[-1] == "..":
        raise TrapError(f"{path!r} names no file")
    return open_directory("/".join(parts[:-1]), create=create), parts[-1]


def _replaced(old: int, new: int) -> int:
    os.close(old)
    return new


def _copy_tree(source: int, target: int, budget: Budget, path: str, links: bool) -> None:
    """`links`: copy symbolic links as they are (into the sandbox), else leave them out."""
    if budget.depth <= 0:
        raise TrapError(f"{path}: directories too deep to copy")
    for name in sorted(os.listdir(source)):
        below = f"{path}/{name}"
        budget.entry(below)
        try:
            mode = os.stat(name, dir_fd=source, follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                inner = os.open(name, _DIRECTORY, dir_fd=source)
            elif stat.S_ISREG(mode):
                inner = os.open(name, _REGULAR, dir_fd=source)
            elif links and stat.S_ISLNK(mode):
                remove(name, target)
                os.symlink(os.readlink(name, dir_fd=source), name, dir_fd=target)
                continue
            else:
                budget.skip(below)
                continue
        except OSError:  # gone, or swapped, since it was listed
            budget.skip(below)
            continue
        try:
            _copy_entry(inner, target, name, budget, below, links)
        finally:
            os.close(inner)


def _copy_entry(inner: int, target: int, name: str, budget: Budget, path: str, links: bool) -> None:
    mode = os.fstat(inner).st_mode
    if stat.S_ISREG(mode):
        _write(inner, target, name, budget, path)
    elif stat.S_ISDIR(mode):
        directory = _subdirectory(target, name)
        budget.depth -= 1
        try:
            _copy_tree(inner, directory, budget, path, links)
        finally:
            budget.depth += 1
            os.close(directory)
    else:
        budget.skip(path)


def _subdirectory(parent: int, name: str) -> int:
    with suppress(FileExistsError):
        os.mkdir(name, 0o755, dir_fd=parent)
    try:
        return os.open(name, _DIRECTORY, dir_fd=parent)
    except OSError as error:
        raise TrapError(f"{name}: not a directory ({error.strerror})") from None


def _write(source: int, parent: int, name: str, budget: Budget, path: str) -> None:
    executable = os.fstat(source).st_mode & 0o111
    temporary = f".{secrets.token_hex(8)}"
    target = os.open(temporary, _NEW, 0o600, dir_fd=parent)
    try:
        _pour(source, target, budget, path)
        os.fchmod(target, 0o755 if executable else 0o644)
        os.rename(temporary, name, src_dir_fd=parent, dst_dir_fd=parent)
    except IsADirectoryError:
        raise TrapError(f"{path}: a directory is in the way") from None
    finally:
        os.close(target)
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=parent)


def _pour(source: int, target: int, budget: Budget, path: str) -> None:
    while chunk := os.read(source, _CHUNK):
        budget.spend(len(chunk), path)
        view = memoryview(chunk)
        while view:
            view = view[os.write(target, view) :]
