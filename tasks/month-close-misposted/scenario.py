"""A month to close, with a cost on the wrong account, one in the wrong month, and odd drafts."""

from decimal import Decimal
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.finance.world import Ledger, books

PASSWORD = "amber-causeway-47"
LAST = "-1month"
THIS = "+0month 1"
"""The first of the running month: past on every day that a trial may start."""


def settle(ledger: Ledger) -> None:
    """Keep what happened some days ago in the running month, on whatever day that begins."""
    recent = {f"-{days}d" for days in range(1, 10)}
    for table in ("transactions", "postings"):
        for row in ledger.tables[table]:
            if row["day"] in recent:
                row["day"] = THIS


def entry(ledger: Ledger, day: str, memo: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A transaction with its postings."""
    found = next(
        t
        for t in ledger.tables["transactions"]
        if t["memo"] == memo and t["day"].startswith(day + " ")
    )
    return found, [p for p in ledger.tables["postings"] if p["transaction_id"] == found["id"]]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("engineering")
    staff = world.people(9, office)
    owner = staff[0]
    clients = [world.firm(kind).name for kind in ("consulting", "health", "finance", "media")]
    ledger, _ = books(world, staff, clients, {owner.email: PASSWORD})
    settle(ledger)

    misplaced, sides = entry(ledger, LAST, "Insurance instalment")
    wrong = draw.choice(["6300", "6450", "6400"])
    sides[0]["account_id"] = ledger.account(wrong)
    late, parts = entry(ledger, LAST, "Network and telephone")
    late["memo"] += ", for the month before"
    for row in (late, *parts):
        row["day"] = THIS
    late["entered_at"] = f"{THIS} 00:10"
    late.pop("posted_at", None)

    account = draw.choice(["6200", "6250", "6450", "6480"])
    memo = f"Direct debit, Brightline, contract 30-{draw.integer(210, 890)}"

    def brightline(month: int, code: str, *, posted: bool) -> dict[str, Any]:
        amount = Decimal(draw.integer(12_000, 39_000)) / 100
        day = f"{month:+}month {draw.integer(11, 14)}"
        sides = [(code, amount), ("1200", -amount)]
        return ledger.transaction(day, sides, kind="bank", posted=posted, by=7, memo=memo)

    for month in (-6, -5, -4, -3, -2):
        brightline(month, account, posted=True)
    unsorted = brightline(-1, "1990", posted=False)
    bonus = Decimal(draw.integer(6, 14) * 100)
    pay = ledger.transaction(
        f"{LAST} 24",
        [("6000", bonus), ("1200", -bonus)],
        posted=False,
        by=6,
        memo=f"Bonus for {staff[7].name}",
    )
    rent, _ = entry(ledger, LAST, "Rent of the offices")
    double = ledger.transaction(
        f"{LAST} 3",
        [("6100", rent["total"]), ("1200", -rent["total"])],
        posted=False,
        by=8,
        memo="Rent of the offices",
    )
    drone = next(a for a in ledger.tables["assets"] if a["name"] == "Survey drone")
    crash = draw.integer(9, 17)
    return Scenario(
        instruction=f"""
            Please close last month in Ledgerline for me; I'm the controller. A few things have to
            be put right before you lock it, so that last month's figures are true.

            We have the same running costs every month, always on the same accounts, and two of
            last month's have ended up where they don't belong: compare it with the months before.
            Take them back and enter them anew, as our rules want it. What is still a draft in last
            month should be sorted the way we have always done and posted, unless it's in the books
            already, then delete it. And the survey drone fell into the river on the {crash}th of
            last month. It's gone, there's nothing left of it to sell.

            Last month only, please. This month stays open, and I'll see to its drafts myself.

            Ledgerline is at {url("finance")}; sign in as {owner.email}, password {PASSWORD}.
        """,
        services={"finance": ledger.tables},
        told={
            "books": url("finance"),
            "email": owner.email,
            "password": PASSWORD,
            "asset": "drone",
            "day": crash,
        },
        expected={
            "misplaced": misplaced["number"],
            "misplaced_from": wrong,
            "misplaced_to": "6480",
            "late": late["number"],
            "late_account": "6250",
            "unsorted": unsorted["number"],
            "account": account,
            "draft": pay["number"],
            "double": double["number"],
            "asset": drone["code"],
            "day": crash,
        },
    )
