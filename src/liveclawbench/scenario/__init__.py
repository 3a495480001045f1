"""What a task's `scenario.py` is written with, and the rendering of its files."""

from liveclawbench.scenario.draw import Draw, Redraw
from liveclawbench.scenario.rendering import (
    Difference,
    differences,
    render_fresh,
    render_in_place,
    rendered,
)
from liveclawbench.scenario.scenario import Build, Scenario, same_as, scenario
from liveclawbench.scenario.studio import interrupt_drawing

__all__ = [
    "Build",
    "Difference",
    "Draw",
    "Redraw",
    "Scenario",
    "differences",
    "interrupt_drawing",
    "render_fresh",
    "render_in_place",
    "rendered",
    "same_as",
    "scenario",
    "url",
]


def url(service: str) -> str:
    """The address of a service inside an environment: `http://localhost:<port>/`."""
    from mock_platform.kit.service import get_service

    return get_service(service).url
