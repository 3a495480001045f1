"""The images that environments start from, built when asked for and when something changed."""

import shutil
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from liveclawbench.errors import LiveClawError
from liveclawbench.images import contexts, dockerfile
from liveclawbench.images.bootstrap import BASE, provide_debian
from liveclawbench.images.buildah import Buildah
from liveclawbench.images.builder import Builder, Recipe
from liveclawbench.images.command import Progress, Runner
from liveclawbench.images.digest import BYTE_CODE, combined, tree_digest
from liveclawbench.images.image import Image
from liveclawbench.images.index import Index
from liveclawbench.images.seeds import check_seeds
from liveclawbench.images.shelf import Listed, Pruned, listed, prune
from liveclawbench.images.wheels import LOCK, site_packages
from liveclawbench.paths import TASKS, cache_dir

Variant = Literal["small", "latest"]
_MANY_STEPS = 12


class Store:
    """Images on this machine. Safe to use from several threads and processes at once.

    `variant` says which layer 1: `small`, or `latest` with the agent's runtime. `progress` gets
    a line whenever something that takes time begins.
    """

    def __init__(
        self,
        root: Path | None = None,
        *,
        variant: Variant = "small",
        progress: Progress | None = None,
    ) -> None:
        self._root = root or cache_dir()
        self._variant = variant
        self._progress: Progress = progress or _quiet
        self._runner = Runner()
        self._buildah = Buildah(self._root, self._runner)
        self._index = Index(self._root / "images")
        self._builder = Builder(self._root, self._buildah, self._index, self._progress)
        self._memory = threading.Lock()
        self._mock: Image | None = None

    def base(self, *, force: bool = False) -> Image:
        """Layer 1."""
        recipe = Recipe(
            tag=f"liveclawbench-base:{self._variant}",
            inputs={"context": tree_digest(BASE)},
            write=partial(shutil.copytree, BASE, dirs_exist_ok=True),
            source=BASE / "Dockerfile",
            target=self._variant,
            trust_host=self._variant == "latest",
            layers=self._variant == "latest",
        )
        prepare = partial(provide_debian, self._buildah, self._runner, self._progress)
        return self._builder.image(recipe, force=force, prepare=prepare)

    def mock(self) -> Image:
        """The mock platform on layer 1: what every task's layer 2 starts from."""
        with self._memory:
            if self._mock is None:
                deps = self._deps(self.base())
                recipe = Recipe(
                    tag=self._tag("liveclawbench-mock"),
                    inputs={
                        "parent": deps.id,
                        "package": tree_digest(contexts.PACKAGE, skip=BYTE_CODE),
                        "entrypoint": tree_digest(contexts.TEMPLATES / "entrypoint.sh"),
                        "dockerfile": tree_digest(contexts.TEMPLATES / "mock.Dockerfile"),
                    },
                    write=contexts.write_mock_context,
                    arguments={"DEPS_IMAGE": deps.id},
                )
                self._mock = self._builder.image(recipe)
            return self._mock

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
        task's own Dockerfile. Raises `LiveClawError`.
        """
        name = name or task_dir.name
        layer2 = self._layer2(task_dir, services, name)
        source = task_dir / "environment" / "Dockerfile"
        recipe = self._layer3(task_dir.resolve(), source, name, layer2, timeout)
        image = self._builder.image(recipe, force=force)
        if services and image.config.user not in ("root", "0"):
            raise LiveClawError(
                f"the image ends with USER {image.config.user}, but its services start as root",
                hint="end with `USER root`; [agent] user in task.toml says who the agent is",
                path=source,
            )
        return image

    def list(self) -> "list[Listed]":
        """Every image that can be used, by name."""
        return listed(self._index)

    def prune(self, *, everything: bool = False) -> Pruned:
        """Remove images that were replaced and those of fresh instances, or all; waits for builds.

        What a running environment uses stays.
        """
        with self._builder.idle():
            return prune(self._index, self._buildah, everything=everything)

    def cancel(self) -> None:
        """End every build of this store that is running; they raise `LiveClawError`."""
        self._runner.cancel()

    def _deps(self, base: Image) -> Image:
        def write(out: Path) -> None:
            packages = site_packages(self._root / "packages", self._runner, self._progress)
            contexts.write_deps_context(packages, out)

        recipe = Recipe(
            tag=self._tag("liveclawbench-mock-deps"),
            inputs={
                "parent": base.id,
                "lock": tree_digest(LOCK),
                "dockerfile": tree_digest(contexts.TEMPLATES / "deps.Dockerfile"),
            },
            write=write,
            arguments={"BASE_IMAGE": base.id},
        )
        return self._builder.image(recipe)

    def _layer2(self, task_dir: Path, services: Sequence[str], name: str) -> Image:
        mock = self.mock()
        inputs = {
            "parent": mock.id,
            "services": " ".join(services),
            "name": name,
            "mock": tree_digest(task_dir / "mock") if (task_dir / "mock").is_dir() else "",
            "startup": tree_digest(contexts.TEMPLATES / "startup.sh"),
            "dockerfile": tree_digest(contexts.TEMPLATES / "task.Dockerfile"),
        }
        recipe = Recipe(
            tag=self._tag(f"liveclawbench-{name}-base", inputs, task_dir),
            inputs=inputs,
            write=partial(_write_layer2, task_dir, services, name),
            arguments={"MOCK_IMAGE": mock.id},
        )
        return self._builder.image(recipe)

    def _layer3(
        self, task_dir: Path, source: Path, name: str, layer2: Image, timeout: float | None
    ) -> Recipe:
        try:
            text, on_layer2 = dockerfile.with_base(source.read_text(), layer2.id)
        except OSError as error:
            raise LiveClawError(f"cannot read it: {error.strerror}", path=source) from error
        if not on_layer2:
            hint = f"write `FROM liveclawbench-{name}-base:latest`"
            raise LiveClawError("no FROM names this task's own base", hint=hint, path=source)
        inputs = {"parent": layer2.id, "context": tree_digest(source.parent)}
        steps = dockerfile.instructions(text)
        declared = "OPENCLAW_BASE_IMAGE" in dockerfile.global_arguments(steps)
        runs = any(step.keyword == "RUN" for step in steps)
        return Recipe(
            tag=self._tag(f"liveclawbench-{name}", inputs, task_dir),
            inputs=inputs,
            write=lambda out: _write_text(out / "Dockerfile", text),
            context=source.parent,
            source=source,
            arguments={"OPENCLAW_BASE_IMAGE": layer2.id} if declared else None,
            layers=runs and len(steps) <= _MANY_STEPS,
            timeout=timeout,
        )

    def _tag(
        self, name: str, inputs: Mapping[str, str] | None = None, task_dir: Path | None = None
    ) -> str:
        parts = ["full"] if self._variant == "latest" else []
        if inputs is not None and task_dir is not None and task_dir.resolve().parent != TASKS:
            parts.append(combined(inputs)[:12])
        return f"{name}:{'-'.join(parts) or 'latest'}"


def _quiet(message: str) -> None:
    pass


def _write_layer2(task_dir: Path, services: Sequence[str], name: str, out: Path) -> None:
    check_seeds(task_dir / "mock", services)
    contexts.write_layer2_context(task_dir, services, out, name)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text)
