"""Merges the skills that share most of their steps, retires what is superseded, mends references.

Options leave something out, for the near misses.
"""

import json
import re
import shutil
import sys
from pathlib import Path

HOME = Path(json.loads(Path(__file__).with_name("params.json").read_text())["home"])
SKIP = set(sys.argv[1:])


class Skill:
    def __init__(self, path):
        self.path = path
        self.merged = False
        text = path.read_text()
        head, self.body = text.split("---\n", 2)[1:]
        self.head = dict(line.split(": ", 1) for line in head.splitlines())
        self.name = self.head["name"]
        self.requires = re.findall(r"[\w-]+", self.head["requires"])
        self.revision = int(self.head["revision"])
        self.steps = re.findall(r"^\d+\. (.*)$", self.body, re.M)

    def save(self):
        self.head["requires"] = f"[{', '.join(self.requires)}]"
        if "--one-a-line" in SKIP and self.merged and self.requires:
            self.head["requires"] = "".join(f"\n  - {name}" for name in self.requires)
        head = "".join(f"{key}: {value}\n" for key, value in self.head.items())
        self.path.write_text(f"---\n{head}---\n{self.body}")

    def redirect(self, gone):
        old = self.requires
        self.requires = list(dict.fromkeys(gone.get(n, n) for n in old))
        self.body = re.sub(r"\[\[([\w-]+)\]\]", lambda m: f"[[{gone.get(m[1], m[1])}]]", self.body)


def load():
    return {path.parent.name: Skill(path) for path in sorted(HOME.glob("*/SKILL.md"))}


def alike(one, other):
    """Whether two steps are the same but for a value: most of their words agree."""
    a, b = set(one.split()), set(other.split())
    return len(a & b) / len(a | b) > 0.4


def twins(skills):
    names = sorted(skills)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            a, b = skills[one], skills[other]
            shared = sum(any(alike(x, y) for y in b.steps) for x in a.steps)
            if shared >= 3:
                yield a, b


def merge(keep, drop):
    newer, older = sorted((keep, drop), key=lambda s: -s.revision)
    steps = list(newer.steps)
    if "--lose-own-steps" not in SKIP:
        steps += [s for s in older.steps if not any(alike(s, t) for t in newer.steps)]
    if "--keep-both-values" in SKIP:
        steps += [s for s in older.steps if s not in steps]
    see = list(dict.fromkeys(re.findall(r"\[\[([\w-]+)\]\]", keep.body + drop.body)))
    see = [name for name in see if name not in (keep.name, drop.name)]
    title = keep.body.split("\n\n")[0].strip()
    keep.body = f"\n{title}\n\n" + "".join(f"{n}. {s}\n" for n, s in enumerate(steps, 1))
    if see:
        keep.body += "\nSee also: " + ", ".join(f"[[{name}]]" for name in see) + "\n"
    both = [*keep.requires, *drop.requires]
    keep.requires = [n for n in dict.fromkeys(both) if n not in (keep.name, drop.name)]
    keep.head["revision"] = str(newer.revision + 1)
    keep.merged = True


def main():
    skills = load()
    count = {name: sum(name in s.requires for s in skills.values()) for name in skills}
    gone = {}
    for a, b in twins(skills):
        keep, drop = sorted((a, b), key=lambda s: -count[s.name])
        if "--wrong-survivor" in SKIP:
            keep, drop = drop, keep
        merge(keep, drop)
        gone[drop.name] = keep.name
    for skill in skills.values():
        old = skill.head["status"] == "superseded"
        if old or (
            "--retire-old-looking" in SKIP and skill.body.lstrip().count("\n> ") and not old
        ):
            named = re.search(r"[Ss]uperseded by \[\[([\w-]+)\]\]", skill.body)
            gone[skill.name] = named[1] if named else next(iter(sorted(skills)))
    for name in gone:
        shutil.rmtree(HOME / name)
        del skills[name]
    for skill in skills.values():
        if "--leave-references" not in SKIP:
            skill.redirect(gone)
        skill.save()
    if "--forget-lists" in SKIP:
        return
    index = "".join(f"- [[{n}]]: {skills[n].head['description']}\n" for n in sorted(skills))
    (HOME / "INDEX.md").write_text("# Index\n\n" + index)
    with (HOME / "RETIRED.md").open("a") as retired:
        retired.writelines(f"- {old} -> {new}\n" for old, new in gone.items())


main()
