"""Reads what is wrong with what, asks the shop honestly for each, tells the numbers and sums.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.mail_password)
shop = Site(told.shop).login(told.email, told.shop_password)

letters = sorted(mail.all("/api/messages", q=f"from:{told.partner}"), key=lambda m: m["sent_at"])
texts = [mail.get(f"/api/messages/{m['id']}")["body"] for m in letters]
wishes = {}
for text in texts:
    for thing, said in re.findall(r"^The ([a-z ]+): (.+)$", text, re.MULTILINE):
        wishes[thing] = said
    for thing in re.findall(r"about the ([a-z ]+), .*We keep it", text):
        if "--first-mail" not in SKIP:
            wishes.pop(thing, None)

cases = []
for thing, said in wishes.items():
    pair = "one of the two" in said
    well = "nothing wrong" in said or "work perfectly well" in said
    reason = "changed_mind" if well else "defective"
    if "--all-defective" in SKIP or ("--lie" in SKIP and "nothing wrong" in said):
        reason = "defective"
    if "--no-fee" in SKIP and "work perfectly" in said:
        reason = "defective"
    lines = [
        (order, line)
        for order in shop.all("/api/orders")
        for line in order["lines"]
        if line["name"].split(", ")[0].endswith(f" {thing}") and order["status"] == "delivered"
    ]
    if "--newest" not in SKIP:
        lines = [(o, i) for o, i in lines if i["quantity"] == 2 or not pair]
    order, line = lines[0]
    quantity = 2 if "--both" in SKIP and pair else 1
    if "--ordinary-window" in SKIP and reason == "defective":
        continue
    try:
        path = f"/api/orders/{order['number']}/returns"
        cases.append(shop.post(path, line_id=line["id"], quantity=quantity, reason=reason))
    except Refusal as refusal:
        if refusal.status != 409:
            raise

if "--new-order" in SKIP:
    sku = next(
        v["sku"]
        for p in shop.get("/api/products", in_stock=True)["items"]
        for v in shop.get(f"/api/products/{p['slug']}")["variants"]
        if v["stock"]
    )
    shop.post("/api/cart", sku=sku)
    place, card = shop.get("/api/addresses")[0], shop.get("/api/payment-methods")[0]
    shop.post("/api/orders", address_id=place["id"], payment_method_id=card["id"])

if "--in-words" in SKIP:
    body = "\n".join(
        f"- {c['refund'].replace('.', ',')} EUR ({c['number'].lower()})" for c in cases
    )
    body += f"\nTogether {sum(float(c['refund']) for c in cases):.2f} euros; the rest has to stay."
else:
    body = " ".join(f"For {c['number']} we get {c['refund']}." for c in cases)
if "--in-full" in SKIP:
    body = " ".join(
        f"{c['number']} brings {c['refund']}, that is {float(c['refund']) + float(c['fee']):.2f} "
        f"less {c['fee']} for restocking."
        for c in cases
    )
if "--crossed" in SKIP:
    body = "\n".join(
        f"{case['number']}: {other['refund']} euros"
        for case, other in zip(cases, reversed(cases), strict=True)
    )
if "--hedge" in SKIP:
    body = "They gave R-501 to R-509 (R-502 too), and pay between 5.00 and 400.00 for each."
if "--gross" in SKIP:
    body = " ".join(f"{c['number']}: {float(c['refund']) + float(c['fee'])}" for c in cases)
if "--silent" not in SKIP:
    mail.post(f"/api/messages/{letters[-1]['id']}/reply", body=f"Hi {told.partner},\n\n{body}")
