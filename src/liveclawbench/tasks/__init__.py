"""Tasks as they lie on disk, and the corpus they form."""

from liveclawbench.tasks.config import TaskConfig, load_config, parse_config, service_errors
from liveclawbench.tasks.corpus import BrokenTask, Corpus, Selection, narrow, nearest
from liveclawbench.tasks.domains import (
    DIFFICULTIES,
    DOMAINS,
    FACTORS,
    Difficulty,
    Factor,
    tag,
    tags,
)
from liveclawbench.tasks.task import Task, is_kebab

__all__ = [
    "DIFFICULTIES",
    "DOMAINS",
    "FACTORS",
    "BrokenTask",
    "Corpus",
    "Difficulty",
    "Factor",
    "Selection",
    "Task",
    "TaskConfig",
    "is_kebab",
    "load_config",
    "narrow",
    "nearest",
    "parse_config",
    "service_errors",
    "tag",
    "tags",
]
