from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from liveclawbench.images import Image, Store
from liveclawbench.sandbox import Sandbox


@pytest.fixture(scope="session")
def image() -> Image:
    """The public base: Debian with Python, users `mock` and `node`; no ENTRYPOINT of ours."""
    base = Store().base()
    return replace(base, config=replace(base.config, cmd=("sleep", "infinity")))


@pytest.fixture
async def sandbox(image: Image) -> AsyncIterator[Sandbox]:
    async with Sandbox(image, name="Trial 1") as running:
        yield running
