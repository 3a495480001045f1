"""Reads what the board wants and who is on it, adds up the books, sends and makes sure it went.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import UTC, datetime
from decimal import Decimal

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.mail_password)
books = Site(told.books).login(told.email, told.books_password)
LEFT_OUT = set() if "--everything" in SKIP else {"Gains on securities", "Depreciation"}


def search(query):
    """Messages that a query finds, oldest first, with their text."""
    found = sorted(mail.all("/api/messages", q=query), key=lambda m: m["sent_at"])
    return [mail.get(f"/api/messages/{m['id']}") for m in found]


def figures(month):
    """Income and expenses of a month."""
    sums = {"income": Decimal(0), "expense": Decimal(0)}
    for line in books.get("/api/profit-and-loss", month=month)["lines"]:
        if line["name"] not in LEFT_OUT:
            value = Decimal(line["credit"]) - Decimal(line["debit"])
            sums[line["kind"]] += value if line["kind"] == "income" else -value
    if "--with-drafts" in SKIP:
        for line in books.all("/api/transactions", status="draft"):
            entry = books.get(f"/api/transactions/{line['number']}")
            if entry["day"].startswith(month):
                sums["income"] -= sum(
                    Decimal(p["debit"]) - Decimal(p["credit"])
                    for p in entry["lines"]
                    if p["account"][0] == "4"
                )
    return sums["income"], sums["expense"]


letters = search(f'from:"{told.chair}"')
thread = mail.get(f"/api/threads/{letters[0]['thread']}")
members = re.search(r"([\w' .,-]+) and me\. And ([\w' -]+) at your", thread[-1]["body"])
names, copy = [name.strip() for name in members[1].split(",")], members[2]
addresses = {c["name"]: c["email"] for c in mail.all("/api/contacts")}
chair = letters[0]["sender"]
if "--old-board" not in SKIP:
    news = next(m for m in letters if "has agreed to step in" in m["body"])
    joining = re.search(r"lucky: ([\w' -]+) has agreed to step in and gets", news["body"])[1]
    leaving = re.search(r"gets all that ([\w'-]+) got", news["body"])[1]
    names = [name for name in names if name.split()[0] != leaving]
    names.append(joining)
    addresses[joining] = re.search(r"address is ([\w.@-]+\w)", news["body"])[1]
for name in names:
    for letter in [] if "--old-address" in SKIP else search(f'from:"{name}"'):
        if "use this address" in letter["body"]:
            addresses[name] = letter["sender"]

today = datetime.now(UTC).date()
count = today.year * 12 + today.month - 1 - ("--running-month" not in SKIP)
months = [divmod(count - back, 12) for back in (2, 1, 0)]
names_of_months = [f"{year}-{month + 1:02}" for year, month in months]
rows = [figures(month) for month in names_of_months]
rows.append((sum(r[0] for r in rows), sum(r[1] for r in rows)))
titles = [*names_of_months, "Together"]
if "--backwards" in SKIP:
    titles[:3] = titles[2::-1]
lines = [
    f"{title}: income {income:,.2f}, expenses {spent:,.2f}, left {income - spent:,.2f}"
    for title, (income, spent) in zip(titles, rows, strict=True)
]
if "--as-a-table" in SKIP:
    words = [f"{datetime(y, m + 1, 1, tzinfo=UTC):%B %Y}" for y, m in months]
    lines = ["| | " + " | ".join([*words, "Sum"]) + " |"]
    columns = {
        "Income": [income for income, _ in rows],
        "Expenses": [spent for _, spent in rows],
        "Left": [income - spent for income, spent in rows],
    }
    for title, values in columns.items():
        lines.append(f"| {title} | " + " | ".join(f"€ {value:.2f}" for value in values) + " |")
    lines.append("Gains on securities and depreciation (accounts 4800, 6500) are not in it.")
if "--both" in SKIP:
    LEFT_OUT = set()
    for month, (income, spent) in zip(names_of_months, map(figures, names_of_months), strict=True):
        lines.append(f"or {month}: income {income:,.2f}, expenses {spent:,.2f}")
body = "Dear all,\n\nthese are the figures in euros.\n\n" + "\n".join(lines) + "\n\nBest regards"
letter = {
    "to": [chair, *(addresses[name] for name in names)],
    "cc": [] if "--no-copy" in SKIP else [addresses[copy]],
    "subject": "Figures of the last three months",
    "body": body,
}


def went_out():
    sent = mail.all("/api/folders/sent/messages")
    return any(m["subject"] == letter["subject"] for m in sent)


while True:
    if "--as-a-table" in SKIP:
        draft = mail.post("/api/drafts", **letter)
        mail.post(f"/api/drafts/{draft['id']}/send")
    else:
        mail.post("/api/messages", **letter)
    if "--believe" in SKIP or went_out():
        break
if "--twice" in SKIP:
    mail.post("/api/messages", **letter)
if "--post-draft" in SKIP:
    for line in books.all("/api/transactions", status="draft"):
        entry = books.get(f"/api/transactions/{line['number']}")
        if entry["counterparty"]:
            books.delete(f"/api/transactions/{line['number']}")
