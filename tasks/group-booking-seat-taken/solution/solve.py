"""Reads who comes and what they said last, books the flights that suit all, and seats them.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime, timedelta

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
air = Site(told.air).login(told.email, told.air_password)
calendar = Site(told.calendar).login(told.email, told.calendar_password)
chat = Site(told.chat).login(told.email, told.chat_password)

channel = next(c for c in chat.get("/api/channels") if c["name"] == told.channel)
talk = []
for post in chat.all(f"/api/channels/{channel['id']}/messages"):
    talk.append(post)
    if post["replies"] and "--no-threads" not in SKIP:
        talk += chat.get(f"/api/messages/{post['id']}/thread")[1:]
talk.sort(key=lambda post: (post["sent_at"], post["id"]))

coming, wishes, names, budget, kid, parent = {told.name}, {}, {}, 0, None, None
latest, earliest = "20:00", "00:00"
for post in talk:
    who, text = post["author"], post["text"]
    if re.search(r"\bI'm in\b|^Me too|I am coming|^In as well|Count me in", text):
        coming.add(who)
    if "pull out" in text and "--with-everybody" not in SKIP:
        coming.discard(who)
    if money := re.search(r"(\d+) euros in all", text):
        budget = float(money[1])
    if brought := re.search(r"I brought (\w+) along", text):
        kid, parent = f"{brought[1]} {who.split()[-1]}", who
    if passport := re.search(r"passport says (.+)\.$", text):
        names[who] = passport[1]
    if "before one o'clock" in text:
        earliest = "13:00"
    if "don't pay a seat" in text:
        wishes.pop(who, None)
    elif "sits at the window" in text:
        wishes[who] = "beside"
    elif "--first-wish" in SKIP and who in wishes:
        continue
    elif found := re.search(r"\b(aisle|window)\b", text.lower()):
        wishes[who] = found[1]
wishes = {who: wish for who, wish in wishes.items() if who in coming and who != told.name}

dates = calendar.all("/api/search", q="Velden outing")
dinner, tour = sorted(datetime.fromisoformat(e["starts_at"]) for e in dates[:2])


def flights(origin, goal, day):
    found = air.all("/api/flights/search", origin=origin, destination=goal, date=str(day))
    return [j["flights"][0] for j in found if j["stops"] == 0]


def moment(flight, end):
    return datetime.fromisoformat(flight[end])


there = next(
    f
    for f in flights("PEL", "VDN", dinner.date())
    if moment(f, "arrives_at") < dinner and f["departs_local"][-5:] >= earliest
)
back = next(
    f
    for f in flights("VDN", "PEL", tour.date())
    if moment(f, "departs_at") > tour + timedelta(hours=2) and f["arrives_local"][-5:] < latest
)
if "--cheapest" in SKIP:
    there = flights("PEL", "VDN", dinner.date())[0]

earlier = next(
    b
    for b in air.all("/api/bookings", show="past")
    if b["legs"][0]["flight"]["destination_city"] == "Saint Brannoc"
)
known = {p["first_name"]: p for p in earlier["passengers"]}
party = []
for who in sorted(coming | ({kid} if kid else set())):
    person = known[who.split()[0]]
    passport = names.get(who, who)
    if "--old-name" in SKIP:
        passport = f"{person['first_name']} {person['last_name']}"
    first, last = passport.split(" ", 1)
    party.append({"first_name": first, "last_name": last, "born_on": person["born_on"]})
booking = air.post(
    "/api/bookings",
    outbound=[there["id"]],
    inbound=[back["id"]],
    fare="flex" if "--flex" in SKIP else "light",
    passengers=party,
    contact_email=told.email,
)
path = f"/api/bookings/{booking['code']}"
ids = {f"{p['first_name']} {p['last_name']}": p["id"] for p in booking["passengers"]}


def standard(flight):
    """The free seats that cost least, by name."""
    seats = [s for s in air.get(f"/api/flights/{flight}/seats") if s["free"]]
    least = min(float(s["price"]) for s in seats)
    if "--front" in SKIP:
        return {s["seat"]: s["place"] for s in seats}
    return {s["seat"]: s["place"] for s in seats if float(s["price"]) == least}


def take(leg, who, seat):
    air.post(f"{path}/seats", leg_id=leg["id"], passenger_id=ids[names.get(who, who)], seat=seat)


def neighbours(seats):
    """Pairs of a window seat and the one beside it, both of them free, from the front."""
    beside = {"A": "B", "F": "E"}
    pairs = [(s, s[:-1] + beside[s[-1]]) for s, place in seats.items() if place == "window"]
    return [(one, other) for one, other in pairs if other in seats]


def seat_all(leg):
    """Seat first the two that belong together; if the seats are gone meanwhile, elsewhere."""
    flight = leg["flight"]["id"]
    together = parent is not None and wishes.get(parent) == "beside"
    if together:
        pairs = neighbours(standard(flight))
        if "--apart" in SKIP:
            seats = standard(flight)
            windows = [s for s, place in seats.items() if place == "window"]
            pairs = [(windows[0], next(s for s in seats if s[-1] in "CD"))]
        for one, other in pairs:
            try:
                take(leg, kid, one)
                take(leg, parent, other)
                break
            except Refusal as refusal:
                if refusal.status != 409:
                    raise
                if "--leave-it" in SKIP:
                    take(leg, parent, next(s for s, p in standard(flight).items() if p == "aisle"))
                    break
    for who, wish in wishes.items():
        if wish in ("aisle", "window"):
            pairs = {seat for pair in neighbours(standard(flight)) for seat in pair}
            fitting = [s for s, place in standard(flight).items() if place == wish]
            take(leg, who, next((s for s in fitting if s not in pairs), fitting[0]))


for leg in booking["legs"]:
    if "--no-seats" not in SKIP:
        if "--one-way" in SKIP and leg["direction"] == "inbound":
            continue
        seat_all(leg)
        if "--seats-for-all" in SKIP:
            for who in coming - set(wishes):
                take(leg, who, next(iter(standard(leg["flight"]["id"]))))
text = f"The flights are booked: {booking['code']}"
if "--long-post" in SKIP:
    text = f"Done, @everybody. Code {booking['code']}, {there['number']} and {back['number']}."
if "--silent" not in SKIP:
    chat.post(f"/api/channels/{channel['id']}/messages", text=text)
if "--cancel-other" in SKIP:
    other = air.all("/api/bookings", show="upcoming")[0]
    air.post(f"/api/bookings/{other['code']}/cancel")
