"""Three months of spending, from books with entries that are there twice or wrong way round."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.finance.world import Ledger, books

PASSWORD = "harvest-compass-91"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
ACCOUNTS = ["6200", "6250", "6300", "6350", "6400", "6420", "6450"]
MONTHS = (-3, -2, -1)


class Cards:
    """Card payments as the bank's file brings them into the books."""

    def __init__(self, draw: Draw, ledger: Ledger) -> None:
        self.draw, self.ledger = draw, ledger

    def amount(self, low: int, high: int) -> Decimal:
        return Decimal(self.draw.integer(low * 100, high * 100)) / 100

    def text(self, account: str) -> tuple[str, Decimal]:
        """What is bought on an account, and for how much."""
        choices = [entry for entry in STOCK["payments"] if entry[1] == account]
        name, _, low, high = self.draw.choice(choices)
        return f"{name}, card {self.draw.choice(['4471', '8020'])}", self.amount(low, high)

    def pay(self, account: str, day: str, memo: str, amount: Decimal) -> dict[str, Any]:
        """A negative amount comes back."""
        sides = [(account, amount), ("1200", -amount)]
        by = self.draw.integer(5, 9)
        return self.ledger.transaction(day, sides, kind="bank", by=by, memo=memo)

    def any(self, account: str, month: int, low: int = 2, high: int = 27) -> dict[str, Any]:
        memo, amount = self.text(account)
        return self.pay(account, f"{month:+}month {self.draw.integer(low, high)}", memo, amount)

    def again(self, entry: dict[str, Any], account: str, **other: Any) -> dict[str, Any]:
        """The same entry once more, but for what `other` says."""
        same = {"day": entry["day"], "memo": entry["memo"], "amount": entry["total"], **other}
        return self.pay(account, **same)

    def reverse(self, entry: dict[str, Any], account: str, day: str, reason: str) -> None:
        sides = [("1200", entry["total"]), (account, -entry["total"])]
        memo = f"Reversal of {entry['number']}"
        more = {"kind": "reversal", "memo": memo, "reason": reason, "reverses_id": entry["id"]}
        self.ledger.transaction(day, sides, by=2, **more)
        entry["status"] = "reversed"


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("design")
    staff = world.people(9, office)
    owner, chief = staff[4], staff[0]
    draw.require(owner.first != chief.first, "people of different first names")
    clients = [world.firm(kind).name for kind in ("consulting", "health", "finance", "media")]
    ledger, _ = books(world, staff, clients, {owner.email: PASSWORD})
    cards = Cards(draw, ledger)
    for month in range(-5, 0):
        for account in ACCOUNTS:
            for _ in range(draw.integer(1, 3)):
                cards.any(account, month)

    cells = draw.shuffle([(account, month) for account in ACCOUNTS for month in MONTHS])
    first = cells.index(next(c for c in cells if c[1] == -3))
    crossing = cells.pop(first)
    draw.require((crossing[0], -2) in cells, "a month for the reversal")
    cells.remove((crossing[0], -2))

    twice = []
    for account, month in [cells.pop() for _ in range(3)]:
        entry = cards.any(account, month)
        twice.append([entry, cards.again(entry, account)])
    account, month = cells.pop()
    near = cards.any(account, month, 2, 12)
    cards.again(near, account, day=f"{month:+}month {draw.integer(14, 27)}")
    cards.again(near, account, memo=near["memo"].replace("card 4471", "card 8020") + " (2)")
    cards.again(near, account, amount=near["total"] + draw.integer(3, 9))
    outside = cards.any("6400", -4)
    cards.again(outside, "6400")

    turned = []
    for account, month in [cells.pop() for _ in range(2)]:
        memo, amount = cards.text(account)
        day = f"{month:+}month {draw.integer(2, 27)}"
        turned.append(cards.pay(account, day, f"Refund, {memo}", amount))
    account, month = cells.pop()
    memo, amount = cards.text(account)
    cards.pay(account, f"{month:+}month 19", f"Refund, {memo}", -amount)

    gone = [cards.any(crossing[0], -3, 20, 27)]
    cards.reverse(
        gone[0], crossing[0], f"-2month {draw.integer(3, 12)}", "Paid with a private card"
    )
    account, month = cells.pop()
    gone.append(cards.any(account, month))
    cards.reverse(gone[1], account, "+0month 1", "Belongs to the firm next door")
    same = [e for e in ledger.tables["transactions"] if e["kind"] == "bank"]
    marks = [(e["day"], e["memo"], e["total"]) for e in same]
    draw.require(len(marks) - len(set(marks)) == len(twice) + 1, "no other entry by chance twice")

    def numbers(entries: list[dict[str, Any]]) -> list[str]:
        return [entry["number"] for entry in entries]

    return Scenario(
        instruction=f"""
            {chief.first} wants to know what we spent in the last three full calendar months, and
            I'd rather not hand over what the reports in Ledgerline say, because I know three kinds
            of mistakes in the books that nobody has put right: card payments that the bank's file
            brought in twice (same day, same text, same amount), refunds that were booked as if we
            had paid them, and entries that were taken back in a later month, so that both months
            are wrong. Please work out the right figures for the accounts 6200 to 6450: a payment
            that came in twice counts once, a refund takes away from what was spent, and what was
            taken back counts for nothing, and neither does its reversal. Only posted entries
            count. Don't touch the books, {chief.first} wants to see them as they are.

            Put the figures into /workspace/output/spend.json, months written YYYY-MM:

            {{
              "spend": {{"<account>": {{"<month>": <amount>, ...}}, ...}},
              "totals": {{"<month>": <amount of all these accounts>, ...}},
              "left_out": ["<number of each entry that is there twice, one of the two>",
                           "<number of each entry that was taken back>", ...],
              "turned": ["<number of each refund that was booked as a payment>", ...]
            }}

            Ledgerline is at {url("finance")}; sign in as {owner.email}, password {PASSWORD}.
        """,
        services={"finance": ledger.tables},
        told={
            "books": url("finance"),
            "email": owner.email,
            "password": PASSWORD,
            "accounts": ACCOUNTS,
        },
        expected={
            "accounts": ACCOUNTS,
            "twice": [numbers(pair) for pair in twice],
            "turned": numbers(turned),
            "gone": numbers(gone),
        },
    )
