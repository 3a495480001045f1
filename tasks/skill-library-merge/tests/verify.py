"""Were the twins merged without loss, the superseded skill retired, and every reference mended?"""

import re
from dataclasses import dataclass, field

from mock_platform.verify import Verification, fold, main, read_tree

REFERENCE = re.compile(r"\[\[([\w-]+)\]\]")
LISTS = {"INDEX.md", "RETIRED.md", "MAINTENANCE.md"}


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

    @property
    def requires(self):
        """In one line, or one a line."""
        found = re.match(r"---\n(?:.*\n)*?requires:(.*(?:\n *- .*)*)\n", self.text)
        return re.findall(r"\w[\w-]*", found[1]) if found else []

    @property
    def references(self):
        return REFERENCE.findall(self.body)

    @property
    def steps(self):
        """(number, text) of each numbered line."""
        return [(int(n), text) for n, text in re.findall(r"^(\d{1,4})\. (.*)$", self.body, re.M)]

    def has(self, step):
        """Whether one numbered line says this step, in nearly its own words and hardly more."""
        wanted = set(fold(step).split())
        return any(
            len(wanted & set(fold(text).split())) >= 0.8 * len(wanted)
            and len(text) <= 1.5 * len(step)
            for _, text in self.steps
        )

    def redirected(self, gone):
        """What it must read like, apart from spaces, once every reference leads somewhere."""
        lines = [line for line in self.text.splitlines() if not line.startswith("requires:")]
        text = "\n".join(
            " ".join(sorted({gone.get(name, name) for name in REFERENCE.findall(line)}))
            if line.startswith("See also:")
            else REFERENCE.sub(lambda m: f"[[{gone.get(m[1], m[1])}]]", line)
            for line in lines
        )
        return re.sub(r"\s+", " ", text).strip()


def says(text, value):
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", fold(text)) is not None


def in_house_form(merge, skill):
    numbers = [number for number, _ in skill.steps]
    return (
        skill.head.get("name") == merge.keep
        and skill.head.get("description", "").strip("\"'") == merge.description
        and skill.head.get("status") == "active"
        and numbers == list(range(1, len(merge.shared) + len(merge.own) + 1))
        and all(skill.has(step) for step in merge.shared if not says(step, merge.value))
        and set(merge.see_also) <= set(skill.references)
    )


def agreed(merge, skill):
    """The newer value in its step, the older one nowhere."""
    step = next(step for step in merge.shared if says(step, merge.value))
    return (
        skill.has(step)
        and any(says(text, merge.value) for _, text in skill.steps)
        and not says(skill.text, merge.stale)
    )


def retired_names(text):
    lines = (text or "").replace("`", "").splitlines()
    return dict(m.groups() for line in lines if (m := re.match(r"- ([\w-]+) -> ([\w-]+)$", line)))


def verify(v: Verification) -> None:
    want = v.expected
    gone = vars(want.gone)
    tree = read_tree(want.home)
    skills = {
        p.split("/")[0]: Skill(tree.text(p))
        for p in tree.files
        if re.fullmatch(r"[^/]+/SKILL\.md", p)
    }
    originals = {name: Skill(text) for name, text in vars(want.untouched).items()}
    originals[want.successor.name] = Skill(want.successor.text)
    merged = [m for m in want.merges if m.keep in skills and m.drop not in skills]
    left = sorted(set(gone) & set(skills))
    done = not left and len(merged) == len(want.merges)
    survivors = [
        (m, skills[name]) for m in want.merges for name in (m.keep, m.drop) if name in skills
    ]
    alone = [(m, s) for m, s in survivors if [other for other, _ in survivors].count(m) == 1]

    v.gate("at least one of the skills to go is gone", len(left) < len(gone), cap=0.0)
    v.check(
        "one skill of each pair, under the right name",
        0.15,
        len(merged) / len(want.merges),
        f"still there or gone wrongly: {left or [m.keep for m in want.merges if m not in merged]}",
    )
    kept = [m for m, s in alone if all(s.has(step) for step in m.own)]
    kept = [m for m, s in alone if m in kept and all(code in s.body for code in m.codes)]
    v.check(
        "what only one of a pair knew is still there",
        0.2,
        len(kept) / len(want.merges),
        f"expected the steps {[m.own for m in want.merges]} in the merged skills",
    )
    right = [m for m, s in alone if agreed(m, s)]
    v.check(
        "where a pair disagreed, the newer revision's value alone",
        0.15,
        len(right) / len(want.merges),
        f"expected {[(m.value, 'not ' + m.stale) for m in want.merges]}",
    )
    formed = [m for m in merged if in_house_form(m, skills[m.keep])]
    v.check(
        "merged skills keep to the house rules: front matter, each step once, numbered from 1",
        0.1,
        len(formed) / len(want.merges),
        f"not: {[m.keep for m in want.merges if m not in formed]}",
    )
    v.check(
        "the superseded skill is gone, the old-looking one is not",
        0.1,
        want.retired.name not in skills and set(originals) <= set(skills),
        f"expected without {want.retired.name}; missing: {sorted(set(originals) - set(skills))}",
    )
    dangling = sorted(
        f"{name} -> {target}"
        for name, skill in skills.items()
        for target in [*skill.requires, *skill.references]
        if target not in skills or target == name
    )
    wanted = {
        name: sorted({gone.get(required, required) for required in skill.requires})
        for name, skill in originals.items()
    }
    wanted |= {m.keep: m.requires for m in merged}
    wrong = sorted(n for n in wanted if n not in skills or sorted(skills[n].requires) != wanted[n])
    v.check(
        "every reference leads to the skill that took over",
        0.2,
        done and not dangling and not wrong,
        f"dangling or to itself: {dangling}; wrong requires: {wrong}; still there: {left}",
    )
    descriptions = {name: skill.head.get("description", "") for name, skill in originals.items()}
    descriptions |= {m.keep: m.description for m in want.merges}
    index = [f"- [[{name}]]: {descriptions[name]}" for name in sorted(descriptions)]
    found = [line.strip() for line in (tree.text("INDEX.md") or "").splitlines() if line.strip()]
    retired = retired_names(tree.text("RETIRED.md"))
    revised = [m for m in merged if skills[m.keep].head.get("revision") == str(m.revision)]
    v.check(
        "index, list of retired skills and revisions are right",
        0.1,
        done
        and len(revised) == len(want.merges)
        and [line for line in found if not line.startswith("#")] == index
        and retired == vars(want.retired_before) | gone,
        f"index: {sorted(set(found) ^ set(index))[:5]}; retired: {retired}",
    )

    for name, skill in originals.items():
        if name not in skills:
            v.damage(f"skill {name} is gone")
        elif skills[name].redirected(gone) != skill.redirected(gone):
            v.damage(f"skill {name} was changed")
    if re.sub(r"\s+", " ", tree.text("MAINTENANCE.md") or "").strip() != want.rules:
        v.damage("MAINTENANCE.md was changed")
    names = {*originals, *gone, *gone.values()}
    known = {*LISTS, *(f"{name}/SKILL.md" for name in names)}
    for path in sorted({*tree.files, *tree.odd} - known):
        v.damage(f"{path} appeared")


if __name__ == "__main__":
    main(verify)
