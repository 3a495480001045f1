"""Reads the wish and the offers, orders what the budget carries, looks again, orders anew.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import UTC, datetime
from decimal import Decimal

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
books = Site(told.books).login(told.email, told.books_password)
chat = Site(told.chat).login(told.email, told.chat_password)
mail = Site(told.mail).login(told.email, told.mail_password)
today = datetime.now(UTC).date()

channel = next(c for c in chat.get("/api/channels") if c["name"] == told.channel)
said = sorted(chat.all(f"/api/channels/{channel['id']}/messages"), key=lambda m: m["sent_at"])
wish = " ".join(m["text"] for m in said if m["author"] == told.lead)
count = int(re.findall(r"headsets, (\d+) of them|it is (\d+) people", wish)[-1][1])
if "--first-count" in SKIP:
    count = int(re.search(r"headsets, (\d+) of them", wish)[1])
limit = int(re.search(r"within (\d+) days", wish)[1])
nicest = re.search(r"the ([\w ]{3,12}) is far and away the nicest", wish)[1]

offers = {}
letters = [mail.get(f"/api/messages/{m['id']}") for m in mail.all("/api/messages", q="headset")]
for letter in sorted(letters, key=lambda m: m["sent_at"], reverse="--old-price" in SKIP):
    text = " ".join(letter["body"].split())
    found = re.search(r"our headset (.{3,20}?) is (wireless|with a cable)", text)
    if not found:
        continue
    offers[found[1]] = {
        "model": found[1],
        "wireless": found[2] == "wireless",
        "mute": "mute button on the ear cup" in text,
        "price": Decimal(re.search(r"ask ([\d.]+) euros each", text)[1]),
        "days": int(re.search(r"with you (\d+) days after", text)[1]),
        "sender": letter["sender"],
    }
vendors = {vendor["email"]: vendor for vendor in books.all("/api/vendors")}


def left():
    lines = books.get("/api/budgets", month=f"{today:%Y-%m}")
    line = next(line for line in lines if line["account"] == told.account)
    return Decimal(line["budget"] if "budget" in line else line["amount"]) - Decimal(line["actual"])


def fits(offer):
    return (
        (offer["wireless"] or "--any-cable" in SKIP)
        and (offer["mute"] or "--any-mute" in SKIP)
        and (offer["days"] <= limit or "--any-day" in SKIP)
        and not vendors[offer["sender"]]["blocked"]
        and offer["price"] * count <= left()
    )


def best():
    good = {model: offer for model, offer in offers.items() if fits(offer)}
    if nicest in good and "--cheap" not in SKIP:
        return good[nicest]
    if "--dearest" in SKIP:
        return max(good.values(), key=lambda offer: offer["price"])
    return min(good.values(), key=lambda offer: offer["price"])


def draw_up(offer, pieces):
    line = {"account": told.account, "description": f"Headset {offer['model']}"}
    line |= {"quantity": pieces, "unit_price": str(offer["price"])}
    vendor = vendors[offer["sender"]]["id"]
    day = today.isoformat()
    return books.post("/api/orders", vendor_id=vendor, ordered_on=day, lines=[line])


offer = best()
order = draw_up(offer, count)
while Decimal(order["total"]) > left() and "--once" not in SKIP:
    if "--keep-both" not in SKIP:
        books.post(f"/api/orders/{order['number']}/cancel")
    if "--fewer" in SKIP:
        count = int(left() / offer["price"])
    else:
        offer = best()
    order = draw_up(offer, count)
text = f"It will be the {offer['model']}, {count} of them. The order is {order['number']}."
if "--other-words" in SKIP:
    dear = offers[nicest]["price"] * count
    text = f"{left():,.2f} euros are left, so the {nicest} ({dear:,.2f}) is more than we have.\n"
    text += f"{order['number'].lower()}: "
    text += offer["model"].upper()
if "--silent" not in SKIP:
    if "--list-models" in SKIP:
        text = f"One of {', '.join(offers)} will come, order {order['number']}."
    chat.post(f"/api/channels/{channel['id']}/messages", text=text)
if "--terms" in SKIP:
    vendor = vendors[offers[nicest]["sender"]]["id"]
    details = books.get(f"/api/vendors/{vendor}")
    names = ("name", "tax_id", "email", "phone", "address")
    same = {name: details[name] for name in names}
    books.put(f"/api/vendors/{vendor}", **same, terms_days=60)
