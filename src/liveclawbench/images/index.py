"""What has been built: one small file an image, so that a cache hit never starts a tool."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from liveclawbench.images.image import HealthCheck, Image, ImageConfig


class Index:
    """Images by content key, in a directory; readers need no lock."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def get(self, key: str) -> Image | None:
        """The image, or None if it was never built or a layer of it has gone."""
        try:
            data = json.loads((self._root / f"{key}.json").read_bytes())
            image = _image(data)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return image if all(layer.is_dir() for layer in image.layers) else None

    def put(self, key: str, image: Image) -> None:
        data = asdict(image) | {"layers": [str(layer) for layer in image.layers]}
        self._root.mkdir(parents=True, exist_ok=True)
        temporary = self._root / f".{key}.{os.getpid()}.{id(image)}"
        temporary.write_text(json.dumps(data))
        temporary.replace(self._root / f"{key}.json")

    def built(self, key: str) -> float:
        """When the image was built, as a POSIX time stamp."""
        return (self._root / f"{key}.json").stat().st_mtime

    def forget(self, key: str) -> None:
        (self._root / f"{key}.json").unlink(missing_ok=True)

    def stored(self) -> list[str]:
        if not self._root.is_dir():
            return []
        return sorted(path.stem for path in self._root.glob("*.json"))


def _image(data: dict[str, Any]) -> Image:
    config = dict(data["config"])
    check = config.pop("healthcheck")
    health = check and HealthCheck(**(check | {"command": tuple(check["command"])}))
    return Image(
        name=data["name"],
        id=data["id"],
        layers=tuple(Path(layer) for layer in data["layers"]),
        config=ImageConfig(
            entrypoint=tuple(config.pop("entrypoint")),
            cmd=tuple(config.pop("cmd")),
            healthcheck=health,
            **config,
        ),
    )
