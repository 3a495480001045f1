"""A call of people in four time zones, one of whom has moved since the notes were written."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Plan
from mock_platform.services.email.world import Mail, Mailbox

CALENDAR_PASSWORD = "obsidian-quay-17"
MAIL_PASSWORD = "thistle-wagon-86"
HOME = "/home/node/.openclaw/workspace"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
KEPT_SERIES = {"Stand-up", "Team meeting", "All hands", "Budget check"}
TOPICS = ["spring catalogue", "joint tender", "test series", "summer school", "new filter"]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    firms = [world.firm() for _ in range(4)]
    moved, eastern, southern, travelling = [world.person(firm) for firm in firms]
    namesake = world.person(world.firm(), last=moved.last)
    callers = [moved, eastern, southern]
    everybody = [*callers, travelling, namesake, *cast.staff, *cast.clients]
    draw.require(len({p.first for p in everybody}) == len(everybody), "first names of their own")
    old, new, east, south = (draw.choice(STOCK[key]) for key in ("old", "new", "east", "south"))
    topic = draw.choice(TOPICS)
    title = f"Call: {topic}"
    at = draw.choice(["13:00", "13:30"])

    almanac = Almanac(world, cast, CALENDAR_PASSWORD)
    almanac.background()
    almanac.plans = [
        plan
        for plan in almanac.plans
        if plan.title in KEPT_SERIES
        or not (plan.rule or -5 < plan.day < 6)
        or not (plan.rule or plan.organiser is owner or owner in [g.person for g in plan.guests])
    ]
    for day, begins, minutes in (
        (1, "12:30", 90),
        (2, "13:30", 90),
        (3, "11:30", 90 if at == "13:00" else 120),
    ):
        label = draw.choice(["Visit of the auditors", "Hall tour", "Offer", "Round table"])
        almanac.add(Plan(owner, label, day, begins, minutes, zone="UTC"))
    anchor = almanac.plans[-1].code

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    box.contacts += [*callers, travelling, namesake]
    ask = Mail(
        owner,
        callers,
        f"A call about the {topic}",
        f"Dear all,\n\nI would like to have an hour with the three of you on the telephone about "
        f"the {topic}. At what hours are you at work, on your own clocks?\n\n{owner.first}",
        days=9,
        at="10:05",
        folder="Sent",
    )

    def reply(person, text, days, at):
        return Mail(person, [owner], "", f"{text}\n\n{person.name}", days, at)

    box.thread(
        ask,
        reply(
            moved,
            f"Dear {owner.first},\n\nI'm at my desk from eight in the morning to four in the "
            f"afternoon. Did I tell you? Our office in {old['city']} has been closed, and since "
            f"the beginning of the month I live and work in {new['city']}, for good.",
            8,
            "15:20",
        ),
        reply(
            eastern,
            f"Dear {owner.first},\n\nfrom nine to half past five, {east['city']} time, as ever.",
            8,
            "16:02",
        ),
        reply(southern, "Nine to half past five on my clock.", 7, "07:30"),
        reply(
            eastern,
            f"Dear {owner.first},\n\nI hear that {moved.first} is that far to the west now. Just "
            f"for our call I can shift my day: from half past twelve to half past eight in the "
            f"evening. Don't get used to it!",
            5,
            "08:41",
        ),
    )
    box.thread(
        Mail(
            travelling,
            [owner],
            "Away",
            f"Dear {owner.first},\n\nI'm working from Singapore for a fortnight, on their clock, "
            f"and am back home after that. Send me everything as usual.\n\n{travelling.name}",
            days=3,
            at="04:12",
        )
    )

    lines = {person: f"- {person.name} ({person.firm.name}): " for person in everybody[:5]}
    where = {moved: old, namesake: old, eastern: east, southern: south, travelling: south}
    zones = {
        person: f"{lines[person]}{place['city']}, zone {place['zone']}"
        for person, place in where.items()
    }
    habits = draw.sample(STOCK["notes"]["habits"], 8)
    known = [*everybody[:5], *cast.clients[:3]]
    remarks = [f"- {text.format(name=p.name)}" for text, p in zip(habits, known, strict=True)]
    often = (
        f"- Outside of the firm I mostly talk to {moved.name} ({old['city']}, {old['zone']}); "
        f"otherwise to {southern.name} ({south['city']}, {south['zone']})."
    )
    sections = {"Where they work": zones.values(), "What to remember": remarks}
    people = ["# People", ""]
    for heading, entries in sections.items():
        people += [f"## {heading}", "", *draw.shuffle(entries), ""]
    files = {
        "memory/people.md": "\n".join(people),
        "memory/office.md": "# Office\n\n- Parcels go to the desk on the ground floor.\n"
        f"- {owner.first} likes calls to have one topic only.\n",
        "MEMORY.md": "# What I keep in mind\n\n- Notes on people: memory/people.md.\n"
        f"- About the house: memory/office.md.\n{often}\n",
    }
    return Scenario(
        instruction=f"""
            Please arrange the call about the {topic} with {moved.name}, {eastern.name} and
            {southern.name}. I asked them by mail when they are at work. It takes an hour; I'd like
            to have it as early as possible from tomorrow on, beginning on the full or the half
            hour, at a time that lies within what each of them has said and within my own working
            hours, and at which I am free. Put it into my calendar as "{title}" and invite the
            three. Then write one mail to all three that gives the date and, for each of them, the
            time on their own clock.

            What we know of people is in {HOME}/memory/people.md and {HOME}/MEMORY.md. If you find
            that something there is no longer true for good, correct it right there, wherever it
            stands, and leave the rest word for word.

            Almanac: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"calendar": almanac.tables(), "email": box.tables()},
        files=files,
        told={
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "people": [person.name for person in callers],
            "topic": topic,
            "title": title,
            "home": HOME,
        },
        expected={
            "owner": owner.email,
            "title": title,
            "people": [person.email for person in callers],
            "zones": [new["zone"], east["zone"], south["zone"]],
            "on_the_day_of": anchor,
            "at": at,
            "home": HOME,
            "files": dict(files),
            "outdated": [
                {"path": "memory/people.md", "line": zones[moved]},
                {"path": "MEMORY.md", "line": often},
            ],
            "mover": moved.name,
            "old": [old["city"], old["zone"]],
            "new": [new["city"], new["zone"]],
        },
    )
