"""Were the contradicted values corrected everywhere, and nothing else touched?"""

import re

from mock_platform.verify import Verification, fold, main, read_tree


def holds(text, value):
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", fold(text)) is not None


def names(line, value, rather_than):
    """Whether a line gives a value, if only by the words that differ: `two -> four hours`."""
    own = [word for word in value.split() if word not in rather_than.split()]
    return all(holds(line, word) for word in own)


def lines_of(text):
    return [line.strip() for line in (text or "").splitlines() if line.strip()]


def verify(v: Verification) -> None:
    want = v.expected
    originals = vars(want.files)
    tree = read_tree(want.home)
    notes = {
        path: lines_of(tree.text(path)) for path in originals if not path.startswith("sources/")
    }

    def corrected(place):
        """The fact's line has the new value and no line of the file is the old one."""
        about = [line for line in notes[place.path] if fold(place.key) in fold(line)]
        stale = [line for line in about if holds(line, place.old)]
        return any(holds(line, place.new) for line in about) and not stale

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
    entries = [line for line in log if re.search(r"\w+\.md", line)]
    listed = [
        place
        for place in places
        if any(
            place.path.rsplit("/", 1)[-1] in line
            and names(line, place.old, place.new)
            and names(line, place.new, place.old)
            for line in entries
        )
    ]
    v.check(
        "the list of changes holds every place with old and new value, and no other",
        0.15,
        len(listed) / len(places) if enough and len(entries) <= len(places) else 0.0,
        f"{len(entries)} entries for {len(places)} places; missing: "
        f"{[f'{p.path}: {p.key}' for p in places if p not in listed]}",
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
    for line in lost:
        v.damage(f"a note was changed that nothing contradicts: {line}")
    new = set(tree.files) - set(originals) - {"memory/changes.md"}
    for path in sorted(p for p in new if p.startswith(("memory/", "sources/"))):
        v.damage(f"{path} appeared")


if __name__ == "__main__":
    main(verify)
