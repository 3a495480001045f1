"""The `liveclaw` command."""

import errno
import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line.

    Exit status 0 fine, 1 something failed, 2 wrong usage, 130 Ctrl-C, 143 SIGTERM.
    """
    from liveclawbench.cli.app import app
    from liveclawbench.cli.ending import heeding_sigterm, interrupted_status
    from liveclawbench.errors import LiveClawError, UsageError

    try:
        try:
            with heeding_sigterm():
                app()
        except SystemExit as end:
            sys.exit(interrupted_status() if end.code == _INTERRUPTED else end.code)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            hint = "free some space; `liveclaw images prune` removes images"
            raise LiveClawError("the disk is full", hint=hint) from error
    except LiveClawError as error:
        from liveclawbench.cli.console import print_error

        print_error(error)
        sys.exit(2 if isinstance(error, UsageError) else 1)


__all__ = ["main"]
