"""Believable accounts and what goes on between them, from the shared world."""

import base64
import struct
import tomllib
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.services.social.operations.texts import handles_of, tags_of
from mock_platform.world import DEMO_PASSWORD, Cast, World, slug

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_DAY: Final = 24 * 60
_FIGURE_DAYS: Final = 14


@dataclass
class Plaza:
    """A network in the making; times are minutes before the trial's start."""

    world: World
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def add(self, table: str, **record: Any) -> int:
        """Add a record of a table whose rows are numbered; its number."""
        rows = self.tables.setdefault(table, [])
        rows.append({"id": len(rows) + 1} | record)
        return len(rows)

    def link(self, table: str, **record: Any) -> None:
        """Add a record that has no number of its own."""
        self.tables.setdefault(table, []).append(record)

    def account(self, handle: str, name: str, *, days: int = 400, **values: Any) -> int:
        return self.add("accounts", handle=handle, name=name, created_at=f"-{days}d", **values)

    def person(self, email: str, name: str, acting_as: int | None) -> int:
        return self.add(
            "users", email=email, name=name, password=DEMO_PASSWORD, acting_as=acting_as
        )

    def member(self, account: int, user: int, role: str) -> None:
        self.link("members", account_id=account, user_id=user, role=role, since="-300d")

    def follow(self, follower: int, followed: int, state: str = "accepted", days: int = 30) -> None:
        decided = None if state == "requested" else f"-{days}d"
        self.add(
            "follows",
            follower_id=follower,
            followed_id=followed,
            state=state,
            asked_at=f"-{days}d",
            decided_at=decided,
        )
        if state == "requested":
            self.tell(followed, "request", follower, days * _DAY)

    def post(self, account: int, author: int, text: str, minutes: int | None, **values: Any) -> int:
        """A post that went out so many minutes ago, will go out (negative), or is a draft."""
        state = "draft" if minutes is None else "published" if minutes >= 0 else "scheduled"
        created = minutes if minutes is not None and minutes > 0 else 60
        number = self.add(
            "posts",
            account_id=account,
            author_id=author,
            text=text,
            state=state,
            created_at=f"-{created}m",
            publish_at=None if minutes is None else f"{-minutes:+d}m",
            **values,
        )
        for tag in tags_of(text):
            self.link("post_tags", post_id=number, tag=tag)
        for other in self.tables["accounts"]:
            if other["handle"] in handles_of(text) and other["id"] != account:
                self.link("mentions", post_id=number, account_id=other["id"])
                if minutes is not None:
                    self.tell(other["id"], "mention", account, minutes, post_id=number)
        return number

    def comment(self, post: int, account: int, text: str, minutes: int, **values: Any) -> int:
        return self.add(
            "comments", post_id=post, account_id=account, text=text, at=f"-{minutes}m", **values
        )

    def tell(self, account: int, kind: str, actor: int, minutes: int, **values: Any) -> None:
        self.add(
            "notifications",
            account_id=account,
            kind=kind,
            actor_id=actor,
            at=f"{-minutes:+d}m",
            read=minutes > 2 * _DAY,
            **values,
        )

    def figures(self, post: int, days_ago: int, reach: int) -> None:
        """Counted numbers from the day a post went out, fading day by day up to yesterday."""
        for age in range(min(_FIGURE_DAYS, days_ago)):
            seen = max(3, round(reach / (1 + age) * self.world.rng.uniform(0.7, 1.3)))
            self.link(
                "figures",
                post_id=post,
                day=f"-{days_ago - age}d",
                impressions=seen,
                clicks=self.world.rng.randint(0, seen // 12),
                likes=self.world.rng.randint(0, seen // 9),
                comments=self.world.rng.randint(0, seen // 40),
            )

    def picture(self, account: int, post: int, name: str, alt: str) -> None:
        content = painted(self.world.rng.randrange(256))
        self.add(
            "media",
            account_id=account,
            post_id=post,
            filename=name,
            media_type="image/png",
            alt=alt,
            content="base64:" + base64.b64encode(content).decode(),
            size=len(content),
            uploaded_at="-20d",
        )


def painted(shade: int) -> bytes:
    """A small PNG: an evening sky over water."""
    width, height = 96, 54
    rows = bytearray()
    for y in range(height):
        light = 255 - y * 3 if y < 34 else 90 + (y % 5) * 8
        rows += b"\0" + bytes((light, (light + shade) // 2, 160 - y)) * width

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 9))
    return b"\x89PNG\r\n\x1a\n" + parts + chunk(b"IEND", b"")


def handle_of(name: str) -> str:
    return slug(name).replace("-", "_")[:30]


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The firm's account run by its owner and colleagues, theirs, and friends' and clients'."""
    plaza = everyday(world, cast)
    _waiting(plaza)
    return plaza.tables


def everyday(world: World, cast: Cast) -> Plaza:
    """What `demo` is made of, with nothing that waits for anybody.

    The firm's account is 1 and its posts are 1, 2, …; the staff, clients and friends are the users
    1, 2, … with the accounts 2, 3, …. The first two manage the firm's account, then comes another
    editor and an analyst.
    """
    plaza = Plaza(world)
    firm = plaza.account(
        handle_of(cast.firm.name), cast.firm.name, kind="firm", bio="News from the workshop."
    )
    people = [*cast.staff, *cast.clients, *cast.friends]
    own = [
        plaza.account(
            handle_of(person.name),
            person.name,
            days=5 if person is cast.friends[-1] else world.rng.randint(60, 700),
            private=person in (cast.owner, cast.friends[0]),
            bio=world.rng.choice(_STOCK["bios"]),
        )
        for person in people
    ]
    users = [
        plaza.person(person.email, person.name, firm if number == 0 else account)
        for number, (person, account) in enumerate(zip(people, own, strict=True))
    ]
    for user, account in zip(users, own, strict=True):
        plaza.member(account, user, "owner")
    for user, role in zip(users[:4], ("owner", "editor", "editor", "analyst"), strict=True):
        plaza.member(firm, user, role)
    _follows(plaza, firm, own)
    _campaign(plaza, firm)
    posts = _posts(plaza, firm, own, users)
    _talk(plaza, firm, posts, own)
    return plaza


def _follows(plaza: Plaza, firm: int, own: list[int]) -> None:
    owner, private, newcomer = own[0], own[-4], own[-1]
    for account in own[1:-1]:
        plaza.follow(account, firm, days=plaza.world.rng.randint(20, 90))
        if account != private:
            plaza.follow(firm, account)
    for account in own[3:6]:
        plaza.follow(account, owner)
        plaza.follow(owner, account)
    plaza.follow(own[1], owner, "requested", days=1)
    plaza.follow(own[-2], owner, "requested", days=2)
    plaza.follow(firm, private, "requested", days=3)
    plaza.follow(newcomer, owner, "declined", days=3)
    followers = 180
    for day in range(60, 0, -1):
        followers += plaza.world.rng.randint(-1, 4)
        plaza.link("follower_counts", account_id=firm, day=f"-{day}d", followers=followers)


def _campaign(plaza: Plaza, firm: int) -> None:
    shared = {"account_id": firm, "budget_note": "Agreed with accounts; no paid posts."}
    plaza.add(
        "campaigns",
        name="Open day",
        starts="-20d",
        ends="+10d",
        measure="engagements",
        goal=400,
        hashtag="openday",
        **shared,
    )
    plaza.add(
        "campaigns",
        name="Trade fair",
        starts="-60d",
        ends="-30d",
        measure="impressions",
        goal=5000,
        hashtag="fair",
        **shared,
    )
    plaza.add("keyword_rules", account_id=firm, phrase="prize", kind="block", created_at="-90d")
    plaza.add(
        "keyword_rules", account_id=firm, phrase="cheap loans", kind="hold", created_at="-90d"
    )


def _posts(plaza: Plaza, firm: int, own: list[int], users: list[int]) -> list[int]:
    """The firm's published posts, by number; everybody's posts are written."""
    rng = plaza.world.rng
    made = []
    for position, text in enumerate(_STOCK["firm_posts"]):
        days = 44 - 2 * position
        campaign = 1 if "#openday" in text else 2 if "#fair" in text else None
        number = plaza.post(
            firm,
            users[position % 3],
            text.format(n=rng.randint(2, 60)),
            days * _DAY + rng.randint(0, 500),
            campaign_id=campaign,
            pinned_at="-10d" if position == 14 else None,
        )
        plaza.figures(number, days, rng.randint(60, 400))
        made.append(number)
    plaza.picture(firm, made[-2], "glass-roof.png", "The old hall at dusk, without its roof")
    plaza.picture(firm, made[-4], "crane.png", "An evening sky over the workshop's yard")
    plaza.post(firm, users[1], "Open day: the programme is out. #openday", None, campaign_id=1)
    plaza.post(firm, users[0], "Notes for the next newsletter, not finished", None)
    plaza.post(firm, users[1], "See you on Saturday! #openday", -2 * _DAY, campaign_id=1)
    told = rng.sample(_STOCK["person_posts"], len(_STOCK["person_posts"]))
    for position, (account, user) in enumerate(zip(own * 2, users * 2, strict=True)):
        said = told[position % len(told)].format(n=rng.randint(3, 20))
        plaza.post(account, user, said, rng.randint(30, 20 * _DAY))
    handle = plaza.tables["accounts"][firm - 1]["handle"]
    plaza.post(own[9], users[9], f"Good work by @{handle} on our yard. #building", 700)
    return made


def _talk(plaza: Plaza, firm: int, posts: list[int], own: list[int]) -> None:
    """Comments on the firm's posts, likes and reposts."""
    rng = plaza.world.rng
    minutes = 6 * _DAY
    for post in posts[-4:]:
        for account in rng.sample(own[4:12], 3):
            minutes -= rng.randint(200, 500)
            first = plaza.comment(post, account, rng.choice(_STOCK["comments"]), minutes)
            plaza.tell(firm, "comment", account, minutes, post_id=post, comment_id=first)
        answer = rng.choice(_STOCK["answers"])
        plaza.comment(post, firm, answer, minutes - 30, parent_id=first)
    for post in posts[-8:]:
        for account in rng.sample(own[1:], 4):
            plaza.link("likes", post_id=post, account_id=account, at="-1d")
        plaza.link("reposts", post_id=post, account_id=rng.choice(own[9:13]), at="-1d")


def _waiting(plaza: Plaza) -> None:
    """Comments on the firm's last post that wait for a decision, and one that is reported."""
    firm, last = 1, len(_STOCK["firm_posts"])
    newcomer = len(plaza.tables["accounts"])
    held = [
        (_STOCK["suspicious"][0], "keyword: cheap loans"),
        (_STOCK["comments"][5], "new account"),
    ]
    for text, because in held:
        minutes = plaza.world.rng.randint(60, 900)
        number = plaza.comment(last, newcomer, text, minutes, state="held", held_because=because)
        plaza.tell(firm, "held", newcomer, minutes, post_id=last, comment_id=number)
    rude = plaza.comment(last, newcomer - 1, _STOCK["suspicious"][1], 300)
    plaza.add("reports", comment_id=rude, account_id=7, reason="insult", at="-200m")
