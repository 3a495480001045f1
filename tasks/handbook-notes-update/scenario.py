"""Notes that quote an office handbook, and a newer edition of it that contradicts some of them."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario

STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
HOME = "/home/node/.openclaw/workspace"
CORRECTED = 5


def other(draw: Draw, fact: dict, *taken: str) -> str:
    return draw.choice([value for value in fact["values"] if value not in taken])


def handbook(edition: int, status: str, site: str, second: str, facts: list, values: dict) -> str:
    """An edition: a section a topic, then the few rules of the second office."""
    lines = [f"# Office handbook, edition {edition}", "", status, ""]
    for topic in dict.fromkeys(fact["topic"] for fact in facts):
        lines += [f"## {site}: {topic}", ""]
        lines += [
            f"{number}. {fact['book'].format(v=values[fact['key']])}"
            for number, fact in enumerate((f for f in facts if f["topic"] == topic), 1)
        ]
        lines.append("")
    lines += [f"## {second}", "", f"Separate rules apply; see the {second} leaflet.", ""]
    return "\n".join(lines)


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    site, second = draw.sample(["Harrowick", "Velden", "Port Ellery", "Ashgrove"], 2)
    edition = draw.integer(6, 12)
    colleague, keeper = world.people(2)
    facts = STOCK["fact"]
    noted = {fact["key"]: draw.choice(fact["values"]) for fact in facts}
    shuffled = draw.shuffle(facts)
    changing, settled, twin = shuffled[:CORRECTED], shuffled[CORRECTED], shuffled[0]
    repeated, summarised = changing[1], changing[2]
    drafted = [*shuffled[CORRECTED + 1 : CORRECTED + 4], changing[3]]

    current = dict(noted)
    for fact in changing:
        current[fact["key"]] = other(draw, fact, noted[fact["key"]])
    older = dict(noted)
    noted[settled["key"]] = other(draw, settled, current[settled["key"]])
    draft = dict(current)
    for fact in drafted:
        draft[fact["key"]] = other(draw, fact, current[fact["key"]], noted[fact["key"]])

    notes: dict[str, list[str]] = {}
    for fact in facts:
        line = fact["note"].format(v=noted[fact["key"]])
        if fact is settled:
            line += f" (Agreed with {colleague.name} after edition {edition} came out.)"
        notes.setdefault(fact["topic"], []).append(f"- {line}")
    twin_line = f"- {twin['note'].format(v=noted[twin['key']])}"
    notes[second.lower().replace(" ", "-")] = [
        f"From the {second} leaflet, which has nothing to do with the {site} handbook.",
        twin_line,
        f"- Coffee machine: belongs to {keeper.name}, ask first.",
    ]
    again = f"- Remember, {repeated['note'].format(v=noted[repeated['key']])}"
    notes["newcomers"] = [
        "What I tell everybody who starts here.",
        again,
        f"- The first name to learn: {colleague.name}.",
    ]
    summary = f"- In short, {summarised['note'].format(v=noted[summarised['key']])}"
    titles = {topic: f"# {topic.replace('-', ' ').title()}" for topic in notes}
    files = {
        f"memory/{topic}.md": "\n".join([titles[topic], "", *lines]) + "\n"
        for topic, lines in notes.items()
    }
    files["MEMORY.md"] = "\n".join(
        [
            "# What I keep in mind",
            "",
            f"- I work in the {site} office; {second} has its own rules.",
            f"- The notes are in memory/, by topic: {', '.join(sorted(notes))}.",
            summary,
            f"- My counterpart for anything about the handbook is {keeper.name}.",
            "",
        ]
    )
    in_force = "In force. Replaces all earlier editions."
    sources = {
        f"sources/handbook-edition-{edition - 1}.md": (edition - 1, in_force, older),
        f"sources/handbook-edition-{edition}.md": (edition, in_force, current),
        f"sources/handbook-edition-{edition + 1}.md": (
            edition + 1,
            "DRAFT for comment. Not in force.",
            draft,
        ),
    }
    for path, (number, status, values) in sources.items():
        files[path] = handbook(number, status, site, second, facts, values)

    def place(path: str, fact: dict, line: str) -> dict:
        old, new = noted[fact["key"]], current[fact["key"]]
        return {"path": path, "key": fact["key"], "line": line, "old": old, "new": new}

    corrections = [
        place(f"memory/{f['topic']}.md", f, f"- {f['note'].format(v=noted[f['key']])}")
        for f in changing
    ]
    repeats = [
        place("memory/newcomers.md", repeated, again),
        place("MEMORY.md", summarised, summary),
    ]
    settled_line = next(line for line in notes[settled["topic"]] if "(Agreed with" in line)
    traps = [
        {"path": f"memory/{settled['topic']}.md", "line": settled_line},
        {"path": f"memory/{second.lower().replace(' ', '-')}.md", "line": twin_line},
        *(
            {"path": f"memory/{f['topic']}.md", "line": f"- {f['note'].format(v=noted[f['key']])}"}
            for f in drafted[:3]
        ),
    ]
    return Scenario(
        instruction=f"""
            A new edition of the office handbook has come out, and I've put it into
            {HOME}/sources, next to what was there before. My notes in {HOME}/memory, and
            the summary in {HOME}/MEMORY.md, still quote older editions in places.

            Please bring the notes in line with the handbook as it applies to me now. Where a
            note is contradicted, correct the value right there, wherever it is mentioned, so
            that the old one is gone. I've also noted things that were settled with people
            after the edition was printed; those stand. Everything that isn't contradicted
            must stay word for word.

            Then write memory/changes.md: one line for each place you corrected, with the
            file, the old value and the new one, so that I can see what moved.
        """,
        files=files,
        told={"home": HOME},
        expected={
            "home": HOME,
            "corrections": corrections,
            "repeats": repeats,
            "traps": traps,
            "files": dict(files),
        },
    )
