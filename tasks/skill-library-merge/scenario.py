"""A shelf of skills: two pairs of duplicates, one superseded skill, one that only looks so."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario

STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
HOME = "/workspace/environment/skills"


@dataclass
class Skill:
    name: str
    description: str
    steps: list[str]
    requires: list[str] = field(default_factory=list)
    see_also: list[str] = field(default_factory=list)
    revision: int = 1
    status: str = "active"
    note: str = ""

    def text(self) -> str:
        head = [
            "---",
            f"name: {self.name}",
            f"description: {self.description}",
            f"revision: {self.revision}",
            f"status: {self.status}",
            f"requires: [{', '.join(self.requires)}]",
            "---",
            "",
            f"# {self.name.replace('-', ' ').capitalize()}",
            "",
        ]
        body = [f"> {self.note}", ""] if self.note else []
        body += [f"{n}. {step}" for n, step in enumerate(self.steps, 1)]
        if self.see_also:
            body += ["", "See also: " + ", ".join(f"[[{name}]]" for name in self.see_also)]
        return "\n".join(head + body) + "\n"


def duplicate_pair(draw: Draw, topic: dict) -> tuple[Skill, Skill, dict]:
    """Two skills on one topic: the same steps but for a value, and a step each of their own."""
    old, new = draw.sample(topic["values"], 2)
    code_a, code_b = (
        f"{prefix}-{draw.integer(210, 989)}" for prefix in draw.sample(topic["codes"], 2)
    )
    own_a, own_b = topic["own"]
    lower = draw.integer(2, 4)
    revisions = draw.shuffle([lower, lower + draw.integer(2, 4)])
    pair = []
    for name, own, code, revision in zip(
        topic["names"], (own_a, own_b), (code_a, code_b), revisions, strict=True
    ):
        value = new if revision == max(revisions) else old
        steps = [step.format(value=value) for step in topic["steps"]]
        steps.insert(draw.integer(1, len(steps)), own.format(code=code))
        pair.append(Skill(name, topic["description"], steps, revision=revision))
    facts = {
        "description": topic["description"],
        "shared": [step.format(value=new) for step in topic["steps"]],
        "own": [own_a.format(code=code_a), own_b.format(code=code_b)],
        "codes": [code_a, code_b],
        "value": new,
        "stale": old,
    }
    return pair[0], pair[1], facts


@scenario
def build(draw: Draw) -> Scenario:
    plain = [
        Skill(s["name"], s["description"], s["steps"], revision=draw.integer(1, 7))
        for s in STOCK["skill"]
    ]
    succession = draw.choice(STOCK["succession"])
    superseded = next(s for s in plain if s.name == succession["old"])
    successor = Skill(succession["new"], succession["description"], succession["steps"])
    plain.append(successor)
    merges = []
    duplicates = []
    for topic in draw.sample(STOCK["topic"], 2):
        first, second, facts = duplicate_pair(draw, topic)
        keep, drop = draw.shuffle([first, second])
        merges.append({"keep": keep.name, "drop": drop.name, **facts})
        duplicates.append((keep, drop))
    others = draw.shuffle(s for s in plain if s not in (superseded, successor))
    legacy = others[0]
    superseded.status = "superseded"
    superseded.note = f"Superseded by [[{successor.name}]]: use that one instead."
    legacy.note = draw.choice(STOCK["looks_old"])
    legacy.revision = 1

    users = others
    for number, (keep, drop) in enumerate(duplicates):
        group = users[number * 7 + 1 : number * 7 + 8]
        for skill in group[:4]:
            skill.requires.append(keep.name)
        for skill in group[3:6]:
            (skill.requires if draw.chance(0.5) else skill.see_also).append(drop.name)
        keep.see_also.append(drop.name)
        drop.see_also.append(group[6].name)
        drop.requires.append(group[5].name if drop.name not in group[5].requires else group[6].name)
    for skill in draw.sample(users[1:], 3):
        skill.requires.append(superseded.name)
    for skill in draw.sample(users[1:], 2):
        skill.see_also.append(successor.name)
    for skill in draw.sample(users[1:], 4):
        skill.requires.append(legacy.name)

    skills = sorted(plain + [s for pair in duplicates for s in pair], key=lambda s: s.name)
    index = "# Index\n\n" + "".join(f"- [[{s.name}]]: {s.description}\n" for s in skills)
    files = {f"skills/{s.name}/SKILL.md": s.text() for s in skills}
    files |= {
        "skills/INDEX.md": index,
        "skills/RETIRED.md": STOCK["retired"],
        "skills/MAINTENANCE.md": STOCK["maintenance"],
    }
    gone = {m["drop"]: m["keep"] for m in merges} | {superseded.name: successor.name}
    for merge, (keep, drop) in zip(merges, duplicates, strict=True):
        both = {gone.get(name, name) for name in [*keep.requires, *drop.requires]}
        merge["requires"] = sorted(both - {keep.name})
        see = {gone.get(name, name) for name in [*keep.see_also, *drop.see_also]}
        merge["see_also"] = sorted(see - {keep.name})
        merge["revision"] = max(keep.revision, drop.revision) + 1
    return Scenario(
        instruction=f"""
            My assistant's skills live in {HOME}, one folder each with a SKILL.md, and over the
            months the place has grown wild. Please tidy it up, following the house rules in
            MAINTENANCE.md there:

            - Two topics are covered twice, by two skills that do the same thing under different
              names. Make one skill of each such pair. I don't want to lose anything that only
              one of them knows, and where they disagree the newer revision is right.
            - Something in there has been replaced by another skill and is no longer needed.
              Retire it.

            Afterwards everything that points to a skill must point to one that exists, and the
            index must be right. Leave all other skills as they are, apart from the names they
            refer to.
        """,
        files=files,
        told={"home": HOME},
        expected={
            "home": HOME,
            "merges": merges,
            "retired": {"name": superseded.name, "successor": successor.name},
            "gone": gone,
            "untouched": {
                s.name: s.text()
                for s in skills
                if s.name not in gone and s.name not in gone.values()
            },
            "successor": {"name": successor.name, "text": successor.text()},
            "retired_before": dict(
                line.removeprefix("- ").split(" -> ")
                for line in STOCK["retired"].splitlines()
                if line.startswith("- ")
            ),
            "rules": " ".join(STOCK["maintenance"].split()),
        },
    )
