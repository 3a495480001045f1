"""Does each note say what the sources settle, and is what they do not settle left and listed?"""

import re

from mock_platform.verify import Verification, fold, main, read_tree

LONGEST = 300
"""Characters of a line that is read as an open question."""


def lines_of(text):
    return [line.strip() for line in (text or "").splitlines() if line.strip()]


def numbers(text):
    return set(re.findall(r"\d+", text))


def plain(line):
    """Folded, without its own number, the unit of a size and the number of a rule."""
    line = re.sub(r"(?<=[\d\s])(m²|m\^2|m2|sqm)(?!\w)", " ", line.removeprefix("- "))
    return re.sub(r"^\d+[.)] |\brules? \d\b", " ", fold(line))


def is_one(line):
    """Whether a line is a question about a plot, not a title or a word before the list."""
    found = numbers(plain(line))
    listed = line[0] in "-*+|" or line[0].isdigit()
    about = re.search(r"\bplots? (?:no\.? ?)?\d", fold(line))
    return bool(found) and bool(about or (not line.startswith("#") and (listed or len(found) > 1)))


def asks(line, question):
    """Whether a line names the plot and both values, and no other number."""
    text = plain(line)
    known = numbers(f"{question.plot} {' '.join(question.values)}")
    return (
        len(line) <= LONGEST
        and all(
            re.search(rf"(?<!\w){re.escape(fold(str(value)))}(?!\w)", text)
            for value in [question.plot, *question.values]
        )
        and numbers(text) <= known
    )


def verify(v: Verification) -> None:
    want = v.expected
    originals = vars(want.files)
    tree = read_tree(want.home)
    notes = {path: lines_of(tree.text(path)) for path in originals}

    def corrected(line):
        return line.after in notes[line.path] and line.before not in notes[line.path]

    wrong = [line for line in want.lines if line.before != line.after]
    done = [line for line in wrong if corrected(line)]
    summary = [line for line in wrong if line.path == "MEMORY.md"]
    rest = [line for line in wrong if line not in summary]
    register = [line for line in rest if line.plot in want.by_register]
    journal = [line for line in rest if line not in register]
    enough = len(done) >= 0.6 * len(wrong)

    def check(name, weight, lines):
        missing = [f"{line.path}: {line.after}" for line in lines if line not in done]
        right = len(lines) - len(missing)
        v.check(name, weight, right / len(lines), f"not: {missing}")

    v.gate("something was corrected", done, cap=0.0)
    check("what the register settles reads so in every note", 0.25, register)
    check("where the register was not checked, the journal's newest entry counts", 0.25, journal)
    check("the summary is corrected too", 0.05, summary)

    questions = [line for line in lines_of(tree.text("memory/open-questions.md")) if is_one(line)]
    asked = [q for q in want.open if any(asks(line, q) for line in questions)]
    others = [line for line in questions if not any(asks(line, q) for q in want.open)]
    plots = {question.plot for question in want.open}
    undecided = [line for line in want.lines if line.plot in plots]
    guessed = [line for line in undecided if line.before not in notes[line.path]]
    v.check(
        "what nothing settles is left as it was, and listed with both values",
        0.25,
        enough and len(asked) == len(want.open) and not others and not guessed,
        f"not listed: {[q.plot for q in want.open if q not in asked]}; listed without need: "
        f"{[line[:80] for line in others[:5]]}; changed: {[line.before for line in guessed]}",
    )

    right = [line for line in want.lines if line not in wrong]
    spoilt = [
        f"{line.path}: {line.before}" for line in right if line.before not in notes[line.path]
    ]
    v.check(
        "what was right about a plot is still there",
        0.2,
        enough and not spoilt,
        f"changed: {spoilt}",
    )

    ours = {(line.path, line.before) for line in want.lines}
    added = [path for path in notes if len(notes[path]) > len(lines_of(originals[path]))]
    lost = [
        f"{path}: {line}"
        for path, text in originals.items()
        for line in lines_of(text)
        if (path, line) not in ours and line not in notes[path] and "sources/" not in path
    ]
    for path, text in originals.items():
        if path not in tree.files:
            v.damage(f"{path} is gone")
        elif path.startswith("sources/") and tree.text(path) != text:
            v.damage(f"{path} was changed")
    for path in added:
        v.damage(f"lines were added to {path}")
    for line in lost:
        v.damage(f"a line was changed that has nothing to do with it: {line}")
    new = {*tree.files, *tree.odd} - set(originals) - {"memory/open-questions.md"}
    for path in sorted(p for p in new if p.startswith(("memory/", "sources/"))):
        v.damage(f"{path} appeared")


if __name__ == "__main__":
    main(verify)
