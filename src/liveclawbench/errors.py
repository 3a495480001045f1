"""The one family of errors that the command line prints as a single clear message."""

from pathlib import Path


class LiveClawError(Exception):
    """Something a person can act on.

    `message` says what is wrong, `hint` what to do; `path` and `line` (1-based) where.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        path: Path | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.path = path
        self.line = line

    def __str__(self) -> str:
        where = ""
        if self.path is not None:
            where = f"{self.path}:{self.line}: " if self.line else f"{self.path}: "
        return where + self.message + (f" ({self.hint})" if self.hint else "")


def described(error: Exception, path: Path | None = None) -> LiveClawError:
    """The error itself if it is one of ours, else one that says what kind it was."""
    if isinstance(error, LiveClawError):
        return error
    return LiveClawError(f"{type(error).__name__}: {error}", path=path)


class UsageError(LiveClawError):
    """The command was asked for something that does not exist; exit status 2."""
