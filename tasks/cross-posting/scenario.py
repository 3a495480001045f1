"""An announcement that goes out on several accounts, each with rules of its own."""

import base64
import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox
from mock_platform.services.social.world import everyday, painted
from mock_platform.services.workspace.world import STOCK as PAGES
from mock_platform.services.workspace.world import Workspace

SOCIAL_PASSWORD = "saffron-tunnel-31"
WORK_PASSWORD = "heather-anvil-70"
MAIL_PASSWORD = "juniper-quarry-58"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
LANGUAGES = {"English": "English", "Plain": "Plain English", "German": "German"}
LANGUAGES |= {"Spanish": "Spanish"}
OWN_TAGS = {
    "English": ["#workshop", "#building", "#team"],
    "Plain": ["#apprentices"],
    "German": ["#halle", "#handwerk"],
    "Spanish": ["#taller", "#madera"],
}
SIZES = ["Short", "Middle", "Long"]
SPARE = 6
"""Characters that a limit is away from where another text would be right."""


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, writer, host, german, spanish, *_ = cast.staff
    draw.require(len({p.first for p in cast.staff}) == len(cast.staff), "first names of their own")
    plaza = everyday(world, cast)
    plaza.tables["users"][0]["password"] = SOCIAL_PASSWORD
    stem = cast.firm.name.split()[0].lower()
    handles = {
        "English": plaza.tables["accounts"][0]["handle"],
        "Plain": f"{stem}_apprentices",
        "German": f"{stem}_de",
        "Spanish": f"{stem}_es",
        "Jobs": f"{stem}_jobs",
    }
    accounts = {"English": 1}
    for key, keeper in (("Plain", 2), ("German", 4), ("Spanish", 5), ("Jobs", 3)):
        name = f"{cast.firm.name} {'Apprentices' if key == 'Plain' else key}"
        accounts[key] = plaza.account(handles[key], name[:60], kind="firm", bio="From our yard.")
        plaza.member(accounts[key], keeper, "owner")
        plaza.member(accounts[key], 1, "editor")
        for number, text in enumerate(draw.sample(STOCK["posts"][key], 2)):
            plaza.post(accounts[key], keeper, text, (9 + 7 * number) * 24 * 60 + 111)
    own_posts = [p for p in plaza.tables["posts"] if p["account_id"] == 1]
    out = [p for p in own_posts if p["state"] == "published" and not p.get("pinned_at")]
    for post, days in zip(draw.sample(out, 2), (3, 38), strict=True):
        post["pinned_at"] = f"-{days}d"
    pinned = [p for p in own_posts if p.get("pinned_at")]
    oldest = min(pinned, key=lambda post: int(post["publish_at"].rstrip("m")))
    longest = min(pinned, key=lambda post: int(post["pinned_at"].rstrip("d")))
    draw.require(oldest is not longest, "an oldest post that was not pinned first")

    was, meanwhile, now = draw.sample(["10:00", "10:30", "11:00", "11:30", "12:30", "13:00"], 3)
    kilos = str(draw.choice([40, 45, 50, 55, 60]))
    links = {key: f"https://{cast.firm.domain}/{path}" for key, path in STOCK["links"].items()}
    seen_first = draw.choice(["German", "Spanish"])
    keeper = german if seen_first == "German" else spanish
    shapes = {"English": "wide", "Plain": "tall"}
    shapes |= dict(zip(draw.shuffle(["German", "Spanish"]), ("wide", "tall"), strict=True))
    sizes = {key: draw.choice([0, 1]) for key in LANGUAGES}
    sizes[draw.choice(["German", "Spanish"])] = 1
    taken_back = draw.choice(list(LANGUAGES))
    tags = {key: [f"#{STOCK['tag']}", *OWN_TAGS[key]] for key in LANGUAGES}
    expected, lines, texts = [], [], []
    for key, language in LANGUAGES.items():
        said = [text.format(time=was, n=kilos) for text in STOCK["texts"][key]]
        texts += [
            (language, size, text, "Approved") for size, text in zip(SIZES, said, strict=True)
        ]
        link = "" if key == "Plain" else f"{links[key]}?from={handles[key]}"
        rest = len("\n".join(part for part in ("", link, " ".join(tags[key])) if part)) + 1
        right, longer = said[sizes[key]], said[sizes[key] + 1]
        least = max(len(right) + rest + SPARE, len(longer))
        if key == taken_back:
            first = f"{right} {STOCK['withdrawn'][key]}"
            least = max(least, len(first) + rest + SPARE)
            texts.append((language, "Middle", first, draw.choice(["Withdrawn", "Not yet agreed"])))
        most = len(longer) + rest - SPARE
        draw.require(least <= most, "a limit that decides between two texts")
        limit = draw.integer(least, most)
        form = "wide" if shapes[key] == "wide" else "upright"
        lines.append(
            f"- @{handles[key]}: {language}, at most {limit} characters, {form} picture, "
            f"{'with link' if link else 'no link'}, hashtags {' '.join(tags[key][1:])}. "
            f"{STOCK['about'][key]}"
        )
        if key == seen_first:
            lines[-1] += f" Its people want to see first; {keeper.name} looks after it."
        alt = STOCK["alts"][shapes[key]]["English" if key == "Plain" else key]
        expected.append(
            {
                "account": accounts[key],
                "text": right.replace(was, now),
                "limit": limit,
                "link": link,
                "tags": tags[key],
                "shape": shapes[key],
                "alt": alt,
                "draft": key == seen_first,
            }
        )
    lines = [lines[0], *draw.shuffle(lines[1:])]
    jobs = f"- @{handles['Jobs']}: vacancies, and nothing else."

    files = {shape: f"hall-{shape}.png" for shape in ("wide", "tall")}
    shades = draw.sample(range(10, 250, 8), 4)
    media = [(1, "wide", "Hall 1"), (1, "tall", "Hall 2"), (accounts["Plain"], "tall", "Our crane")]
    numbers = {}
    for shade, (account, shape, alt) in zip(shades, media, strict=False):
        content = painted(shade)
        number = plaza.add(
            "media",
            account_id=account,
            filename=files[shape],
            media_type="image/png",
            alt=alt,
            content="base64:" + base64.b64encode(content).decode(),
            size=len(content),
            uploaded_at=f"-{9 if account == 1 else 60}d",
        )
        numbers.setdefault(shape, number)

    users = [
        {"id": number, "email": person.email, "name": person.name, "password": WORK_PASSWORD}
        for number, person in enumerate(cast.staff, 1)
    ]
    work = Workspace(world, users)
    everybody = dict.fromkeys(range(1, len(users) + 1), "editor")
    for entry, name in zip(PAGES["space"], ("Projects", "Handbook"), strict=False):
        work.background(work.space(name, everybody), entry)
    space = work.space("Public relations", everybody)
    old = STOCK["pages"]["old"].format(limit=draw.choice([140, 400]))
    work.page(space, "How we post (old)", old, by=3, days=400)
    rules = STOCK["pages"]["rules"].format(accounts="\n".join(lines), jobs=jobs)
    work.page(space, "How we post", rules, by=2, days=70)
    told = {f"{s}_{k}": alt for s, alts in STOCK["alts"].items() for k, alt in alts.items()}
    about = STOCK["pages"]["announcement"].format(tag=STOCK["tag"], **files, **links, **told)
    work.page(space, f"Announcement: {STOCK['title']}", about, by=2, days=8)
    states = ["Approved", "Not yet agreed", "Withdrawn"]
    fields = [
        {"name": "Language", "kind": "select", "options": list(LANGUAGES.values())},
        {"name": "Size", "kind": "select", "options": SIZES},
        {"name": "Text", "kind": "text", "required": True},
        {"name": "State", "kind": "select", "options": states},
    ]
    base = work.database(space, f"Texts: {STOCK['title']}".replace("The", "the"), fields)
    for entry in draw.shuffle(texts):
        names = [field["name"] for field in fields]
        work.record(base, dict(zip(names, entry, strict=True)), by=2, days=draw.integer(7, 12))

    box = Mailbox(world, owner, MAIL_PASSWORD, f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    box.contacts += list(cast.clients)
    hours = {"me": owner.first, "them": host.first, "writer": writer.first}
    hours |= {"was": was, "meanwhile": meanwhile, "now": now}
    box.thread(
        *(
            Mail(
                host,
                [owner],
                "" if number else "Opening of the hall",
                entry["text"].format(**hours),
                entry["days"],
                f"{10 + number}:17",
                cc=[writer] if number else (),
            )
            for number, entry in enumerate(STOCK["mail"])
        )
    )
    return Scenario(
        instruction=f"""
            Our new hall is finished and we want people to know. Please put the announcement on
            Plaza for me now, on those of our accounts that it belongs on. How we post, and what is
            to be said and shown this time, is in Cornerstone in the space "Public relations",
            please keep to that. {host.name}, who organises the opening, has written to me about it
            since, so take what the mails say into account as well.

            Plaza: {url("social")}, {owner.email}, password {SOCIAL_PASSWORD}
            Cornerstone: {url("workspace")}, {owner.email}, password {WORK_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"social": plaza.tables, "workspace": work.tables(), "email": box.tables()},
        told={
            "social": url("social"),
            "social_password": SOCIAL_PASSWORD,
            "work": url("workspace"),
            "work_password": WORK_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "host": host.name,
        },
        expected={
            "owner": owner.email,
            "posts": expected,
            "pictures": numbers,
            "main": 1,
            "unpinned": oldest["id"],
            "keeper": keeper.email,
            "time": now,
            "other_times": [was, meanwhile],
        },
        dormant=[
            {
                "id": "too-many-posts",
                "factor": "C2",
                "service": "social",
                "on": ["publish_post", "schedule_post"],
                "nth": 2,
                "effect": "rate_limit",
                "retry_after": 12,
            },
            {
                "id": "post-not-out",
                "factor": "C2",
                "service": "social",
                "on": ["publish_post", "schedule_post"],
                "nth": 2,
                "effect": "drop",
            },
        ],
    )
