"""Reads what the desk pays for, sorts the receipts by it, claims, and looks what was stored.

Options make one mistake each, for the near misses.
"""

import base64
import re
import sys
from urllib.request import Request, urlopen

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.mail_password)
air = Site(told.air).login(told.email, told.air_password)


def content(attachment):
    request = Request(f"{mail.url}/api/attachments/{attachment['id']}")
    request.add_header("Authorization", f"Bearer {mail.token}")
    with urlopen(request) as answer:
        return answer.read().decode()


desk = sorted(mail.all("/api/messages", q="from:baggage@northway"), key=lambda m: m["sent_at"])
letters = [mail.get(f"/api/messages/{m['id']}") for m in desk]
report = letters[0]["body"]
flight = re.search(r"\bNW\d{3}\b", report)[0]
tag = re.search(rf"^{told.name}: (NW \d+)", report, re.MULTILINE)[1]
if "--her-tag" in SKIP:
    tag = next(t for t in re.findall(r"NW \d{6}", report) if t != tag)
lost, found = letters[0]["sent_at"], letters[-1]["sent_at"]

receipts = {}
for line in mail.all("/api/messages", q="has:attachment receipt"):
    letter = mail.get(f"/api/messages/{line['id']}")
    for attachment in letter["attachments"]:
        text = content(attachment)
        number = re.search(r"Receipt no\. (\d+)", text)[1]
        total = re.search(r"Total EUR\s+([\d.]+)", text)[1]
        meal = "Taverna" in text and "--meal" not in SKIP
        if lost < letter["sent_at"] and not meal:
            late = letter["sent_at"] > found and "--after" not in SKIP
            key = letter["id"] if "--copy" in SKIP else number
            if not late:
                receipts[key] = (f"receipt-{number}.txt", total, text)

booking = next(
    b
    for b in air.all("/api/bookings", show="all")
    if any(leg["flight"]["number"] == flight for leg in b["legs"])
    and any(leg["flight"]["destination_city"] == told.city for leg in b["legs"])
)
legs = [leg for leg in booking["legs"] if leg["flight"]["number"] == flight]
if "--way-back" in SKIP:
    legs = [leg for leg in booking["legs"] if leg["flight"]["number"] != flight]
name = told.name if "--her-tag" not in SKIP else ""
people = {f"{p['first_name']} {p['last_name']}": p["id"] for p in booking["passengers"]}
claim = air.post(
    f"/api/bookings/{booking['code']}/baggage-claims",
    leg_id=legs[0]["id"],
    passenger_id=people.get(name) or next(i for n, i in people.items() if n != told.name),
    kind="baggage_delayed",
    bag_tag=tag,
    description="My suitcase came three days late.",
    asked=str(round(sum(float(total) for _, total, _ in receipts.values()), 2)),
)
path = f"/api/claims/{claim['number']}"


def upload(name, text):
    encoded = base64.b64encode(text.encode()).decode()
    air.post(
        f"{path}/documents",
        kind="receipt",
        filename=name,
        content_type="text/plain",
        content=encoded,
    )


if "--one-file" in SKIP:
    together = "\n\n".join(text for _, _, text in receipts.values())
    while not air.get(path)["documents"]:
        upload("receipts.txt", together)
elif "--typed" in SKIP:
    together = "\n".join(f"Receipt no. {n}: {total} EUR" for n, (_, total, _) in receipts.items())
    while not air.get(path)["documents"]:
        upload("receipts.txt", together)
elif "--twice" in SKIP:
    for name, _, text in list(receipts.values()) * 2:
        upload(name, text)
elif "--believe" in SKIP:
    for name, _, text in receipts.values():
        upload(name, text)
else:
    for name, _, text in receipts.values():
        while name not in [d["filename"] for d in air.get(path)["documents"]]:
            upload(name, text)
if "--draft" not in SKIP:
    air.post(f"{path}/submit")
if "--cancel-next" in SKIP:
    nearest = air.all("/api/bookings", show="upcoming")[0]
    air.post(f"/api/bookings/{nearest['code']}/cancel")
