"""Reads what the cousin wants, finds the present among the orders, has it exchanged, answers.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.mail_password)
shop = Site(told.shop).login(told.email, told.shop_password)
SIZES = ["S", "M", "L", "XL"]

letters = mail.all("/api/messages", q=f"from:{told.cousin} jacket")
letter = next(m for m in letters if m["sender_name"].endswith(told.surname))
thread = mail.get(f"/api/threads/{letter['thread']}")
wish = mail.get(f"/api/messages/{letter['id']}")["body"]
first = re.search(r"I love the\s+(\w+)", wish)[1]
second = re.search(r"run out of it,\s+(\w+)", wish)[1]
unwanted = re.search(r"not\s+(\w+), I look", wish)[1]

orders = [
    (order, line)
    for order in shop.all("/api/orders")
    for line in order["lines"]
    if "jacket" in line["name"] and order["status"] == "delivered"
]
own = "--own-jacket" in SKIP
order, line = next((o, i) for o, i in orders if o["gift"] is not own)
colour, size = line["name"].rsplit(", ", 2)[1:]
larger = SIZES[SIZES.index(size) + 1]
product = shop.get(f"/api/products/{line['product']}")
stock = {v["name"].casefold(): v for v in product["variants"]}
choices = [f"{first}, {larger}", f"{second}, {larger}"]
if "--unwanted-colour" in SKIP:
    choices = [f"{unwanted}, {larger}"]
if "--same-size" in SKIP:
    choices = [f"{second}, {size}"]
variant = next(stock[c.casefold()] for c in choices if stock[c.casefold()]["stock"])
request = {"line_id": line["id"], "reason": "wrong_size"}
if "--claim-defect" in SKIP:
    request["reason"] = "defective"
if "--give-up" not in SKIP:
    if "--return" in SKIP:
        case = shop.post(f"/api/orders/{order['number']}/returns", **request)
    else:
        path = f"/api/orders/{order['number']}/exchanges"
        case = shop.post(path, **request, replacement_sku=variant["sku"])

body = f"Dear {told.cousin},\n\n"
if "--give-up" in SKIP:
    body += "I am sorry, the 30 days are over, so the shop will not take the jacket back."
elif "--hedge" in SKIP:
    colours = ", ".join(sorted({v["name"].split(", ")[0] for v in product["variants"]}))
    body += f"it is number {case['number']}, in {colours}, size S, M, L or XL."
elif "--hedge-known" in SKIP:
    body += (
        f"it is not R-1, R-2 or R-3 but {case['number']}, in {first}, {second} or {unwanted}, "
        f"size {size} or {larger}."
    )
elif "--in-a-sentence" in SKIP:
    body += (
        f"as they have run out of {first}, {second} will come, in size {larger} instead of {size}; "
        f"{unwanted.title()} was left too, but I know you look ill in it. It goes by "
        f"{case['number']}."
    )
elif "--vague" in SKIP:
    body += "it is all arranged, they will send you another one."
elif "--as-a-list" in SKIP:
    body += (
        f"all settled:\n- Colour: {variant['name'].split(', ')[0].lower()}\n- Size: {larger}\n"
        f"- Number: {case['number']}\nI steered clear of {unwanted}, as you asked."
    )
else:
    body += f"they exchange it for {variant['name']}. The shop's number for it is {case['number']}."
if "--in-a-sentence" in SKIP:
    mail.post("/api/drafts", to=[letter["sender"]], subject="The jacket", body="Dear")
mail.post(f"/api/messages/{thread[-1]['id']}/reply", body=body)
if "--also-order" in SKIP:
    shop.post("/api/cart", sku=variant["sku"])
    place = next(a for a in shop.get("/api/addresses") if a["is_default"])
    card = shop.get("/api/payment-methods")[0]
    try:
        shop.post("/api/orders", address_id=place["id"], payment_method_id=card["id"])
    except Refusal as refusal:
        sys.exit(f"the extra order was refused: {refusal}")
