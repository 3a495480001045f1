"""What is scheduled for a campaign has drifted away from its plan in the workspace."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.social.world import everyday, handle_of
from mock_platform.services.workspace.world import STOCK as PAGES
from mock_platform.services.workspace.world import Workspace

SOCIAL_PASSWORD = "copper-heron-46"
WORK_PASSWORD = "linen-harbour-8"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
FIELDS = ["No.", "Account", "Day", "Time", "Text", "Picture", "Description", "State"]
DAY = 24 * 60


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, planner, *_ = cast.staff
    plaza = everyday(world, cast)
    plaza.tables["users"][0]["password"] = SOCIAL_PASSWORD
    second = plaza.account(
        handle_of(f"{cast.firm.name} Young")[:30], f"{cast.firm.name} Young", kind="firm"
    )
    plaza.member(second, 1, "editor")
    plaza.member(second, 2, "owner")
    handles = {n: plaza.tables["accounts"][n - 1]["handle"] for n in (1, second)}
    starts, length = draw.integer(3, 6), 11
    campaign = plaza.add(
        "campaigns",
        account_id=1,
        name=STOCK["name"],
        starts=f"+{starts}d",
        ends=f"+{starts + length - 1}d",
        measure="engagements",
        goal=600,
        hashtag=STOCK["tag"],
        budget_note="Agreed; no paid posts.",
    )

    texts = [text.format(n=draw.integer(5, 40)) for text in STOCK["texts"]]
    jury, training = texts[7], texts[-1]
    rest = draw.shuffle(text for text in texts if text not in (jury, training))
    kinds = [
        *("day", "clock", "undone", "changed", "embargo", "account", "words", "tag"),
        *("undescribed", "misdescribed", "dropped", "absent", "right", "right"),
    ]
    clocks = [f"{hour:02}:{minute}" for hour in (7, 8, 9, 10) for minute in (10, 25, 40, 55)]
    pictures = draw.shuffle(STOCK["pictures"])
    items = []
    for kind in kinds:
        text = {"embargo": jury, "account": training}.get(kind) or rest.pop()
        item = {"kind": kind, "text": text, "account": 1, "picture": "", "alt": ""}
        item |= {"day": draw.integer(2, length - 3), "time": draw.choice(clocks)}
        if kind in ("undescribed", "misdescribed", "clock", "day"):
            item["picture"], item["alt"] = pictures.pop()
        items.append(item)
    for item in draw.sample([i for i in items if i["kind"] in ("words", "absent", "right")], 2):
        item["account"] = second
    items = draw.shuffle(items)
    for number, item in enumerate(items, 1):
        item["no"] = str(number)
        item["planned"] = (item["day"], item["time"])
    by_kind = {item["kind"]: item for item in items}
    changed, embargo, undone = by_kind["changed"], by_kind["embargo"], by_kind["undone"]
    lifted = embargo["day"] + draw.integer(1, 2)
    shifted = f"{int(changed['time'][:2]) + 9}:{changed['time'][3:]}"
    moved_day = undone["day"] + 2
    log = [
        f"{undone['no']}: goes out two days later, on day {moved_day}.",
        f"{changed['no']}: goes out at {shifted}, people are at work in the morning.",
        f"{embargo['no']}: {STOCK['embargo'].format(day=lifted)}",
        f"{undone['no']}: the reason for the shift is gone. Back to the day in the plan.",
    ]
    changed["time"], embargo["day"] = shifted, lifted + 1

    expected, strays = [], []
    for item in draw.shuffle(items):
        kind, day, at = item["kind"], item["day"], item["time"]
        text, account, alt = item["text"], item["account"], item["alt"]
        if kind == "day":
            day += draw.choice([-1, 1])
        elif kind == "clock":
            at = f"{int(at[:2]) + 12}:{at[3:]}"
        elif kind == "undone":
            day = moved_day
        elif kind == "embargo":
            day = item["planned"][0]
        elif kind == "account":
            account = second
        elif kind == "words":
            first, _, last = text.partition(". ") if ". " in text else text.partition(", ")
            text = f"{first[: len(first) // 2].rsplit(' ', 1)[0]} {last}"
        elif kind == "tag":
            text = text.removesuffix(f" #{STOCK['tag']}")
        elif kind == "undescribed":
            alt = ""
        elif kind == "misdescribed":
            alt = item["picture"]
        belongs = campaign if account == 1 and kind != "tag" else None
        post = plaza.post(account, draw.integer(1, 2), text, -DAY, campaign_id=belongs)
        row = plaza.tables["posts"][-1]
        row["publish_at"] = f"+{starts + day - 1}d {at}"
        if kind == "absent":
            row |= {"state": "draft", "publish_at": None}
        if item["picture"]:
            plaza.picture(account, post, item["picture"], alt)
        if kind in ("dropped", "account"):
            strays.append(post)
        if kind != "dropped":
            kept = ("kind", "account", "text", "day", "time", "picture", "alt")
            expected.append({key: item[key] for key in kept} | {"post": post})
    twice = next(item for item in items if item["kind"] == "right")
    strays.append(plaza.post(twice["account"], 2, twice["text"], -DAY))
    plaza.tables["posts"][-1] |= {
        "publish_at": f"+{starts + twice['day']}d {draw.choice(clocks)}",
        "campaign_id": campaign if twice["account"] == 1 else None,
    }
    for number, text in enumerate(STOCK["others"]):
        text = text.format(n=draw.integer(11, 40))
        plaza.post(draw.choice([1, second]), 1, text, -DAY * (starts + 2 * number) - 77)

    users = [
        {"id": number, "email": person.email, "name": person.name, "password": WORK_PASSWORD}
        for number, person in enumerate(cast.staff, 1)
    ]
    work = Workspace(world, users)
    everybody = dict.fromkeys(range(1, len(users) + 1), "editor")
    for entry, name in zip(PAGES["space"], ("Projects", "Handbook"), strict=False):
        work.background(work.space(name, everybody), entry)
    space = work.space("Campaigns", everybody)
    work.page(space, "Reading a campaign plan (old)", STOCK["old_guide"], by=3, days=410)
    work.page(space, "Reading a campaign plan", STOCK["guide"], by=2, days=120)
    fields = [{"name": n, "kind": "text"} for n in FIELDS[:-1]]
    states = ["Idea", "Agreed", "Dropped"]
    fields.append({"name": "State", "kind": "select", "options": states})
    for name, days in (("Open day", 300), (STOCK["name"], 25)):
        base = work.database(space, f"Plan: {name}", fields, "What goes out when and where")
        for item in items[:5] if days == 300 else items:
            state = "Dropped" if item["kind"] == "dropped" else "Agreed"
            (day, at), text, place = item["planned"], item["text"], handles[item["account"]]
            if days == 300:
                text = text.replace(STOCK["tag"], "openday")
            values = (item["no"], place, str(day), at, text, item["picture"], item["alt"], state)
            filled = {f: v for f, v in zip(FIELDS, values, strict=True) if v}
            work.record(base, filled, by=2, days=days)
    idea = ("15", handles[1], "9", "12:00", "Something with the cat? Words to come.", "Idea")
    left = [f for f in FIELDS if f not in ("Picture", "Description")]
    work.record(base, dict(zip(left, idea, strict=True)), by=3, days=22)
    work.page(
        space,
        f"{STOCK['name']}: changes",
        "What has changed since the plan was agreed, the latest at the end.\n\n"
        + "\n".join(f"- No. {line} {planner.first}" for line in log),
        by=2,
        days=6,
    )
    return Scenario(
        instruction=f"""
            Our campaign "{STOCK["name"]}" begins in a few days, and the posts for it are
            scheduled on Plaza, on both of our accounts. I no longer trust that all of it is as we
            agreed. Please check it against the plan in Cornerstone, in the space "Campaigns", with
            what has been changed there since, and put right on Plaza whatever differs. What is
            right already should stay as it is, and so should posts that have nothing to do with
            the campaign; the plan itself is not to be touched.

            Plaza: {url("social")}, {owner.email}, password {SOCIAL_PASSWORD}
            Cornerstone: {url("workspace")}, {owner.email}, password {WORK_PASSWORD}
        """,
        services={"social": plaza.tables, "workspace": work.tables()},
        told={
            "social": url("social"),
            "social_password": SOCIAL_PASSWORD,
            "work": url("workspace"),
            "work_password": WORK_PASSWORD,
            "email": owner.email,
            "campaign": STOCK["name"],
        },
        expected={"owner": owner.email, "campaign": campaign, "items": expected, "strays": strays},
    )
