"""Checks each new prescription against list, allergies and pharmacy orders; begins or asks.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import UTC, date, datetime, timedelta

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
health = Site(told.health).login(told.email, told.health_password)
mail = Site(told.mail).login(told.email, told.mail_password)
today = datetime.now(UTC).date()
own = next(r for r in health.get("/api/patients") if r["role"] == "self")
at = f"/api/patients/{own['id']}"
medicines = {m["id"]: m for m in health.all("/api/medicines")}


def from_pharmacy():
    """The names of what came from the pharmacy, and is neither cancelled nor somebody else's."""
    names = set()
    found = mail.all("/api/messages", q="from:pharmacy")
    for thread in {m["thread"] for m in found}:
        texts = [m["body"] for m in mail.get(f"/api/threads/{thread}")]
        every = " ".join(texts)
        others = "cancelled your order" in every or "we send it to" in every
        if not others or "--every-order" in SKIP:
            names |= set(re.findall(r"\d x (\w+ ?\d*),", every))
    return names


def clashes(prescription):
    """What speaks against a medicine by more than a note."""
    number = prescription["medicine_id"]
    against = [
        w["text"]
        for w in health.get(f"{at}/medicines/{number}/check")
        if w["rule"] != "note" and "--acknowledge" not in SKIP
    ]
    if "--list-only" in SKIP:
        return against
    full = health.get(f"/api/medicines/{number}")
    mine = full["medicine"]["substance"]
    bought = {m["substance"]: m["name"] for m in medicines.values() if m["name"] in pharmacy}
    for row in full["interactions"]:
        other = row["other"] if row["substance"] == mine else row["substance"]
        if other in bought and (row["severity"] != "minor" or "--minor-too" in SKIP):
            against.append(f"I take {bought[other]} ({other}): {row['severity']} interaction.")
    return against


def begin(prescription):
    directions = prescription["directions"]
    clock = re.findall(r"\d\d:\d\d", directions)
    number = prescription["medicine_id"]
    stock = 0 if "--no-stock" in SKIP else prescription["units"]
    health.post(f"{at}/prescriptions/{prescription['id']}/collect")
    health.post(
        f"{at}/medications",
        medicine_id=number,
        times=",".join(clock),
        course_days=7 if "seven days" in directions else None,
        starts_on=(today + timedelta(days=1)).isoformat(),
        stock=stock,
        acknowledged="--acknowledge" in SKIP or "--all" in SKIP,
    )


def ask(prescription, against):
    text = f"You prescribed {prescription['medicine']} ({prescription['number']}). "
    text += " ".join(against) + " What shall I do?"
    if "--vague" in SKIP:
        text = "I am not sure about your prescription. Is it all right with what else I take?"
    if "--own-words" in SKIP:
        text = f"Before I start {prescription['medicine'].split()[0].upper()}:\n"
        text += "\n".join(f"- {one}" for one in against)
    to = prescription["provider_id"]
    if "--own-doctor" in SKIP:
        to = own["doctor_id"]
    subject = "New prescription"
    health.post(f"{at}/threads", provider_id=to, topic="prescription", subject=subject, body=text)


pharmacy = from_pharmacy()
for prescription in health.all(f"{at}/prescriptions"):
    if today - date.fromisoformat(prescription["issued_on"]) > timedelta(days=7):
        continue
    against = [] if "--all" in SKIP else clashes(prescription)
    if against:
        if "--silent" not in SKIP:
            ask(prescription, against)
    elif "--only-ask" not in SKIP:
        begin(prescription)
if "--list-pharmacy" in SKIP:
    number = next(m["id"] for m in medicines.values() if m["name"] == "Gastrimil 20")
    health.post(f"{at}/medications", medicine_id=number, times="06:30", acknowledged=True)
