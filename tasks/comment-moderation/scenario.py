"""Comments wait to be let in; the account's own rules, which have changed once, decide."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.social.world import everyday, handle_of

PASSWORD = "walnut-signal-27"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
RULES = {
    "plain": ("shown", None),
    "critical": ("shown", None),
    "insulting": ("hidden", "insult"),
    "others_number": ("deleted", "private_data"),
    "own_number": ("hidden", "private_data"),
    "office_number": ("shown", None),
    "advertising": ("deleted", "spam"),
    "asked_link": ("shown", None),
    "off_topic": ("hidden", "off_topic"),
    "harmless_word": ("shown", None),
    "hurt": ("held", None),
}
DAY = 24 * 60


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, guard, *workers = cast.staff
    draw.require(len({p.first for p in cast.staff}) == len(cast.staff), "first names of their own")
    plaza = everyday(world, cast)
    plaza.tables["users"][0]["password"] = PASSWORD
    firm = plaza.tables["accounts"][0]
    office = f"01632 960 {draw.integer(100, 999)}"
    firm["bio"] = f"News from the workshop. Office: {office}. Mind our rules for comments, below."
    for post in plaza.tables["posts"]:
        post["pinned_at"] = None
    texts = ((STOCK["old_rules"], 390), (STOCK["rules"], 52), (STOCK["amendment"], 9))
    for text, days in texts:
        pinned = None if text is STOCK["old_rules"] else f"-{days}d"
        said = text.format(guard=guard.name)
        plaza.post(1, draw.integer(1, 2), said, days * DAY + 100, pinned_at=pinned)
    asking = plaza.post(1, 2, STOCK["asking"], 3 * DAY + draw.integer(0, 300))
    posts = list(range(14, 21))
    plaza.figures(asking, 3, 220)

    picked = {kind: draw.shuffle(texts) for kind, texts in STOCK["comment"].items()}
    plans = [
        *[("plain", draw.choice(posts), "new account")] * 2,
        ("critical", draw.choice(posts), "3 reports"),
        ("critical", draw.choice(posts), "reported"),
        ("insulting", draw.choice(posts), "reported"),
        ("insulting", asking, "new account"),
        ("others_number", draw.choice(posts), "new account"),
        ("own_number", asking, "new account"),
        ("office_number", draw.choice(posts), "new account"),
        ("advertising", draw.choice(posts), "new account"),
        ("advertising", draw.choice(posts), "reported"),
        ("asked_link", draw.choice(posts), "new account"),
        ("off_topic", draw.choice(posts), "new account"),
        ("off_topic", asking, "reported"),
        ("harmless_word", posts[-1], "keyword: cheap loans"),
        ("hurt", draw.choice(posts), "3 reports"),
    ]
    known = [a["id"] for a in plaza.tables["accounts"][9:]]
    cases, minutes = [], DAY + 600
    for kind, post, because in draw.shuffle(plans):
        minutes -= draw.integer(20, 90)
        subject = draw.choice(workers)
        number = {"office_number": office, "others_number": subject.phone}.get(kind, world.phone())
        text = picked[kind].pop().format(name=subject.first, phone=number)
        person = world.person()
        days = draw.integer(3, 11) if because == "new account" else draw.integer(50, 300)
        account = plaza.account(handle_of(person.name), person.name, days=days)
        parent = None
        if kind == "asked_link":
            asked = picked["question"].pop()
            parent = plaza.comment(post, draw.choice(known), asked, 2 * DAY + 45)
        held = because != "reported"
        comment = plaza.comment(
            post,
            account,
            text,
            minutes,
            parent_id=parent,
            state="held" if held else "shown",
            held_because=because if held else "",
        )
        if held:
            plaza.tell(1, "held", account, minutes, post_id=post, comment_id=comment)
        complaints = 3 if because == "3 reports" else int(because == "reported") * 2
        for complainer in draw.sample(known, complaints):
            reason = {"off_topic": "off_topic", "advertising": "spam"}.get(kind, "insult")
            entry = {"comment_id": comment, "account_id": complainer, "reason": reason}
            plaza.add("reports", **entry, at=f"-{minutes - 15}m")
        state, why = RULES[kind]
        if kind == "off_topic" and post == asking:
            kind, state, why = "on_your_mind", "shown", None
        cases.append({"kind": kind, "comment": comment, "state": state, "reason": why})
    return Scenario(
        instruction=f"""
            I've been away and comments have piled up in the moderation queue of our account
            "{cast.firm.name}" on Plaza, some held back, some reported. Please work through all
            that is waiting there, treating each as our own rules for comments have it; you'll
            find them among our posts. Where something is hidden or deleted, give the reason that
            fits. It's only about what waits in the queue: answer nobody, block nobody, and leave
            our settings as they are.

            Plaza: {url("social")}, {owner.email}, password {PASSWORD}
        """,
        services={"social": plaza.tables},
        told={
            "social": url("social"),
            "email": owner.email,
            "password": PASSWORD,
            "firm": cast.firm.name,
        },
        expected={"owner": owner.email, "cases": cases},
    )
