"""Which tests keep together where several processes share them out (`pytest -n 2`)."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests run in one process, and so do all that share an engine or the same ports."""
    for item in items:
        group = item.location[0]
        if "docker_daemon" in getattr(item, "fixturenames", ()):
            group = "docker"
        elif item.get_closest_marker("ports"):
            group = "ports"
        item.add_marker(pytest.mark.xdist_group(group))
