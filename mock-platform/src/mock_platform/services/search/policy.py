"""How the engine works: the numbers that the rules use and that the help page prints."""

from typing import Final

TITLE_WEIGHT: Final = 8.0
"""How much more a word counts in a title than in the text."""

AUTHOR_WEIGHT: Final = 4.0
"""How much more a word counts in the author's name than in the text."""

PAGE_SIZE: Final = 10
"""Results a page."""

MOST_WORDS: Final = 32
"""Words of a query that are looked at."""

MOST_COLLECTIONS: Final = 50
"""Collections that a user can have."""

MOST_SAVED: Final = 500
"""Pages that a collection can hold."""

KINDS: Final[dict[str, str]] = {
    "journal": "Journal: papers are read by other specialists before they appear",
    "agency": "Public agency: official figures and rules",
    "newspaper": "Newspaper: edited, corrects its mistakes",
    "reference": "Reference work: written by many, checked unevenly",
    "organisation": "Association: speaks for its members",
    "firm": "Firm: speaks for its products",
    "blog": "Personal page: nobody checks it but its author",
    "forum": "Forum: anybody can write anything",
}
"""What a source calls itself, which says how its pages come about; Lodestar does not rank by it."""

STANDINGS: Final[dict[str, str]] = {
    "current": "nothing is known against it",
    "corrected": "its publisher has corrected it after it appeared",
    "retracted": "its publisher has withdrawn it; it must not be relied on",
    "superseded": "its publisher has replaced it by a newer page",
}
"""What a publisher has said of a page since it appeared."""

REASONS: Final[dict[str, str]] = {
    "outdated": "It is out of date",
    "wrong": "It says something that is not true",
    "copied": "It is copied from another page",
    "harmful": "It could harm somebody",
}
"""Reasons for reporting a page."""
