"""The generated listings: `registry.json` (Harbor's) and `docs/metadata/cases_registry.csv`."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from liveclawbench import __version__
from liveclawbench.tasks import FACTORS, Corpus, Task

_DESCRIPTION = "A person's everyday work, done by an agent against live mock services"
_COLUMNS = ("case_id", "name", "difficulty", "category", "domain", "domains_multi", "services")


@dataclass(frozen=True)
class ListingProblem:
    """A row that is missing or disagrees; `line` is where it stands or would stand."""

    path: Path
    line: int
    message: str


def write(corpus: Corpus) -> list[Path]:
    """Bring both listings up to date; the files that changed."""
    changed = outdated(corpus)
    for path, text in _listings(corpus).items():
        if path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return changed


def outdated(corpus: Corpus) -> list[Path]:
    """The listings that are not what `write` would write."""
    return [path for path, text in _listings(corpus).items() if _read(path) != text]


def listing_problems(corpus: Corpus) -> Iterator[ListingProblem]:
    """Every row of a listing that is missing, wrong or left over.

    A folder of fresh instances has no listing beside it at all, and needs none.
    """
    wanted = _listings(corpus)
    if not any(path.exists() for path in wanted):
        return
    for path, text in wanted.items():
        found = _read(path)
        if found is None:
            yield ListingProblem(path, 1, "there is no such listing")
            continue
        have, want = found.splitlines(), text.splitlines()
        for number, line in enumerate(have, 1):
            if line not in want:
                yield ListingProblem(path, number, f"no task says so: {line.strip()}")
        for number, line in enumerate(want, 1):
            if line not in have:
                yield ListingProblem(path, min(number, len(have) or 1), f"lacks {line.strip()}")
        if sorted(have) == sorted(want) and found != text:
            yield ListingProblem(path, 1, "the rows are not in order")


def _listings(corpus: Corpus) -> dict[Path, str]:
    root = corpus.root.parent
    tasks = corpus.all.tasks
    return {
        root / "registry.json": _harbor_registry(corpus.root.name, tasks),
        root / "docs" / "metadata" / "cases_registry.csv": _cases(tasks),
    }


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode(errors="replace")
    except FileNotFoundError:
        return None


def _harbor_registry(folder: str, tasks: tuple[Task, ...]) -> str:
    rows = ",\n".join(
        "    " + json.dumps({"name": task.name, "path": f"{folder}/{task.name}"}) for task in tasks
    )
    head = {"name": "liveclawbench", "version": __version__, "description": _DESCRIPTION}
    fields = "".join(f"  {json.dumps(k)}: {json.dumps(v)},\n" for k, v in head.items())
    return f'[{{\n{fields}  "tasks": [\n{rows}\n  ],\n  "metrics": []\n}}]\n'


def _cases(tasks: tuple[Task, ...]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_COLUMNS, *(f"factor_{name.lower()}" for name in FACTORS)])
    for task in sorted(tasks, key=lambda task: (task.config.metadata.case_id, task.name)):
        meta = task.config.metadata
        writer.writerow(
            [
                meta.case_id,
                task.name,
                meta.difficulty,
                meta.category,
                meta.domain,
                "; ".join(meta.domains_multi),
                " ".join(meta.services),
                *(int(name in meta.factors) for name in FACTORS),
            ]
        )
    return text.getvalue()
