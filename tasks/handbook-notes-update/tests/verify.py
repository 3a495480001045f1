"""Were the contradicted values corrected everywhere, and nothing else touched?"""

import re

from mock_platform.verify import Verification, fold, main, read_tree

LONGEST = 400
"""Characters of a line that is read as an entry of the list of changes."""

KEPT = re.compile(
    r"\b(?:not|unchanged|left|stays?|kept|keeps?|agreed|settled|still)\b", re.IGNORECASE
)
WORDS = "two|three|four|five|six|second|third|fourth|fifth"
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d\d?[./]\d\d?[./]\d{2,4}\b")
NUMBER = re.compile(rf"(?<!\w)(?:[\w-]*\d[\w:.-]*\w|\d|{WORDS})(?!\w)")


def holds(text, value):
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", fold(text)) is not None


def names(line, value, rather_than):
    """Whether a line gives a value, if only by the words that differ: `two -> four hours`."""
    own = [word for word in value.split() if word not in rather_than.split()]
    return all(holds(line, word) for word in own)


def lines_of(text):
    return [line.strip() for line in (text or "").splitlines() if line.strip()]


def file_name(place):
    return place.path.rsplit("/", 1)[-1]


def is_entry(line, place):
    """Whether a line says what was corrected at a place; it may say when and by which rule."""
    rest = fold(line).replace(fold(place.path), " ").replace(fold(file_name(place)), " ")
    rest = DATE.sub(" ", rest)
    known = set(NUMBER.findall(fold(f"{place.line} {place.old} {place.new}")))
    return (
        holds(line, file_name(place))
        and names(rest, place.old, place.new)
        and names(rest, place.new, place.old)
        and len(set(NUMBER.findall(rest)) - known) <= 5
    )


def entries_of(log, places):
    """Place → the line that is its entry, no line twice; and the lines that claim another."""
    left = [line for line in log if len(line) <= LONGEST]
    found = {}
    for number, place in enumerate(places):
        for line in left:
            if is_entry(line, place):
                found[number] = line
                left.remove(line)
                break
    files = {file_name(place) for place in places}
    return found, [
        line
        for line in left
        if re.search("->|→|=>", line)
        and any(holds(line, name) for name in files)
        and not KEPT.search(line)
    ]


def verify(v: Verification) -> None:
    want = v.expected
    originals = vars(want.files)
    tree = read_tree(want.home)
    notes = {
        path: lines_of(tree.text(path)) for path in originals if not path.startswith("sources/")
    }

    def corrected(place):
        """The line is what it was but for the value, which stands there alone."""
        wanted = fold(place.line.replace(place.old, place.new))
        about = [fold(line) for line in notes[place.path] if holds(line, place.key)]
        return about.count(wanted) == 1 and fold(place.line) not in about

    done = [place for place in want.corrections if corrected(place)]
    again = [place for place in want.repeats if corrected(place)]
    kept = [trap for trap in want.traps if trap.line in notes[trap.path]]
    enough = len(done) >= 3

    v.gate("something was corrected", done, cap=0.0)
    v.check(
        "each contradicted note is corrected",
        0.35,
        len(done) / len(want.corrections),
        f"not: {[f'{p.key}: {p.old} → {p.new}' for p in want.corrections if p not in done]}",
    )
    v.check(
        "also where the same fact is mentioned again",
        0.2,
        len(again) / len(want.repeats),
        f"not: {[f'{p.path}: {p.key}' for p in want.repeats if p not in again]}",
    )
    v.check(
        "what was settled later, the other office and the draft are left alone",
        0.2,
        enough and len(kept) == len(want.traps),
        f"changed: {[trap.line for trap in want.traps if trap not in kept]}",
    )
    places = [*want.corrections, *want.repeats]
    log = lines_of(tree.text("memory/changes.md"))
    entries, others = entries_of(log, places)
    listed = [places[n] for n in entries if places[n] in done or places[n] in again]
    v.check(
        "the list of changes holds every place with old and new value, and no other",
        0.15,
        len(listed) / len(places) if enough and not others else 0.0,
        f"missing: {[f'{p.path}: {p.key}' for p in places if p not in listed]}; "
        f"of no corrected place: {[line[:80] for line in others[:5]]}",
    )
    touched = {(place.path, place.line) for place in places}
    lost = [
        f"{path}: {line}"
        for path, now in notes.items()
        for line in lines_of(originals[path])
        if (path, line) not in touched and line not in now
    ]
    added = [path for path in notes if len(notes[path]) > len(lines_of(originals[path]))]
    v.check(
        "everything else is there word for word",
        0.1,
        enough and not lost and not added,
        f"lost: {lost}; lines added to: {added}",
    )

    for path, text in originals.items():
        if path not in tree.files:
            v.damage(f"{path} is gone")
        elif path.startswith("sources/") and tree.text(path) != text:
            v.damage(f"{path} was changed")
    for path in added:
        v.damage(f"lines were added to {path}")
    for line in lost:
        v.damage(f"a note was changed that nothing contradicts: {line}")
    new = {*tree.files, *tree.odd} - set(originals) - {"memory/changes.md"}
    for path in sorted(p for p in new if p.startswith(("memory/", "sources/"))):
        v.damage(f"{path} appeared")


if __name__ == "__main__":
    main(verify)
