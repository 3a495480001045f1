"""Rules about the tasks as a set, and the generated listings of them."""

from collections.abc import Iterator, Sequence

from liveclawbench.registry import listing_problems
from liveclawbench.tasks import Corpus
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import corpus_rule
from liveclawbench.validation.subject import Subject


@corpus_rule("case-id", "every case_id is used once")
def unique_case_id(_corpus: Corpus, subjects: Sequence[Subject]) -> Iterator[Finding]:
    first: dict[int, str] = {}
    for task in subjects:
        if not task.config:
            continue
        number = task.config.metadata.case_id
        if number in first:
            yield task.toml_finding(
                ("metadata", "case_id"),
                f"case_id {number} is also that of {first[number]}",
                f"take a free one: {_free(subjects)}",
            )
        first.setdefault(number, task.name)


@corpus_rule("registry", "registry.json and cases_registry.csv agree with the tasks")
def registry(corpus: Corpus, _subjects: Sequence[Subject]) -> Iterator[Finding]:
    for problem in listing_problems(corpus):
        yield Finding(problem.path, problem.line, problem.message, "`liveclaw registry`")


def _free(subjects: Sequence[Subject]) -> int:
    return max(s.config.metadata.case_id for s in subjects if s.config) + 1
