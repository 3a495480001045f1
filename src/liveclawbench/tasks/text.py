"""Reading a task's text files, which anybody may have written."""

from pathlib import Path

from liveclawbench.errors import LiveClawError
from mock_platform.positions import not_utf8


def read_text(path: Path) -> str:
    """The file's UTF-8 text; LiveClawError (with the line, where bytes are none) if it has none."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line, reason = not_utf8(error)
        hint = "save it as UTF-8 text"
        raise LiveClawError(reason, path=path, line=line, hint=hint) from None
    except OSError as error:
        raise LiveClawError(f"cannot be read: {error.strerror}", path=path) from None
