"""python3 -m kitty --books DIR COMMAND"""

import argparse
import os
import re
import sys
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from kitty.books import Books, Entry
from kitty.reckon import balances, by_category, payments, shares


def refuse(why: str) -> None:
    print(f"kitty: {why}", file=sys.stderr)
    sys.exit(2)


def show(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def balance(books: Books, _: argparse.Namespace) -> None:
    found = balances(books.people, books.entries())
    for name in books.people:
        print(f"{name}\t{show(found[name])}")


def month(books: Books, options: argparse.Namespace) -> None:
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", options.month):
        refuse("a month is written YYYY-MM")
    spent = by_category(books.entries_of(options.month), options.month)
    for category in sorted(spent):
        print(f"{category}\t{show(spent[category])}")
    print(f"total\t{show(sum(spent.values()))}")


def settle(books: Books, _: argparse.Namespace) -> None:
    for debtor, creditor, cents in payments(balances(books.people, books.entries())):
        print(f"{debtor} pays {creditor} {show(cents)}")


def add(books: Books, options: argparse.Namespace) -> None:
    today = date.fromisoformat(os.environ.get("KITTY_TODAY") or date.today().isoformat())
    try:
        day = date.fromisoformat(options.day)
        amount = Decimal(options.amount) * 100
        entry = Entry(
            0, day, options.payer, int(amount), options.whom, options.category, options.text
        )
        shares(entry, books.people)
    except (ValueError, KeyError, InvalidOperation):
        refuse("day, amount or names are not right")
    if options.payer not in books.people:
        refuse(f"{options.payer} is not one of us")
    if amount == 0 or amount != int(amount):
        refuse("an amount has at most two decimals and is not zero")
    if day > today:
        refuse("that day has not come yet")
    print(books.add(entry, f"{today:%Y-%m}"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="kitty")
    parser.add_argument("--books", type=Path, required=True)
    commands = parser.add_subparsers(required=True)
    commands.add_parser("balance").set_defaults(run=balance)
    commands.add_parser("settle").set_defaults(run=settle)
    one = commands.add_parser("month")
    one.add_argument("month")
    one.set_defaults(run=month)
    new = commands.add_parser("add")
    for name in ("day", "payer", "amount", "category", "text"):
        new.add_argument(f"--{name}", required=True)
    new.add_argument("--for", dest="whom", default="all")
    new.set_defaults(run=add)
    options = parser.parse_args()
    options.run(Books(options.books), options)


if __name__ == "__main__":
    main()
