"""Running the rules."""

from collections.abc import Sequence
from dataclasses import replace

from liveclawbench.tasks import Corpus
from liveclawbench.validation import data, dockerfile, grading, listings, metadata, request, scripts
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import RULES
from liveclawbench.validation.subject import Subject

MODULES = (metadata, request, dockerfile, scripts, grading, data, listings)


def validate_task(subject: Subject) -> list[Finding]:
    """What the rules about one task directory find in it."""
    return [
        replace(finding, rule=rule.name)
        for rule in RULES
        if rule.task
        for finding in rule.task(subject)
    ]


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
    return sorted(findings, key=lambda f: (str(f.path), f.line, f.rule))
