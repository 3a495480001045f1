"""What the documents say can be typed."""

import re
import shlex
import subprocess
import sys

import pytest

from liveclawbench.cli.app import app
from liveclawbench.paths import REPO
from liveclawbench.tasks import DOMAINS, TaskConfig

PAGES = sorted([REPO / "README.md", *(REPO / "docs").rglob("*.md")])
SHOWN = re.compile(r"^\s*(?:\./)?(liveclaw [^#\n]*)|`(?:\./)?(liveclaw [^`]*)`", re.MULTILINE)
LAUNCHER_ONLY = {"test"}


def commands() -> list[tuple[str, str]]:
    return sorted(
        {
            (page.name, (match[1] or match[2]).strip())
            for page in PAGES
            for match in SHOWN.finditer(page.read_text(encoding="utf-8"))
        }
    )


@pytest.fixture(scope="module")
def help_texts() -> dict[tuple[str, ...], str]:
    return {}


def help_of(words: tuple[str, ...], known: dict[tuple[str, ...], str]) -> str:
    if words not in known:
        program = "from liveclawbench.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", program, *words, "--help"], capture_output=True, text=True
        )
        known[words] = done.stdout if done.returncode == 0 else ""
    return known[words]


@pytest.mark.parametrize(("page", "command"), commands())
def test_a_command_that_is_shown_exists(
    page: str, command: str, help_texts: dict[tuple[str, ...], str]
) -> None:
    words = [word for word in shlex.split(command.replace("…", "x"))[1:] if word != "|"]
    names = {command.name for command in app.registered_commands}
    groups = {group.name for group in app.registered_groups}
    if words and words[0] in LAUNCHER_ONLY:
        return
    path = tuple(words[: 2 if words[:1] and words[0] in groups else 1])
    assert not path or path[0].startswith("-") or path[0] in names | groups, command
    text = help_of(path if path and not path[0].startswith("-") else (), help_texts)
    assert text, command
    for option in (word for word in words if word.startswith("-") and word != "-"):
        assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text), f"{command}: {option}"


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_format_names_every_key_and_domain() -> None:
    text = (REPO / "docs/reference/task-format.md").read_text(encoding="utf-8")
    for section in TaskConfig.model_fields.values():
        for key in getattr(section.annotation, "model_fields", {}):
            assert f"`{key}`" in text or key == "env", key
    for domain in DOMAINS:
        assert domain in text
