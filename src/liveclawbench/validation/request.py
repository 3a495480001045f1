"""Rules about instruction.md."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import rule
from liveclawbench.validation.subject import Subject

_PLACES = re.compile(r"/opt/mock\b\S*|/var/lib/mock\S*|\bMOCK_DATA_DIR\b")
_DATABASE = re.compile(r"[\w./~-]+\.(?:sqlite3?|db)\b")
_ROUTE = re.compile(r"(?:^|[\s`'\"(]|localhost:\d+)(/api/\S*)")
_BARE_OUTPUT = re.compile(r"(?<![\w/.~-])(?:\./)?output/\S*")
_SHORTEST = 50


@rule("stub-instruction", f"the instruction has at least {_SHORTEST} characters")
def stub(task: Subject) -> Iterator[Finding]:
    """Nobody can do what is not said. Write the request as a person would: a purpose, the
    address of each site, a login.
    """
    length = len(task.text("instruction.md").strip())
    if task.exists("instruction.md") and length < _SHORTEST:
        yield task.finding(
            "instruction.md",
            1,
            f"the instruction is a stub of {length} characters",
            "write it as a person would say it: purpose, address of each site, login",
        )


@rule("instruction-database", "the instruction names no database")
def database(task: Subject) -> Iterator[Finding]:
    """The agent has no access to databases; naming one sends it looking where there is nothing.
    Give the address of the site.
    """
    visible = {PurePosixPath(name).name for name in task.files("environment")}
    found = [*task.search("instruction.md", _PLACES), *task.search("instruction.md", _DATABASE)]
    for line, match in found:
        if PurePosixPath(match[0]).name not in visible:
            yield task.finding(
                "instruction.md",
                line,
                f"names {match[0]}, where the agent has nothing to look for",
                "give the address of the service instead",
            )


@rule("instruction-api", "the instruction gives no API routes away")
def route(task: Subject) -> Iterator[Finding]:
    """A person does not know routes, and finding the way is part of the work. Name the site's
    address only.
    """
    for line, match in task.search("instruction.md", _ROUTE):
        yield task.finding(
            "instruction.md",
            line,
            f"gives the API route {match[1]} away",
            "name the site's address only: http://localhost:<port>/",
        )


@rule("bare-output-path", "a knowledge task's output path means the same to agent and verifier")
def bare_output(task: Subject) -> Iterator[Finding]:
    """`output/a.md` means another folder to OpenClaw than to the verifier. Write an absolute
    path, or let the verifier accept both places.
    """
    knowledge = ".openclaw" in task.text("environment/Dockerfile")
    if not knowledge or ".openclaw" in task.text("tests/verify.py"):
        return
    for line, match in task.search("instruction.md", _BARE_OUTPUT):
        yield task.finding(
            "instruction.md",
            line,
            f"{match[0]} is resolved under ~/.openclaw/workspace by the agent",
            "let the verifier accept both places, or give an absolute path",
        )
