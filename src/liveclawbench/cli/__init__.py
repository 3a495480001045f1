"""The `liveclaw` command."""

import errno
import sys


def main() -> None:
    """Run the command line; exit status 0 fine, 1 something failed, 2 wrong usage, 130 Ctrl-C."""
    from liveclawbench.cli.app import app
    from liveclawbench.errors import LiveClawError, UsageError

    try:
        try:
            app()
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
