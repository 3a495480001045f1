"""The same images built by a Docker engine, for Harbor's own Docker environment."""

import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError
from liveclawbench.images.bootstrap import bootstrap, debian_image
from liveclawbench.images.buildah import Buildah, disk_full, image_config
from liveclawbench.images.command import Completed, Progress, Runner
from liveclawbench.images.image import Image
from liveclawbench.images.recipe import Recipe
from liveclawbench.images.watch import Watch, too_slow

_KEY_LABEL = "liveclawbench.key"


class DockerBuilder:
    """Builds with `docker build`; any builder that reads a plain Dockerfile will do."""

    def __init__(self, runner: Runner, progress: Progress) -> None:
        self._runner = runner
        self._progress = progress

    def image(
        self, recipe: Recipe, *, force: bool = False, prepare: Callable[[], None] | None = None
    ) -> Image:
        """The image of this recipe; its layers are the engine's own affair, so there are none."""
        key = recipe.key
        found = None if force else self._inspect(recipe.tag)
        if found and (found["Config"].get("Labels") or {}).get(_KEY_LABEL) == key:
            return _image(recipe.tag, found)
        if prepare:
            prepare()
        try:
            self._build(recipe, key)
        except TimeoutError:
            raise too_slow(recipe) from None
        built = self._inspect(recipe.tag)
        if built is None:
            raise LiveClawError(f"docker built {recipe.tag}, but does not have it")
        return _image(recipe.tag, built)

    def has(self, recipe: Recipe, image: Image) -> bool:
        """True: what the engine's own pruning does is the engine's own affair."""
        return True

    def stacking(self) -> AbstractContextManager[None]:
        """Nothing here, for the same reason."""
        return nullcontext()

    def provide_debian(self) -> None:
        """Make the image that layer 1 starts from available: pulled, or bootstrapped."""
        full_name, release = debian_image()
        name = full_name.removeprefix("docker.io/library/")
        if self._inspect(name):
            return
        self._progress(f"Pulling {name}")
        if self._docker("pull", "--quiet", name).status == 0:
            return
        with tempfile.TemporaryDirectory() as scratch:
            tar = Path(scratch) / "root.tar"
            bootstrap(Buildah(Path(scratch), self._runner), release, tar, self._progress)
            self._progress("Importing the root file system")
            done = self._docker("import", "--change", 'CMD ["/bin/bash"]', str(tar), name)
        if done.status != 0:
            raise _failed(done, "import")

    def _build(self, recipe: Recipe, key: str) -> None:
        self._progress(f"Building {recipe.tag}")
        watch = Watch(recipe, self._progress)
        with tempfile.TemporaryDirectory() as scratch:
            own = Path(scratch)
            recipe.write(own)
            command = ["build", "--tag", recipe.tag, "--file", str(own / "Dockerfile")]
            command += ["--label", f"{_KEY_LABEL}={key}"]
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
