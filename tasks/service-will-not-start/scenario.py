"""A toy library whose lending service has not come up since it was given a new release."""

import hashlib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario

HOME = "/workspace/toys"
DELIVERED = Path(__file__).parent / "environment"
NOTES = "/home/node/.openclaw/workspace/memory"
RUNBOOK = "runbook-shelfmark.md"
TITLES = {
    "puzzle": ["Harbour", "Night sky", "Meadow", "Old town", "Whale", "Lighthouse", "Orchard"],
    "game": ["Ferry race", "Owls", "Market day", "Hidden fox", "Tower", "Nine bridges", "Moles"],
    "vehicle": ["Red tractor", "Crane", "Tram", "Fire engine", "Balance bike", "Scooter"],
    "building": ["Marble run", "Wooden bricks", "Magnet tiles", "Railway, large", "Pulleys"],
    "music": ["Glockenspiel", "Drum", "Rain stick", "Kalimba"],
}
FIRST_DAY = date(2026, 1, 5)


class Library:
    """What is lent to whom, loans in the order they were made."""

    def __init__(self, draw: Draw, members: list[str]) -> None:
        self.draw = draw
        self.days = draw.choice([18, 20, 24, 25])
        pairs = [(title, kind) for kind, titles in TITLES.items() for title in titles]
        self.items = [(n, *pair) for n, pair in enumerate(draw.shuffle(pairs), 1)]
        self.loans: list[dict[str, Any]] = []
        number, day = draw.integer(400, 600), FIRST_DAY
        out: dict[int, date] = {}
        for _ in range(draw.integer(88, 96)):
            day += timedelta(days=draw.choice([0, 0, 1, 1, 2]))
            free = [n for n, *_ in self.items if n not in out or out[n] <= day]
            draw.require(bool(free), "something to lend")
            item = draw.choice(free)
            back = day + timedelta(days=draw.integer(3, 26))
            out[item] = back
            self.loans.append(
                {
                    "id": number,
                    "item_id": item,
                    "member": draw.choice(members),
                    "day": day.isoformat(),
                    "due": (day + timedelta(days=self.days)).isoformat(),
                    "returned": back.isoformat(),
                }
            )
            number += 1
        for loan in self.loans:
            if date.fromisoformat(loan["returned"]) > day:
                loan["returned"] = None
        for loan in draw.sample(self.loans, 9):
            given = date.fromisoformat(loan["due"]) + timedelta(days=draw.choice([7, 10]))
            loan["due"] = given.isoformat()

    def sql(self, loans: list[dict[str, Any]], copied: int | None, empty: set[int]) -> str:
        """Statements that make the data as release 3.1 left them, `copied` loans converted."""

        def value(text: Any) -> str:
            return "NULL" if text is None else f"'{str(text).replace(chr(39), chr(39) * 2)}'"

        def rows(table: str, chosen: list[dict[str, Any]]) -> str:
            return "".join(
                f"INSERT INTO {table} VALUES ({loan['id']}, {loan['item_id']}, "
                f"{value(loan['member'])}, {value(loan['day'])}, "
                f"{'NULL' if loan['id'] in empty else value(loan['due'])}, "
                f"{value(loan['returned'])});\n"
                for loan in chosen
            )

        columns = (
            "(id INTEGER PRIMARY KEY, item_id INTEGER NOT NULL REFERENCES items,\n"
            "member TEXT NOT NULL, day TEXT NOT NULL, due TEXT{}, returned TEXT)"
        )
        text = "BEGIN;\nCREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL, "
        text += "kind TEXT NOT NULL);\n"
        text += "".join(
            f"INSERT INTO items VALUES ({n}, '{t}', '{k}');\n" for n, t, k in self.items
        )
        text += f"CREATE TABLE loans {columns.format('')};\n{rows('loans', loans)}"
        if copied is not None:
            text += f"CREATE TABLE loans_7 {columns.format(' NOT NULL')};\n"
            text += rows("loans_7", loans[:copied])
        return text + "COMMIT;\nPRAGMA user_version = 6;\n"


def delivered() -> dict[str, str]:
    """Path → hash of what belongs to the makers."""
    files = [*DELIVERED.glob("shelf/*.py"), *DELIVERED.glob("bin/*")]
    return {
        str(path.relative_to(DELIVERED)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
    }


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    people = world.people(16)
    keeper, before = people[0], people[1]
    library = Library(draw, [person.name for person in people[2:]])
    place = f"Toy library {world.address().city}"
    port, fine, most = draw.integer(8101, 8190), draw.choice([15, 20, 30, 35]), draw.integer(5, 7)

    count = len(library.loans)
    first = draw.integer(24, 40)
    second = draw.integer(count - 30, count - 6)
    empty = {library.loans[first]["id"], library.loans[second]["id"]}
    for index in (first, second):
        loan = library.loans[index]
        draw.require(loan["member"] != people[4].name, "a family without an agreement")
        due = date.fromisoformat(loan["day"]) + timedelta(days=library.days)
        loan["due"] = due.isoformat()

    old = f"""# {place}: settings of Shelfmark
name = "{place}"
listen = {port}
database = "var/data/shelf.db"
loan_days = {library.days}
fine = "0.{fine}"
most_loans = {most}
"""
    changing = [
        ("release", "- Release in use: 3.1, unpacked into the folder of the service."),
        ("data", f"- Where the data lie says `database` in {HOME}/etc/shelf.toml."),
        (
            "port",
            f"- The port is set with `listen`. Ours is {port}, the tablet at the desk knows it.",
        ),
        ("up", f"- Whether it is up: curl http://localhost:{port}/ping"),
        (
            "late",
            f"- What should be back, for Friday's calls: curl http://localhost:{port}/overdue",
        ),
        ("fine", f'- The fine per day is set with `fine = "0.{fine}"`.'),
    ]
    lines = dict(changing)
    past = [
        "- 2025-10-02: would not start, `database` named a folder that was gone. Path corrected.",
        "- 2025-12-11: did not answer on /ping for an hour, the disk was full. Old copies removed.",
    ]
    runbook = f"""# Runbook: Shelfmark at the {place}

## The service

{lines["release"]}
- It is started with {HOME}/bin/start, by hand, and stopped with SIGTERM.
{lines["data"]}
{lines["port"]}
- Toys are lent for {library.days} days unless {keeper.first} agrees to something else.
- The program comes from the makers. Nobody changes anything in shelf/ or bin/.

## Every week

{lines["up"]}
{lines["late"]}
- Fines go into the blue tin, {before.first} counts it on the first of the month.
{lines["fine"]}

## If something is wrong

- Every night at 02:30 a copy of the data is put into {HOME}/var/backup.
- If the data cannot be saved in any other way, put that copy in their place. What was lent since
  then is lost, and {before.first} has to ring all the families.

## Incidents

{past[0]}
{past[1]}
"""
    others = {
        "families.md": f"# Families\n\n- {people[3].name} brings the railway back in person.\n"
        f"- {people[4].name} may keep things twice as long, agreed with {keeper.first}.\n",
        "opening.md": "# Opening\n\n- Wednesdays and Saturdays, 15:00 to 18:00.\n",
    }
    nightly = count - draw.integer(7, 11)
    draw.require(second < nightly, "both incomplete loans are in the copy, too")
    return Scenario(
        instruction=f"""
            Our toy library lends with a little service called Shelfmark, in {HOME}. On the
            weekend {before.first} unpacked its new release over the old one, and since then it
            won't start. It is started with {HOME}/bin/start; please get it going that way again,
            with our settings and everything that has been lent, and without touching what's in
            shelf/ and bin/, which belongs to the makers. What's new in the release is
            in CHANGES.md. You needn't leave it running, I'll start it myself.

            My notes are in {NOTES}. The runbook there, {RUNBOOK}, was
            written for the old release. Please correct what is no longer true right where it
            stands, so that nothing of the old way is left there, and leave everything else word for
            word. Then add to its incidents, in the way I've noted the earlier ones, what kept the
            service from starting: a line for each cause, with the name of the file or table
            that it was about and, if loans had to be put right, their numbers.
        """,
        files={
            "etc/shelf.toml": old,
            "load/data.sql": library.sql(library.loans, first, empty),
            "load/backup.sql": library.sql(library.loans[:nightly], None, empty),
            f"memory/{RUNBOOK}": runbook,
            **{f"memory/{name}": text for name, text in others.items()},
        },
        told={"home": HOME, "notes": NOTES, "runbook": RUNBOOK},
        expected={
            "home": HOME,
            "notes": NOTES,
            "runbook": RUNBOOK,
            "port": port,
            "program": delivered(),
            "about": {
                "name": place,
                "release": "3.2",
                "days": library.days,
                "fine_cents": fine,
                "most": most,
            },
            "items": [list(item) for item in library.items],
            "loans": [list(loan.values()) for loan in library.loans],
            "completed": sorted(empty),
            "changing": [list(pair) for pair in changing],
            "original": runbook,
            "others": others,
        },
    )
