"""One client among many still waits; the others only look so. What they asked is in other mails."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox, Sender

PASSWORD = "copper-lark-27"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("engineering")
    owner, deputy, store = world.people(3, office)
    colleagues = world.people(4, office)
    draw.require(len({owner.first, deputy.first, store.first}) == 3, "three first names")
    firms = [world.firm(kind) for kind in ("logistics", "health", "supplies", "media", "software")]
    client, elsewhere, colleague, withdrawn, theirs = [world.person(firm) for firm in firms]
    phoned = world.person(firms[0])
    draw.require(phoned.first != client.first and phoned.last != client.last, "two at one firm")
    seller_firm = world.firm("design")
    seller = world.person(seller_firm)

    crates = dict(zip(firms, draw.sample(range(6, 22), len(firms)), strict=True))
    kilos = {firm: n * draw.integer(54, 88) for firm, n in crates.items()}
    letters, digits = draw.sample(LETTERS, 2 * (len(firms) + 1)), draw.sample(range(1000, 10000), 6)
    codes = [f"{letters[2 * n]}{letters[2 * n + 1]}-{digits[n]}" for n in range(6)]
    code = dict(zip(firms, codes, strict=False))
    more = draw.integer(61, 97)
    total, packed = kilos[firms[0]] + more, crates[firms[0]] + 1
    draw.require(total not in kilos.values(), "a weight of its own")
    closes, closed = draw.choice([("14:45", "16:30"), ("15:15", "17:00"), ("14:15", "15:30")])

    box = Mailbox(world, owner, PASSWORD, signature=f"Best regards,\n{owner.name}\n{office.name}")
    box.background([deputy, store, *colleagues])
    box.contacts += [client, elsewhere, colleague, withdrawn, theirs, phoned]
    people = {"me": owner, "deputy": deputy}
    cases = {
        "elsewhere": elsewhere,
        "colleague": colleague,
        "withdrawn": withdrawn,
        "phoned": phoned,
        "theirs": theirs,
    }
    for kind, them in cases.items():
        words = {name: person.first for name, person in people.items()}
        words |= {"them": them.first, "name": them.name, "firm": them.firm.name}
        words |= {"crates": crates[them.firm], "code": code[them.firm]}
        for entry in STOCK[kind]:
            mails = []
            for number, mail in enumerate(entry["mails"]):
                sender = (people | {"them": them})[mail["from"]]
                inside = mail.get("to") == "me" or sender is them
                mails.append(
                    Mail(
                        sender,
                        [owner if inside else them],
                        "" if number else entry["subject"].format(**words),
                        mail["body"].format(**words),
                        days=mail["days"],
                        at=mail["at"],
                        cc=[owner] if sender is deputy and not inside else [],
                        folder="Sent" if sender is owner else "Inbox",
                        unread=mail.get("unread", False),
                    )
                )
            box.thread(*mails)
    waiting = box.thread(
        Mail(
            client,
            [owner],
            "Our carrier",
            f"Dear {owner.first},\n\nour carrier has asked me for a few things about the machine "
            f"parts: how many crates are there, what do they weigh in all, which number does the "
            f"driver have to give at your gate, and until what time of day is your yard open?"
            f"\n\nKind regards\n{client.name}\n{client.firm.name}",
            days=12,
            at="09:37",
        ),
        Mail(
            owner,
            [client],
            "",
            f"Dear {client.first},\n\nyour consignment is not packed yet. I'll come back to you "
            f"as soon as it is.\n\n{owner.first}",
            days=12,
            at="16:10",
            folder="Sent",
        ),
        Mail(
            client,
            [owner],
            "",
            f"Dear {owner.first},\n\nthank you, that is early enough.\n\n{client.name}",
            days=11,
            at="08:22",
        ),
    )
    box.thread(
        Mail(
            seller,
            [owner],
            "I still wait for your answer!",
            f"Dear {owner.first},\n\nhave you had time for our offer of a new web site? I would "
            f"so much like to hear from you. When may I call?\n\n{seller.name}\n{seller_firm.name}",
            days=2,
            at="10:05",
            unread=True,
        ),
    )
    lines = draw.shuffle(
        f"- {firm.name}: {crates[firm]} crates, {kilos[firm]:,} kg, gate number {code[firm]}"
        for firm in firms
    )
    box.thread(
        Mail(
            store,
            [owner, deputy],
            "Packed and ready",
            f"Hi {owner.first},\n\nthese have left the packing hall and stand in the store:\n\n"
            + "\n".join(lines)
            + f"\n\n{store.first}",
            days=9,
            at="15:40",
        ),
    )
    box.thread(
        Mail(
            store,
            [owner],
            "One crate more",
            f"Hi {owner.first},\n\nthe pump for {client.firm.name} did not fit in with the rest, "
            f"so it has got a crate of its own on top of those on my list, {more} kg. And the gate "
            f"number for {theirs.firm.name} is {codes[5]} now; all the others stay.\n\n"
            f"{store.first}",
            days=6,
            at="11:18",
        ),
    )
    gate = Sender("House service", f"house@{office.domain}")
    for days, until, text in (
        (31, closed, "As always at this time of the year"),
        (3, closes, "Because of the works on the drive"),
    ):
        box.thread(
            Mail(
                gate,
                [owner],
                "Hours of the yard",
                f"{text}, the yard is open from 06:30 to {until} until further notice. Lorries "
                f"that come later have to wait for the next morning.",
                days=days,
                at="07:30",
                unread=days < 5,
            )
        )
    return Scenario(
        instruction=f"""
            I have been in and out of the office these last weeks and have lost track of my mail.
            {deputy.first} has taken some of it off me, but I'm sure that one of our clients is
            still waiting for an answer that I promised. Could you find out who that is and write
            to them? What they want to know should be in my mail by now, bit by bit.

            It's at {url("email")}, sign in as {owner.email} with the password {PASSWORD}.
            Please write to nobody else, most people have had their answers one way or another.
        """,
        services={"email": box.tables()},
        told={
            "mail": url("email"),
            "email": owner.email,
            "password": PASSWORD,
            "deputy": deputy.first,
        },
        expected={
            "owner": owner.email,
            "client": client.email,
            "thread": waiting[0].thread,
            "crates": packed,
            "wrong_crates": sorted({packed - 1, *crates.values()} - {packed}),
            "kilos": total,
            "wrong_kilos": sorted(kilos.values()),
            "code": code[firms[0]],
            "closes": closes,
            "closed": closed,
        },
    )
