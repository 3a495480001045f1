"""The numbers of the practice and the insurance: the rules use them, the policy page prints them.

None of them is medical advice: ranges are what the portal marks, nothing more.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

type MeasureKind = Literal[
    "weight", "blood_pressure", "pulse", "glucose", "temperature", "steps", "sleep"
]
type Speciality = Literal["general", "nurse", "skin", "heart", "joints", "eyes", "movement"]
type VisitKind = Literal[
    "consultation", "check_up", "phone", "vaccination", "blood_sample", "first_visit", "follow_up"
]
type Category = Literal[
    "consultation",
    "specialist",
    "medicines",
    "laboratory",
    "imaging",
    "physiotherapy",
    "dental",
    "vaccination",
]
type Severity = Literal["minor", "moderate", "severe"]


@dataclass(frozen=True)
class Measure:
    """Values are kept in `unit`; `units` are others that are taken: value * factor + offset.

    Values outside `low` to `high` are refused as implausible; those outside `normal` are marked.
    `second` are the same limits of the lower value, for blood pressure.
    """

    title: str
    unit: str
    decimals: int
    low: Decimal
    high: Decimal
    normal: tuple[Decimal, Decimal] | None
    units: tuple[tuple[str, Decimal, Decimal], ...] = ()
    second: tuple[Decimal, Decimal, Decimal, Decimal] | None = None
    summed: bool = False


def _d(*values: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(value) for value in values)


def _measure(
    title: str, unit: str, decimals: int, limits: str, normal: str = "", **more: object
) -> Measure:
    low, high = _d(*limits.split())
    range_ = _d(*normal.split()) if normal else None
    return Measure(title, unit, decimals, low, high, range_, **more)  # type: ignore[arg-type]


MEASURES: Final[dict[MeasureKind, Measure]] = {
    "weight": _measure(
        "Weight", "kg", 1, "2 350", units=(("lb", Decimal("0.45359237"), Decimal(0)),)
    ),
    "blood_pressure": _measure(
        "Blood pressure", "mmHg", 0, "60 260", "90 139", second=_d("30", "160", "60", "89")
    ),
    "pulse": _measure("Pulse", "bpm", 0, "25 240", "50 100"),
    "glucose": _measure(
        "Glucose",
        "mmol/L",
        1,
        "1 40",
        "3.9 7.8",
        units=(("mg/dL", Decimal(1) / Decimal("18.016"), Decimal(0)),),
    ),
    "temperature": _measure(
        "Temperature",
        "°C",
        1,
        "33 43",
        "35.5 37.7",
        units=(("°F", Decimal(5) / Decimal(9), Decimal(-160) / Decimal(9)),),
    ),
    "steps": _measure("Steps", "steps", 0, "0 100000", summed=True),
    "sleep": _measure("Sleep", "hours", 1, "0 24", "7 9.5"),
}
FUTURE_MINUTES: Final = 10
"""How far ahead of the clock a measurement may be dated."""
OLDEST_YEARS: Final = 5
"""How old a measurement may be when it is entered."""
CORRECTION_HOURS: Final = 72
"""Hours after entering in which a measurement can be deleted by who entered it."""


@dataclass(frozen=True)
class Field:
    """A speciality: what it offers, and whether one needs to be referred to it."""

    title: str
    referral: bool
    kinds: tuple[VisitKind, ...]


SPECIALITIES: Final[dict[Speciality, Field]] = {
    "general": Field("General practice", False, ("consultation", "check_up", "phone")),
    "nurse": Field("Practice nurse", False, ("vaccination", "blood_sample", "check_up")),
    "skin": Field("Skin clinic", True, ("first_visit", "follow_up")),
    "heart": Field("Heart clinic", True, ("first_visit", "follow_up", "phone")),
    "joints": Field("Bones and joints", True, ("first_visit", "follow_up")),
    "eyes": Field("Eye clinic", True, ("first_visit", "follow_up")),
    "movement": Field("Physiotherapy", True, ("first_visit", "follow_up")),
}
KINDS: Final[dict[VisitKind, tuple[str, int]]] = {
    "consultation": ("Consultation", 20),
    "check_up": ("Check-up", 40),
    "phone": ("Telephone call", 10),
    "vaccination": ("Vaccination", 10),
    "blood_sample": ("Blood sample", 10),
    "first_visit": ("First visit", 30),
    "follow_up": ("Follow-up visit", 20),
}
"""Title, and the minutes that a slot must have at least."""

BOOKING_HOURS: Final = 2
"""Hours before an appointment until which it can be booked."""
BOOKING_DAYS: Final = 60
"""Days ahead that can be booked."""
MOST_APPOINTMENTS: Final = 4
"""Appointments that a person can have ahead."""
CANCEL_HOURS: Final = 24
"""Hours before an appointment until which cancelling or moving it is free."""
CANCEL_FEE: Final = Decimal("30.00")
MISSED_FEE: Final = Decimal("45.00")
MOST_MOVES: Final = 2
"""How often one appointment can be moved."""
OFFER_HOURS: Final = 12
"""Hours for which a place that became free is kept for the first on the waiting list."""
MOST_WAITING: Final = 3
"""Waiting list entries a person can have."""
OPEN_FEES: Final = Decimal("60.00")
"""Unpaid fees from which no more appointments can be booked."""
REFERRAL_DAYS: Final = 90

ADULT_AT: Final = 16
"""Years of age at which a parent's access ends."""
MOST_LINKS: Final = 5
"""People who can be given access to a record."""
LOG_MINUTES: Final = 60
"""Within so many minutes, one person's looks at one part of a record are one line of the log."""

LATE_MINUTES: Final = 60
"""Minutes after the time due from which an intake counts as late."""
EARLY_MINUTES: Final = 120
"""Minutes before the time due from which an intake can be recorded."""
INTAKE_DAYS: Final = 3
"""Days for which an intake can be recorded afterwards, or undone."""
REFILL_DAYS: Final = 7
"""Days before the stock is used up on which a refill is due."""
MOST_TIMES: Final = 6
"""Times of day a medicine can be scheduled for."""
HORIZON_DAYS: Final = 400
"""Days ahead that a stock is calculated for."""

RENEW_DAYS: Final = 30
"""Days before the end of a prescription from which its renewal can be requested."""
RENEW_LATE_DAYS: Final = 180
"""Days after the end of a prescription until which its renewal can be requested."""
EARLY_REPEAT_DAYS: Final = 5
"""Days before the last supply is used up from which a repeat can be collected."""
VALID_DAYS: Final = 180
"""Days for which a prescription is valid."""
REVIEW_DAYS: Final = 365
"""A renewal needs a visit to the prescriber's practice within so many days."""

CATEGORIES: Final[dict[Category, str]] = {
    "consultation": "Consultations",
    "specialist": "Specialist visits",
    "medicines": "Medicines",
    "laboratory": "Laboratory tests",
    "imaging": "Imaging",
    "physiotherapy": "Physiotherapy",
    "dental": "Dental care",
    "vaccination": "Vaccinations",
}
CLAIM_DAYS: Final = 120
"""Days after the service in which a claim can be submitted."""
REVIEW_FROM: Final = Decimal("500.00")
"""Billed amount from which a person at the insurer looks at a claim before it is approved."""
PREAUTH_DAYS: Final = 90
"""Days for which a pre-authorisation is valid."""
PREAUTH_AUTO: Final = Decimal("800.00")
"""Estimates up to this are authorised at once where a valid referral exists."""

LARGEST_DOCUMENT: Final = 2_000_000
"""Bytes."""
MOST_DOCUMENTS: Final = 200
REPLY_DAYS: Final = 2
"""Working days in which the practice answers a message."""
CLOSE_DAYS: Final = 30
"""Days after its last message that a conversation can still be answered."""
