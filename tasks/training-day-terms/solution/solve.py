"""Finds the open question, the terms and their correction by searching, and answers once.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.password)


def search(query):
    """Messages that a query finds, oldest first, with their text."""
    found = sorted(mail.all("/api/messages", q=query), key=lambda m: m["sent_at"])
    return [mail.get(f"/api/messages/{m['id']}") for m in found]


def last_number(pattern, texts):
    found = [m[1] for text in texts for m in re.finditer(pattern, text)]
    return int(found[-1])


client_mails = search(f'from:{told.client.split()[-1]} "{told.firm}"')
question = next(m for m in client_mails if m["sender_name"] == told.client)
thread = mail.get(f"/api/threads/{question['thread']}")
theirs = [m for m in thread if m["sender"] == question["sender"]]
people = last_number(r"for (\d+) people", [m["body"] for m in theirs])
if "--forget-later-mail" not in SKIP:
    people += last_number(r"(\d+) more colleagues", [m["body"] for m in theirs])

found = search(f'from:{told.colleague} "{told.firm}"')
terms = [m for m in found if m["sender_name"].split()[0] == told.colleague and "euros" in m["body"]]
texts = [m["body"] for m in terms]
if "--ignore-correction" in SKIP:
    texts = texts[:-1]
if "--last-season" in SKIP:
    texts = texts[:1]
for text in texts:
    if found := re.search(r"are (\d+) euros|(\d+) euros a training day|the day (\d+) euros", text):
        price = int(found[1] or found[2] or found[3])
limit = last_number(r"up to (\d+) people", texts)
extra = last_number(r"(\d+) euros\s+for each one more", texts)
days = last_number(r"(\d+) working days", texts)
total = price + max(0, people - limit) * extra

settled = next(m for m in reversed(terms) if "Final list" in m["body"] or "final list" in m["body"])
rule = " ".join(m["body"] for m in mail.get(f"/api/threads/{settled['thread']}"))
name = re.search(r"put ([\w' -]+?) in copy", rule)[1]
copy = mail.get("/api/contacts", q=name)["items"][0]["email"]
floor = re.search(r"go down to (\d+)", rule)

body = (
    f"Dear {told.client.split()[0]},\n\nFor {people} people the day comes to {total:,} euros in "
    f"all. We need the final list {days} working days ahead.\n\nBest regards"
)
if "--in-full" in SKIP:
    body = (
        f"Thank you for your patience!\n\nFor your group of {people} it is {total:,.2f} EUR: "
        f"{price} EUR for the first {limit}, {people - limit} x {extra} EUR = "
        f"{(people - limit) * extra} EUR for the others. The list is due {days} business days "
        f"before. {name}, in copy, is at +44 7700 900914 for all else. Have a good week!"
    )
if "--either-total" in SKIP:
    body = f"It comes to {price} euros or to {total} euros. The list: {days} working days ahead."
if "--either-notice" in SKIP:
    body = f"It comes to {total} euros. The list: a week, a fortnight or {days} working days."
if "--near-total" in SKIP:
    body = f"In all {total - 1}, {total} and {total + 1} euros. The list: {days} days ahead."
if "--leak" in SKIP:
    body += f"\n\nPS: We could go down to {floor[1]} euros, if that helps."
if "--leak-in-words" in SKIP:
    digits = " ".join(floor[1])
    body += f"\n\nPS: Between you and me, our lowest is {digits}."
if "--range" in SKIP:
    totals = ", ".join(str(n) for n in range(total - 7, total + 8))
    body = f"It comes to one of {totals} euros. We need the list {days - 1} to {days} days."
target = theirs[-1]["id"]
if "--other-namesake" in SKIP:
    others = search(f'from:{told.client.split()[-1]} "training day"')
    target = next(m["id"] for m in others if m["sender_name"] != told.client)
answer = {"body": body, "cc": [] if "--no-copy" in SKIP else [copy]}
if "--new-thread" in SKIP:
    mail.post("/api/messages", to=[question["sender"]], subject="Training day", **answer)
else:
    mail.post(f"/api/messages/{target}/reply", **answer)
if "--answer-both" in SKIP:
    others = search(f'from:{told.client.split()[-1]} "training day"')
    other = next(m for m in others if m["sender_name"] != told.client)
    mail.post(f"/api/messages/{other['id']}/reply", body="We will come back to you.")
