"""The small invented world that all tasks share: its people, firms and places.

Everything is drawn from one `random.Random`, so that the same seed always gives the same world, and
a person is the same in every service.
"""

import random
import re
import tomllib
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

_MATERIAL: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)

DEMO_PASSWORD: Final = "demo-pass-1"  # noqa: S105 - of an invented world
"""What everybody's password is in the demo world."""

_TRIES: Final = 1000


@dataclass(frozen=True)
class Firm:
    """`kind` is its trade, `domain` where its people have their addresses."""

    name: str
    kind: str
    domain: str


@dataclass(frozen=True)
class Address:
    street: str
    city: str
    postcode: str

    def __str__(self) -> str:
        return f"{self.street}, {self.postcode} {self.city}"


@dataclass(frozen=True)
class Person:
    """`email` is at the firm where there is one, else at a personal provider."""

    first: str
    last: str
    email: str
    phone: str
    address: Address
    firm: Firm | None = None

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"


@dataclass(frozen=True)
class Cast:
    """Who plays in a life: its owner, the owner's firm, and who they deal with.

    The same people are in every service, so that what one tells can be looked up in another.
    """

    owner: Person
    firm: Firm
    colleagues: tuple[Person, ...]
    clients: tuple[Person, ...]
    friends: tuple[Person, ...]

    @property
    def staff(self) -> tuple[Person, ...]:
        """The owner first, then the colleagues: the users 1, 2, … of a firm's own services."""
        return (self.owner, *self.colleagues)


@dataclass
class World:
    """Draws people, firms and addresses; no two people share a full name or an e-mail address."""

    rng: random.Random
    _names: set[tuple[str, str]] = field(default_factory=set)
    _emails: set[str] = field(default_factory=set)
    _firms: set[str] = field(default_factory=set)

    def firm(self, kind: str | None = None) -> Firm:
        """A firm of a trade (any, without one); ValueError names the trades."""
        trades = _MATERIAL["trades"]
        kind = kind or self.rng.choice(sorted(trades))
        if kind not in trades:
            raise ValueError(f"no trade {kind!r}; there are: {', '.join(sorted(trades))}")
        for _ in range(_TRIES):
            name = f"{self.rng.choice(_MATERIAL['firm_names'])} {self.rng.choice(trades[kind])}"
            if name not in self._firms:
                self._firms.add(name)
                return Firm(name, kind, f"{slug(name)}.example")
        raise ValueError(f"the world has no further firm in {kind}")

    def address(self) -> Address:
        city, code = self.rng.choice(sorted(_MATERIAL["cities"].items()))
        street = f"{self.rng.randint(1, 98)} {self.rng.choice(_MATERIAL['streets'])}"
        return Address(street, city, f"{code}{self.rng.randint(1, 9)} {self.rng.randint(10, 99)}")

    def beside(self, cast: Cast) -> None:
        """Draw nobody of the cast, and none of its firms, again."""
        for person in (*cast.staff, *cast.clients, *cast.friends):
            self._names.add((person.first, person.last))
            self._emails.add(person.email)
            if person.firm:
                self._firms.add(person.firm.name)

    def phone(self) -> str:
        """A number of the range that is kept free for fiction."""
        return f"+44 7700 900{self.rng.randint(100, 999)}"

    def person(
        self, firm: Firm | None = None, *, first: str | None = None, last: str | None = None
    ) -> Person:
        """A new person; `first` or `last` fixes that part, for people who share a name."""
        domain = firm.domain if firm else self.rng.choice(_MATERIAL["personal_domains"])
        for _ in range(_TRIES):
            name = (
                first or self.rng.choice(_MATERIAL["first_names"]),
                last or self.rng.choice(_MATERIAL["last_names"]),
            )
            email = f"{slug(name[0])}.{slug(name[1])}@{domain}"
            if name not in self._names and email not in self._emails:
                break
        else:
            raise ValueError(f"the world has no further {first or ''} {last or ''}")
        self._names.add(name)
        self._emails.add(email)
        return Person(*name, email=email, phone=self.phone(), address=self.address(), firm=firm)

    def cast(self) -> Cast:
        """A new owner with eight colleagues, four clients at two firms, and four friends."""
        firm = self.firm()
        owner = self.person(firm)
        colleagues = tuple(self.people(8, firm))
        clients = tuple(person for _ in range(2) for person in self.people(2, self.firm()))
        return Cast(owner, firm, colleagues, clients, friends=tuple(self.people(4)))

    def people(self, count: int, firm: Firm | None = None) -> list[Person]:
        return [self.person(firm) for _ in range(count)]


def slug(text: str) -> str:
    """Lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
