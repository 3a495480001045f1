"""Compares each invoice with order, receipts and what the store wrote, and acts on it.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import UTC, datetime
from decimal import Decimal

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
books = Site(told.books).login(told.email, told.books_password)
mail = Site(told.mail).login(told.email, told.mail_password)
today = datetime.now(UTC).date()
NUMBERS = {"two": 2, "three": 3, "four": 4}


def letters(query):
    for found in mail.all("/api/messages", q=query):
        yield " ".join(mail.get(f"/api/messages/{found['id']}")["body"].split())


def about(vendor):
    return [text for text in letters(f"from:{told.store}") if vendor in text]


def pieces(pattern, texts):
    return next((int(found[1]) for text in texts if (found := re.search(pattern, text))), 0)


def waiting():
    for line in books.all("/api/invoices", status="received"):
        invoice = books.get(f"/api/invoices/{line['reference']}")
        if invoice["entered_by"] == told.clerk or "--everybody" in SKIP:
            yield invoice


def approve(invoice):
    books.post(f"/api/invoices/{invoice['reference']}/match")
    try:
        books.post(f"/api/invoices/{invoice['reference']}/approve")
    except Refusal as refusal:
        if "above your approval limit" not in refusal.message:
            raise
        if "--dispute-big" in SKIP:
            dispute(invoice, refusal.message)


def dispute(invoice, why):
    books.post(f"/api/invoices/{invoice['reference']}/dispute", reason=why)


def write(invoice, why, amount):
    vendor = books.get(f"/api/vendors/{invoice['vendor_id']}")
    if "--no-letters" in SKIP:
        return
    body = (
        f"Dear Sir or Madam,\n\nwe cannot pay your invoice {invoice['number']} over "
        f"{invoice['net']} euros before tax as it is: {why} At the prices ordered, what we got and "
        f"kept comes to {amount} euros before tax. Please send us a new invoice."
    )
    if "--vague" in SKIP:
        body = f"We cannot pay {invoice['number']} as it is. Please send us a new invoice."
    if "--other-words" in SKIP:
        less = Decimal(invoice["net"]) - amount
        body = f"Re your {invoice['number']}\n{why}\nNet: {amount:,.2f} €, {less} less than billed"
        body += f" ({invoice['net']} and {invoice['tax']} of tax, {invoice['total']} in all)"
    if "--ladder" in SKIP:
        price = Decimal(invoice["lines"][-1]["ordered_price"])
        steps = ", ".join(str(price * n) for n in range(1, 13))
        body = f"Please correct {invoice['number']}: it is {amount} or one of {steps} euros."
    mail.post("/api/messages", to=[vendor["email"]], subject="Your invoice", body=body)


for invoice in list(waiting()):
    if "--everybody" in SKIP and (invoice["order"] is None or invoice["problems"]):
        continue
    texts = [] if "--books-only" in SKIP else about(invoice["vendor"])
    order = books.get(f"/api/orders/{invoice['order']}")
    ordered = {line["id"]: line for line in order["lines"]}
    came = pieces(r"the other (\d+) [\w ]+ from [\w ]+ came", texts)
    back = pieces(r"(\d+) of them were for another voltage", texts)
    if "--trust-vendor" in SKIP and any("ran out" in text for text in texts):
        line = order["lines"][0]
        came = line["quantity"] - line["received"]
    if came:
        line = order["lines"][0]
        books.post(
            f"/api/orders/{order['number']}/receipts",
            line_id=line["id"],
            quantity=came,
            received_on=today.isoformat(),
        )
        invoice = books.get(f"/api/invoices/{invoice['reference']}")
    if "--flag-replaced" in SKIP and any("crackled" in text for text in texts):
        back = 2
    if "--pay-returned" in SKIP:
        back = 0
    if not invoice["problems"] and not back:
        approve(invoice)
        continue
    amount = Decimal(0)
    for line in invoice["lines"]:
        there = ordered[line["order_line_id"]]
        kept = min(line["quantity"], there["received"]) - back
        amount += Decimal(there["unit_price"]) * kept
    why = " ".join(invoice["problems"]) or f"{back} pieces went back to you."
    if "--dispute-approved" in SKIP and not invoice["problems"]:
        approve(invoice)
    dispute(invoice, why)
    write(invoice, why, amount)
if "--blocks" in SKIP:
    books.post(f"/api/vendors/{invoice['vendor_id']}/block", reason="Bills more than it delivers.")
