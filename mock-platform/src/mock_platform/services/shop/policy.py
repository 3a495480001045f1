"""The shop's terms: the numbers that the rules use and that the policy pages print."""

from decimal import Decimal
from typing import Final, Literal

type ShippingMethod = Literal["standard", "express", "pickup"]
type Reason = Literal["changed_mind", "wrong_size", "defective", "wrong_item"]

RETURN_DAYS: Final = 30
GIFT_DAYS: Final = 60
FAULT_DAYS: Final = 180
FEE_PERCENT: Final = 10
LARGEST_QUANTITY: Final = 10
FREE_SHIPPING_FROM: Final = Decimal("75.00")

SHIPPING: Final[dict[ShippingMethod, tuple[str, Decimal, str]]] = {
    "standard": ("Standard delivery", Decimal("4.90"), "3 to 5 working days"),
    "express": ("Express delivery", Decimal("9.90"), "1 to 2 working days"),
    "pickup": ("Pick-up at the Quayside counter", Decimal("0.00"), "next working day"),
}
"""Method → what it is called, what it costs, how long it takes."""

REASONS: Final[dict[Reason, str]] = {
    "changed_mind": "I have changed my mind",
    "wrong_size": "It does not fit",
    "defective": "It is defective",
    "wrong_item": "I was sent the wrong item",
}
OUR_FAULT: Final[tuple[Reason, ...]] = ("defective", "wrong_item")
"""The reasons for which the shop answers: longer window, no exception, no fee."""


def window_days(reason: Reason, *, gift: bool) -> int:
    """How many days after delivery a return or an exchange can be asked for."""
    if reason in OUR_FAULT:
        return FAULT_DAYS
    return GIFT_DAYS if gift else RETURN_DAYS


def shipping_cost(method: ShippingMethod, goods: Decimal) -> Decimal:
    """What delivery costs for goods of that value, after discounts."""
    free = method == "standard" and goods >= FREE_SHIPPING_FROM
    return Decimal("0.00") if free else SHIPPING[method][1]
