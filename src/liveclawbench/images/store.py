"""The images that environments start from, built when asked for and when something changed."""

import re
import shutil
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, override

from liveclawbench.errors import LiveClawError, UsageError
from liveclawbench.images import contexts, recipe
from liveclawbench.images.bootstrap import provide_debian
from liveclawbench.images.buildah import Buildah
from liveclawbench.images.builder import BuildahBuilder
from liveclawbench.images.command import Progress, Runner
from liveclawbench.images.digest import combined, tree_digest
from liveclawbench.images.docker import DockerBuilder
from liveclawbench.images.image import Image
from liveclawbench.images.index import Index
from liveclawbench.images.leases import Leases
from liveclawbench.images.recipe import Recipe, Variant
from liveclawbench.images.shelf import Listed, Pruned, listed, prune
from liveclawbench.images.wheels import site_packages
from liveclawbench.paths import TASKS, cache_dir

_IMAGE_NAME = re.compile(r"[a-z0-9]+([._-]+[a-z0-9]+)*")


class Builder(Protocol):
    """What turns a recipe into an image, unless it has it already."""

    def image(
        self, recipe: Recipe, *, force: bool = False, prepare: Callable[[], None] | None = None
    ) -> Image: ...

    def has(self, recipe: Recipe, image: Image) -> bool: ...

    def stacking(self) -> AbstractContextManager[None]: ...


class _Stack:
    """The layers, one on the other."""

    def __init__(
        self, root: Path, variant: Variant, builder: Builder, runner: Runner, progress: Progress
    ) -> None:
        self._root = root
        self._variant: Variant = variant
        self._builder = builder
        self._runner = runner
        self._progress = progress
        self._memory = threading.Lock()
        self._mock: tuple[Recipe, Image] | None = None

    def base(self, *, force: bool = False) -> Image:
        """Layer 1."""
        return self._builder.image(
            recipe.base(self._variant), force=force, prepare=self._provide_debian
        )

    def mock(self) -> Image:
        """The mock platform on layer 1: what every task's layer 2 starts from."""
        with self._memory, self._builder.stacking():
            # Somebody may have built a newer one and pruned ours.
            if self._mock is None or not self._builder.has(*self._mock):
                deps = self._builder.image(recipe.deps(self.base(), self._tag(), self._packages))
                own = recipe.mock(deps, self._tag())
                self._mock = own, self._builder.image(own)
            return self._mock[1]

    def layer2(self, task_dir: Path, services: Sequence[str], *, name: str | None = None) -> Image:
        """What the task's own Dockerfile starts from."""
        task_dir = task_dir.resolve()
        name, tag = name or task_dir.name, self._tag(task_dir)
        if not _IMAGE_NAME.fullmatch(name):
            raise LiveClawError(
                f"no image can be named after {name!r}",
                path=task_dir,
                hint="name the folder in kebab-case, like flight-seat-selection",
            )
        return self._builder.image(recipe.layer2(self.mock(), tag, task_dir, services, name))

    def task(
        self,
        task_dir: Path,
        services: Sequence[str],
        *,
        name: str | None = None,
        timeout: float | None = None,
        force: bool = False,
    ) -> Image:
        """The image that environments of a task start from.

        `name` is the task's where its directory has another; `timeout` in seconds applies to the
        task's own Dockerfile; `force` builds that again. Raises `LiveClawError`.
        """
        task_dir = task_dir.resolve()
        name = name or task_dir.name
        with self._builder.stacking():
            below = self.layer2(task_dir, services, name=name)
            own = recipe.layer3(below, self._tag(task_dir), task_dir, name, timeout)
            image = self._builder.image(own, force=force)
        if services and image.config.user not in ("root", "0"):
            raise LiveClawError(
                f"the image ends with USER {image.config.user}, but its services start as root",
                hint="end with `USER root`; [agent] user in task.toml says who the agent is",
                path=own.source,
            )
        return image

    def write_contexts(self, task_dir: Path, services: Sequence[str], out: Path) -> list[str]:
        """Write what a task's images are built from below `out`.

        Returns the commands that build them by hand, in order. UsageError where `out` has content.
        """
        name = task_dir.resolve().name
        if out.exists() and any(out.iterdir()):
            raise UsageError("there is something already", path=out, hint="name a new directory")
        contexts.write_deps_context(self._packages(), out / "mock-deps")
        contexts.write_mock_context(out / "mock")
        contexts.write_layer2_context(task_dir, services, out / "base")
        return [
            f"docker build -t liveclawbench-base:small --target small {recipe.BASE}",
            f"docker build -t liveclawbench-mock-deps:latest {out / 'mock-deps'}",
            f"docker build -t liveclawbench-mock:latest {out / 'mock'}",
            f"docker build -t liveclawbench-{name}-base:latest {out / 'base'}",
            f"docker build -t liveclawbench-{name}:latest {task_dir / 'environment'}",
        ]

    def cancel(self) -> None:
        """End every build of this store that is running; they raise `LiveClawError`."""
        self._runner.cancel()

    def _provide_debian(self) -> None:
        raise NotImplementedError

    def _packages(self) -> Path:
        return site_packages(self._root / "packages", self._runner, self._progress)

    def _tag(self, task_dir: Path | None = None) -> str:
        parts = ["full"] if self._variant == "latest" else []
        if task_dir is not None and task_dir.parent != TASKS:
            parts.append(_instance(task_dir))
        return "-".join(parts) or "latest"


class Store(_Stack):
    """Images on this machine, in a storage of their own that needs no daemon.

    Safe to use from several threads and processes at once. `variant` says which layer 1: `small`,
    or `latest` with the agent's runtime. `progress` gets a line whenever something that takes
    time begins.
    """

    def __init__(
        self,
        root: Path | None = None,
        *,
        variant: Variant = "small",
        progress: Progress | None = None,
    ) -> None:
        root, runner, progress = root or cache_dir(), Runner(), progress or _quiet
        self._buildah = Buildah(root, runner)
        self._index = Index(root / "images")
        self._own = BuildahBuilder(root, self._buildah, self._index, progress)
        self._leases = Leases(root / "leases")
        super().__init__(root, variant, self._own, runner, progress)

    def task(
        self,
        task_dir: Path,
        services: Sequence[str],
        *,
        name: str | None = None,
        timeout: float | None = None,
        force: bool = False,
    ) -> Image:
        """As above; nobody prunes the image until `release`, or until this program ends."""
        with self._own.stacking():
            image = super().task(task_dir, services, name=name, timeout=timeout, force=force)
            self._leases.hold(image.id)
        return image

    def release(self) -> None:
        """Let go of every image that was asked for."""
        self._leases.release()

    def list(self) -> "list[Listed]":
        """Every image that can be used, by name."""
        return listed(self._index)

    def prune(self, *, everything: bool = False) -> Pruned:
        """Remove images that were replaced and those of fresh instances, or all; waits for builds.

        What a running environment uses, or another program has asked for, stays.
        """
        with self._own.idle():
            if everything:
                shutil.rmtree(self._root / "packages", ignore_errors=True)
            return self._pruned(everything=everything)

    def prune_if_idle(self) -> Pruned | None:
        """The same where nobody builds just now; else None, and it is for the next to do."""
        with self._own.idle_now() as idle:
            return self._pruned() if idle else None

    def _pruned(self, *, everything: bool = False) -> Pruned:
        held = self._leases.held_by_anybody()
        return prune(self._index, self._buildah, held, everything=everything)

    def _provide_debian(self) -> None:
        provide_debian(self._buildah, self._progress)


class DockerStore(_Stack):
    """The same images in a Docker engine. Two instances of one task share their names here."""

    def __init__(self, *, variant: Variant = "small", progress: Progress | None = None) -> None:
        root, runner, progress = cache_dir(), Runner(), progress or _quiet
        sandboxes = BuildahBuilder(root, Buildah(root, runner), Index(root / "images"), progress)
        self._docker = DockerBuilder(root, sandboxes, runner, progress)
        super().__init__(root, variant, self._docker, runner, progress)

    @override
    def base(self, *, force: bool = False) -> Image:
        """Layer 1; the full one, which comes from many places, is the sandbox's own."""
        if self._variant == "latest":
            return self._docker.same(recipe.base(self._variant), force=force)
        return super().base(force=force)

    def _provide_debian(self) -> None:
        self._docker.provide_debian()

    def _tag(self, task_dir: Path | None = None) -> str:
        # Task Dockerfiles that Harbor builds by itself name `:latest`.
        return "latest"


def _instance(task_dir: Path) -> str:
    parts = (task_dir / "mock", task_dir / "environment")
    return combined({part.name: tree_digest(part) for part in parts if part.is_dir()})[:12]


def _quiet(message: str) -> None:
    pass
