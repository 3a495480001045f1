"""Believable conversations, from the shared world."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.world import DEMO_PASSWORD, Cast, Person, World, slug

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_TITLES: Final = ("Office manager", "Engineer", "Designer", "Accounts", "Sales", "Operations")


@dataclass
class Line:
    """Something said: `author` is a user id, `minutes` count back from the trial's start."""

    author: int
    text: str
    minutes: int
    answers: "list[Line]" = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    reactions: dict[str, list[int]] = field(default_factory=dict)
    pinned: bool = False


@dataclass
class Huddle:
    """The channels of some people in the making; `tables` gives the seed data.

    `people` are the users 1, 2, …; messages are numbered in the order of time.
    """

    world: World
    people: list[dict[str, Any]]
    channels: list[dict[str, Any]] = field(default_factory=list)
    members: dict[int, list[int]] = field(default_factory=dict)
    lines: dict[int, list[Line]] = field(default_factory=dict)
    seen_minutes: dict[tuple[int, int], int] = field(default_factory=dict)

    def channel(
        self, name: str, members: list[int], *, kind: str = "public", purpose: str = ""
    ) -> int:
        """Add a channel made by the first of its members; its id."""
        number = len(self.channels) + 1
        self.channels.append(
            {
                "id": number,
                "name": name,
                "kind": kind,
                "purpose": purpose,
                "created_by": members[0],
                "created_at": f"-{400 - number}d",
            }
        )
        self.members[number], self.lines[number] = members, []
        return number

    def direct(self, members: list[int]) -> int:
        name = "direct-" + "-".join(map(str, sorted(members)))
        return self.channel(name, members, kind="direct")

    def say(self, channel: int, line: Line) -> Line:
        self.lines[channel].append(line)
        return line

    def background(self) -> None:
        """Everyday talk of the last weeks in some channels and direct conversations."""
        everybody = list(range(1, len(self.people) + 1))
        for entry in _STOCK["channel"]:
            private = entry.get("private", False)
            members = everybody[:4] if private else everybody
            kind = "private" if private else "public"
            number = self.channel(entry["name"], members, kind=kind, purpose=entry["purpose"])
            for talk in entry["talks"]:
                self._talk(number, talk, members)
        for other in everybody[1:5]:
            number = self.direct([1, other])
            self._talk(number, self.world.rng.choice(_STOCK["direct"][0]["talks"]), [1, other])

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        tables: dict[str, list[dict[str, Any]]] = {
            "users": self.people,
            "channels": self.channels,
            "members": [],
            **{name: [] for name in ("messages", "links", "mentions", "reactions", "pins")},
        }
        said = [
            (line, channel, root)
            for channel, lines in self.lines.items()
            for top in lines
            for line, root in [(top, None), *((answer, top) for answer in top.answers)]
        ]
        said.sort(key=lambda s: (-s[0].minutes, s[1]))
        numbers = {id(line): number for number, (line, _, _) in enumerate(said, 1)}
        for line, channel, root in said:
            thread = None if root is None else numbers[id(root)]
            self._write(tables, numbers[id(line)], line, channel, thread)
        for channel, members in self.members.items():
            for user in members:
                seen = self.seen_minutes.get((channel, user), 0)
                read = [numbers[id(x)] for x, where, _ in said if where == channel]
                old = [n for n, (x, _, _) in enumerate(said, 1) if x.minutes >= seen]
                tables["members"].append(
                    {
                        "channel_id": channel,
                        "user_id": user,
                        "joined_at": "-300d",
                        "last_read": max(set(read) & set(old), default=0),
                    }
                )
        return tables

    def _write(
        self,
        tables: dict[str, list[dict[str, Any]]],
        number: int,
        line: Line,
        channel: int,
        thread: int | None,
    ) -> None:
        tables["messages"].append(
            {
                "id": number,
                "channel_id": channel,
                "user_id": line.author,
                "thread_id": thread,
                "text": line.text,
                "sent_at": f"-{line.minutes}m",
            }
        )
        for name, url in line.links:
            link = {"id": len(tables["links"]) + 1, "message_id": number, "name": name, "url": url}
            tables["links"].append(link)
        for name, users in line.reactions.items():
            for user in users:
                reaction = {"id": len(tables["reactions"]) + 1, "message_id": number}
                tables["reactions"].append(reaction | {"user_id": user, "name": name})
        if line.pinned:
            pin = {"message_id": number, "channel_id": channel, "user_id": line.author}
            tables["pins"].append(pin | {"pinned_at": f"-{line.minutes}m"})
        for person in self.people:
            named = f"@{person['handle']}" in line.text.split()
            if named and person["id"] in self.members[channel] and person["id"] != line.author:
                tables["mentions"].append({"message_id": number, "user_id": person["id"]})

    def _talk(self, channel: int, talk: list[str], members: list[int]) -> None:
        rng = self.world.rng
        minutes = rng.randint(60, 30 * 24 * 60)
        authors = rng.sample(members, min(len(talk), len(members)))
        count = rng.randint(3, 40)
        texts = [text.format(n=count) for text in talk]
        first = self.say(channel, Line(authors[0], texts[0], minutes))
        threaded = rng.random() < 0.5
        for position, text in enumerate(texts[1:], 1):
            minutes -= rng.randint(1, 15)
            line = Line(authors[position % len(authors)], text, minutes)
            if threaded:
                first.answers.append(line)
            else:
                self.say(channel, line)
        if rng.random() < 0.4:
            first.reactions[rng.choice(["thumbs_up", "check", "eyes"])] = authors[1:]


def user(number: int, person: Person, password: str, **values: Any) -> dict[str, Any]:
    """The record of a user whose handle is their first name and the first letter of the last."""
    handle = f"{slug(person.first)}.{slug(person.last)[0]}"
    base = {"id": number, "email": person.email, "name": person.name, "password": password}
    return base | {"handle": handle, "title": _TITLES[number % len(_TITLES)]} | values


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """The owner's firm talking, with a few things that call for the owner."""
    people = [user(number, person, DEMO_PASSWORD) for number, person in enumerate(cast.staff, 1)]
    people.append(user(len(people) + 1, cast.clients[0], DEMO_PASSWORD, role="guest", title=""))
    people[1]["role"] = "admin"
    huddle = Huddle(world, people)
    guest = huddle.channel("client-visit", [2, 1, 3, len(people)], purpose="With our visitors")
    huddle.background()
    owner = people[0]["handle"]
    plan = Line(2, f"@{owner} can you say by noon whether the room is large enough?", 190)
    plan.answers.append(Line(3, "There would be the hall as well.", 170))
    huddle.say(guest, plan)
    agenda = Line(3, "The agenda for the visit.", 1500, pinned=True)
    agenda.links.append(("Agenda", "http://localhost:5010/"))
    agenda.reactions["thumbs_up"] = [1, 2]
    huddle.say(guest, agenda)
    huddle.say(2, Line(4, f"@{owner} your parcel is at reception.", 45))
    for channel in huddle.channels[:4]:
        huddle.seen_minutes[(channel["id"], 1)] = 240
    return huddle.tables()
