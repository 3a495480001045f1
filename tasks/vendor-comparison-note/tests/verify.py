"""Does the note say what holds now, decide by the criteria, and keep all that was still right?"""

import re

from mock_platform.verify import ANY, Verification, fold, main

FIELDS = {
    "rent": re.compile(r"\brent\D{0,12}(\d[\d,]{0,8})"),
    "setup": re.compile(r"\bset-?up\D{0,12}(\d[\d,]{0,8})"),
    "comps": re.compile(r"(\d{1,6}) compartments"),
    "repairs": re.compile(r"\brepairs?\D{0,20}(\d{1,6})"),
    "network": re.compile(r"\bnetwork\W{0,3}(?:is )?(yes|no)\b"),
    "total": re.compile(r"\bfive years\D{0,12}(\d[\d,]{0,8})"),
}
MEANT = {
    "repairs": r"repair",
    "network": r"network|offline",
    "notice": r"safety|notice|recall",
    "rent": r"\brent|month|price",
    "compartments": r"compartment",
}


def lines_of(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


class Note:
    """A note's lines, and below which heading they stand."""

    def __init__(self, text):
        self.lines = lines_of(text)
        self.below = {"vendors": [], "decision": [], "left out": []}
        here = None
        for line in self.lines:
            if line.startswith("#"):
                here = next((h for h in self.below if h in fold(line)), None)
            elif here:
                self.below[here].append(line)


def verify(v: Verification) -> None:
    want = v.expected
    work, search = v.service("workspace"), v.service("search")
    page = work.one("pages", id=want.page)
    note, before = Note(page.body), Note(want.body)
    names = vars(want.names)

    def named(line):
        return {role for role, name in names.items() if fold(name) in fold(line)}

    def decision(what):
        found = [line for line in note.below["decision"] if what in fold(line)]
        return named(found[0]) if len(found) == 1 else set()

    choice, second = decision("choice"), decision("runner-up")
    right = choice == {want.choice.role}
    v.gate(
        "the note decides for the one that the criteria lead to",
        right,
        cap=0.5,
        reason=f"expected {names[want.choice.role]!r}, found {[names[r] for r in choice]}",
    )
    v.check(
        "the one that costs least of those that meet all criteria",
        0.25,
        right,
        f"expected {names[want.choice.role]!r}, found {[names[r] for r in choice]}",
    )
    v.check(
        "the runner-up",
        0.1,
        second == {want.second.role},
        f"expected {names[want.second.role]!r}, found {[names[r] for r in second]}",
    )

    def holds(role):
        offer = getattr(want.vendors, role)
        rows = [x for x in note.below["vendors"] if fold(x).startswith(fold(f"- {names[role]}"))]
        if len(rows) != 1:
            return False
        text = fold(rows[0])
        values = {
            "rent": offer.rent,
            "setup": offer.setup,
            "comps": offer.comps,
            "repairs": offer.repairs,
            "network": "yes" if offer.network else "no",
            "total": offer.rent * 60 + offer.setup,
        }
        return all(
            {x.replace(",", "") for x in pattern.findall(text)} == {str(values[key])}
            for key, pattern in FIELDS.items()
        )

    good = [role for role in vars(want.vendors) if holds(role)]
    wrong = [role for role in vars(want.vendors) if role not in good]
    v.check(
        "what has changed is put right where it stands",
        0.3,
        len(good) / len(vars(want.vendors)),
        f"expected {[vars(getattr(want.vendors, role)) for role in wrong]} in the lines of "
        f"{[names[role] for role in wrong]}, found {note.below['vendors']}",
    )

    reasons = vars(want.reasons)
    out = {}
    for line in note.below["left out"]:
        for role in named(line):
            meant = {key for key, pattern in MEANT.items() if re.search(pattern, fold(line))}
            out.setdefault(role, []).append(meant if len(named(line)) == 1 else set())

    # Some explain in passing what is not the trouble; naming most criteria is no reason at all.
    def fits(role):
        found = out.get(role, [])
        return len(found) == 1 and reasons[role] in found[0] and len(found[0]) <= 2

    fitting = [role for role in reasons if fits(role)]
    false = [names[role] for role in out if role not in reasons]
    was = {role for line in before.below["left out"] for role in named(line)}
    new = [role for role in fitting if role not in was]
    v.check(
        "who is left out, each for what is not met",
        0.2,
        len(fitting) / len(reasons) if new and not false else 0.0,
        f"expected { ({names[r]: reason for r, reason in reasons.items()}) }, found "
        f"{note.below['left out']}",
    )

    stale = {offer.line for offer in vars(want.vendors).values()}
    stale |= {want.choice.line, want.second.line, want.lifted}
    lost = [line for line in before.lines if line not in stale and line not in note.lines]
    more = [line for line in note.lines if line not in before.lines]
    v.check(
        "what was still right stands word for word",
        0.15,
        len(good) >= 2 and not lost and len(more) <= 12,
        f"{len(good)} lines put right, lost: {lost}, {len(more)} new lines",
    )
    (old,) = work.baseline("pages", id=page.id)
    v.allow(
        work,
        pages=page if (page.title, page.deleted_at) == (old.title, None) else None,
        revisions=work.added("revisions", page_id=page.id),
        page_links=work.added("page_links", page_id=page.id),
    )
    v.allow(search, collections=search.added("collections"), saved_pages=ANY)


if __name__ == "__main__":
    main(verify)
