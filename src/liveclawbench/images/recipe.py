"""What it takes to build each of the images."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Literal

from liveclawbench.errors import LiveClawError
from liveclawbench.images import contexts, dockerfile
from liveclawbench.images.digest import BYTE_CODE, combined, tree_digest
from liveclawbench.images.image import Image
from liveclawbench.images.seeds import check_seeds
from liveclawbench.images.wheels import LOCK
from liveclawbench.paths import REPO
from liveclawbench.tasks.text import read_text

BASE = REPO / "docker" / "base"
Variant = Literal["small", "latest"]
# Raise when the same inputs would have to give another image.
_GENERATOR = "2"
# A longer Dockerfile becomes one layer: each layer costs an environment a mount option.
_MANY_STEPS = 12


@dataclass(frozen=True)
class Recipe:
    """`write` fills an empty directory with the Dockerfile and, without `context`, all the rest.

    `inputs` are digests and values that decide about building again; `source` is the Dockerfile
    that its author sees; `layers` keeps each step, so that a change repeats only what follows it;
    `timeout` is in seconds.
    """

    tag: str
    inputs: Mapping[str, str]
    write: Callable[[Path], object]
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


def base(variant: Variant) -> Recipe:
    """Layer 1."""
    return Recipe(
        tag=f"liveclawbench-base:{variant}",
        inputs={"context": tree_digest(BASE)},
        write=partial(copytree, BASE, dirs_exist_ok=True),
        source=BASE / "Dockerfile",
        target=variant,
        trust_host=variant == "latest",
        layers=variant == "latest",
    )


def deps(parent: Image, tag: str, fetch: Callable[[], Path]) -> Recipe:
    """What the mock platform needs; `fetch` gives the directory with its packages."""
    return Recipe(
        tag=f"liveclawbench-mock-deps:{tag}",
        inputs={"parent": parent.id, "lock": tree_digest(LOCK), **_templates("deps.Dockerfile")},
        write=lambda out: contexts.write_deps_context(fetch(), out),
        arguments={"BASE_IMAGE": parent.id},
    )


def mock(parent: Image, tag: str) -> Recipe:
    """The mock platform itself."""
    package = tree_digest(contexts.PACKAGE, skip=BYTE_CODE)
    templates = _templates("entrypoint.sh", "ready.sh", "mock.Dockerfile")
    return Recipe(
        tag=f"liveclawbench-mock:{tag}",
        inputs={"parent": parent.id, "package": package, **templates},
        write=contexts.write_mock_context,
        arguments={"DEPS_IMAGE": parent.id},
    )


def layer2(parent: Image, tag: str, task_dir: Path, services: Sequence[str], name: str) -> Recipe:
    """What one task's services start with."""
    mock_dir = task_dir / "mock"

    def write(out: Path) -> None:
        check_seeds(mock_dir, services)
        contexts.write_layer2_context(task_dir, services, out, name)

    seeds = tree_digest(mock_dir) if mock_dir.is_dir() else ""
    return Recipe(
        tag=f"liveclawbench-{name}-base:{tag}",
        inputs={
            "parent": parent.id,
            "services": " ".join(services),
            "mock": seeds,
            **_templates("startup.sh", "task.Dockerfile"),
        },
        write=write,
        arguments={"MOCK_IMAGE": parent.id},
    )


def layer3(parent: Image, tag: str, task_dir: Path, name: str, timeout: float | None) -> Recipe:
    """The task's own image; `LiveClawError` where its Dockerfile is not built on its layer 2."""
    source = task_dir / "environment" / "Dockerfile"
    text, on_parent = dockerfile.with_base(read_text(source), parent.id)
    steps = dockerfile.instructions(text)
    for line, reason in dockerfile.mistakes(steps):
        raise LiveClawError(reason, path=source, line=line)
    if not on_parent:
        hint = f"write `FROM liveclawbench-{name}-base:latest`"
        raise LiveClawError("no FROM names this task's own base", hint=hint, path=source)
    declared = "OPENCLAW_BASE_IMAGE" in dockerfile.global_arguments(steps)
    runs = any(step.keyword == "RUN" for step in steps)
    return Recipe(
        tag=f"liveclawbench-{name}:{tag}",
        inputs={"parent": parent.id, "context": tree_digest(source.parent)},
        write=lambda out: (out / "Dockerfile").write_text(text, encoding="utf-8"),
        context=source.parent,
        source=source,
        arguments={"OPENCLAW_BASE_IMAGE": parent.id} if declared else None,
        layers=runs and len(steps) <= _MANY_STEPS,
        timeout=timeout,
    )


def _templates(*names: str) -> dict[str, str]:
    return {name: tree_digest(contexts.TEMPLATES / name) for name in names}
