"""What can be proved of task directories by reading them."""

from liveclawbench.validation.expectation import Expectation, read_expectation
from liveclawbench.validation.finding import Finding
from liveclawbench.validation.reference import rules_page
from liveclawbench.validation.rules import RULES, corpus_rule, rule
from liveclawbench.validation.runner import validate_corpus, validate_task
from liveclawbench.validation.subject import Subject

__all__ = [
    "RULES",
    "Expectation",
    "Finding",
    "Subject",
    "corpus_rule",
    "read_expectation",
    "rule",
    "rules_page",
    "validate_corpus",
    "validate_task",
]
