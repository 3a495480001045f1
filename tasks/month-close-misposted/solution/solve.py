"""Compares last month with those before, puts right what differs, depreciates and locks.

Options make one mistake each, for the near misses.
"""

import sys
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
books = Site(told.books).login(told.email, told.password)
today = datetime.now(UTC).date()
this = today.replace(day=1)
end = this - timedelta(days=1)
start = end.replace(day=1)
year = (start - timedelta(days=170)).replace(day=1)


def entries(since, until, **query):
    found = books.all(
        "/api/transactions", since=since.isoformat(), until=until.isoformat(), **query
    )
    return [books.get(f"/api/transactions/{t['number']}") for t in found]


def cost(entry):
    """The account that an entry is booked to beside the bank."""
    return next(x for x in entry["lines"] if x["account"] != "1200")


def enter(day, account, amount, memo):
    lines = [{"account": account, "debit": amount}, {"account": "1200", "credit": amount}]
    entry = books.post("/api/transactions", day=day, memo=memo, lines=lines)
    books.post(f"/api/transactions/{entry['number']}/post")


usual = defaultdict(Counter)
for entry in entries(year, start - timedelta(days=1), status="posted"):
    if entry["kind"] in ("bank", "manual") and len(entry["lines"]) == 2:
        usual[entry["memo"]][cost(entry)["account"]] += 1
usual = {memo: seen.most_common(1)[0][0] for memo, seen in usual.items() if seen.total() >= 5}

posted = {t["memo"]: t for t in entries(start, end, status="posted") if t["memo"] in usual}
for memo, entry in posted.items():
    if cost(entry)["account"] != usual[memo] and "--keep-account" not in SKIP:
        path = f"/api/transactions/{entry['number']}/reverse"
        day = today if "--reverse-today" in SKIP else entry["day"]
        books.post(path, reason="Booked to the wrong account.", day=str(day))
        account = usual[memo] if "--same-again" not in SKIP else cost(entry)["account"]
        enter(entry["day"], account, entry["total"], memo)
missing = [memo for memo in usual if memo not in posted]
for entry in entries(this, today, status="posted"):
    memo = next((m for m in missing if entry["memo"].startswith(f"{m}, ")), None)
    if memo and "--keep-month" not in SKIP:
        reason = "Booked in the wrong month."
        books.post(f"/api/transactions/{entry['number']}/reverse", reason=reason)
        enter(end.isoformat(), usual[memo], entry["total"], memo)
for entry in entries(start, end, status="draft"):
    path = f"/api/transactions/{entry['number']}"
    if entry["memo"] in posted and "--post-all" not in SKIP:
        books.delete(path)
        continue
    if cost(entry)["account"] == "1990":
        account = "6700" if "--sort-anyhow" in SKIP else usual[entry["memo"]]
        books.post(f"{path}/categorise", account=account)
    books.post(f"{path}/post")
if "--this-month-too" in SKIP:
    for entry in entries(this, today, status="draft"):
        if cost(entry)["account"] != "1990":
            books.post(f"/api/transactions/{entry['number']}/post")
month = f"{start:%Y-%m}"
if "--depreciate-first" in SKIP:
    books.post(f"/api/depreciation/{month}")
asset = next(a for a in books.all("/api/assets") if told.asset in a["name"])
day = start.replace(day=told.day)
try:
    if "--keep-asset" not in SKIP:
        books.post(f"/api/assets/{asset['code']}/retire", day=day.isoformat())
except Refusal:
    books.post(f"/api/assets/{asset['code']}/retire", day=today.isoformat())
if "--depreciate-first" not in SKIP:
    books.post(f"/api/depreciation/{month}")
if "--leave-open" not in SKIP:
    books.post(f"/api/months/{month}/lock")
