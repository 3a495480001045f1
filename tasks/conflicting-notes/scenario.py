"""Notes on a garden association that contradict each other, and the sources that settle it."""

import csv
import io
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario

STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
HOME = "/home/node/.openclaw/workspace"

FIELDS = ("holder", "size", "meter", "key")
NOTED = {"holder": "people", "size": "dues", "meter": "water", "key": "people"}
"""Where a value is noted besides plots.md."""


RULES = (
    "1. The register, wherever its row was checked on the round. It is newer than the journal.",
    "2. Where the row was not checked, the journal's newest entry about it counts, if any.",
    "3. Where there is none either, nobody knows. Nothing is guessed, the notes stay.",
)


@dataclass(frozen=True)
class Plot:
    number: int
    holder: str
    size: int
    meter: int
    key: int

    def line(self, place: str) -> str:
        """How a file of the notes puts it."""
        return {
            "plots": f"- Plot {self.number}: {self.holder}, {self.size} m², meter {self.meter}, "
            f"key {self.key}",
            "people": f"- {self.holder} has plot {self.number} and key {self.key}.",
            "dues": f"- Plot {self.number} pays for {self.size} m².",
            "water": f"- Meter {self.meter} counts for plot {self.number}.",
            "memory": f"- If the main pipe bursts: the stopcock is on plot {self.number}, next to "
            f"meter {self.meter}.",
        }[place]


@dataclass
class Case:
    """What is known of a plot: the truth, the two notes, the register's row and the journal."""

    true: Plot
    first: Plot
    second: Plot
    row: Plot
    checked: bool = True
    journal: tuple[tuple[str, object], ...] = ()
    open: tuple[object, object] | None = None


def conflict(draw: Draw, plot: Plot, kind: str, field: str, wrong: list) -> Case:
    """One way in which the sources disagree about one value of a plot."""
    right = getattr(plot, field)
    bad, worse = (replace(plot, **{field: value}) for value in wrong)
    sides = draw.shuffle([plot, bad])
    said = getattr(bad, field)
    match kind:
        case "register":
            return Case(plot, *sides, plot)
        case "register, neither note":
            return Case(plot, *draw.shuffle([bad, worse]), plot)
        case "register, both notes agree":
            return Case(plot, bad, bad, plot)
        case "register over the journal":
            return Case(plot, *sides, plot, journal=((field, said),))
        case "journal only differs":
            return Case(plot, plot, plot, plot, journal=((field, said),))
        case "journal":
            return Case(plot, *sides, bad, False, ((field, said), (field, right)))
        case "journal, both notes agree":
            return Case(plot, bad, bad, worse, False, ((field, right),))
        case "open":
            row = draw.choice(sides)
            values = (getattr(sides[0], field), getattr(sides[1], field))
            return Case(plot, *sides, row, False, open=values)
        case "unchecked row only differs":
            return Case(plot, plot, plot, bad, False)
    return Case(plot, plot, plot, plot)


SUMMARISED = "register, both notes agree"
"""The plot whose meter MEMORY.md mentions as well."""

KINDS = [
    *["register"] * 2,
    "register, neither note",
    SUMMARISED,
    "register over the journal",
    "journal only differs",
    *["journal"] * 2,
    "journal, both notes agree",
    *["open"] * 2,
    *["unchecked row only differs"] * 2,
    *["plain"] * 3,
]


def register(cases: list[Case]) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["plot", *FIELDS, "checked"])
    for case in cases:
        values = [getattr(case.row, field) for field in FIELDS]
        checked = "on the round" if case.checked else "not checked, locked; copied from last year"
        table.writerow([case.row.number, *values, checked])
    return out.getvalue()


def journal(draw: Draw, cases: list[Case], start: int) -> str:
    """Numbered entries, the newest last; what is said of one plot keeps its order."""
    said: list[tuple[float, str]] = []
    for case in cases:
        times = sorted(draw.rng.random() for _ in case.journal)
        for time, (field, value) in zip(times, case.journal, strict=True):
            text = draw.choice(STOCK["journal"][field])
            said.append((time, text.format(p=case.true.number, v=value)))
    said += [(draw.rng.random(), text) for text in draw.sample(STOCK["noise"], 11)]
    texts = [text for _, text in sorted(said)]
    texts.append("Went round all plots with the list and filled in the new register.")
    lines = [f"{number}. {text}" for number, text in enumerate(texts, start)]
    return "\n".join(["# Journal, newest entry last", "", *lines]) + "\n"


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    count = len(KINDS)
    names = [person.name for person in world.people(3 * count)]
    draw.require(len(set(names)) == len(names), "different names")
    # No value may be read as another one: the ranges of the four fields do not meet.
    numbers = sorted(draw.sample(range(1, 31), count))
    pools = {
        "holder": names,
        "size": draw.sample(range(105, 395, 5), 3 * count),
        "meter": draw.sample(range(3100, 9900), 3 * count),
        "key": draw.sample(range(41, 99), 3 * count),
    }
    fresh = {field: iter(values) for field, values in pools.items()}
    plots = [Plot(n, *(next(fresh[field]) for field in FIELDS)) for n in numbers]
    kinds = draw.shuffle(KINDS)
    cases = []
    for plot, kind in zip(plots, kinds, strict=True):
        field = "meter" if kind == SUMMARISED else draw.choice(FIELDS)
        cases.append(conflict(draw, plot, kind, field, [next(fresh[field]), next(fresh[field])]))
    stop = cases[kinds.index(SUMMARISED)]

    places: dict[str, list[dict]] = {name: [] for name in ("plots", "people", "dues", "water")}
    for case in cases:
        for place in places:
            now = case.first if place == "plots" else case.second
            right = now if case.open else case.true
            line = {"plot": case.true.number, "before": now.line(place)}
            places[place].append({**line, "after": right.line(place)})
    for place in ("people", "dues", "water"):
        places[place] = draw.shuffle(places[place])
    before, after = stop.second.line("memory"), stop.true.line("memory")
    summary = {"plot": stop.true.number, "before": before, "after": after}

    heads = {
        "plots": "# The plots\n\nNumber, holder, size, water meter, key.",
        "people": "# Who has what\n\nAsk before passing on a telephone number.",
        "dues": "# Dues\n\nHalf a euro a square metre and year, rounded up.",
        "water": "# Water\n\nThe meters are read when the water is turned off.",
    }
    files = {
        f"memory/{place}.md": "\n".join(
            [heads[place], "", *(line["before"] for line in places[place])]
        )
        + "\n"
        for place in places
    }
    files["memory/tools.md"] = STOCK["tools"].lstrip()
    files["memory/year.md"] = STOCK["year"].lstrip()
    files["MEMORY.md"] = "\n".join(
        [
            "# What I keep in mind about the gardens",
            "",
            "- The notes are in memory/: plots, people, dues, water, tools, year.",
            summary["before"],
            "- sources/register.csv is what was written down on the last round, a row a plot.",
            "- sources/journal.md is written as things happen, by whoever is there.",
            "",
            "What counts, where something is said in different ways:",
            "",
            *RULES,
            "",
        ]
    )
    files["sources/register.csv"] = register(cases)
    files["sources/journal.md"] = journal(draw, cases, draw.integer(412, 880))

    lines = [{"path": f"memory/{place}.md", **line} for place in places for line in places[place]]
    lines.append({"path": "MEMORY.md", **summary})
    by_register = [
        c.true.number for c, kind in zip(cases, kinds, strict=True) if "register" in kind
    ]
    return Scenario(
        instruction=f"""
            I look after the records of our garden association, and my notes about the plots in
            {HOME}/memory no longer agree with each other, or with what
            we found on the last round. The sources are in {HOME}/sources,
            and {HOME}/MEMORY.md says what counts.

            Please put the notes right: wherever a holder, a size, a meter or a key is wrong,
            correct it in the very line, in MEMORY.md too, so that everything reads the same
            everywhere. All else stays word for word, the sources as well.

            Where two notes contradict each other and nothing settles it, leave both alone and
            write it into memory/open-questions.md, a line each with the number of the plot and
            the two values that stand against each other. I'll go and look on Saturday.
        """,
        files=files,
        told={"home": HOME},
        expected={
            "home": HOME,
            "lines": lines,
            "by_register": by_register,
            "open": [
                {"plot": c.true.number, "values": [str(value) for value in c.open]}
                for c in cases
                if c.open
            ],
            "files": dict(files),
        },
    )
