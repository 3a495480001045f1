"""Builds one image from a recipe with `buildah`, unless it is there already."""

import errno
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from liveclawbench.images import locks
from liveclawbench.images.bootstrap import has_debian, provide_debian
from liveclawbench.images.buildah import Buildah, disk_full
from liveclawbench.images.command import Progress
from liveclawbench.images.image import Image
from liveclawbench.images.index import Index
from liveclawbench.images.recipe import Recipe
from liveclawbench.images.watch import Watch, too_slow
from liveclawbench.system import BUILDAH, ensure, ensure_root, missing


class BuildahBuilder:
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
        if not force and (found := self._found(key)):
            return found
        ensure([BUILDAH], self._progress)
        ensure_root()
        with locks.exclusive(self._locks / f"{key[:2]}.lock"), self._building():
            if not force and (found := self._found(key)):
                return found
            if prepare:
                prepare()
            try:
                image = self._build(recipe)
            except TimeoutError:
                raise too_slow(recipe) from None
            except OSError as error:
                if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                    raise
                raise disk_full(self._buildah.storage) from error
            self._index.put(key, image)
            return image

    def has_debian(self) -> bool:
        """Whether what layer 1 starts from is in the storage."""
        return not missing([BUILDAH]) and has_debian(self._buildah)

    def provide_debian(self) -> None:
        """Have what layer 1 starts from in the storage."""
        ensure([BUILDAH], self._progress)
        ensure_root()
        provide_debian(self._buildah, self._progress)

    @contextmanager
    def archive(self, name: str) -> Iterator[Path]:
        """A file that holds the image `name`, as `docker load` takes it."""
        with (
            self._building(),
            tempfile.TemporaryDirectory(dir=self._buildah.scratch()) as scratch,
        ):
            tar = Path(scratch) / "image.tar"
            self._buildah.checked(["push", "--quiet", name, f"docker-archive:{tar}:{name}"])
            yield tar

    def has(self, recipe: Recipe, image: Image) -> bool:
        """Whether the image that was built of the recipe has not been pruned."""
        return self._found(recipe.key) == image

    def _found(self, key: str) -> Image | None:
        """What the index has, if the storage, which somebody may have cleaned, has it too."""
        found = self._index.get(key)
        return found if found and found.id in self._buildah.stored() else None

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Waits until nobody builds, and keeps it so."""
        with (
            locks.exclusive(self._locks / "stack.lock"),
            locks.exclusive(self._locks / "build.lock"),
        ):
            self._buildah.clean()
            yield

    @contextmanager
    def idle_now(self) -> Iterator[bool]:
        """Whether nobody builds just now; if so, keeps it so."""
        with (
            locks.alone(self._locks / "stack.lock") as unstacked,
            locks.alone(self._locks / "build.lock") as unbuilding,
        ):
            if idle := unstacked and unbuilding:
                self._buildah.clean()
            yield idle

    @contextmanager
    def stacking(self) -> Iterator[None]:
        """From the first layer of a stack to its last nothing is pruned: each stands on another."""
        with locks.shared(self._locks / "stack.lock"):
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
        watch = Watch(recipe, self._progress)
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
                raise watch.failure(own / "Dockerfile", done, self._buildah.storage)
            return image
