"""The rules of the books: the numbers that operations go by and that the policy page prints."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Final, Literal

type Role = Literal["clerk", "approver", "controller"]
type TaxCode = Literal["standard", "reduced", "zero"]

CENT: Final = Decimal("0.01")
ZERO: Final = Decimal("0.00")

APPROVAL_LIMITS: Final[dict[Role, Decimal | None]] = {
    "clerk": ZERO,
    "approver": Decimal("10000.00"),
    "controller": None,
}
"""Up to which amount a role approves; None: any amount."""

OWN_POSTING_LIMIT: Final = Decimal("500.00")
"""Transactions up to this amount may be posted by whoever entered them."""

NO_ORDER_LIMIT: Final = Decimal("1000.00")
"""Invoices up to this total need no purchase order."""

PRICE_TOLERANCE_PERCENT: Final = 2
TOTAL_TOLERANCE: Final = Decimal("50.00")
DUPLICATE_DAYS: Final = 14
BUDGET_THRESHOLD_PERCENT: Final = 80
SETTLEMENT_DAYS: Final = 2
TRADE_FEE_PERCENT: Final = Decimal("0.10")
SMALLEST_TRADE_FEE: Final = Decimal("5.00")
LIMIT_ORDER_DAYS: Final = 30
SHORTEST_REASON: Final = 10
LONGEST_TERMS: Final = 120
AGES: Final = (0, 30, 60, 90)
"""The last day overdue of each column of aged payables but the last."""

TAX_RATES: Final[dict[TaxCode, int]] = {"standard": 20, "reduced": 10, "zero": 0}

SUSPENSE: Final = "1990"
INPUT_TAX: Final = "1400"
CLEARING: Final = "1250"
SECURITIES: Final = "1300"
FIXED_ASSETS: Final = "1500"
ACCUMULATED: Final = "1590"
PAYABLES: Final = "2000"
DEPRECIATION: Final = "6500"
GAINS: Final = "4800"
RETIRED: Final = "6600"
KEPT: Final = (CLEARING, SECURITIES, ACCUMULATED, PAYABLES)
"""Accounts that only Ledgerline itself posts to."""
NEEDED: Final = (*KEPT, SUSPENSE, INPUT_TAX, FIXED_ASSETS, DEPRECIATION, GAINS, RETIRED)


def cents(amount: Decimal) -> Decimal:
    """Rounded to whole cents, half a cent away from zero."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def highest_price(ordered: Decimal) -> Decimal:
    """The most a piece may be billed at, in whole cents: never beyond the tolerance."""
    return (ordered * (100 + PRICE_TOLERANCE_PERCENT) / 100).quantize(CENT, ROUND_DOWN)


def tax_on(net: Decimal, code: TaxCode) -> Decimal:
    return cents(net * TAX_RATES[code] / 100)


def trade_fee(value: Decimal) -> Decimal:
    """What a purchase or sale of that value costs."""
    return max(SMALLEST_TRADE_FEE, cents(value * TRADE_FEE_PERCENT / 100))
