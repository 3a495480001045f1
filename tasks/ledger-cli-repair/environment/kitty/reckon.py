"""Shares, balances and what evens them out; all amounts in cents."""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from kitty.books import Entry


def weights(whom: str, people: Sequence[str]) -> dict[str, int]:
    """Name → how many shares; KeyError for a name that is not one of us."""
    if whom == "all":
        return dict.fromkeys(people, 1)
    found = {}
    for part in whom.split("+"):
        name, _, count = part.partition("*")
        if name not in people:
            raise KeyError(name)
        found[name] = int(count or 1)
    return found


def shares(entry: Entry, people: Sequence[str]) -> dict[str, int]:
    """Name → what the person has to bear of an entry."""
    parts = weights(entry.whom, people)
    whole = sum(parts.values())
    return {name: round(entry.amount * count / whole) for name, count in parts.items()}


def balances(people: Sequence[str], entries: Iterable[Entry]) -> dict[str, int]:
    found = dict.fromkeys(people, 0)
    for entry in entries:
        found[entry.payer] += entry.amount
        for name, share in shares(entry, people).items():
            found[name] -= share
    return found


def by_category(entries: Iterable[Entry], month: str) -> dict[str, int]:
    year, number = map(int, month.split("-"))
    first = date(year, number, 1)
    last = date(year, number, monthrange(year, number)[1])
    spent: dict[str, int] = {}
    for entry in entries:
        if first <= entry.day < last:
            spent[entry.category] = spent.get(entry.category, 0) + abs(entry.amount)
    return spent


def payments(balance: dict[str, int]) -> Iterator[tuple[str, str, int]]:
    """(who pays, to whom, how much), each time the greatest debt to the greatest claim."""
    left = dict(balance)
    while True:
        debtor = min(left, key=lambda name: left[name])
        creditor = max(left, key=lambda name: left[name])
        cents = min(-left[debtor], left[creditor])
        if cents <= 0:
            return
        left[debtor] += cents
        left[creditor] -= cents
        yield debtor, creditor, cents
