"""How tests share the machine where several processes run them (`pytest -n 2 --dist loadfile`)."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _share_the_machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """While a test marked `alone` runs, no other does."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    alone = request.node.get_closest_marker("alone") is not None
    folder = Path(tempfile.gettempdir())
    with (folder / "liveclawbench-tests.lock").open("w") as machine:
        # Who waits for all others to end keeps them from beginning again.
        with (folder / "liveclawbench-tests-next.lock").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            fcntl.flock(machine, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
