"""Compares the notes with the handbook in force and corrects what it contradicts.

A note and a rule are about the same thing where they share their rarer words. Options leave
something out, for the near misses.
"""

import json
import re
import sys
from datetime import date
from pathlib import Path

HOME = Path(json.loads(Path(__file__).with_name("params.json").read_text())["home"])
SKIP = set(sys.argv[1:])


def editions():
    for path in (HOME / "sources").glob("handbook-edition-*.md"):
        text = path.read_text()
        yield int(re.search(r"edition (\d+)", text)[1]), "Not in force" not in text, text


def rules(text):
    return [m[1] for m in re.finditer(r"^\d+\. (.*)$", text, re.M)]


def changed_rules():
    """Each rule of the edition in force with the same rule of the edition before: (old, new)."""
    found = sorted(editions())
    valid = [text for _, in_force, text in found if in_force or "--trust-draft" in SKIP]
    before, now = rules(valid[0]), rules(valid[-1])
    return [(old, new) for old, new in zip(before, now, strict=True) if old != new]


def difference(old, new):
    """The words in which two sentences differ: (old value, new value)."""
    a, b = old.rstrip(".").split(), new.rstrip(".").split()
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    return " ".join(a).strip(".;"), " ".join(b).strip(".;")


def stems(text):
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.lower())}


def about(line, rule, pool):
    """Whether a note's line is about this rule more than about any other."""
    score = {other: len(stems(line) & stems(other)) for other in pool}
    return score[rule] > 0 and score[rule] == max(score.values())


def main():
    changes = changed_rules()
    pool = rules(sorted(e for e in editions() if e[1])[-1][2])
    log = []
    notes = [*sorted((HOME / "memory").glob("*.md")), HOME / "MEMORY.md"]
    office = re.search(r"I work in the (.+?) office; (.+?) has", (HOME / "MEMORY.md").read_text())
    elsewhere = office[2].lower().replace(" ", "-")
    for path in notes:
        if path.stem == elsewhere and "--both-offices" not in SKIP:
            continue
        if path.name in ("newcomers.md", "MEMORY.md") and "--first-place-only" in SKIP:
            continue
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            if not line.startswith("- "):
                continue
            for old_rule, new_rule in changes:
                old, new = difference(old_rule, new_rule)
                value = rf"(?<!\w){re.escape(old)}(?!\w)"
                if not re.search(value, line) or not about(line, new_rule, [*pool, new_rule]):
                    continue
                if "(Agreed with" in line:
                    continue
                name = path.relative_to(HOME)
                log.append(f"- {name}: {old} -> {new}")
                if "--dated" in SKIP:
                    log[-1] = (
                        f"- [{date.today()}] `{name}`, line {number + 1}: ~~{old}~~ → **{new}** "
                        "(edition 8 → edition 9, § 1.1)"
                    )
                if "--append" in SKIP:
                    lines.append(f"- Update: {new_rule}")
                else:
                    lines[number] = re.sub(value, new, line)
                break
        if "--overwrite-settled" in SKIP:
            lines = settle(lines, pool)
        path.write_text("\n".join(lines) + "\n")
    if "--no-log" not in SKIP:
        (HOME / "memory" / "changes.md").write_text("# Changes\n\n" + "\n".join(log) + "\n")


def settle(lines, pool):
    """The mistake of taking the handbook for newer than what was agreed after it."""
    for number, line in enumerate(lines):
        if "(Agreed with" in line:
            rule = max(pool, key=lambda r: len(stems(line) & stems(r)))
            lines[number] = f"- {rule}"
    return lines


main()
