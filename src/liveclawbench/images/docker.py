"""The same images built by a Docker engine, for Harbor's own Docker environment."""

import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError
from liveclawbench.images import locks
from liveclawbench.images.bootstrap import debian_image
from liveclawbench.images.buildah import disk_full, image_config
from liveclawbench.images.builder import BuildahBuilder
from liveclawbench.images.command import Completed, Progress, Runner
from liveclawbench.images.image import Image
from liveclawbench.images.recipe import Recipe
from liveclawbench.images.watch import Watch, too_slow

_KEY_LABEL = "liveclawbench.key"


class DockerBuilder:
    """Builds with `docker build`; any builder that reads a plain Dockerfile will do.

    `sandboxes` is the builder whose storage has, or gets, the Debian that cannot be pulled.
    """

    def __init__(
        self, root: Path, sandboxes: BuildahBuilder, runner: Runner, progress: Progress
    ) -> None:
        self._lock = root / "locks" / "docker.lock"
        self._sandboxes = sandboxes
        self._runner = runner
        self._progress = progress

    def image(
        self, recipe: Recipe, *, force: bool = False, prepare: Callable[[], None] | None = None
    ) -> Image:
        """The image of this recipe; its layers are the engine's own affair, so there are none."""

        def build() -> None:
            if prepare:
                prepare()
            try:
                self._build(recipe)
            except TimeoutError:
                raise too_slow(recipe) from None

        return self._provided(recipe, build, force=force)

    def same(self, recipe: Recipe, *, force: bool = False) -> Image:
        """The image that the sandboxes have of this recipe, or build with what they trust."""

        def take() -> None:
            built = self._sandboxes.image(
                recipe, force=force, prepare=self._sandboxes.provide_debian
            )
            self._load(built.name)
            self._label(recipe, built.name)

        return self._provided(recipe, take, force=force)

    def _provided(self, recipe: Recipe, make: Callable[[], None], *, force: bool) -> Image:
        if not force and (found := self._found(recipe)):
            return found
        with locks.exclusive(self._lock):  # another build may take the name meanwhile
            if not force and (found := self._found(recipe)):
                return found
            make()
            if made := self._found(recipe):
                return made
        raise LiveClawError(f"docker made {recipe.tag}, but does not have it")

    def has(self, recipe: Recipe, image: Image) -> bool:
        """True: what the engine's own pruning does is the engine's own affair."""
        return True

    def stacking(self) -> AbstractContextManager[None]:
        """Nothing here, for the same reason."""
        return nullcontext()

    def provide_debian(self) -> None:
        """Make the image that layer 1 starts from available: pulled, or bootstrapped."""
        name = debian_image()[0].removeprefix("docker.io/library/")
        if self._inspect(name):
            return
        if not self._sandboxes.has_debian():
            self._progress(f"Pulling {name}")
            if self._docker("pull", "--quiet", name).status == 0:
                return
        self._sandboxes.provide_debian()
        self._load(debian_image()[0])

    def _load(self, name: str) -> None:
        with self._sandboxes.archive(name) as tar:
            self._progress(f"Loading {name}")
            done = self._docker("load", "--quiet", "--input", str(tar))
        if done.status != 0:
            raise _failed(done, "load")

    def _label(self, recipe: Recipe, name: str) -> None:
        """Note what an image that came whole was built of, on a layer without files."""
        with tempfile.TemporaryDirectory() as scratch:
            (Path(scratch) / "Dockerfile").write_text(f"FROM {name}\n", encoding="utf-8")
            label = f"{_KEY_LABEL}={recipe.key}"
            done = self._docker("build", "--tag", recipe.tag, "--label", label, scratch)
        if done.status != 0:
            raise _failed(done, "build")

    def _found(self, recipe: Recipe) -> Image | None:
        data = self._inspect(recipe.tag)
        if data and (data["Config"].get("Labels") or {}).get(_KEY_LABEL) == recipe.key:
            return _image(recipe.tag, data)
        return None

    def _build(self, recipe: Recipe) -> None:
        self._progress(f"Building {recipe.tag}")
        watch = Watch(recipe, self._progress)
        with tempfile.TemporaryDirectory() as scratch:
            own = Path(scratch)
            recipe.write(own)
            command = ["build", "--tag", recipe.tag, "--file", str(own / "Dockerfile")]
            command += ["--label", f"{_KEY_LABEL}={recipe.key}"]
            for name, value in (recipe.arguments or {}).items():
                command += ["--build-arg", f"{name}={value}"]
            if recipe.target:
                command += ["--target", recipe.target]
            context = str(recipe.context or own)
            done = self._docker(*command, context, on_line=watch, timeout=recipe.timeout)
            if done.status != 0:
                raise watch.failure(own / "Dockerfile", done)

    def _inspect(self, name: str) -> dict[str, Any] | None:
        done = self._docker("image", "inspect", "--format", "{{json .}}", name)
        if done.status == 0:
            found: dict[str, Any] = json.loads(done.tail[-1])
            return found
        if any("No such image" in line for line in done.tail):
            return None
        raise _failed(done, "image inspect")

    def _docker(
        self, *args: str, on_line: Progress | None = None, timeout: float | None = None
    ) -> Completed:
        if not shutil.which("docker"):
            hint = "install Docker, or use the sandbox, which needs none"
            raise LiveClawError("there is no `docker` command on this machine", hint=hint)
        return self._runner.run(["docker", *args], on_line=on_line, timeout=timeout)


def _image(name: str, data: dict[str, Any]) -> Image:
    return Image(name, data["Id"], (), image_config(data["Config"]))


def _failed(done: Completed, what: str) -> LiveClawError:
    if done.disk_full:
        return disk_full(None)
    text = " ".join(done.tail)
    if "Cannot connect" in text or "permission denied" in text:
        hint = "start it, or use the sandbox, which needs none"
        return LiveClawError("no Docker daemon answers", hint=hint)
    last = next((line for line in reversed(done.tail) if line), "no message")
    return LiveClawError(f"docker {what} failed: {last}")
