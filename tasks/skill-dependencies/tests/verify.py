"""Is every skill where it belongs, and does every step take from the skill that gives it now?"""

import re
from dataclasses import dataclass, field

from mock_platform.verify import Verification, fold, main, read_tree

LISTS = {"ORDER.md", "RETIRED.md", "HOUSE-RULES.md", "DROPPED.md"}


@dataclass
class Skill:
    """A SKILL.md as the house rules want it; a part that is not there is empty."""

    text: str
    head: dict = field(default_factory=dict)
    body: str = ""

    def __post_init__(self):
        found = re.match(r"---\n(.*?)\n---\n(.*)", self.text, re.S)
        if found:
            pairs = (line.partition(":") for line in found[1].splitlines())
            self.head = {key.strip(): value.strip() for key, _, value in pairs}
            self.body = found[2]

    def listed(self, key):
        return [item.strip() for item in self.head.get(key, "").strip("[]").split(",") if item]

    @property
    def steps(self):
        """(number, text) of each numbered line."""
        return [
            (int(number), fold(text))
            for number, text in re.findall(r"^(\d{1,4})\. (.*)$", self.body, re.M)
        ]

    @property
    def texts(self):
        return [text for _, text in self.steps]


def items(text):
    return [line.strip()[2:] for line in (text or "").splitlines() if line.startswith("- ")]


def bare(text):
    """Without the marks that a list of plain text may leave out."""
    return re.sub(r"[*`\[\]]", "", fold(text)).strip()


def harmed(name, skill, wanted):
    """What was changed in a skill that nobody asked to be changed."""
    head = skill.head
    if head.get("name") != name or head.get("description", "").strip("\"'") != wanted.description:
        return "its name or its description"
    if sorted(skill.listed("gives")) != sorted(wanted.gives):
        return "what it gives"
    plain = [text for text in skill.texts if "[[" not in text]
    if plain != [fold(text) for text in wanted.plain]:
        return "a step that takes nothing"
    return ""


def unchanged(skill, wanted):
    return (
        skill.texts == [fold(text) for text in wanted.steps]
        and skill.listed("requires") == wanted.requires
        and skill.head.get("revision") == str(wanted.revision)
    )


def verify(v: Verification) -> None:
    want = v.expected
    wanted = vars(want.skills)
    tree = read_tree(want.home)
    skills = {
        path.split("/")[0]: Skill(tree.text(path))
        for path in tree.files
        if re.fullmatch(r"[^/]+/SKILL\.md", path)
    }
    moved = [name for name in want.came if name in skills]
    renamed = want.renamed.new in skills and want.renamed.old not in skills
    settled = len(moved) == len(want.came) and want.old not in skills
    # The old ones may stand where nothing has been done, so what leans on them is judged after.
    leaning = [name for name in want.changed if name in skills] if settled else []
    touched = [*want.changed, *want.came, want.renamed.new]

    v.gate("the old skill is gone and the new ones are in", settled, cap=0.1 if moved else 0.0)
    v.check(
        "the new skills are in, the renamed one has its name",
        0.1,
        settled and renamed and all(skills[name].head.get("name") == name for name in moved),
        f"there: {moved}; renamed: {renamed}; {want.old} still there: {want.old in skills}",
    )

    def takes(name):
        steps = [text for text in skills[name].texts if "[[" in text] if name in skills else []
        dropped = {fold(d.text) for d in want.dropped if d.skill == name}
        return [s for s in steps if s not in dropped] == [fold(s) for s in wanted[name].taking]

    leaners = [*want.changed, *want.came]
    right = [name for name in leaners if settled and takes(name)]
    v.check(
        "each step takes from the skill that gives it now",
        0.35,
        len(right) / len(leaners) if len(right) > len(leaners) / 2 else 0.0,
        f"not: {[(n, wanted[n].taking) for n in leaners if n not in right]}",
    )
    gone = [
        d for d in want.dropped if d.skill in leaning and fold(d.text) not in skills[d.skill].texts
    ]
    without = [d for d in gone if not any(fold(d.text)[:20] in t for t in skills[d.skill].texts)]
    noted = {bare(item) for item in items(tree.text("DROPPED.md"))}
    ought = {bare(f"{d.skill}: {d.text}") for d in want.dropped}
    v.check(
        "a step that takes what nobody gives is out, and noted",
        0.15,
        len(without) == len(want.dropped) and noted == ought,
        f"out: {[d.skill for d in without]}; in DROPPED.md: {sorted(noted)}",
    )
    numbered = [
        name
        for name in leaners
        if name in skills
        and [n for n, _ in skills[name].steps] == list(range(1, len(wanted[name].steps) + 1))
    ]
    listed = [
        name
        for name in numbered
        if settled and skills[name].listed("requires") == wanted[name].requires
    ]
    v.check(
        "requires holds what the steps name, and the steps are numbered from 1",
        0.15,
        len(listed) / len(leaners) if len(right) > len(leaners) / 2 else 0.0,
        f"not: {[(name, wanted[name].requires) for name in leaners if name not in listed]}",
    )
    revised = [
        name
        for name in touched
        if name in skills and skills[name].head.get("revision") == str(wanted[name].revision)
    ]
    v.check(
        "what was changed has the next revision, what came in has its own",
        0.1,
        settled and len(right) > len(leaners) / 2 and len(revised) == len(touched),
        f"not: {[(name, wanted[name].revision) for name in touched if name not in revised]}",
    )
    v.check(
        "the order of reading and the list of retired names are right",
        0.15,
        settled
        and items(tree.text("ORDER.md")) == want.order
        and sorted(items(tree.text("RETIRED.md"))) == sorted(want.retired),
        f"expected {want.order}; retired {want.retired}",
    )

    for name in wanted:
        if name in skills:
            what = harmed(name, skills[name], wanted[name])
            if not what and name not in touched and not unchanged(skills[name], wanted[name]):
                what = "a skill that is not concerned"
            if what:
                v.damage(f"{name} was changed: {what}")
        elif name not in touched:
            v.damage(f"skill {name} is gone")
    if " ".join((tree.text("HOUSE-RULES.md") or "").split()) != " ".join(want.rules.split()):
        v.damage("HOUSE-RULES.md was changed")
    names = {*wanted, want.old, want.renamed.old}
    known = {*LISTS, *(f"{name}/SKILL.md" for name in names)}
    for path in sorted({*tree.files, *tree.odd} - known):
        v.damage(f"{path} appeared")


if __name__ == "__main__":
    main(verify)
