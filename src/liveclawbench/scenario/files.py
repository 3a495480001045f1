"""What a scenario becomes: the files of a task directory."""

from pathlib import PurePosixPath
from textwrap import dedent
from typing import Any

from liveclawbench.scenario.formats import faults_text, json_text
from liveclawbench.scenario.scenario import Scenario

Rendered = dict[str, bytes]
"""Path relative to the task directory → content."""


def files_of(scenario: Scenario) -> Rendered:
    """All files; TypeError or ValueError where one cannot be written."""
    files = {
        "instruction.md": (dedent(scenario.instruction).strip() + "\n").encode(),
        "solution/params.json": json_text(dict(scenario.told)).encode(),
        "tests/expected.json": json_text(dict(scenario.expected)).encode(),
    }
    for service, tables in scenario.services.items():
        files[f"mock/{service}.json"] = json_text(tables).encode()
    if scenario.faults:
        files["mock/faults.toml"] = faults_text(scenario.faults).encode()
    for name, content in scenario.files.items():
        files[f"environment/{_inside(name)}"] = _content(content)
    return files


def _content(content: Any) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json_text(content)).encode()


def _inside(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or path == PurePosixPath("."):
        raise ValueError(f"files: {name!r} does not lie under environment/")
    if path == PurePosixPath("Dockerfile"):
        raise ValueError("files: the Dockerfile is written by hand, not rendered")
    return path
