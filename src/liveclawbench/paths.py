"""Where things are: the repository and the cache."""

import os
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
TASKS = REPO / "tasks"
MOCK_PLATFORM = REPO / "mock-platform"


def cache_dir() -> Path:
    """`$LIVECLAW_CACHE`, else `$XDG_CACHE_HOME/liveclawbench`, else `~/.cache/liveclawbench`."""
    if own := os.environ.get("LIVECLAW_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "liveclawbench"
