"""Who a process inside runs as; read from the sandbox's own files."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

_LARGEST = 1 << 20


@dataclass(frozen=True)
class User:
    uid: int
    gid: int
    groups: tuple[int, ...]
    home: str


def _rows(path: str) -> Iterator[list[str]]:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    with open(descriptor, "rb") as stream:
        text = stream.read(_LARGEST).decode(errors="replace")
    for line in text.splitlines():
        yield line.split(":")


def lookup(spec: str) -> User:
    """`name`, `uid`, `name:group` or `uid:gid`, as a Dockerfile's USER; LookupError if unknown.

    Reads /etc/passwd and /etc/group below the caller's own root directory.
    """
    name, _, group = spec.partition(":")
    user = _account(name)
    if not group:
        return user
    gid = int(group) if group.isdigit() else _group_id(group)
    return User(user.uid, gid, (gid,), user.home)


def _account(name: str) -> User:
    for row in _rows("/etc/passwd"):
        if len(row) >= 6 and row[2].isdigit() and row[3].isdigit() and name in (row[0], row[2]):
            uid, gid = int(row[2]), int(row[3])
            return User(uid, gid, (gid, *_memberships(row[0], gid)), row[5] or "/")
    if name.isdigit():
        return User(int(name), 0, (0,), "/")
    if name in ("", "root"):
        return User(0, 0, (0,), "/root")
    raise LookupError(f"the image has no user {name!r}")


def _memberships(name: str, primary: int) -> list[int]:
    return [
        int(row[2])
        for row in _rows("/etc/group")
        if len(row) >= 4
        and row[2].isdigit()
        and int(row[2]) != primary
        and name in row[3].split(",")
    ]


def _group_id(name: str) -> int:
    for row in _rows("/etc/group"):
        if len(row) >= 3 and row[0] == name and row[2].isdigit():
            return int(row[2])
    raise LookupError(f"the image has no group {name!r}")
