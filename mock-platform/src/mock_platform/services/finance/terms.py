"""The policies in words, from the same constants that the rules go by."""

from dataclasses import dataclass

from mock_platform.services.finance import policy


@dataclass(frozen=True)
class Section:
    """`rows` is a table, its first row the head."""

    title: str
    slug: str
    paragraphs: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


def sections() -> tuple[Section, ...]:
    """All policies."""
    return (
        _approval(),
        _transactions(),
        _vendors(),
        _purchasing(),
        _matching(),
        _payments(),
        _budgets(),
        _assets(),
        _portfolio(),
        _closing(),
    )


def _money(amount: object) -> str:
    return f"€{amount:,.2f}"


def _approval() -> Section:
    limits = [
        (role, "any amount" if limit is None else f"up to {_money(limit)}" if limit else "nothing")
        for role, limit in policy.APPROVAL_LIMITS.items()
    ]
    return Section(
        "Roles and approval",
        "approval",
        (
            (
                "Everybody sees all books and may enter transactions, invoices, orders, vendors "
                "and payment runs. What is approved depends on the role and the amount; the "
                "limit counts the total with tax."
            ),
            (
                "Four eyes: nobody approves what they entered. Whoever changed, categorised or "
                "split a draft last counts as having entered it."
            ),
            (
                "Only controllers lock and reopen months, set budgets, change the chart of "
                "accounts, merge and unblock vendors and retire assets. Approvers and "
                "controllers block vendors, confirm bank details, register assets, run "
                "depreciation and trade."
            ),
        ),
        (("Role", "Approves"), *limits),
    )


def _transactions() -> Section:
    return Section(
        "Transactions",
        "transactions",
        (
            (
                "Debits equal credits in every transaction. Drafts can be changed and deleted; "
                "what is posted can only be reversed, with a reason, by a transaction with the "
                "opposite amounts."
            ),
            (
                f"Transactions up to {_money(policy.OWN_POSTING_LIMIT)} may be posted, and "
                "reversed, by whoever entered them. Above that somebody else does it, within the "
                "approval limit."
            ),
            (
                f"A draft with a part on account {policy.SUSPENSE} (not sorted yet) cannot be "
                "posted: categorise that part, or split it."
            ),
            (
                "A transaction can be attached to one invoice. A draft whose unsorted amount is "
                "exactly the total of an approved invoice pays that invoice when it is posted."
            ),
            f"Only Ledgerline itself posts to the accounts {', '.join(policy.KEPT)}.",
        ),
    )


def _vendors() -> Section:
    return Section(
        "Vendors",
        "vendors",
        (
            (
                "New or changed bank details have to be confirmed by an approver or controller "
                "other than the person who entered them. Until then the vendor is not paid."
            ),
            (
                "A blocked vendor gets no orders, its invoices are neither entered nor approved, "
                "and it is not paid."
            ),
            (
                "Vendors may be duplicates if they share a tax number, an IBAN, or the name "
                "without its legal form. No two vendors have the same tax number. Merging moves "
                "what is open to the vendor that stays and blocks the other; paid and void "
                "invoices stay where they are."
            ),
        ),
    )


def _purchasing() -> Section:
    rates = ", ".join(f"{code} {rate} %" for code, rate in policy.TAX_RATES.items())
    return Section(
        "Orders and invoices",
        "invoices",
        (
            (
                "An invoice is a draft, then received, matched, approved and paid; on the way it "
                "can be in dispute or void. It is due so many days after its date as the "
                f"vendor's terms say; terms are at most {policy.LONGEST_TERMS} days. Tax: "
                f"{rates}, rounded for each line."
            ),
            (
                f"Invoices above {_money(policy.NO_ORDER_LIMIT)} need a purchase order and are "
                "matched before they are approved. Up to that amount an invoice without an order "
                "can be approved as soon as it is received. An invoice that names an order is "
                "always matched."
            ),
            (
                "A vendor's invoice number is used once: the number is compared without spaces "
                "and punctuation, and void invoices do not count. Invoices of a vendor over the "
                f"same total within {policy.DUPLICATE_DAYS} days are pointed out."
            ),
            (
                "An approved invoice is booked on its own date or, if that month is locked, on "
                "the day of approval. Settling a dispute needs a reason, and the invoice is "
                "again what it was. Voiding reverses what was booked, today; an approved invoice "
                "is voided only by somebody who might approve that amount. A paid invoice cannot "
                "be void."
            ),
            (
                "Orders are approved by somebody else than who drew them up. No more than "
                "ordered can be received."
            ),
        ),
    )


def _matching() -> Section:
    return Section(
        "Three-way matching",
        "matching",
        (
            (
                "Each line of the invoice belongs to a line of the order. The quantity is at "
                "most what has been received and is not on another invoice that is matched, "
                "approved or paid; there is no tolerance for quantities."
            ),
            (
                f"The price of a piece is at most {policy.PRICE_TOLERANCE_PERCENT} % above the "
                "price ordered, rounded down to cents, and all lines together at most "
                f"{_money(policy.TOTAL_TOLERANCE)} (before tax) above the prices ordered. A "
                "lower price is always accepted."
            ),
        ),
    )


def _payments() -> Section:
    return Section(
        "Payment runs",
        "payments",
        (
            (
                "A run holds approved invoices. It is paid when somebody other than its author, "
                "who also took no payment out of it, approves it, within the approval limit for "
                "the total of the run; each payment is booked on the run's day of payment."
            ),
            (
                "The bank account has to hold the whole total. Blocked vendors, and vendors "
                "whose bank details are missing, not confirmed or changed since, are not paid."
            ),
        ),
    )


def _budgets() -> Section:
    return Section(
        "Budgets",
        "budgets",
        (
            (
                "A budget is for one account and one month. An alert is raised from the budget's "
                f"threshold on ({policy.BUDGET_THRESHOLD_PERCENT} % unless set otherwise): near, "
                "and over once more than the budget is posted. Only posted transactions count. A "
                "budget does not keep anything from being posted."
            ),
        ),
    )


def _assets() -> Section:
    return Section(
        "Fixed assets",
        "assets",
        (
            (
                "Depreciation begins in the month after the asset was acquired, and is run once "
                "a month, month after month, booked on the month's last day."
            ),
            (
                "Straight line takes cost less salvage value divided by the months of life; the "
                "last month takes what is left. Declining takes the yearly rate of the book "
                "value divided by 12. Amounts are rounded to cents, and no asset falls below its "
                "salvage value."
            ),
            (
                "An asset is retired today or on an earlier day, in a month whose depreciation "
                "has not been run. From then on no run takes anything off it; what it was "
                f"still worth is a loss on account {policy.RETIRED}."
            ),
        ),
    )


def _portfolio() -> Section:
    return Section(
        "Portfolio",
        "portfolio",
        (
            (
                "Market orders are executed at once at the day's price, which is the latest in "
                "the price table. A limit order is executed at the day's price when that is at "
                f"or better than the limit; it stays open for {policy.LIMIT_ORDER_DAYS} days. "
                "Open orders are looked at when orders are brought up to date."
            ),
            (
                f"The fee is {policy.TRADE_FEE_PERCENT} % of the value, at least "
                f"{_money(policy.SMALLEST_TRADE_FEE)}. Trades settle {policy.SETTLEMENT_DAYS} "
                "working days after they were executed; only then the bank account changes."
            ),
            (
                "Pieces are sold first in, first out. The gain is the value less the fee, less "
                "what the pieces had cost with their fees. The approval limit of whoever places "
                "an order counts for its value, at the limit or, for a sale, at the day's price "
                "if that is higher; it counts again when an open order is executed: above it, "
                "the order stays open."
            ),
        ),
    )


def _closing() -> Section:
    return Section(
        "Month close",
        "close",
        (
            (
                "A month can be locked when it has ended, earlier months are locked, and no "
                "draft transaction, payment run waiting for approval or depreciation run is left "
                "open in it. Invoices that wait or are in dispute, and trades not settled, are "
                "pointed out but do not keep a month open."
            ),
            (
                "Nothing can be posted or changed in a locked month; what was posted in it is "
                "reversed on a day of an open one. Only a controller "
                f"reopens a month, with a reason of at least {policy.SHORTEST_REASON} characters, "
                "and only the last one locked."
            ),
        ),
    )
