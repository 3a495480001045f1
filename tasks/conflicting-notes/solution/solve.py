"""Settles each value by the register, else by the journal, and corrects the notes line by line.

Options make a mistake, for the near misses.
"""

import csv
import json
import re
import sys
from pathlib import Path

HOME = Path(json.loads(Path(__file__).with_name("params.json").read_text())["home"])
SKIP = set(sys.argv[1:])

NOTES = {
    "memory/plots.md": r"- Plot (?P<plot>\d+): (?P<holder>.+), (?P<size>\d+) m², "
    r"meter (?P<meter>\d+), key (?P<key>\d+)",
    "memory/people.md": r"- (?P<holder>.+) has plot (?P<plot>\d+) and key (?P<key>\d+)\.",
    "memory/dues.md": r"- Plot (?P<plot>\d+) pays for (?P<size>\d+) m²\.",
    "memory/water.md": r"- Meter (?P<meter>\d+) counts for plot (?P<plot>\d+)\.",
    "MEMORY.md": r"- If .* plot (?P<plot>\d+), next to meter (?P<meter>\d+)\.",
}
JOURNAL = [
    r"(?P<holder>[A-Z].+) takes plot (?P<plot>\d+) over",
    r"Plot (?P<plot>\d+) has gone to (?P<holder>[^;]+);",
    r"Measured plot (?P<plot>\d+) .*: (?P<size>\d+) m²",
    r"fence of plot (?P<plot>\d+) .* it (?P<size>\d+) m²",
    r"Plot (?P<plot>\d+) has a different water meter: number (?P<meter>\d+)",
    r"at plot (?P<plot>\d+); the meter there is (?P<meter>\d+)",
    r"Gave out key (?P<key>\d+) for plot (?P<plot>\d+)",
    r"lock of plot (?P<plot>\d+) was changed, it opens with key (?P<key>\d+)",
]


def spoken():
    """{(plot, field): value} as the newest entry of the journal has it."""
    found = {}
    for line in (HOME / "sources/journal.md").read_text().splitlines():
        text = re.sub(r"^\d+\. ", "", line)
        for pattern in JOURNAL:
            match = re.search(pattern, text)
            if match:
                values = match.groupdict()
                plot = values.pop("plot")
                for field, value in values.items():
                    if "--oldest-entry" in SKIP:
                        found.setdefault((plot, field), value)
                    else:
                        found[plot, field] = value
    return found


def settled():
    """{(plot, field): value} for all that a source decides."""
    journal = spoken()
    known = dict(journal)
    for row in csv.DictReader((HOME / "sources/register.csv").open()):
        checked = row["checked"].startswith("on the round") or "--whole-register" in SKIP
        for field in ("holder", "size", "meter", "key"):
            place = row["plot"], field
            if checked and not ("--journal-first" in SKIP and place in journal):
                known[place] = row[field]
    return known


def noted():
    """(file, line, match) of each line of the notes that gives values of a plot."""
    for name, pattern in NOTES.items():
        for line in (HOME / name).read_text().splitlines():
            match = re.fullmatch(pattern, line)
            if match:
                yield name, line, match


def corrected(match, known):
    text = match[0]
    for field in sorted(match.groupdict().keys() - {"plot"}, key=match.start, reverse=True):
        value = known.get((match["plot"], field), match[field])
        text = text[: match.start(field)] + value + text[match.end(field) :]
    return text


def main():
    known = settled()
    said = {}
    for name, line, match in list(noted()):
        for field in match.groupdict().keys() - {"plot"}:
            said.setdefault((match["plot"], field), set()).add(match[field])
        if name == "MEMORY.md" and "--not-the-summary" in SKIP:
            continue
        path = HOME / name
        path.write_text(path.read_text().replace(line + "\n", corrected(match, known) + "\n"))
    disputed = {place: sorted(values) for place, values in said.items() if len(values) > 1}
    still = {place: values for place, values in disputed.items() if place not in known}
    if "--guess" in SKIP:
        for name, _, match in list(noted()):
            path = HOME / name
            guess = {place: values[0] for place, values in still.items()}
            path.write_text(path.read_text().replace(match[0], corrected(match, guess)))
    if "--no-list" in SKIP:
        return
    listed = disputed if "--list-all" in SKIP else still
    form = "- Plot {p}, {f}: noted as {v[0]} and as {v[1]}"
    if "--other-words" in SKIP:
        form = "* {v[1]} or {v[0]}? The notes about the {f} of plot no. {p} do not say."
    lines = [form.format(p=plot, f=field, v=values) for (plot, field), values in listed.items()]
    (HOME / "memory/open-questions.md").write_text("\n".join(["# Open questions", "", *lines, ""]))


main()
