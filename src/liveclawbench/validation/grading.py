"""Rules about tests/."""

import re
from collections.abc import Iterator

from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import rule
from liveclawbench.validation.subject import Subject

_ISOLATED = re.compile(r"/opt/mock/venv/bin/python3?\s+-I\b[^\n]*\s/tests/verify\.py")
_SCRAPE = re.compile(r"(?:grep|sed|awk|re\.\w+)\b[^\n]*Score")
_PATH = re.compile(r"sys\.path\b|site\.addsitedir|PYTHONPATH|spec_from_file_location|runpy\.")
_WRITABLE = re.compile(r"(?:python3?|bash|sh|node|exec)\s+(/workspace|/home/node|/tmp)\S*")
_IDLE = ("#", "set ", "echo", "printf", "exit", "mkdir", "true", ":", "cd ")
_UNSAFE = re.compile(r"^\s*(?:from|import)\s+(?:pickle|shelve|marshal)\b", re.MULTILINE)


@rule("test-echo", "test.sh runs the verifier, it does not write a score itself")
def only_echoes(task: Subject) -> Iterator[Finding]:
    """A score that is written by hand cannot fail. Start `verify.py` instead."""
    lines = [line.strip() for line in task.text("tests/test.sh").splitlines()]
    if task.exists("tests/test.sh") and not any(ln and not ln.startswith(_IDLE) for ln in lines):
        yield task.finding(
            "tests/test.sh",
            1,
            "only echoes",
            "exec /opt/mock/venv/bin/python -I /tests/verify.py",
        )


@rule("verifier-start", "test.sh starts the verifier where nothing of the agent's can be imported")
def isolated(task: Subject) -> Iterator[Finding]:
    """Without `-I` and an interpreter of root's, a file that the agent left could be imported
    instead. Write `exec /opt/mock/venv/bin/python -I /tests/verify.py`.
    """
    if task.exists("tests/test.sh") and not _ISOLATED.search(task.text("tests/test.sh")):
        yield task.finding(
            "tests/test.sh",
            1,
            "does not run /tests/verify.py with the platform's own Python, isolated (-I)",
            "exec /opt/mock/venv/bin/python -I /tests/verify.py",
        )


@rule("verifier-imports", "the verifier imports and runs nothing that the agent can write")
def imports(task: Subject) -> Iterator[Finding]:
    """What the agent can write, the agent decides. Read its files as data with
    `mock_platform.verify`, never by importing, unpickling or running them.
    """
    fix = "read what the agent left as data; import from /tests and mock_platform only"
    for name in task.files("tests", ".py", ".sh"):
        for pattern in (_PATH, _WRITABLE, _UNSAFE):
            for line, match in task.search(name, pattern):
                yield task.finding(name, line, f"may run the agent's code: {match[0]}", fix)


@rule("score-scraping", "no score is read from standard output")
def scraping(task: Subject) -> Iterator[Finding]:
    """An agent can print `Score: 1.0` too. Numbers go through `v.check` into `reward.json`."""
    for name in task.files("tests", ".py", ".sh"):
        for line, _ in task.search(name, _SCRAPE):
            yield task.finding(
                name,
                line,
                "scrapes a score from printed text, which the agent could print too",
                "let mock_platform.verify write reward.json and reward.txt",
            )
