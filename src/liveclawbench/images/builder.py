"""Builds one image from a recipe, unless it is there already."""

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from liveclawbench.errors import LiveClawError
from liveclawbench.images import dockerfile, locks
from liveclawbench.images.buildah import Buildah, disk_full
from liveclawbench.images.command import Completed, Progress
from liveclawbench.images.digest import combined
from liveclawbench.images.image import Image
from liveclawbench.images.index import Index
from liveclawbench.system import BUILDAH, ensure

# Raise when the same inputs would have to give another image.
_GENERATOR = "1"
_SHOWN_LINES = 12
_NOISE = re.compile(
    r"error building at STEP|error while running runtime|exit status|^error: ", re.I
)


@dataclass(frozen=True)
class Recipe:
    """`write` fills an empty directory with the build context, unless `context` is there already.

    `inputs` are digests and values that decide about building again; `source` is the Dockerfile
    that its author sees; `layers` keeps each step, so that a change repeats only what follows it.
    """

    tag: str
    inputs: Mapping[str, str]
    write: Callable[[Path], None]
    context: Path | None = None
    source: Path | None = None
    arguments: Mapping[str, str] | None = None
    target: str | None = None
    layers: bool = False
    trust_host: bool = True
    timeout: float | None = None

    @property
    def key(self) -> str:
        return combined({**self.inputs, "generator": _GENERATOR, "tag": self.tag})


class Builder:
    """Builds in one storage; threads and processes that want the same image wait for one build."""

    def __init__(self, root: Path, buildah: Buildah, index: Index, progress: Progress) -> None:
        self._locks = root / "locks"
        self._buildah = buildah
        self._index = index
        self._progress = progress

    def image(
        self, recipe: Recipe, *, force: bool = False, prepare: Callable[[], None] | None = None
    ) -> Image:
        """The image of this recipe; `prepare` runs before it is really built.

        Raises `LiveClawError` when it cannot be built.
        """
        key = recipe.key
        if not force and (found := self._index.get(key)):
            return found
        ensure([BUILDAH], self._progress)
        with locks.exclusive(self._locks / f"{key[:32]}.lock"), self._building():
            if not force and (found := self._index.get(key)):
                return found
            if prepare:
                prepare()
            image = self._build(recipe)
            self._index.put(key, image)
            return image

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Waits until nobody builds, and keeps it so."""
        with locks.exclusive(self._locks / "build.lock"):
            self._buildah.clean()
            yield

    def sweep(self) -> None:
        """Remove what a killed build left, unless another build is running."""
        with locks.alone(self._locks / "build.lock") as nobody_else:
            if nobody_else:
                self._buildah.clean()

    @contextmanager
    def _building(self) -> Iterator[None]:
        self.sweep()
        try:
            with locks.shared(self._locks / "build.lock"):
                yield
        except BaseException:
            self.sweep()
            raise

    def _build(self, recipe: Recipe) -> Image:
        self._progress(f"Building {recipe.tag}")
        steps: list[str] = []

        def watch(line: str) -> None:
            if found := re.search(r"STEP (\d+/\d+): (.+)", line):
                steps.append(line)
                self._progress(f"Building {recipe.tag}: step {found[1]} {found[2][:60]}")

        with tempfile.TemporaryDirectory(dir=self._buildah.scratch()) as scratch:
            own = Path(scratch) / "context"
            own.mkdir()
            recipe.write(own)
            image, done = self._buildah.build(
                recipe.context or own,
                own / "Dockerfile",
                recipe.tag,
                arguments=recipe.arguments,
                target=recipe.target,
                layers=recipe.layers,
                trust_host=recipe.trust_host,
                on_line=watch,
                timeout=recipe.timeout,
            )
            if image is None:
                raise self._failure(recipe, own / "Dockerfile", steps, done)
            return image

    def _failure(
        self, recipe: Recipe, built: Path, steps: list[str], done: Completed
    ) -> LiveClawError:
        if done.disk_full:
            return disk_full(self._buildah.storage)
        line = dockerfile.failed_line(dockerfile.read(built), steps)
        said = [text for text in done.tail if text and "STEP " not in text]
        shown = [text for text in said if not _NOISE.search(text)] or said
        reason = "\n    ".join(["the build step failed:", *shown[-_SHOWN_LINES:]])
        if recipe.source is None:
            return LiveClawError(f"building {recipe.tag}: {reason}")
        return LiveClawError(reason, path=recipe.source, line=line)
