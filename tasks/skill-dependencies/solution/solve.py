"""Moves the new skills in and makes every step take what it needs from the skill that gives it.

Options make a mistake, for the near misses.
"""

import json
import re
import shutil
import sys
from pathlib import Path

TOLD = json.loads(Path(__file__).with_name("params.json").read_text())
HOME = Path(TOLD["home"])
SKILLS = HOME / "skills"
SKIP = set(sys.argv[1:])
TAKE = re.compile(r"\*([^*]+)\*.*\[\[([\w-]+)\]\]")


class Skill:
    def __init__(self, folder):
        self.folder = folder
        head, self.body = (folder / "SKILL.md").read_text().split("---\n", 2)[1:]
        self.head = dict(line.split(": ", 1) for line in head.splitlines())
        self.steps = re.findall(r"^\d+\. (.*)$", self.body, re.M)
        self.before = list(self.steps)

    @property
    def name(self):
        return self.head["name"]

    @property
    def gives(self):
        return [what.strip() for what in self.head["gives"].strip("[]").split(",")]

    @property
    def requires(self):
        return sorted({name for step in self.steps for name in re.findall(r"\[\[([\w-]+)", step)})

    def save(self):
        if "--leave-requires" not in SKIP:
            self.head["requires"] = f"[{', '.join(self.requires)}]"
        head = "".join(f"{key}: {value}\n" for key, value in self.head.items())
        title = f"# {self.name.replace('-', ' ').capitalize()}"
        steps = "".join(f"{number}. {step}\n" for number, step in enumerate(self.steps, 1))
        (self.folder / "SKILL.md").write_text(f"---\n{head}---\n\n{title}\n\n{steps}")


def order(skills):
    done = []
    while len(done) < len(skills):
        ready = [n for n, s in skills.items() if n not in done and set(s.requires) <= set(done)]
        done.append(min(ready or set(skills) - set(done)))
    return done


def main():
    old, renamed = TOLD["old"], {TOLD["label"]: TOLD["new_label"]}
    came = []
    for folder in sorted((HOME / "incoming").iterdir()):
        shutil.move(folder, SKILLS / folder.name)
        came.append(folder.name)
    shutil.rmtree(SKILLS / old)
    for name, new in renamed.items():
        shutil.move(SKILLS / name, SKILLS / new)
    skills = {path.parent.name: Skill(path.parent) for path in sorted(SKILLS.glob("*/SKILL.md"))}
    for name, skill in skills.items():
        skill.head["name"] = name
    gives = {what: name for name, skill in skills.items() for what in skill.gives if what}
    dropped = []
    for name, skill in skills.items():
        if name in came and "--trust-incoming" in SKIP:
            continue
        steps = []
        for step in skill.steps:
            taken = TAKE.search(step)
            if taken and taken[2] == old and "--all-to-one" in SKIP:
                step = step.replace(f"[[{old}]]", f"[[{came[1]}]]")
            elif taken and taken[2] in (old, *renamed):
                giver = gives.get(taken[1])
                if giver is None:
                    dropped.append((name, step))
                    if "--keep-orphans" not in SKIP:
                        continue
                    giver = came[1]
                step = step.replace(f"[[{taken[2]}]]", f"[[{giver}]]")
            steps.append(step)
        skill.steps = steps
        changed = steps != skill.before or name in renamed.values()
        if changed and name not in came and "--leave-revisions" not in SKIP:
            skill.head["revision"] = str(int(skill.head["revision"]) + 1)
        if changed or name in came:
            skill.save()
    if dropped and "--keep-orphans" not in SKIP:
        lines = "".join(f"- {name}: {step}\n" for name, step in dropped)
        (SKILLS / "DROPPED.md").write_text("# Dropped\n\n" + lines)
    if "--leave-lists" in SKIP:
        return
    if "--new-at-the-end" in SKIP:
        known = re.findall(r"^- (.*)$", (SKILLS / "ORDER.md").read_text(), re.M)
        listed = [renamed.get(name, name) for name in known if name != old] + came
    else:
        listed = order(skills)
    (SKILLS / "ORDER.md").write_text(
        "# Order of reading\n\n" + "".join(f"- {name}\n" for name in listed)
    )
    with (SKILLS / "RETIRED.md").open("a") as retired:
        retired.writelines(f"- {name}\n" for name in (old, *renamed))


main()
