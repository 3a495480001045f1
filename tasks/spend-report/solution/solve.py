"""Reads every posting of the accounts, finds the three kinds of mistakes, adds up, writes.

Options make one mistake each, for the near misses.
"""

import json
import sys
from collections import defaultdict
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
books = Site(told.books).login(told.email, told.password)
today = datetime.now(UTC).date()
count = today.year * 12 + today.month - 1
months = [f"{(count - n) // 12}-{(count - n) % 12 + 1:02}" for n in (3, 2, 1)]
if "--with-this-month" in SKIP:
    months = [*months[1:], f"{today:%Y-%m}"]

entries = {
    t["number"]: t
    for status in ("posted", "reversed")
    for t in books.all("/api/transactions", status=status)
}
spend = {code: dict.fromkeys(months, Decimal(0)) for code in told.accounts}
left_out, turned = [], []
for code in told.accounts:
    marks = defaultdict(int)
    for line in books.all(f"/api/accounts/{code}/postings"):
        month, number, value = line["day"][:7], line["transaction"], Decimal(line["amount"])
        if month not in months:
            continue
        entry = entries[number]
        mark = (line["day"], line["memo"], value)
        if "--loose-duplicates" in SKIP:
            mark = (line["memo"], value)
        marks[mark] += 1
        if entry["kind"] == "reversal" and "--keep-reversals" not in SKIP:
            continue
        gone = entry["status"] == "reversed" and "--keep-reversed" not in SKIP
        if gone or (marks[mark] > 1 and "--keep-doubles" not in SKIP):
            left_out.append(number)
        elif line["memo"].startswith("Refund") and value > 0 and "--keep-refunds" not in SKIP:
            turned.append(number)
            spend[code][month] -= value if "--only-drop-refunds" not in SKIP else 0
        else:
            spend[code][month] += value
shape = str if "--texts" in SKIP else float
report = {
    "spend": {code: {m: shape(v) for m, v in row.items()} for code, row in spend.items()},
    "totals": {month: shape(sum(row[month] for row in spend.values())) for month in months},
    "left_out": left_out,
    "turned": turned,
}
if "--texts" in SKIP:
    report["left_out"] += [n for n, t in entries.items() if t["kind"] == "reversal"]
if "--list-all" in SKIP:
    report["left_out"] = report["turned"] = sorted(entries)
place = Path("/workspace/output/spend.json")
place.parent.mkdir(parents=True, exist_ok=True)
place.write_text(json.dumps(report, indent=1))
if "--correct" in SKIP:
    entry = books.get(f"/api/transactions/{left_out[0]}")
    lines = [
        {"account": x["account"], "debit": x["credit"], "credit": x["debit"]}
        for x in entry["lines"]
    ]
    memo = f"Correction of {entry['number']}"
    books.post("/api/transactions", day=today.isoformat(), memo=memo, lines=lines)
