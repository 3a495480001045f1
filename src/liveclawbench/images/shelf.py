"""What the image storage holds, what of it is in use, and what can go."""

import os
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import batched
from pathlib import Path

from liveclawbench.images.buildah import Buildah
from liveclawbench.images.image import Image
from liveclawbench.images.index import Index

_AT_ONCE = 100
_PUBLISHED = ("latest", "small", "full")


@dataclass(frozen=True)
class Listed:
    """`size` is bytes of all layers, shared ones included; `current` if it is its name's newest."""

    image: Image
    built: datetime
    size: int
    current: bool


@dataclass(frozen=True)
class Pruned:
    """How many images went, how many bytes that freed, and which images are in use."""

    images: int
    size: int
    kept_in_use: tuple[str, ...]


def listed(index: Index) -> list[Listed]:
    """Every image that can be used, by name, the newest first."""
    sizes: dict[Path, int] = {}
    seen: set[str] = set()
    found: list[Listed] = []
    entries = ((index.built(key), image) for key in index.stored() if (image := index.get(key)))
    for built, image in sorted(entries, key=lambda entry: entry[0], reverse=True):
        for layer in image.layers:
            if layer not in sizes:
                sizes[layer] = _size(layer)
        size = sum(sizes[layer] for layer in image.layers)
        moment = datetime.fromtimestamp(built, UTC)
        found.append(Listed(image, moment, size, image.name not in seen))
        seen.add(image.name)
    return sorted(found, key=lambda entry: entry.image.name)


def prune(index: Index, buildah: Buildah, held: Collection[str], *, everything: bool) -> Pruned:
    """Remove images that a newer one replaces and those of fresh instances, or all of them.

    Nobody may be building. What a running environment uses stays, and the `held` ids.
    """
    overlay = buildah.storage / "overlay"
    before = {layer: _size(layer) for layer in overlay.glob("*/diff")}
    entries = listed(index)
    in_use = _in_use(buildah.storage)
    going: list[Image] = []
    kept: list[Image] = []
    staying: set[str] = set()
    for entry in entries:
        if not everything and entry.current and entry.image.name.endswith(_endings()):
            staying.add(entry.image.id)
            continue
        # What lies below an image's own layer stays as long as the image does.
        used = entry.image.id in held or entry.image.layers[-1].parent.name in in_use
        (kept if used else going).append(entry.image)
    gone = {image.id for image in going} - staying
    for key in index.stored():  # first: a killed prune leaves nothing listed that is not there
        image = index.get(key)
        if image is None or image.id in gone or (everything and not kept):
            index.forget(key)
    _remove(buildah, gone, {image.id for key in index.stored() if (image := index.get(key))})
    size = sum(bytes_ for layer, bytes_ in before.items() if not layer.exists())
    return Pruned(len(going), size, tuple(image.name for image in kept))


def _endings() -> tuple[str, ...]:
    return tuple(f":{tag}" for tag in _PUBLISHED)


def _remove(buildah: Buildah, ids: Iterable[str], staying: Collection[str]) -> None:
    """Remove images, and those without a name that nothing here knows.

    One that stays may have lost its name to a newer one, so `rmi --prune` would take it as well.
    """
    _discard(buildah, list(dict.fromkeys(ids)))
    nameless = (image_id for image_id, named in buildah.stored().items() if not named)
    _discard(buildah, [image_id for image_id in nameless if image_id not in staying])


def _discard(buildah: Buildah, ids: Sequence[str]) -> None:
    """In few commands: to begin with one takes longer than to remove an image."""
    for some in batched(ids, _AT_ONCE):
        buildah.run(["rmi", "--force", *some])


def _in_use(storage: Path) -> set[str]:
    """The ids of the layers that are part of a mount in any process's view."""
    used: set[str] = set()
    marker = re.compile(re.escape(os.fsencode(storage)) + rb"/overlay/([0-9a-f]{64})/diff")
    for mounts in Path("/proc").glob("[0-9]*/mountinfo"):
        try:
            used.update(layer.decode() for layer in marker.findall(mounts.read_bytes()))
        except OSError:
            continue
    return used


def _size(root: Path) -> int:
    total = 0
    for folder, _, files in os.walk(f"{root}/"):
        for name in files:
            try:
                total += os.lstat(f"{folder}/{name}").st_blocks * 512
            except OSError:
                continue
    return total
