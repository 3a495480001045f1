"""What a person types into the search field, understood.

Words must all occur; `"a phrase"` as it stands; `-word` must not; `OR` between two words; and
`site:`, `author:`, `intitle:`, `after:`, `before:` (a day, or a year) narrow the search.
"""

import re
from dataclasses import dataclass, field
from datetime import date

from mock_platform.kit import Invalid
from mock_platform.services.search import policy

_PART = re.compile(r'(-?)(?:(site|author|intitle|after|before):)?(?:"([^"]*)"|(\S+))')
_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"\d{4}")


@dataclass
class Understood:
    """`match` is for the full-text index, empty if no word has to occur."""

    match: str = ""
    sites: list[str] = field(default_factory=list)
    not_sites: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    after: date | None = None
    before: date | None = None


def understand(text: str) -> Understood:
    """Invalid where a date is none, or nothing but exclusions is left."""
    found = Understood()
    wanted: list[str] = []
    unwanted: list[str] = []
    joining = False
    for minus, key, phrase, word in _PART.findall(text)[: policy.MOST_WORDS]:
        value = phrase or word
        if word == "OR" and not key and not minus:
            joining = bool(wanted)
            continue
        if key in ("after", "before"):
            setattr(found, key, _day(key, value))
        elif key == "site":
            (found.not_sites if minus else found.sites).append(value.lower().rstrip("/"))
        elif key == "author":
            found.authors.append(value)
        elif term := _term(value, "title" if key == "intitle" else ""):
            if minus:
                unwanted.append(term)
            elif joining:
                wanted[-1] = f"({wanted[-1]} OR {term})"
            else:
                wanted.append(term)
        joining = False
    if unwanted and not wanted:
        raise Invalid("Say also what the pages are to hold, not only what they are not to.")
    found.match = " AND ".join(wanted) + "".join(f" NOT {term}" for term in unwanted)
    return found


def _term(value: str, column: str) -> str:
    """Quoted for the index, so that nothing a person types is taken for its syntax."""
    words = _WORD.findall(value)
    if not words:
        return ""
    quoted = '"' + " ".join(words) + '"'
    return f"{column} : {quoted}" if column else quoted


def _day(key: str, value: str) -> date:
    try:
        if _YEAR.fullmatch(value):
            return date(int(value), 1, 1)
        return date.fromisoformat(value)
    except ValueError:
        raise Invalid(f"{key}: wants a day like 2026-03-31, or a year.") from None
