"""What the documents say can be typed, and where they lead."""

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import typer

from liveclawbench.cli.app import app
from liveclawbench.paths import REPO
from liveclawbench.tasks import DOMAINS, TaskConfig

PAGES = sorted([*REPO.glob("*.md"), *(REPO / "docs").rglob("*.md")])
SHOWN = re.compile(r"^\s*(?:\./)?(liveclaw [^#\n]*)|`(?:\./)?(liveclaw [^`]*)`", re.MULTILINE)
LAUNCHER_ONLY = {"test"}
PROGRAM: Any = typer.main.get_command(app)


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for match in SHOWN.finditer(page.read_text(encoding="utf-8")):
            yield page.name, (match[1] or match[2]).strip()


def command_of(words: Sequence[str]) -> Any:
    """The command or group that the words name, None if there is no such command."""
    found = PROGRAM
    for word in words:
        if word.startswith("-") or not hasattr(found, "commands"):
            break
        if word not in found.commands:
            return None
        found = found.commands[word]
    return found


@pytest.mark.parametrize(("page", "command"), sorted(set(commands())))
def test_a_command_that_is_shown_exists(page: str, command: str) -> None:
    words = shlex.split(command.replace("…", ""))[1:]
    if words[:1] and words[0] in LAUNCHER_ONLY:
        return
    found = command_of(words)
    assert found is not None, command
    known = {name for parameter in found.params for name in parameter.opts} | {"-h", "--help"}
    options = {word for word in words if word.startswith("-") and word != "-"}
    assert options <= known, command


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_format_names_every_key_and_domain() -> None:
    text = (REPO / "docs/reference/task-format.md").read_text(encoding="utf-8")
    for section in TaskConfig.model_fields.values():
        for key in getattr(section.annotation, "model_fields", {}):
            assert f"`{key}`" in text, key
    for domain in DOMAINS:
        assert domain in text
