"""The terms: the numbers that the rules use and that the policy page prints. Amounts in euros."""

from decimal import Decimal
from typing import Final, Literal

type Role = Literal["employee", "approver", "finance"]
type Kind = Literal["amount", "mileage", "per_diem"]
type State = Literal["draft", "submitted", "approved", "rejected", "paid"]

HOME_CURRENCY: Final = "EUR"
"""What everything is converted to and paid out in."""

KINDS: Final[dict[Kind, str]] = {
    "amount": "An amount",
    "mileage": "Own car",
    "per_diem": "Per diem",
}
"""What an expense can be; a category takes expenses of one kind."""

RECEIPT_FROM: Final = Decimal("25.00")
"""From this amount on an expense needs a receipt."""

LATE_DAYS: Final = 60
"""An expense handed in later than this after the day it was spent is a violation."""

LAST_DAYS: Final = 180
"""An expense cannot be handed in later than this at all."""

PER_KILOMETRE: Final = Decimal("0.42")
"""Paid for each kilometre in one's own car."""

MOST_KILOMETRES: Final = 400
"""More than this in a day, over all mileages of a person, is a violation."""

FULL_DAY: Final = Decimal("32.00")
"""Per diem for a whole day away."""

PART_DAY: Final = Decimal("16.00")
"""Per diem for the first and the last day of a trip, and for a trip of a single day."""

MEAL_PERCENT: Final[dict[str, int]] = {"breakfast": 20, "lunch": 40, "dinner": 40}
"""Of a full day's per diem, taken off for each meal that was provided."""

SECOND_APPROVAL_FROM: Final = Decimal("1000.00")
"""From this total on the manager's manager has to approve too."""

FINANCE_APPROVAL_FROM: Final = Decimal("5000.00")
"""From this total on, and whenever there is a violation, finance has to approve too."""

LARGEST_RECEIPT: Final = 5_000_000
"""Bytes of a receipt."""

ROLES: Final[dict[Role, str]] = {
    "employee": "hands in reports",
    "approver": "also approves the reports of those they manage",
    "finance": "also approves what needs a second look, pays out, and sees every report that was "
    "handed in",
}
"""What people do."""
