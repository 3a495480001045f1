"""A firm's calendars, crowded and believable, with a scenario's own events among the rest."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mock_platform.world import DEMO_PASSWORD, Cast, Person, World

_STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_HOME: Final = "Europe/Dublin"
_ELSEWHERE: Final = ("Europe/Berlin", "America/New_York")
_CITIES: Final = ("Port Ellery", "Harrowick", "Kestrel Bay", "Velden")
_SINGLE_ROOMS: Final = ("wren", "heron", "osprey", "lapwing")
_PAST, _AHEAD = -30, 25


@dataclass
class Guest:
    """Somebody invited, with their reply."""

    person: Person
    reply: str = "pending"
    message: str = ""
    optional: bool = False


@dataclass
class Plan:
    """One event; `day` counts working days from the start, `at` is on the clock of `zone`.

    `rule` holds fields of a series such as `frequency`; `days` is the length of an all-day event.
    """

    organiser: Person
    title: str
    day: int
    at: str = "09:00"
    minutes: int = 60
    guests: Sequence[Guest] = ()
    text: str = ""
    place: str = ""
    room: str = ""
    calendar: str = "Work"
    zone: str = _HOME
    private: bool = False
    days: int = 0
    free: bool = False
    rule: dict[str, Any] = field(default_factory=dict)
    code: str = ""


@dataclass
class Almanac:
    """The calendars of a firm; `tables` gives the seed data of the service.

    Codes are given when a plan is added, so that a scenario's mails can name them.
    """

    world: World
    cast: Cast
    password: str
    plans: list[Plan] = field(default_factory=list)
    shares: list[tuple[Person, str, Person, str]] = field(default_factory=list)
    _codes: set[str] = field(default_factory=set)
    _taken: set[tuple[str, int, int]] = field(default_factory=set)

    @property
    def _rng(self) -> random.Random:
        return self.world.rng

    def add(self, plan: Plan) -> Plan:
        """Add an event and give it its code."""
        while not plan.code or plan.code in self._codes:
            plan.code = "ALM-" + "".join(self._rng.choices(_ALPHABET, k=6))
        self._codes.add(plan.code)
        self.plans.append(plan)
        return plan

    def share(self, owner: Person, calendar: str, other: Person, level: str) -> None:
        """Let a colleague see (`busy`, `read`) or use (`write`) a calendar."""
        self.shares.append((owner, calendar, other, level))

    def background(self) -> None:
        """Two months of a firm's life: series, meetings, private dates, days away."""
        staff = self.cast.staff
        for number, entry in enumerate(_STOCK["series"]):
            self._series(entry, staff[number % 4])
        for number in range(len(staff) * 24):
            self._meeting(staff[number % len(staff)])
        for entry in _STOCK["personal"] * 2:
            self._personal(entry, self._rng.choice([staff[0], staff[0], *staff[1:]]))
        for entry in _STOCK["day"] * 3:
            self._days_away(entry, self._rng.choice(staff))
        self.share(staff[1], "Work", staff[0], "read")
        self.share(staff[2], "Work", staff[0], "write")
        self.share(staff[3], "Work", staff[0], "busy")
        self.share(staff[0], "Work", staff[3], "read")

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The seed data; the staff are the users 1, 2, … and events are numbered by time."""
        return _Writer(self).tables()

    def _series(self, entry: dict[str, Any], organiser: Person) -> None:
        others = [p for p in self.cast.staff if p != organiser]
        owner_first = sorted(others, key=lambda p: p != self.cast.owner)
        guests = owner_first[:1] + self._rng.sample(owner_first[1:], entry["guests"] - 1)
        names = ("frequency", "interval", "weekdays", "nth")
        rule = {name: entry[name] for name in names if name in entry}
        if "room" in entry:
            rule["until_on"] = "+60d"
        self.add(
            Plan(
                organiser,
                entry["title"],
                -40,
                entry["at"],
                entry["minutes"],
                [Guest(p, self._rng.choice(["accepted"] * 4 + ["tentative"])) for p in guests],
                text=entry.get("text", ""),
                place=entry.get("place", ""),
                room=entry.get("room", ""),
                rule=rule,
            )
        )

    def _meeting(self, organiser: Person) -> None:
        entry = self._rng.choice(_STOCK["meeting"])
        day, hour = self._rng.randint(_PAST, _AHEAD), self._rng.choice([10, 11, 13, 14, 15, 16])
        colleagues = [p for p in self.cast.staff if p != organiser]
        guests = self._rng.sample(colleagues, self._rng.randint(1, 3))
        contact = self._rng.choice(self.cast.clients)
        minutes = self._rng.choice(entry["minutes"])
        hours = range(hour, hour + 1 + (minutes - 1) // 60)
        if hours[-1] > 16:
            return
        wanted = {(p.email, day, h) for p in (organiser, *guests) for h in hours}
        if wanted & self._taken and self._rng.random() < 0.9:
            return
        self._taken |= wanted
        invited = [Guest(p, *self._reply(day)) for p in guests]
        if entry.get("external"):
            invited.append(Guest(contact, *self._reply(day)))
        room = self._room(day, hours) if len(invited) < 4 and self._rng.random() < 0.6 else ""
        words = self._words(contact)
        self.add(
            Plan(
                organiser,
                entry["title"].format(**words),
                day,
                f"{hour:02}:00",
                minutes,
                invited,
                text=entry["text"].format(**words),
                room=room,
            )
        )

    def _room(self, day: int, hours: range) -> str:
        for room in self._rng.sample(_SINGLE_ROOMS, len(_SINGLE_ROOMS)):
            wanted = {(room, day, hour) for hour in hours}
            if len(hours) == 1 and not wanted & self._taken and (room != "wren" or day <= 20):
                self._taken |= wanted
                return room
        return ""

    def _reply(self, day: int) -> tuple[str, str]:
        settled = ["accepted"] * 6 + ["tentative", "declined"]
        reply = self._rng.choice(settled if day < 0 else [*settled, "pending", "pending"])
        if reply == "declined":
            return reply, self._rng.choice(["Sorry, I am away.", "That overlaps.", ""])
        return reply, ""

    def _personal(self, entry: dict[str, Any], person: Person) -> None:
        friend = self._rng.choice(self.cast.friends)
        self.add(
            Plan(
                person,
                entry["title"].format(friend=friend.first),
                self._rng.randint(_PAST, _AHEAD),
                entry["at"],
                entry["minutes"],
                calendar="Home",
                private=True,
            )
        )

    def _days_away(self, entry: dict[str, Any], person: Person) -> None:
        title = entry["title"].format(**self._words(self._rng.choice(self.cast.clients)))
        day = self._rng.randint(_PAST, _AHEAD)
        free = entry.get("free", False)
        self.add(Plan(person, title, day, days=entry["length"], free=free, calendar="Away"))

    def _words(self, contact: Person) -> dict[str, Any]:
        return {
            "client": contact.firm.name if contact.firm else contact.name,
            "contact": contact.name,
            "n": self._rng.randint(2, 9),
            "city": self._rng.choice(_CITIES),
        }


_COLOURS: Final = {"Work": "violet", "Home": "green", "Away": "orange"}
_OTHERS: Final = ("blue", "teal", "pink", "red", "grey")


class _Writer:
    """Writes an almanac's tables; numbers follow time."""

    def __init__(self, almanac: Almanac) -> None:
        self.almanac = almanac
        self.staff = almanac.cast.staff
        self.users = {p.email: n for n, p in enumerate(self.staff, 1)}
        self.rooms = {entry["slug"]: n for n, entry in enumerate(_STOCK["room"], 1)}
        self.calendars: dict[tuple[int, str], int] = {}
        names = ("rooms", "users", "calendars", "shares", "events", "attendees", "changes")
        self.out: dict[str, list[dict[str, Any]]] = {name: [] for name in names}

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        for number, entry in enumerate(_STOCK["room"], 1):
            self.out["rooms"].append({"id": number, "zone": _HOME, **entry})
        for person in self.staff:
            self._user(person)
        for owner, name, other, level in self.almanac.shares:
            calendar = self.calendars[self.users[owner.email], name]
            user = self.users[other.email]
            self._row("shares", calendar_id=calendar, user_id=user, level=level)
        for plan in sorted(self.almanac.plans, key=lambda p: (p.day, p.at, p.code)):
            self._event(plan)
        return self.out

    def _row(self, table: str, **values: Any) -> int:
        number = len(self.out[table]) + 1
        self.out[table].append({"id": number, **values})
        return number

    def _user(self, person: Person) -> None:
        number = self.users[person.email]
        away = number - len(self.staff) + len(_ELSEWHERE) - 1
        self._row(
            "users",
            email=person.email,
            name=person.name,
            password=self.almanac.password,
            job=_STOCK["job"][0]["names"][(number - 1) % 9],
            zone=_ELSEWHERE[away] if away >= 0 else _HOME,
            work_from="08:30" if number % 3 == 0 else "09:00",
            work_days="mon,tue,wed,thu" if number == 4 else "mon,tue,wed,thu,fri",
        )
        for name, colour in _COLOURS.items():
            own = colour if number == 1 or name != "Work" else _OTHERS[number % len(_OTHERS)]
            self.calendars[number, name] = self._row(
                "calendars", user_id=number, name=name, colour=own, is_default=name == "Work"
            )

    def _event(self, plan: Plan) -> None:
        user = self.users[plan.organiser.email]
        created = f"{plan.day - 8}b 09:30" if plan.day < -32 else f"{min(plan.day, 0) - 8}b 09:30"
        number = self._row(
            "events",
            code=plan.code,
            calendar_id=self.calendars[user, plan.calendar],
            organiser_id=user,
            title=plan.title,
            text=plan.text,
            place=plan.place,
            room_id=self.rooms[plan.room] if plan.room else None,
            **_times(plan),
            zone=plan.zone,
            private=plan.private,
            shown_as="free" if plan.free else "busy",
            created_at=created,
            **plan.rule,
        )
        self._row("changes", event_id=number, user_id=user, at=created, action="created")
        for guest in plan.guests:
            self._guest(number, guest, created)

    def _guest(self, event: int, guest: Guest, created: str) -> None:
        replied = guest.reply != "pending"
        at = created.replace(" 09:30", " 14:10")
        user = self.users.get(guest.person.email)
        self._row(
            "attendees",
            event_id=event,
            user_id=user,
            email=guest.person.email,
            name=guest.person.name,
            optional=guest.optional,
            reply=guest.reply,
            message=guest.message,
            replied_at=at if replied else None,
        )
        if replied and user is not None:
            detail = f"{guest.person.name} {guest.reply}"
            self._row(
                "changes", event_id=event, user_id=user, at=at, action="replied", detail=detail
            )


def _times(plan: Plan) -> dict[str, Any]:
    day = f"{plan.day:+d}b"
    if plan.days:
        last = f"{plan.day + plan.days - 1:+d}b"
        return {
            "starts_at": f"{day} 00:00 {plan.zone}",
            "ends_at": f"{last} 24:00 {plan.zone}",
            "all_day": True,
        }
    hours, minutes = map(int, plan.at.split(":"))
    end = hours * 60 + minutes + plan.minutes
    return {
        "starts_at": f"{day} {plan.at} {plan.zone}",
        "ends_at": f"{day} {end // 60:02}:{end % 60:02} {plan.zone}",
    }


def demo(world: World, cast: Cast) -> dict[str, list[dict[str, Any]]]:
    """A firm's calendars to look around in: the staff are the users, the owner the first."""
    almanac = Almanac(world, cast, DEMO_PASSWORD)
    almanac.background()
    return almanac.tables()
