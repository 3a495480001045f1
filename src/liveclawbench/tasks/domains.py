"""The domains and factors of the benchmark: the one list of each."""

from collections.abc import Iterable
from typing import Literal, get_args

Difficulty = Literal["easy", "medium", "hard"]
Factor = Literal["A1", "A2", "B1", "B2", "C1", "C2"]

DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
FACTORS: dict[Factor, str] = {
    "A1": "cross-service dependency",
    "A2": "contaminated initial state",
    "B1": "implicit goal",
    "B2": "knowledge maintenance",
    "C1": "the world changes meanwhile",
    "C2": "an action only seems to succeed",
}
DOMAINS: tuple[str, ...] = (
    "E-commerce & Daily Svcs",
    "Documents & Knowledge",
    "Deep Research & Report",
    "DevOps & Env Repair",
    "Finance & Data Analytics",
    "Coding & Software Dev",
    "Health & Fitness",
    "Social Media",
    "Calendar & Task Mgmt",
    "Communication & Email",
)


def tag(domain: str) -> str:
    """The tag of a domain: `"Social Media"` → `"social_media"`."""
    return domain.lower().replace(" & ", "_").replace(" ", "_")


def tags(domains: Iterable[str]) -> list[str]:
    """One tag a domain, in the same order."""
    return [tag(domain) for domain in domains]
