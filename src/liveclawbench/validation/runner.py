"""Running the rules."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from liveclawbench.tasks import Corpus
from liveclawbench.validation import data, dockerfile, grading, listings, metadata, request, scripts
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import RULES
from liveclawbench.validation.subject import Subject

MODULES = (metadata, request, dockerfile, scripts, grading, data, listings)


def validate_task(subject: Subject) -> list[Finding]:
    """What the rules about one task directory find in it.

    Of a file that is no text, only that is told.
    """
    return [
        replace(finding, rule=rule.name)
        for rule in RULES
        if rule.task
        for finding in rule.task(subject)
        if rule.name == "text" or not _unreadable(subject, finding.path)
    ]


def _unreadable(subject: Subject, path: Path) -> bool:
    name = path.relative_to(subject.dir).as_posix() if path.is_relative_to(subject.dir) else ""
    return subject.unreadable(name) is not None


def validate_corpus(corpus: Corpus, names: Sequence[str] = ()) -> list[Finding]:
    """All findings, by file and line; with names, only those about the named tasks."""
    found = corpus.find(names)
    chosen = sorted({task.dir for task in found.tasks} | {broken.dir for broken in found.broken})
    everything = [Subject(corpus.root / name) for name in corpus.names()]
    findings = [finding for path in chosen for finding in validate_task(Subject(path))]
    for rule in RULES:
        for finding in rule.corpus(corpus, everything) if rule.corpus else ():
            if not names or any(finding.path.is_relative_to(path) for path in chosen):
                findings.append(replace(finding, rule=rule.name))
    return sorted(findings, key=_order)


def _order(finding: Finding) -> tuple[str, bool, int, str]:
    """That a file is not what is rendered comes after what is wrong in it, which is why."""
    return str(finding.path), finding.rule == "rendered", finding.line, finding.rule
