"""Reading TOML, its errors with their lines."""

import tomllib
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError
from mock_platform.positions import toml_error


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """The content of `text`, which came from `path`; LiveClawError with the line of an error."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line, reason = toml_error(error, text)
        raise LiveClawError(
            f"not valid TOML: {reason}", path=path, line=line, hint="correct the syntax"
        ) from None
