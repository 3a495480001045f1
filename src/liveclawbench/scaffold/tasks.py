"""A new task that is sound from the first moment, to be changed into what is wanted."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from liveclawbench.errors import UsageError
from liveclawbench.scaffold.filling import fill
from liveclawbench.tasks import Corpus, Task, is_kebab, nearest, tag
from mock_platform.kit.service import service_names

Pattern = Literal["static", "service", "fullstack", "knowledge"]
PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)

_HERE: Final = Path(__file__).parent
_DOMAIN: Final[dict[Pattern, str]] = {
    "static": "Finance & Data Analytics",
    "service": "Communication & Email",
    "fullstack": "Coding & Software Dev",
    "knowledge": "Documents & Knowledge",
}


def new_task(name: str, pattern: Pattern, services: Sequence[str], corpus: Corpus) -> list[Path]:
    """Write a task directory into the corpus, with all of its files rendered; the files.

    Only the pattern `service` takes services. UsageError where name or services cannot be used.
    """
    if not is_kebab(name):
        raise UsageError(f"{name!r} is not in kebab-case", hint="as in lost-parcel-claim")
    target = corpus.root / name
    if target.exists():
        raise UsageError("there is something here already", path=target)
    _usable(pattern, services)
    taken = (task.config.metadata.case_id for task in corpus.all.tasks)
    domain = _DOMAIN[pattern]
    values = {
        "name": name,
        "case_id": max(taken, default=0) + 1,
        "domain": domain,
        "tag": tag(domain),
        "b2": int(pattern == "knowledge"),
        "services": ", ".join(json.dumps(service) for service in services),
    }
    written = [
        path
        for source in (_HERE / "task/common", _HERE / "task" / pattern)
        for path in fill(source, target, values)
    ]
    return written + _rendered(target)


def _rendered(target: Path) -> list[Path]:
    from liveclawbench.scenario import render_in_place

    task = Task.load(target)
    return render_in_place(task) if task.scenario else []


def _usable(pattern: Pattern, services: Sequence[str]) -> None:
    known = service_names()
    for service in services:
        if service not in known:
            near = nearest(service, known) or known
            raise UsageError(f"no service is named {service!r}", hint=f"there is {', '.join(near)}")
    if len(set(services)) < len(services):
        raise UsageError("a service is named twice")
    if services and pattern != "service":
        raise UsageError(f"a task of the pattern {pattern} starts without services")
    if pattern == "service" and not services:
        raise UsageError("which services?", hint="--services email,calendar")
