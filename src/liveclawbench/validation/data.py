"""Rules about data: what goes into the services, and what the agent may find."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from liveclawbench.errors import LiveClawError
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import rule
from liveclawbench.validation.soundness import mistakes, out_of_step
from liveclawbench.validation.subject import Subject

_DATA_DIR = re.compile(
    r"/opt/mock/data\b\S*|/var/lib/mock-data\b\S*|/opt/mock/\S*\.(?:sqlite3?|db)\b"
)
_ABSOLUTE = re.compile(r'"(20[2-9]\d-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)"')
_SEED = re.compile(r"(?:^|[_-])seeds?(?:[_.-]|$)|^faults\.toml$|^mock[_-]?data", re.IGNORECASE)
_GOLD = re.compile(
    r"^(?:gold(?:en)?|solution|solve|oracle|answer(?:s|[_-]?key)?|expected|ground[_-]?truth)\b"
    r"|\.(?:patch|diff)$|^verify\.py$|^params\.json$",
    re.IGNORECASE,
)
_GOLD_COPY = re.compile(r"(?:^|[\s/])(?:solution|tests)/")
_MOST_MISTAKES = 50
_GIT_LEFTOVER = re.compile(r"/\.git/(?:packed-refs|refs/tags/.+|ORIG_HEAD|logs/.+)$")


@rule("data-dir", "databases are found through $MOCK_DATA_DIR only")
def data_dir(task: Subject) -> Iterator[Finding]:
    """The place differs between environments, and no agent-side script may touch it. Ask
    `v.service(…)`.
    """
    for folder in ("environment", "solution", "tests", "mock"):
        for name in task.files(folder):
            for line, match in task.search(name, _DATA_DIR):
                yield task.finding(
                    name,
                    line,
                    f"hard-codes {match[0]}",
                    "verifiers ask mock_platform.verify, which reads $MOCK_DATA_DIR",
                )


@rule("visible-seed", "no seed data lies under environment/, where the agent sees it")
def visible_seed(task: Subject) -> Iterator[Finding]:
    """Whoever sees the seed data sees the answer. Keep them in `mock/`."""
    seeds = {f"{service}.json" for service in task.services}
    contents = {task.text(name) for name in task.files("mock")} - {""}
    for name in task.files("environment"):
        base = PurePosixPath(name).name
        if base in seeds or _SEED.search(base) or task.text(name) in contents:
            yield task.finding(
                name, 1, "looks like seed data, and the agent can read it", "move it to mock/"
            )


@rule("absolute-date", "dates in seed data are relative to the trial's start")
def absolute_date(task: Subject) -> Iterator[Finding]:
    """The task would go stale: tomorrow's meeting must be tomorrow in a year, too. Write `+2d
    09:30`, `-3w`.
    """
    for name in task.files("mock", ".json", ".toml"):
        for line, match in task.search(name, _ABSOLUTE):
            yield task.finding(
                name, line, f"{match[1]} goes stale", 'write it relative: "+2d 09:30", "-3w"'
            )


@rule("gold", "nothing that gives the answer away is in the agent's reach")
def gold(task: Subject) -> Iterator[Finding]:
    """A patch, a tag or a copy of the tests in the agent's reach gives the task away. Move it
    to `solution/` or `tests/`, and clean the history of a repository.
    """
    secret = {
        text
        for name in (*task.files("tests"), *task.files("solution"))
        if len(text := task.text(name).strip()) > 20
    }
    for name in task.files("environment"):
        inside = f"/{name.removeprefix('environment/')}"
        if (
            _GOLD.search(PurePosixPath(name).name)
            or _GIT_LEFTOVER.search(inside)
            or (secret and task.text(name).strip() in secret)
        ):
            yield task.finding(
                name, 1, "looks like the answer, and the agent can read it", "move it out"
            )
    for step in task.dockerfile:
        if step.keyword in {"COPY", "ADD"} and _GOLD_COPY.search(step.arguments):
            yield task.finding(
                "environment/Dockerfile",
                step.line,
                f"copies {step.arguments}: solution/ and tests/ are never in an image",
                "remove the line",
            )


@rule("seed", "seed data and faults are what the services can start with")
def startable(task: Subject) -> Iterator[Finding]:
    """Checked against the services' own models, all mistakes at once, each with its line.
    Correct `scenario.py`, or the data where there is none.
    """
    present = [name for name in task.services if task.exists(f"mock/{name}.json")]
    found = mistakes(task.dir / "mock", present) if present else ()
    fix = "correct scenario.py" if task.exists("scenario.py") else "correct the data"
    for mistake in found[:_MOST_MISTAKES]:
        yield Finding(mistake.path, mistake.line or 1, mistake.message, fix)
    if (left := len(found) - _MOST_MISTAKES) > 0:
        yield Finding(found[-1].path, found[-1].line or 1, f"the last of {left} more mistakes", fix)


@rule("rendered", "committed files are what scenario.py renders with the published seed")
def rendered_files(task: Subject) -> Iterator[Finding]:
    """A published task never changes unseen. Run `liveclaw render TASK`, and review the
    difference.
    """
    from liveclawbench.tasks import Task

    if not task.exists("scenario.py") or not task.config or task.syntax_error("scenario.py"):
        return
    try:
        found = out_of_step(Task(task.dir.resolve(), task.config))
    except LiveClawError as error:
        path = error.path or task.dir / "scenario.py"
        yield Finding(path, error.line or 1, error.message, error.hint or "correct scenario.py")
        return
    for item in found:
        yield Finding(
            item.path,
            1,
            f"is {'not what scenario.py renders' if item.state == 'differs' else item.state}",
            f"`liveclaw render {task.name}`, then review the diff",
        )
