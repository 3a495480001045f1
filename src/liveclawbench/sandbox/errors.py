"""What can go wrong with a sandbox."""

from liveclawbench.errors import LiveClawError


class SandboxError(LiveClawError):
    """A sandbox cannot be started, entered or ended."""


class ExecTimeoutError(SandboxError):
    """A command ran for longer than it was given; its whole process tree has been ended."""


class TransferError(SandboxError):
    """A file cannot be copied: it is not there, not a file, a trap, or too large."""
