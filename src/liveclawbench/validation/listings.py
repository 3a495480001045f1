"""Rules about the tasks as a set, and the generated listings of them."""

from collections.abc import Iterator, Sequence

from liveclawbench.pairs import find_pairs
from liveclawbench.registry import listing_problems
from liveclawbench.tasks import Corpus
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.rules import corpus_rule
from liveclawbench.validation.subject import Subject


@corpus_rule("case-id", "every case_id is used once")
def unique_case_id(_corpus: Corpus, subjects: Sequence[Subject]) -> Iterator[Finding]:
    """Results are told apart by it. Take the free number that the message names."""
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
    """`harbor run -d` reads the listing, not the directories. Run `liveclaw registry`."""
    for problem in listing_problems(corpus):
        yield Finding(problem.path, problem.line, problem.message, "`liveclaw registry`")


@corpus_rule("matched-pair", "a matched pair differs by one factor and in nothing else")
def matched_pair(corpus: Corpus, _subjects: Sequence[Subject]) -> Iterator[Finding]:
    """Whatever else differs would be measured along with the factor. Same seed, request,
    limits, oracle and verifier; exactly one factor more. `liveclaw pairs` lists them.
    """
    for pair in find_pairs(corpus):
        for name, problem in pair.problems():
            yield Finding(
                pair.second.dir / name,
                1,
                problem,
                "bring it into step: only the factor, the difficulty and the case_id may differ",
            )


def _free(subjects: Sequence[Subject]) -> int:
    return max(s.config.metadata.case_id for s in subjects if s.config) + 1
