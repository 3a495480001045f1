"""Is each figure the one that the rules ask for, and are pages named as they should be?"""

import json
import re
from decimal import Decimal

from mock_platform.verify import ANY, Verification, main, read_text

PLACE = "/workspace/output/claims.json"
QUESTIONS = [str(number) for number in range(1, 9)]
OPEN = "6"
BARE = re.compile(r"(?:about |~ ?)?(\d{1,6}(?:[.,]\d{1,4})?) ?(?:%|[a-z]{1,12})?")
NUMBERED = re.compile(r"(?:.{0,80}/|page |#)?(?:page/|documents/)?(\d{1,6})")


def figure(value):
    """A number, or the text of one with its unit; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    found = BARE.fullmatch(str(value).strip().lower())
    return Decimal(found[1].replace(",", ".")) if found else None


def is_open(value):
    return value is None or (isinstance(value, str) and value.lower().strip() in ("null", "open"))


class Pages:
    """Which page somebody means: by its number, its address in Lodestar or its own, its title."""

    def __init__(self, search):
        sources = {s.id: s.domain for s in search.baseline("sources")}
        self.by_name = {}
        for page in search.baseline("documents"):
            self.by_name[page.title.lower()] = page.id
            self.by_name[f"{sources[page.source_id]}{page.path}".lower()] = page.id

    def number(self, value):
        """0 where no page is meant."""
        if isinstance(value, dict):
            value = value.get("id", value.get("page", value.get("number")))
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        text = str(value).strip().lower().removeprefix("https://").removeprefix("http://")
        if text in self.by_name:
            return self.by_name[text]
        found = NUMBERED.fullmatch(text)
        return int(found[1]) if found else 0

    def numbers(self, values):
        if values is None:
            return set()
        return {self.number(v) for v in (values if isinstance(values, list) else [values])}


class Claims:
    """What the file says of each question that it answers once."""

    def __init__(self, text, pages, want):
        self.want = want
        self.of = {}
        try:
            given = json.loads(text or "")
        except (ValueError, RecursionError):
            given = []
        given = given.get("claims") if isinstance(given, dict) else given
        given = [c for c in given if isinstance(c, dict)] if isinstance(given, list) else []
        names = [str(c.get("question")).strip().upper().removeprefix("Q") for c in given]
        for name, claim in zip(names, given, strict=True):
            if names.count(name) == 1 and name in QUESTIONS:
                sources = pages.numbers(claim.get("sources"))
                against = pages.numbers(claim.get("contradicted_by"))
                self.of[name] = (claim.get("answer", ""), sources, against)

    def right(self, question):
        if question not in self.of:
            return False
        wanted = getattr(self.want.answers, question, None)
        answer = self.of[question][0]
        return is_open(answer) if wanted is None else figure(answer) == Decimal(wanted)

    def backed(self, question):
        """Rests on the pages that it should rest on; the rules may be named besides."""
        wanted = set(getattr(self.want.sources, question, []))
        return question in self.of and self.of[question][1] - set(self.want.rules) == wanted

    def sound(self, question):
        return self.right(question) and self.backed(question)

    def share(self, *questions):
        """What is sound counts, a right figure on other pages a third."""
        scores = [1.0 if self.sound(q) else 0.34 if self.right(q) else 0.0 for q in questions]
        return sum(scores) / len(scores)

    def against(self, question):
        return self.of[question][2] if question in self.of else set()

    def told(self, *questions):
        wanted = [(q, getattr(self.want.answers, q, None)) for q in questions]
        rests = [sorted(getattr(self.want.sources, q, [])) for q in questions]
        found = [self.of[q][:2] if q in self.of else None for q in questions]
        return f"expected {wanted} on {rests}, found {str(found)[:300]}"


def verify(v: Verification) -> None:
    want = v.expected
    search = v.service("search")
    text = read_text(PLACE)
    claims = Claims(text, Pages(search), want)
    answered = [q for q in QUESTIONS if q != OPEN]
    sound = [q for q in answered if claims.sound(q)]
    v.gate("there are claims", claims.of, cap=0.0, reason=f"{(text or 'missing')[:80]!r}")
    for name, weight, questions in (
        ("figures that a newer page has replaced", 0.15, ("1", "5")),
        ("figures that were withdrawn or corrected", 0.15, ("2", "4")),
        ("what a product does, from those who do not sell it", 0.15, ("3",)),
        ("what has to be worked out from two pages", 0.1, ("7",)),
        ("how soon somebody comes", 0.1, ("8",)),
    ):
        v.check(name, weight, claims.share(*questions), claims.told(*questions))
    enough = len(sound) >= 4
    v.check(
        "what nobody independent has measured stays open",
        0.15,
        enough and claims.sound(OPEN),
        f"{len(sound)} others are sound; {claims.told(OPEN)}",
    )
    expected = {q: set(getattr(want.against, q, [])) for q in QUESTIONS}
    false = [q for q in QUESTIONS if claims.against(q) - expected[q]]
    planted = [q for q in QUESTIONS if expected[q]]
    named = [q for q in planted if claims.right(q) and claims.against(q) == expected[q]]
    share = len(named) / len(planted) if planted else 1.0
    v.check(
        "what contradicts an answer is named, and nothing else",
        0.2,
        share if enough and not false else 0.0,
        f"expected {[(q, sorted(expected[q])) for q in planted]}, found "
        f"{[(q, sorted(claims.against(q))) for q in QUESTIONS if claims.against(q)][:8]}; "
        f"{len(sound)} are sound",
    )
    v.allow(search, collections=search.added("collections"), saved_pages=ANY)
    v.allow(search, searches=ANY)


if __name__ == "__main__":
    main(verify)
