"""The small invented world that all tasks share: its people, firms and places.

Everything is drawn from one `random.Random`, so that the same seed always gives the same world, and
a person is the same in every service.
"""

import random
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final

_FIRST: Final = [
    "Ada",
    "Alma",
    "Amara",
    "Anouk",
    "Arvid",
    "Asher",
    "Beatriz",
    "Bruno",
    "Caspian",
    "Celia",
    "Cormac",
    "Dalia",
    "Dario",
    "Edda",
    "Elio",
    "Elsbeth",
    "Emeka",
    "Esme",
    "Farid",
    "Fenna",
    "Fiora",
    "Gideon",
    "Greta",
    "Hamish",
    "Hanako",
    "Hedda",
    "Idris",
    "Ilse",
    "Imani",
    "Ines",
    "Ivo",
    "Jonah",
    "Juno",
    "Kaito",
    "Keira",
    "Lars",
    "Leila",
    "Linnea",
    "Lorcan",
    "Mabel",
    "Malik",
    "Maren",
    "Mateo",
    "Mira",
    "Nadia",
    "Nils",
    "Noor",
    "Odile",
    "Orla",
    "Oskar",
    "Petra",
    "Priya",
    "Quentin",
    "Rafael",
    "Ravi",
    "Rhea",
    "Rosalind",
    "Ruben",
    "Sabine",
    "Samir",
    "Selma",
    "Soren",
    "Tamsin",
    "Teodor",
    "Thea",
    "Tobias",
    "Uma",
    "Valentin",
    "Vera",
    "Wanda",
    "Wilf",
    "Yara",
    "Yusuf",
    "Zelda",
    "Zoran",
]
_LAST: Final = [
    "Abernethy",
    "Achterberg",
    "Adeyemi",
    "Albrecht",
    "Amsel",
    "Ashdown",
    "Barrow",
    "Bellweather",
    "Blackwood",
    "Brandt",
    "Calloway",
    "Castellan",
    "Cheswick",
    "Corvin",
    "Dalgaard",
    "Delacroix",
    "Drummond",
    "Eastlake",
    "Ebersole",
    "Falk",
    "Farrow",
    "Fenwick",
    "Forsythe",
    "Galloway",
    "Grimaldi",
    "Hallström",
    "Harrow",
    "Hathaway",
    "Iverson",
    "Jessop",
    "Kaminski",
    "Kerrigan",
    "Lachlan",
    "Lindqvist",
    "Lovelace",
    "Marlowe",
    "Mbeki",
    "Moreau",
    "Nakagawa",
    "Nightingale",
    "Okafor",
    "Ostrander",
    "Pemberton",
    "Petrov",
    "Pryce",
    "Quill",
    "Rasmussen",
    "Ravenscroft",
    "Redfern",
    "Sandoval",
    "Sato",
    "Silvestri",
    "Stroud",
    "Tamura",
    "Thackeray",
    "Underwood",
    "Vance",
    "Verhoeven",
    "Wexford",
    "Whitlock",
    "Winslow",
    "Yilmaz",
    "Zielinski",
]
_CITIES: Final = (
    ("Port Ellery", "PE"),
    ("Harrowick", "HW"),
    ("Saint Brannoc", "SB"),
    ("Lower Tarn", "LT"),
    ("Kestrel Bay", "KB"),
    ("Morrow Hill", "MH"),
    ("Ashgrove", "AG"),
    ("Velden", "VD"),
)
_STREETS: Final = [
    "Lantern Lane",
    "Cooper's Row",
    "Mill Street",
    "Orchard Way",
    "Harbour Road",
    "Saddler's Walk",
    "Quarry Hill",
    "Beacon Terrace",
    "Juniper Close",
    "Ropewalk",
    "Old Toll Road",
    "Fennel Street",
    "Crane Wharf",
    "Linden Avenue",
    "Signal Court",
    "Weaver's Yard",
    "Granary Street",
    "Swallow Rise",
]
_FIRM_HEADS: Final = [
    "Alderbrook",
    "Brightmoor",
    "Calder",
    "Copperfield",
    "Dunmore",
    "Eddystone",
    "Fairlight",
    "Goldcrest",
    "Hartwell",
    "Ironbridge",
    "Juniper",
    "Kingsley",
    "Larkspur",
    "Meridian",
    "Northgate",
    "Oakhurst",
    "Pinnacle",
    "Redwater",
    "Silverline",
    "Thornbury",
    "Vantage",
    "Westmark",
    "Yarrow",
]
_FIRM_TAILS: Final = {
    "consulting": ("Partners", "Advisory"),
    "engineering": ("Works", "Engineering"),
    "design": ("Studio", "Design"),
    "logistics": ("Freight", "Logistics"),
    "finance": ("Capital", "Trust"),
    "health": ("Clinic", "Medical"),
    "media": ("Press", "Media"),
    "software": ("Systems", "Software"),
    "supplies": ("Supplies", "Trading"),
}
_PERSONAL_DOMAINS: Final = ("postbox.example", "inkwell.example", "homestead.example")


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


@dataclass
class World:
    """Draws people, firms and addresses; no two people share a full name or an e-mail address."""

    rng: random.Random
    _names: set[tuple[str, str]] = field(default_factory=set)
    _emails: set[str] = field(default_factory=set)
    _firms: set[str] = field(default_factory=set)

    def firm(self, kind: str | None = None) -> Firm:
        """A firm of a trade (any, without one); ValueError names the trades."""
        kind = kind or self.rng.choice(sorted(_FIRM_TAILS))
        if kind not in _FIRM_TAILS:
            raise ValueError(f"no trade {kind!r}; there are: {', '.join(sorted(_FIRM_TAILS))}")
        while True:
            name = f"{self.rng.choice(_FIRM_HEADS)} {self.rng.choice(_FIRM_TAILS[kind])}"
            if name not in self._firms:
                self._firms.add(name)
                return Firm(name, kind, f"{slug(name)}.example")

    def address(self) -> Address:
        city, code = self.rng.choice(_CITIES)
        street = f"{self.rng.randint(1, 98)} {self.rng.choice(_STREETS)}"
        return Address(street, city, f"{code}{self.rng.randint(1, 9)} {self.rng.randint(10, 99)}")

    def phone(self) -> str:
        """A number of the range that is kept free for fiction."""
        return f"+44 7700 900{self.rng.randint(100, 999)}"

    def person(
        self, firm: Firm | None = None, *, first: str | None = None, last: str | None = None
    ) -> Person:
        """A new person; `first` or `last` fixes that part, for people who share a name."""
        while True:
            name = (first or self.rng.choice(_FIRST), last or self.rng.choice(_LAST))
            domain = firm.domain if firm else self.rng.choice(_PERSONAL_DOMAINS)
            email = f"{slug(name[0])}.{slug(name[1])}@{domain}"
            if name not in self._names and email not in self._emails:
                break
        self._names.add(name)
        self._emails.add(email)
        return Person(*name, email=email, phone=self.phone(), address=self.address(), firm=firm)

    def people(self, count: int, firm: Firm | None = None) -> list[Person]:
        return [self.person(firm) for _ in range(count)]


def slug(text: str) -> str:
    """Lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
