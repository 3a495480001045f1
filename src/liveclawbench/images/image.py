"""A built image, as the sandbox needs it."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class HealthCheck:
    """`HEALTHCHECK` of a Dockerfile; times in seconds."""

    command: tuple[str, ...]
    interval: float = 30.0
    timeout: float = 30.0
    start_period: float = 0.0
    retries: int = 3


@dataclass(frozen=True)
class ImageConfig:
    """What a container runtime honours of an image's configuration."""

    entrypoint: tuple[str, ...] = ()
    cmd: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    workdir: str = "/"
    user: str = "root"
    healthcheck: HealthCheck | None = None


@dataclass(frozen=True)
class Image:
    """`layers` are directories to stack with overlayfs, the lowest first."""

    name: str
    id: str
    layers: tuple[Path, ...]
    config: ImageConfig
