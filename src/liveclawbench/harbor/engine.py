"""Compose commands that go to the engine itself: each is twice as quick without Compose."""

from collections.abc import Sequence

from harbor.constants import MAIN_SERVICE_NAME

_WITH_VALUE = {"-w", "-e", "-u"}
_NOT_TAKEN = {"-T", "--no-TTY"}


def engine_arguments(command: Sequence[str], container: str) -> list[str] | None:
    """`exec` and `cp` for the main service as `docker` takes them; None for anything else."""
    if command[0] == "cp":
        prefix = f"{MAIN_SERVICE_NAME}:"
        if len(command) == 3 and any(word.startswith(prefix) for word in command[1:]):
            return ["cp", *(_path(word, prefix, container) for word in command[1:])]
    if command[0] == "exec":
        flags: list[str] = []
        words = iter(command[1:])
        for word in words:
            if word in _WITH_VALUE:
                flags += [word, next(words)]
            elif word not in _NOT_TAKEN:
                return ["exec", *flags, container, *words] if word == MAIN_SERVICE_NAME else None
    return None


def _path(word: str, prefix: str, container: str) -> str:
    return f"{container}:{word.removeprefix(prefix)}" if word.startswith(prefix) else word
