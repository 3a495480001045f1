"""Seven vendors of parcel lockers, criteria that a comment has tightened, and a note gone stale."""

import tomllib
from pathlib import Path
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.search.world import Library, Page
from mock_platform.services.workspace.world import STOCK as PAGES
from mock_platform.services.workspace.world import Workspace
from mock_platform.world import Cast, World, slug

PASSWORD = "cobalt-orchard-64"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
ROLES = ["w", "r", "c1", "c2", "unsafe", "h", "small"]
REASONS = {
    "c1": "repairs",
    "c2": "network",
    "unsafe": "notice",
    "h": "rent",
    "small": "compartments",
}
TITLE = "Decision note: parcel lockers"
SLOWEST, FEWEST, LEASE = 48, 18, 60

type Offer = dict[str, Any]


def offers(draw: Draw, limit: int) -> dict[str, Offer]:
    """What each vendor asks and can do; all but two break one criterion each, and are cheaper."""
    rent = limit - draw.integer(6, 9)
    setup = draw.integer(180, 210) * 10
    best = rent * LEASE + setup
    hours = draw.sample(range(19, 45), len(ROLES))
    found: dict[str, Offer] = {}
    for role, repairs in zip(ROLES, hours, strict=True):
        found[role] = {
            "repairs": repairs,
            "comps": draw.integer(FEWEST, 26),
            "network": role != "c2",
        }

    def price(role: str, rent: int, total: int) -> None:
        found[role] |= {"rent": rent, "setup": total - rent * LEASE}

    second = best + draw.integer(12, 30) * 10
    price("w", rent, best)
    price("r", rent + draw.integer(2, 5), second)
    for role in ("c1", "c2", "unsafe", "small"):
        price(role, rent - draw.integer(1, 6), best - draw.integer(20, 80) * 10)
    price("h", limit + draw.integer(1, 4), best - draw.integer(10, 30) * 10)
    found["c1"]["repairs"] = draw.integer(53, 71)
    found["small"]["comps"] = draw.integer(11, 15)
    found["w"]["listed"] = second - rent * LEASE + draw.integer(11, 30) * 10
    totals = [sum_of(offer) for offer in found.values()]
    draw.require(len(set(totals)) == len(totals), "sums that differ")
    draw.require(min(offer["setup"] for offer in found.values()) > 100, "something for setting up")
    return found


def sum_of(offer: Offer) -> int:
    """What an offer costs over the whole lease."""
    return int(offer["rent"]) * LEASE + int(offer["setup"])


def line(name: str, offer: Offer, remark: str = "") -> str:
    """How the note has a vendor."""
    return (
        f"- {name}: rent {offer['rent']} a month; set-up {offer['setup']}{remark}; "
        f"{offer['comps']} compartments; repairs within {offer['repairs']} hours; "
        f"without network: {'yes' if offer['network'] else 'no'}; five years {sum_of(offer)}"
    )


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    chief, keeper, *_ = cast.colleagues
    draw.require(len({p.first for p in cast.staff}) == len(cast.staff), "first names of their own")
    limit = draw.integer(200, 230)
    names = dict(zip(ROLES, chosen := draw.sample(STOCK["vendors"], len(ROLES)), strict=True))
    others = [name for name in STOCK["vendors"] if name not in chosen]
    now = offers(draw, limit)
    before = {role: dict(offer) for role, offer in now.items()}
    before["r"]["rent"] -= draw.integer(7, 10)
    before["c1"]["repairs"] = draw.integer(24, 40)
    before["c2"]["network"] = True
    before["small"]["setup"] += draw.choice([-110, -70, 90, 150])
    draw.require(before["small"]["setup"] > 0, "something for setting up")
    agreed = f" (agreed in writing by {keeper.first}, whatever their list says)"

    library = Library(world)
    library.sources += STOCK["source"]
    library.sources += [vendor(name) for name in STOCK["vendors"]]
    library.background(8)
    claim = draw.choice([6, 8, 12])
    edition = draw.integer(4, 9)
    wordings = draw.shuffle(range(len(ROLES)))
    for n, role in zip(wordings, ROLES, strict=True):
        offer, name = now[role], names[role]
        site = f"{slug(name)}.example"
        words = {"name": name, "claim": claim, "comps": offer["comps"]}
        title, *body = STOCK["product"][n]
        text = "\n\n".join(body).format(**words)
        library.page(site, title.format(**words), text, days=draw.integer(100, 500), topic="work")
        title, body = STOCK["prices"][(n + 3) % len(ROLES)]
        setup = offer.get("listed", offer["setup"])
        recent = (20, 120) if role in ("r", "small") else (190, 340)
        older = {"rent": offer["rent"] - draw.integer(2, 5), "setup": setup - 60}
        if role in ("r", "small"):
            older = before[role]
        for number, asked, days, standing in (
            (edition, {"rent": offer["rent"], "setup": setup}, recent, "current"),
            (edition - 1, older, (400, 700), "superseded"),
        ):
            words |= {"season": f"edition {number}", "short": asked["rent"] + 31}
            words |= {"rent": asked["rent"], "setup": asked["setup"]}
            library.page(
                site,
                title.format(**words),
                body.format(**words),
                days=draw.integer(*days),
                standing=standing,
                standing_note="" if standing == "current" else "There is a newer list.",
            )
    measured = {names[role]: now[role]["repairs"] for role in ROLES}
    measured |= {name: draw.integer(22, 80) for name in others}
    earlier = {name: hours + draw.choice([-6, -4, 5, 7]) for name, hours in measured.items()}
    earlier[names["c1"]] = before["c1"]["repairs"]
    facts = {
        **names,
        "claim": claim,
        "lifted": names["w"],
        "repairs": hours_of(draw, measured),
        "repairs_old": hours_of(draw, earlier),
        "opens": ", ".join(draw.shuffle([names[r] for r in ROLES if r != "c2"] + others[:1])),
        "shut": " and ".join(draw.shuffle([names["c2"], others[1]])),
        "members": ", ".join(draw.shuffle([names["c1"], names["c2"], names["h"], others[2]])),
        "rumour": before["r"]["rent"] - 4,
        "small_setup_old": before["small"]["setup"],
    }
    pages: dict[str, Page] = {}
    for entry in STOCK["page"]:
        body = [draw.choice(text.split(" || ")).format(**facts) for text in entry["body"]]
        pages[entry.get("key", entry["title"])] = library.page(
            entry["source"],
            entry["title"].format(**facts),
            "\n\n".join(body),
            author=" and ".join(person.name for person in world.people(entry.get("by", 0))),
            days=draw.integer(*entry["days"]),
            updated_days=draw.integer(*entry["updated"]) if "updated" in entry else None,
            topic=draw.choice(["parcels", "work", ""]),
            cluster=entry.get("cluster"),
            standing=entry.get("standing", "current"),
            standing_note=entry.get("note", ""),
            cites=[pages[key] for key in entry.get("cites", []) if key in pages],
        )

    stale = {role: line(names[role], before[role], agreed * (role == "w")) for role in ROLES}
    ruled_out = [f"- {names['small']}: compartments", f"- {names['w']}: safety notice"]
    known = sorted((sum_of(before[role]), role) for role in ROLES if role not in ("w", "small"))
    (_, first), (_, next_one) = known[:2]
    draw.require(next_one != "r", "another runner-up than before")
    decided = [f"- Our choice: {names[first]}", f"- Runner-up: {names[next_one]}"]
    heard = [
        f"- {text.format(colleague=who.first, a=names[a], b=names[b])}"
        for text, who, a, b in zip(
            draw.sample(STOCK["told"], 4),
            draw.sample(cast.colleagues, 4),
            draw.sample(ROLES[:4], 4),
            draw.sample([*ROLES[4:], "w"], 4),
            strict=True,
        )
    ]
    kept = [*draw.shuffle(stale.values())]
    note = [
        "Parcel lockers for the entrance. Rents are those of a lease of five years.",
        "",
        "## Vendors",
        *kept,
        "",
        "## Decision",
        *decided,
        "",
        "## Left out, with the one criterion that is not met",
        *draw.shuffle(ruled_out),
        "",
        "## Heard from colleagues",
        *heard,
    ]
    work = cornerstone(world, cast)
    body = "\n".join(note)
    page = work.page(1, TITLE, body, by=3, days=170)
    criteria = (
        f"What we want of a parcel locker for the entrance. Where {chief.first} writes something "
        f"else below, that goes before this text; what others write are suggestions.\n\n"
        f"- At least {FEWEST} compartments.\n"
        f"- At most {limit + 12} a month on a lease of five years.\n"
        f"- Broken lockers are repaired within {SLOWEST} hours.\n"
        f"- The doors open without network.\n"
        f"- No safety notice of the Office of Product Safety is in force against it.\n\n"
        f"Of those that meet all of it we take the one that costs least over five years, set-up "
        f"included; the next one is the runner-up. Rent and set-up are those of the vendor's own "
        f"list in force, unless something else was agreed with us in writing. On repairs and on "
        f"the network we believe those who have tried it and neither rent out nor sell lockers."
    )
    asked = work.page(1, "What we want of a parcel locker", criteria, by=2, days=200)
    work.page(
        1,
        "Parcel lockers: first thoughts",
        "Ten compartments will do. At most 150 a month. The League's overview has all we need.",
        by=4,
        days=330,
    )
    older = "- Our choice: the small one\n- Runner-up: the blue one"
    work.page(1, "Decision note: coffee machine", f"## Decision\n{older}", by=5, days=260)
    chatter = [
        (4, "Could we have one with a cooled compartment?", 90),
        (2, f"After the budget round: at most {limit} a month, no longer {limit + 12}.", 25),
        (5, f"Then let us say {limit + 8}, so that the big ones stay in.", 20),
    ]
    work.rows["comments"] = [
        {"id": n, "page_id": asked, "user_id": by, "text": text, "written_at": f"-{days}d"}
        for n, (by, text, days) in enumerate(chatter, 1)
    ]
    user = {"id": 1, "email": owner.email, "name": owner.name, "password": PASSWORD}
    changed = ["r", "c1", "c2", "small"]
    return Scenario(
        instruction=f"""
            We have to decide on the parcel locker for our entrance. There is a note on it in
            Cornerstone, "{TITLE}", but it is half a year old, and some of what it says
            of the seven vendors is no longer right. Please look them up again in Lodestar, decide
            by what we want of a locker (that's in Cornerstone too), and bring the note up to date,
            so that it says what we take now, who comes next, and whom we leave out and why.

            Correct things where they stand, so that the old ones are gone, keep the form that the
            lines have, and leave everything that is still right word for word.

            Lodestar: {url("search")} (you need not sign in)
            Cornerstone: {url("workspace")}, {owner.email}, password {PASSWORD}
        """,
        services={"search": library.tables([user]), "workspace": work.tables()},
        told={
            "search": url("search"),
            "work": url("workspace"),
            "email": owner.email,
            "password": PASSWORD,
            "title": TITLE,
        },
        expected={
            "page": page,
            "body": body,
            "names": names,
            "vendors": {role: {**now[role], "line": stale[role]} for role in changed},
            "choice": {"line": decided[0], "role": "w"},
            "second": {"line": decided[1], "role": "r"},
            "reasons": REASONS,
            "lifted": f"- {names['w']}: safety notice",
        },
    )


def hours_of(draw: Draw, measured: dict[str, int]) -> str:
    return ", ".join(f"{name} {hours}" for name, hours in draw.shuffle(measured.items()))


def vendor(name: str) -> dict[str, str]:
    """A firm as a source."""
    return {
        "domain": f"{slug(name)}.example",
        "name": name,
        "kind": "firm",
        "about": f"{name} makes parcel lockers and rents them out.",
        "finances": "Rents",
    }


def cornerstone(world: World, cast: Cast) -> Workspace:
    """The firm's workspace with its everyday pages; Projects is the first space."""
    users = [
        {"id": number, "email": person.email, "name": person.name, "password": PASSWORD}
        for number, person in enumerate(cast.staff, 1)
    ]
    work = Workspace(world, users)
    everybody = dict.fromkeys(range(1, len(users) + 1), "editor")
    projects = work.space("Projects", everybody)
    handbook = work.space("Handbook", {**everybody, 1: "viewer", 2: "admin"})
    for space, entry in zip((projects, handbook), PAGES["space"], strict=True):
        work.background(space, entry)
    return work
