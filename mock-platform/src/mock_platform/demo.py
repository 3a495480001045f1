"""The demo world: one cast in every service, each populated as its `world` module sees fit."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mock_platform.kit.service import Service
from mock_platform.world import Cast, World


def demo_cast(seed: int) -> Cast:
    """The people of the demo world; the owner can sign in everywhere."""
    return World(random.Random(seed)).cast()  # noqa: S311 - not secret


def demo_tables(service: Service, seed: int) -> dict[str, list[dict[str, Any]]]:
    """A service's seed data in the demo world, the same whichever others are served with it."""
    cast = demo_cast(seed)
    world = World(random.Random(f"{seed}/{service.name}"))  # noqa: S311 - not secret
    world.beside(cast)
    tables: dict[str, list[dict[str, Any]]] = service.module("world").demo(world, cast)
    return tables


def write_demo(services: Iterable[Service], seed: int, mock_dir: Path) -> None:
    """Write `<service>.json` for each service, as in a task's `mock/`."""
    for service in services:
        text = json.dumps(demo_tables(service, seed), default=str)
        (mock_dir / f"{service.name}.json").write_text(text, encoding="utf-8")
