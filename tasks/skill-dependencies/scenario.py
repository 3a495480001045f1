"""A library of skills in which one is split in two, one renamed, and much depends on both."""

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario

STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
HOME = "/workspace/environment"
BASES = 6
"""How many of the stock's skills, from its beginning, take nothing from any other."""


@dataclass(frozen=True)
class Step:
    """A line of a skill; one that takes something has a field and the skill that gives it."""

    text: str
    field: str = ""
    skill: str = ""

    def __str__(self) -> str:
        return self.text.format(field=self.field, skill=self.skill)


@dataclass(frozen=True)
class Skill:
    name: str
    description: str
    gives: list[str]
    steps: list[Step] = field(default_factory=list)
    revision: int = 1

    @property
    def requires(self) -> list[str]:
        return sorted({step.skill for step in self.steps if step.skill})

    def text(self) -> str:
        head = [
            "---",
            f"name: {self.name}",
            f"description: {self.description}",
            f"revision: {self.revision}",
            f"requires: [{', '.join(self.requires)}]",
            f"gives: [{', '.join(self.gives)}]",
            "---",
        ]
        title = f"# {self.name.replace('-', ' ').capitalize()}"
        steps = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*head, "", title, "", *steps]) + "\n"


def reading_order(skills: dict[str, Skill]) -> list[str]:
    """Every skill after all that it requires, the first in the alphabet of those that can come."""
    done: list[str] = []
    while len(done) < len(skills):
        ready = [
            name for name in skills if name not in done and set(skills[name].requires) <= set(done)
        ]
        done.append(min(ready))
    return done


def with_takes(draw: Draw, skill: Skill, takes: list[tuple[str, str]]) -> Skill:
    """The skill with a step more for each (field, skill that gives it)."""
    steps = list(skill.steps)
    for (what, giver), text in zip(takes, draw.sample(STOCK["takes"], len(takes)), strict=True):
        steps.insert(draw.integer(0, len(steps)), Step(text, what, giver))
    return replace(skill, steps=steps)


def from_stock(draw: Draw, entry: dict) -> Skill:
    steps = [Step(text) for text in entry["steps"]]
    return Skill(entry["name"], entry["description"], entry["gives"], steps, draw.integer(2, 9))


def library(draw: Draw, split: dict) -> dict[str, Skill]:
    """All skills as they are found."""
    old = split["old"]["name"]
    label = from_stock(draw, {**split["label"], "name": split["label"]["old"]})
    stock = [from_stock(draw, entry) for entry in STOCK["skill"]]
    bases = [*stock[:BASES], from_stock(draw, split["giver"]), label]
    gives = [(what, skill.name) for skill in bases for what in skill.gives]
    gives = [pair for pair in gives if pair[0] != split["elsewhere"]]
    first, second = split["first_gives"], split["second_gives"]
    given = [*first, *second, split["elsewhere"], *split["nobody"]]
    lookup = Skill(
        old,
        split["old"]["description"],
        draw.shuffle(given),
        [Step(split["old"]["step"]), Step(STOCK["takes"][0], *draw.choice(gives))],
        draw.integer(4, 12),
    )
    leans = with_takes(draw, from_stock(draw, split["leans"]), [(draw.choice(first), old)])

    rest = draw.shuffle(stock[BASES:])
    wanted = [draw.choice(first) for _ in range(4)] + [draw.choice(second) for _ in range(4)]
    wanted += [split["elsewhere"]] * 2 + split["nobody"]
    from_old: dict[str, list[tuple[str, str]]] = {skill.name: [] for skill in rest}
    for number, what in enumerate(draw.shuffle(wanted)):
        from_old[rest[number * 2 % 9].name].append((what, old))
    labelled = {skill.name for skill in draw.sample(rest, 4)}
    skills = [*bases, lookup, leans]
    gives += [(what, leans.name) for what in leans.gives]
    gives = [pair for pair in gives if pair[1] != label.name]
    for skill in rest:
        takes = list(dict.fromkeys(from_old[skill.name]))
        takes += [(label.gives[0], label.name)] if skill.name in labelled else []
        takes += draw.sample(gives, draw.integer(0, 2))
        skills.append(with_takes(draw, skill, takes))
        gives += [(what, skill.name) for what in skill.gives]
    return {skill.name: skill for skill in skills}


def incoming(draw: Draw, split: dict, skills: dict[str, Skill]) -> list[Skill]:
    """The two that replace the old one. The second was written before the label was renamed."""
    label = skills[split["label"]["old"]]
    base = next(step for step in skills[split["old"]["name"]].steps if step.skill)
    first, second = (
        Skill(part["name"], part["description"], gives, [Step(part["step"])])
        for part, gives in (
            (split["first"], split["first_gives"]),
            (split["second"], split["second_gives"]),
        )
    )
    leans = (split["leans"]["gives"][0], split["leans"]["name"])
    return [
        with_takes(draw, first, [(base.field, base.skill)]),
        with_takes(draw, second, [leans, (label.gives[0], label.name)]),
    ]


def moved(skill: Skill, sources: dict[tuple[str, str], str | None]) -> tuple[Skill, list[Step]]:
    """The skill with each step taking from where it is given now, and the steps that go."""
    gone = [s for s in skill.steps if sources.get((s.skill, s.field), "") is None]
    steps = [
        replace(s, skill=sources.get((s.skill, s.field), s.skill))
        for s in skill.steps
        if s not in gone
    ]
    changed = steps != skill.steps
    return replace(skill, steps=steps, revision=skill.revision + changed), gone


@scenario
def build(draw: Draw) -> Scenario:
    split = draw.choice(STOCK["split"])
    old, label = split["old"]["name"], split["label"]
    before = library(draw, split)
    arriving = incoming(draw, split, before)
    reading_order(before)

    sources: dict[tuple[str, str], str | None] = {(old, what): None for what in split["nobody"]}
    sources |= {(old, what): split["first"]["name"] for what in split["first_gives"]}
    sources |= {(old, what): split["second"]["name"] for what in split["second_gives"]}
    sources[old, split["elsewhere"]] = split["giver"]["name"]
    sources |= {(label["old"], what): label["new"] for what in label["gives"]}

    after: dict[str, Skill] = {}
    dropped: list[dict] = []
    for skill in before.values():
        if skill.name == old:
            continue
        now, gone = moved(skill, sources)
        if skill.name == label["old"]:
            now = replace(now, name=label["new"], revision=skill.revision + 1)
        after[now.name] = now
        dropped += [{"skill": now.name, "text": str(step)} for step in gone]
    for skill in arriving:
        after[skill.name] = replace(moved(skill, sources)[0], revision=skill.revision)
    draw.require(len(dropped) == 2, "two steps that take what nobody gives any more")
    # Where the parts were mixed up, the skills would go round in a circle.
    draw.require(split["first"]["name"] in after[split["leans"]["name"]].requires, "a circle")

    changed = [name for name, skill in after.items() if name in before and skill != before[name]]
    files = {f"skills/{name}/SKILL.md": skill.text() for name, skill in before.items()}
    files |= {f"incoming/{skill.name}/SKILL.md": skill.text() for skill in arriving}
    files |= {
        "skills/HOUSE-RULES.md": STOCK["rules"].lstrip(),
        "skills/ORDER.md": "# Order of reading\n\n"
        + "".join(f"- {name}\n" for name in reading_order(before)),
        "skills/RETIRED.md": "# Names no longer in use\n\n"
        + "".join(f"- {name}\n" for name in STOCK["retired"]),
    }
    return Scenario(
        instruction=f"""
            My assistant's skills are in {HOME}/skills, and they lean on each other quite a bit.
            I have split one of them: {old} becomes {split["first"]["name"]} and
            {split["second"]["name"]}, which I have written and put into {HOME}/incoming.
            While you are at it, {label["old"]} is to be called {label["new"]} from now on.

            Please move the two in, take {old} out, rename the other one, and see to it that
            everything that leaned on the old ones works again by our house rules
            (HOUSE-RULES.md, next to the skills), the lists included. Whatever isn't concerned
            must stay exactly as it is.
        """,
        files=files,
        told={"home": HOME, "old": old, "label": label["old"], "new_label": label["new"]},
        expected={
            "home": f"{HOME}/skills",
            "came": [skill.name for skill in arriving],
            "renamed": label,
            "old": old,
            "changed": changed,
            "dropped": dropped,
            "skills": {
                name: {
                    "description": skill.description,
                    "revision": skill.revision,
                    "requires": skill.requires,
                    "gives": skill.gives,
                    "plain": [str(step) for step in skill.steps if not step.skill],
                    "taking": [str(step) for step in skill.steps if step.skill],
                    "steps": [str(step) for step in skill.steps],
                }
                for name, skill in after.items()
            },
            "order": reading_order(after),
            "retired": [*STOCK["retired"], old, label["old"]],
            "rules": STOCK["rules"],
        },
    )
