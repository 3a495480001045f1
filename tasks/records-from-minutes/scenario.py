"""Minutes become records, by a guide, a calendar, mails that came since, and notes to put right."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.email.world import Mail, Mailbox
from mock_platform.services.workspace.world import STOCK as PAGES
from mock_platform.services.workspace.world import Workspace

WORK_PASSWORD = "lantern-moss-27"
MAIL_PASSWORD = "velvet-anchor-63"
CALENDAR_PASSWORD = "cobalt-meadow-9"
HOME = "/home/node/.openclaw/workspace"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
AREAS = ["Procurement", "Site", "Costs", "Safety"]
WORDS = {5: "five", 6: "six", 7: "seven", 10: "ten", 11: "eleven", 12: "twelve"}
STATES = ["Open", "Doing", "Waiting", "Done"]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    draw.require(len({p.first for p in cast.staff}) == len(cast.staff), "first names of their own")
    chair, old, new, site, a, b, c, d = draw.shuffle(cast.colleagues)
    project, elsewhere, third = draw.sample(STOCK["projects"], 3)
    soon, days = draw.choice([6, 7]), draw.choice([15, 16])
    old_soon, old_days = draw.choice([3, 4]), draw.choice([8, 9, 12])
    later = draw.shuffle([10, 11, 12])
    meeting, visit = f"Steering group: {project}", f"Inspectors at the {project.lower()}"
    number = draw.integer(4, 9)
    source = f"Minutes {number}: {project}"

    # Who the brackets name, what day they name, who it is in the end, due when, how urgent.
    def within(count: int) -> tuple[str, dict]:
        return f"within {WORDS[count]} days", {"days": count}

    next_one = ("by the next meeting", {"before": "next"})
    inspectors = ("before the inspectors come", {"before": "visit"})
    no_day = ("", {"days": days})
    items = {
        "soon": (a.first, within(soon), a, "High"),
        "pair": (f"{b.first} and {c.first}", next_one, b, "Normal"),
        "area": ("procurement", within(later[0]), new, "Normal"),
        "urgent": (f"{d.first}; urgent", next_one, d, "High"),
        "open": (c.first, no_day, c, "Low"),
        "nobody": ("", within(later[1]), chair, "Normal"),
        "swapped": (a.first, within(later[2]), b, "Normal"),
        "refused": (d.first, inspectors, d, "Normal"),
        "same": (b.first, inspectors, b, "Normal"),
        "other": ("site", no_day, site, "Low"),
    }
    said = {}
    for key, (who, (day, _), _, _) in items.items():
        inside = "; ".join(part for part in (who, day) if part)
        said[key] = f"{STOCK['titles'][key]} ({inside})"
    there = ", ".join(p.name for p in draw.shuffle([chair, a, b, c, d, site]))
    words = {"thing": project.lower(), "there": there, "chair": chair.name, "done": d.first}

    users = [
        {"id": n, "email": person.email, "name": person.name, "password": WORK_PASSWORD}
        for n, person in enumerate(cast.staff, 1)
    ]
    work = Workspace(world, users)
    everybody = dict.fromkeys(range(1, len(users) + 1), "editor")
    projects, handbook = work.space("Projects", everybody), work.space("Handbook", everybody)
    for space, entry in zip((projects, handbook), PAGES["space"], strict=True):
        work.background(space, entry)
    work.page(handbook, "Tasks from minutes (old)", STOCK["pages"]["old_guide"], by=3, days=420)
    guide = STOCK["pages"]["guide"].format(days=days, soon=soon)
    work.page(handbook, "Tasks from minutes", guide, by=2, days=40)
    before = STOCK["pages"]["before"].format(**words)
    by = cast.staff.index(chair) + 1
    work.page(projects, f"Minutes {number - 1}: {project}", before, by=by, days=50)
    elsewhere_text = STOCK["pages"]["before"].format(**words | {"thing": elsewhere.lower()})
    work.page(projects, f"Minutes {number}: {elsewhere}", elsewhere_text, by=4, days=6)
    work.page(projects, source, STOCK["pages"]["minutes"].format(**words, **said), by=by, days=1)
    fields = [
        {"name": "Title", "kind": "text", "required": True},
        {
            "name": "Project",
            "kind": "select",
            "options": sorted([project, elsewhere, third]),
            "required": True,
        },
        {"name": "State", "kind": "select", "options": STATES, "required": True},
        {"name": "Who", "kind": "person", "required": True},
        {
            "name": "Priority",
            "kind": "select",
            "options": ["High", "Normal", "Low"],
            "required": True,
        },
        {"name": "Due", "kind": "date"},
        {"name": "Source", "kind": "text"},
    ]
    base = work.database(projects, "Tasks", fields, "What is to be done in the projects")
    rows = [
        (title, draw.choice([elsewhere, third]), draw.choice(STATES))
        for title in PAGES["tasks"]["titles"]
        if title != STOCK["titles"]["area"]
    ]
    rows += [(entry["title"], project, entry["state"]) for entry in STOCK["own"]]
    rows += [(STOCK["titles"]["area"], elsewhere, "Open")]
    kept = {"same": STOCK["titles"]["same"], "other": STOCK["records"]["other"]}
    rows += [(title, project, draw.choice(STATES[:3])) for title in kept.values()]
    records = {}
    for title, place, state in draw.shuffle(rows):
        values = {"Title": title, "Project": place, "State": state}
        held = draw.choice([chair, new, c, d]) if title in kept.values() else None
        values["Who"] = (held or draw.choice(cast.staff)).email
        values["Priority"] = "High" if held else draw.choice(["High", "Normal", "Normal", "Low"])
        record = work.record(base, values, by=draw.integer(1, 9), days=draw.integer(20, 200))
        records |= {key: record for key, name in kept.items() if name == title}

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    group = [Guest(p, "accepted") for p in (owner, a, b, c, d, site)]
    events = {}
    for key, title, day, at in (
        ("", meeting, -23, "10:20"),
        ("meeting", meeting, -3, "10:20"),
        ("next", meeting, 8, "13:40"),
        ("", meeting, 22, "10:20"),
        ("", f"Steering group: {elsewhere}", -6, "11:40"),
        ("", f"Steering group: {elsewhere}", 4, "15:20"),
        ("visit", visit, 6, "09:20"),
        ("", f"Inspectors at the {third.lower()}", 3, "09:20"),
    ):
        plan = almanac.add(Plan(chair, title, day, at, 80, group))
        if key:
            events[key] = plan.code

    box = Mailbox(world, owner, MAIL_PASSWORD, f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    threads = [
        ("New tasks", [("handover", chair, cast.colleagues)], 20),
        ("The site, one day", [("thinking", chair, [c])], 9),
        ("Floods", [("swap", a, [b, chair]), ("swap_yes", b, [a, chair])], 1),
        ("Spare parts", [("refuse", d, [c, chair]), ("refuse_no", c, [d, chair])], 1),
    ]
    for subject, mails, ago in threads:
        box.thread(
            *(
                Mail(
                    sender,
                    [p for p in to if p is not sender],
                    "" if place else subject,
                    STOCK["mails"][key].format(
                        me=sender.first,
                        to=to[0].first,
                        them=to[0].first,
                        old=old.name,
                        new=new.name,
                        site=site.first,
                    ),
                    ago,
                    f"{9 + 3 * place:02}:44",
                    cc=[owner],
                )
                for place, (key, sender, to) in enumerate(mails)
            )
        )

    leads = dict(zip(AREAS, (old, site, c, d), strict=True))
    areas = {area: f"- {area}: {person.name}" for area, person in leads.items()}
    named = {"old": old.name, "b": b.name, "c": c.name, "thing": project.lower()}
    notes = STOCK["notes"]
    files = {
        "memory/records.md": notes["records"].format(days=old_days, soon=old_soon),
        "memory/people.md": notes["people"].format(
            areas="\n".join(draw.shuffle(areas.values())), **named
        ),
        "MEMORY.md": notes["summary"].format(**named),
    }

    def outdated(path: str, begins: str, was: str, now: str) -> dict[str, str]:
        line = draw.only(files[path].splitlines(), lambda text: text.startswith(begins))
        return {"path": path, "line": line, "old": was, "new": now}

    return Scenario(
        instruction=f"""
            The steering group of our project "{project}" has met, and the minutes are in
            Cornerstone, in the space "Projects": "{source}". Please turn what is to be done into
            records of the database "Tasks" there, the way the page "Tasks from minutes" in the
            space "Handbook" wants it. The meetings are in Almanac, and I have been in copy of what
            people have settled by mail since.

            My notes on such records and on who leads what are in {HOME}/memory, with a summary in
            {HOME}/MEMORY.md. If you find that something there is not true any more, correct it
            right there, wherever it stands, and leave the rest word for word.

            Cornerstone: {url("workspace")}, {owner.email}, password {WORK_PASSWORD}
            Almanac: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={
            "workspace": work.tables(),
            "email": box.tables(),
            "calendar": almanac.tables(),
        },
        files=files,
        told={
            "work": url("workspace"),
            "work_password": WORK_PASSWORD,
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "project": project,
            "source": source,
            "home": HOME,
        },
        expected={
            "owner": owner.email,
            "database": base,
            "project": project,
            "source": source,
            "events": events,
            "items": [
                {
                    "title": STOCK["titles"][key],
                    "record": records.get(key),
                    "who": person.email,
                    "due": due,
                    "priority": priority,
                }
                for key, (_, (_, due), person, priority) in items.items()
            ],
            "home": HOME,
            "files": dict(files),
            "outdated": [
                outdated("memory/records.md", "- A task without", str(old_days), str(days)),
                outdated("memory/records.md", "- High is", str(old_soon), str(soon)),
                outdated("memory/people.md", "- Procurement", old.name, new.name),
                outdated("MEMORY.md", "- For anything", old.name, new.name),
            ],
        },
        dormant=[
            {
                "id": "record-not-kept",
                "factor": "C2",
                "service": "workspace",
                "on": "add_record",
                "nth": 2,
                "effect": "drop",
            },
            {
                "id": "fields-not-kept",
                "factor": "C2",
                "service": "workspace",
                "on": "add_record",
                "nth": 5,
                "effect": "partial",
                "table": "field_values",
                "keep": 4,
            },
        ],
    )
