"""The airline's terms: the numbers that the rules use and that the policy pages print."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal

type FareName = Literal["light", "flex", "premium"]
type SeatKind = Literal["standard", "front", "legroom"]
type PassengerKind = Literal["adult", "child", "infant"]
type Cause = Literal["technical", "crew", "operations", "weather", "air_traffic", "security"]
type ClaimKind = Literal["compensation", "baggage_delayed", "baggage_damaged", "baggage_lost"]
type DocumentKind = Literal["boarding_pass", "receipt", "photo", "list_of_contents", "other"]


@dataclass(frozen=True)
class Fare:
    """`percent` of the basic price; `refunds` are (hours before departure, percent), best first."""

    title: str
    percent: int
    bags: int
    change_fee: Decimal
    change_hours: int
    refunds: tuple[tuple[int, int], ...]
    seats: tuple[SeatKind, ...]
    miles_percent: int
    returns_difference: bool = False


FARES: Final[dict[FareName, Fare]] = {
    "light": Fare("Light", 100, 0, Decimal("60.00"), 48, (), (), 25),
    "flex": Fare("Flex", 140, 1, Decimal("25.00"), 3, ((168, 80), (24, 50)), ("standard",), 100),
    "premium": Fare(
        "Premium",
        220,
        2,
        Decimal("0.00"),
        1,
        ((24, 100), (2, 75)),
        ("standard", "front", "legroom"),
        150,
        returns_difference=True,
    ),
}

ADULT_FROM: Final = 12
"""Years of age on the day of the first departure; younger ones are children."""
CHILD_FROM: Final = 2
"""Years of age; younger ones are infants."""
ALONE_FROM: Final = 16
"""Years of age from which one may travel alone, or with an infant."""
CHILD_PERCENT: Final = 75
INFANT_PERCENT: Final = 10
"""Of the adult's fare."""
MOST_PASSENGERS: Final = 9
"""Passengers with seats in one booking."""
CABIN_BAG: Final = "one cabin bag of up to 8 kg"

MIN_CONNECTION: Final = 45
"""Minutes between two flights, at least."""
MAX_CONNECTION: Final = 360
"""Minutes between two flights, at most."""
SALES_CLOSE: Final = 120
"""Minutes before departure."""

GRACE_HOURS: Final = 24
"""Hours after booking in which cancelling gives everything back."""
GRACE_NOTICE_DAYS: Final = 7
"""Days before the first departure that such a booking was made, at least."""

NAME_LETTERS: Final = 3
"""Letters of a passenger's name that can be corrected."""
NAME_HOURS: Final = 24
"""Hours before departure."""

CHECK_IN_OPENS: Final = 30
"""Hours before departure."""
CHECK_IN_CLOSES: Final = 60
"""Minutes before departure."""
BOARDING: Final = 40
"""Minutes before departure."""

BAG_KG: Final = 23
"""What a checked bag may weigh."""
BAG_PRICES: Final = (Decimal("35.00"), Decimal("55.00"), Decimal("75.00"))
"""What a passenger's first, second and third extra bag cost."""
BAG_HOURS: Final = 3
"""Hours before departure until which bags can be added."""

SEAT_PRICES: Final[dict[SeatKind, tuple[str, Decimal]]] = {
    "standard": ("Standard seat", Decimal("9.00")),
    "front": ("Front seat", Decimal("16.00")),
    "legroom": ("Extra legroom", Decimal("24.00")),
}

CAUSES: Final[dict[Cause, str]] = {
    "technical": "a technical fault of the aircraft",
    "crew": "crew not being available",
    "operations": "the late arrival of the aircraft",
    "weather": "bad weather",
    "air_traffic": "a restriction by air traffic control",
    "security": "a security alert at the airport",
}
OUR_CAUSES: Final[tuple[Cause, ...]] = ("technical", "crew", "operations")
"""The causes for which compensation is due."""

REBOOK_DELAY: Final = 120
"""Minutes late from which rebooking is free."""
REFUND_DELAY: Final = 300
"""Minutes late from which a refund is full."""
REBOOK_DAYS: Final = 14
"""Days before or after the disrupted flight."""

COMPENSATION: Final[tuple[tuple[int, int, Decimal], ...]] = (
    (1500, 180, Decimal("250.00")),
    (3500, 180, Decimal("400.00")),
    (100_000, 240, Decimal("600.00")),
)
"""Up to so many kilometres, from so many minutes of delay on: the amount a passenger."""
NOTICE_DAYS: Final = 14
"""A flight cancelled so many days ahead, or more, earns no compensation."""
COMPENSATION_DAYS: Final = 365
"""Days after the flight in which it can be claimed."""


@dataclass(frozen=True)
class BaggageTerm:
    """`first_day` and `last_day` count from the arrival; `limit` is a passenger's, in money."""

    title: str
    first_day: int
    last_day: int
    limit: Decimal
    needs: tuple[DocumentKind, ...]


BAGGAGE: Final[dict[ClaimKind, BaggageTerm]] = {
    "baggage_delayed": BaggageTerm("Delayed baggage", 0, 21, Decimal("400.00"), ("receipt",)),
    "baggage_damaged": BaggageTerm("Damaged baggage", 0, 7, Decimal("1200.00"), ("photo",)),
    "baggage_lost": BaggageTerm(
        "Lost baggage", 21, 365, Decimal("1600.00"), ("list_of_contents", "receipt")
    ),
}
CLAIM_TITLES: Final[dict[ClaimKind, str]] = {
    "compensation": "Compensation for delay or cancellation",
    **{kind: term.title for kind, term in BAGGAGE.items()},
}
CLAIM_NEEDS: Final[dict[ClaimKind, tuple[DocumentKind, ...]]] = {
    "compensation": ("boarding_pass",),
    **{kind: term.needs for kind, term in BAGGAGE.items()},
}
DOCUMENTS: Final[dict[DocumentKind, str]] = {
    "boarding_pass": "Boarding pass",
    "receipt": "Receipt",
    "photo": "Photograph",
    "list_of_contents": "List of contents",
    "other": "Other document",
}
LARGEST_DOCUMENT: Final = 5_000_000
"""Bytes."""
MOST_DOCUMENTS: Final = 10
ANSWER_DAYS: Final = 14
"""In which a claim is answered."""

MILES_PER_EURO: Final = 80
MISSING_DAYS: Final = 180
"""Days after the flight in which missing miles can be claimed."""
TIERS: Final[tuple[tuple[str, int, int], ...]] = (
    ("Blue", 0, 0),
    ("Silver", 15_000, 25),
    ("Gold", 40_000, 50),
)
"""Tier, miles earned by flying in the last 365 days from which it holds, bonus percent."""
MILE_KM: Final = Decimal("1.609")


@dataclass(frozen=True)
class Aircraft:
    """`columns` are the letters of a row with a blank for the aisle."""

    name: str
    rows: int
    columns: str
    front_rows: tuple[int, ...]
    legroom_rows: tuple[int, ...]

    @property
    def letters(self) -> str:
        return self.columns.replace(" ", "")

    @property
    def capacity(self) -> int:
        return self.rows * len(self.letters)

    def seats(self) -> list[str]:
        """All seats from front to back: `1A`, `1B`, …"""
        return [f"{row}{letter}" for row in range(1, self.rows + 1) for letter in self.letters]

    def kind(self, seat: str) -> SeatKind:
        row = int(seat[:-1])
        if row in self.legroom_rows:
            return "legroom"
        return "front" if row in self.front_rows else "standard"

    def place(self, seat: str) -> str:
        """`window`, `aisle` or `middle`."""
        groups = self.columns.split()
        if seat[-1] in (groups[0][0], groups[-1][-1]):
            return "window"
        aisles = {letter for group in groups for letter in (group[0], group[-1])}
        return "aisle" if seat[-1] in aisles else "middle"


AIRCRAFT: Final[dict[str, Aircraft]] = {
    "N14": Aircraft("Northliner 14", 14, "AB CD", (1, 2), (8,)),
    "N26": Aircraft("Northliner 26", 26, "ABC DEF", (1, 2, 3, 4), (12, 13)),
    "N38": Aircraft("Northliner 38", 38, "ABC DEF", (1, 2, 3, 4, 5), (15, 16)),
}


def fare_price(base: Decimal, fare: FareName, kind: PassengerKind) -> Decimal:
    """What one flight with a basic price costs a passenger, in whole cents."""
    shares = {"adult": 100, "child": CHILD_PERCENT, "infant": INFANT_PERCENT}
    price = base * FARES[fare].percent * shares[kind] / 10_000
    return price.quantize(Decimal("0.01"), ROUND_HALF_UP)


def refund_percent(fare: FareName, hours: float) -> int:
    """How much of the fare is refunded that many hours before departure."""
    for least, percent in FARES[fare].refunds:
        if hours >= least:
            return percent
    return 0


def seat_price(fare: FareName, kind: SeatKind) -> Decimal:
    return Decimal("0.00") if kind in FARES[fare].seats else SEAT_PRICES[kind][1]


def miles_price(amount: Decimal) -> int:
    """The miles that a fare costs, in full hundreds."""
    return -(-int(amount * MILES_PER_EURO) // 100) * 100


def passenger_kind(age: int) -> PassengerKind:
    """By the age in full years on the day of the first departure."""
    if age < CHILD_FROM:
        return "infant"
    return "child" if age < ADULT_FROM else "adult"


def compensation(distance_km: int, delay: int | None, cause: Cause | None) -> Decimal:
    """What is due to a passenger; `delay` in minutes at arrival, None: the flight was cancelled."""
    if cause not in OUR_CAUSES:
        return Decimal("0.00")
    for furthest, least, amount in COMPENSATION:
        if distance_km <= furthest:
            return amount if delay is None or delay >= least else Decimal("0.00")
    return Decimal("0.00")


def tier_of(miles: int) -> tuple[str, int]:
    """The tier and its bonus percent for miles flown within a year."""
    name, _, bonus = next(tier for tier in reversed(TIERS) if miles >= tier[1])
    return name, bonus
