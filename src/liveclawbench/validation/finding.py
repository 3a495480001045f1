"""What a rule reports."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Finding:
    """`line` is 1-based; `fix` says what to do about it."""

    path: Path
    line: int
    message: str
    fix: str
    rule: str = ""

    def as_dict(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "path": str(self.path),
            "line": self.line,
            "message": self.message,
            "fix": self.fix,
        }
