"""Goes through what each client asked, strikes out what was settled somewhere, answers the rest.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.password)
HOME = told.email.split("@")[1]
everything = [mail.get(f"/api/messages/{m['id']}") for m in mail.all("/api/messages")]
everything.sort(key=lambda m: m["sent_at"])
clients = [c for c in mail.all("/api/contacts") if c["firm"] and not c["email"].endswith(HOME)]


def addresses(message):
    return {r["address"] for r in message["recipients"]}


def settles(message, client):
    """Whether a mail gives a client what they asked, or tells that nothing is open any more."""
    inside = message["sender"].endswith(HOME)
    if message["sender"] == client["email"]:
        return "don't go to any trouble" in message["body"]
    if inside and client["email"] in addresses(message):
        return "come back to you" not in message["body"]
    return inside and client["name"] in message["body"] and "cross that off" in message["body"]


def waits(client):
    """The last of a client's questions that nothing settles."""
    asked = [m for m in everything if m["sender"] == client["email"] and "?" in m["body"]]
    if not asked:
        return None
    later = [m for m in everything if m["sent_at"] > asked[0]["sent_at"]]
    return None if any(settles(m, client) for m in later) else asked[-1]


def bodies(pattern):
    return [found for m in everything for found in re.findall(pattern, m["body"])]


question = next(found for client in clients if (found := waits(client)))
client = next(c for c in clients if c["email"] == question["sender"])
firm = re.escape(client["firm"])
crates, kilos, code = bodies(rf"{firm}: (\d+) crates, ([\d,]+) kg, gate number ([A-Z]+-\d+)")[-1]
crates, kilos = int(crates), int(kilos.replace(",", ""))
if "--no-correction" not in SKIP:
    for extra in bodies(rf"for {firm} did not fit [^.]*?list, (\d+) kg"):
        crates, kilos = crates + 1, kilos + int(extra)
if "--count-only" in SKIP:
    kilos -= int(extra)
hours = bodies(r"yard is open from [\d:]+ to ([\d:]+)")
until = hours[0] if "--old-hours" in SKIP else hours[-1]

body = (
    f"Dear {client['name'].split()[0]},\n\nthere are {crates} crates, which weigh {kilos:,} kg in "
    f"all. The driver's number for our gate is {code}, and the yard is open until {until}.\n\n"
    "Best regards"
)
if "--as-a-list" in SKIP:
    hour, minute = map(int, until.split(":"))
    body = (
        f"Hello,\n\nhere is what you asked me for:\n* crates: {crates}\n* weight: {kilos} kilograms"
        f"\n* gate: {code.replace('-', ' ')}\n* yard open 6:30 am to {hour - 12}:{minute:02} pm"
    )
if "--as-a-sum" in SKIP:
    body = (
        f"Hello,\n\n{crates - 1} crates plus one for the pump makes {crates} crates. Weight: "
        f"{kilos - int(extra)} kg + {extra} kg = {kilos} kg. Gate number {code}, until {until}."
    )
if "--in-context" in SKIP:
    body = (
        f"Hello,\n\nthere are {crates} crates: {crates - 1} and one for the pump. They weigh "
        f"{kilos:,} kg: {kilos - int(extra):,} kg and {extra} kg for the pump. At the gate it is "
        f"{code}. The yard is open from 6:30 to {until} now instead of until {hours[0]}."
    )
if "--either" in SKIP:
    body = (
        f"It is {crates - 1} or {crates} crates, {kilos - 80} to {kilos} kg, the gate is "
        f"{code} or QQ-1111, the yard closes at {hours[0]} or {until}."
    )
target = question["id"]
if "--answered-elsewhere" in SKIP or "--answer-all" in SKIP:
    other = next(m for m in everything if m["subject"] == "Pick-up of our order")
    crates, kilos, code = bodies(r": (\d+) crates, ([\d,]+) kg, gate number ([A-Z]+-\d+)")[0]
    text = f"There are {crates} crates; the number for the gate is {code}."
    mail.post(f"/api/messages/{other['id']}/reply", body=text)
if "--loudest" in SKIP:
    target = next(m["id"] for m in everything if "still wait" in m["subject"])
if "--answered-elsewhere" not in SKIP:
    path = "/api/messages" if "--new-thread" in SKIP else f"/api/messages/{target}/reply"
    more = {"to": [client["email"]], "subject": "Crates"} if "--new-thread" in SKIP else {}
    mail.post(path, body=body, **more)
