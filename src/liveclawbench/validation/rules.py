"""How a rule is declared.

A task rule looks at one directory, a corpus rule at all of them. Both yield findings; the name of
the rule is filled in for them. The docstring of the function says why the rule is there and what
to do: it goes into `docs/reference/validation.md`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from liveclawbench.tasks import Corpus
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.subject import Subject

TaskCheck = Callable[[Subject], Iterable[Finding]]
CorpusCheck = Callable[[Corpus, Sequence[Subject]], Iterable[Finding]]


@dataclass(frozen=True)
class Rule:
    """`summary` says what holds when the rule is kept. One of the two checks is set."""

    name: str
    summary: str
    task: TaskCheck | None = None
    corpus: CorpusCheck | None = None

    @property
    def why(self) -> str:
        return (self.task or self.corpus).__doc__ or ""


RULES: list[Rule] = []


def rule(name: str, summary: str) -> Callable[[TaskCheck], TaskCheck]:
    """Declare a rule about one task directory."""

    def declare(check: TaskCheck) -> TaskCheck:
        RULES.append(Rule(name, summary, task=check))
        return check

    return declare


def corpus_rule(name: str, summary: str) -> Callable[[CorpusCheck], CorpusCheck]:
    """Declare a rule about the tasks as a set."""

    def declare(check: CorpusCheck) -> CorpusCheck:
        RULES.append(Rule(name, summary, corpus=check))
        return check

    return declare
