"""Following a builder's output: what a person sees meanwhile, and what to say when it fails."""

import re
import time
from pathlib import Path

from liveclawbench.errors import LiveClawError
from liveclawbench.images import dockerfile
from liveclawbench.images.buildah import disk_full
from liveclawbench.images.command import Completed, Progress
from liveclawbench.images.recipe import Recipe

_SHOWN_LINES = 12
_SECONDS_BETWEEN = 1.0
_STEP = re.compile(r"^(?:\[\d+/\d+\] )?S(?:TEP|tep) (\d+/\d+) ?: (.+)")
_PREFIX = re.compile(
    r'^(?:Error: )?(?:building at STEP "(?:[^"\\]|\\.)*": |parsing main Dockerfile: \S+: )?'
)
_CRASH = re.compile(r"goroutine \d+ |panic: |\[signal SIG")
_NOISE = re.compile(
    r"UNHANDLED LOGLEVEL|building at STEP|error while running runtime"
    r"|^(subprocess exited with|exit) status \d+$|^Removing intermediate|^ ?--+> |DEPRECATED|buildx"
)


class Watch:
    """Call it with each line of the output."""

    def __init__(self, recipe: Recipe, progress: Progress) -> None:
        self._recipe = recipe
        self._progress = progress
        self._steps: list[str] = []
        self._title = f"Building {recipe.tag}"
        self._said = 0.0

    def __call__(self, line: str) -> None:
        if found := _STEP.match(line):
            self._steps.append(line)
            self._title = f"Building {self._recipe.tag}: step {found[1]}"
            self._say(f"{self._title} {found[2][:60]}")
        elif not _NOISE.search(line) and time.monotonic() - self._said >= _SECONDS_BETWEEN:
            self._say(f"{self._title}: {line[:80]}")

    def failure(self, built: Path, done: Completed, storage: Path | None = None) -> LiveClawError:
        """`built` is the Dockerfile as the builder saw it, lines numbered like its source."""
        if done.disk_full:
            return disk_full(storage)
        said = [_PREFIX.sub("", text) for text in done.tail if text and not _STEP.match(text)]
        if any(_CRASH.match(text) for text in said):
            said = ["the builder itself crashed"]
        shown = [text for text in said if not _NOISE.search(text)] or said
        reason = "\n    ".join(["this build step failed:", *shown[-_SHOWN_LINES:]])
        source = self._recipe.source
        if source is None:
            return LiveClawError(f"building {self._recipe.tag}: {reason}")
        line = dockerfile.failed_line(dockerfile.read(built), self._steps)
        return LiveClawError(reason, path=source, line=line)

    def _say(self, message: str) -> None:
        self._said = time.monotonic()
        self._progress(message)


def too_slow(recipe: Recipe) -> LiveClawError:
    """What to say when a build outlived its time limit."""
    hint = "[environment] build_timeout_sec in task.toml is the limit"
    return LiveClawError(
        f"building {recipe.tag} took longer than {recipe.timeout:.0f} s",
        hint=hint,
        path=recipe.source,
    )
