"""Reads how long the ways take, finds what fits between all dates, and moves both directions.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime, timedelta

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.mail_password)
air = Site(told.air).login(told.email, told.air_password)
calendar = Site(told.calendar).login(told.email, told.calendar_password)


def when(text):
    return datetime.fromisoformat(text)


letters = [
    mail.get(f"/api/messages/{m['id']}")
    for m in mail.all("/api/messages", sender=told.host, folder="Inbox")
]
letters.sort(key=lambda m: m["sent_at"])
texts = " ".join(letter["body"] for letter in letters)
ride = timedelta(minutes=int(re.search(r"count (\d+) minutes", texts)[1]))
gate = timedelta(minutes=30 if "half an hour" in texts else 0)
leave = timedelta(minutes=int(re.search(r"leave (\d+) minutes", texts)[1]))
if "--no-gate" in SKIP:
    gate = timedelta()
if "--hurry" in SKIP:
    leave = timedelta(minutes=75)

found = calendar.all("/api/search", q=told.host)
talks = next(e for e in found if "talks" in e["title"])
tour = next(e for e in found if "Tour" in e["title"])
begins, ends = when(talks["starts_at"]), when(tour["ends_at"])
if "--no-tour" in SKIP:
    ends = when(talks["ends_at"])
first, last = begins.date() - timedelta(days=2), ends.date() + timedelta(days=1)
me = next(p for p in calendar.get("/api/people", q=told.email))["id"]
others = [
    e
    for e in calendar.get("/api/events", first=str(first), last=str(last))
    if e["organiser_id"] == me and not e["series"] and told.host not in e["title"]
]
if "--no-concert" in SKIP:
    others = []

booking = next(
    b
    for b in reversed(air.all("/api/bookings", show="upcoming"))
    if b["legs"][0]["flight"]["destination_city"] == told.city
    and any(leg["flight"]["delay_minutes"] for leg in b["legs"])
)
path = f"/api/bookings/{booking['code']}"
origin, there = (booking["legs"][0]["flight"][end] for end in ("origin", "destination"))


def ways(start, goal, days):
    """The journeys of some days."""
    return [
        journey
        for day in days
        for journey in air.all(
            "/api/flights/search", origin=start, destination=goal, date=str(day), sort="departure"
        )
    ]


def lands(journey):
    return when(journey["flights"][-1]["expected_arrival"])


def leaves(journey):
    return when(journey["flights"][0]["expected_departure"])


def ids(journey):
    return [flight["id"] for flight in journey["flights"]]


def free(start, end):
    return all(when(e["ends_at"]) <= start or end <= when(e["starts_at"]) for e in others)


def cost(journey):
    quote = air.post(f"{path}/change-quote", direction="outbound", flights=ids(journey))
    return float(quote["to_pay"])


def current(direction):
    legs = air.get(path)["legs"]
    mine = [leg for leg in legs if leg["direction"] == direction and not leg["ended_at"]]
    return [leg["flight"]["id"] for leg in sorted(mine, key=lambda leg: leg["position"])]


def move(direction, journey, how):
    while current(direction) != ids(journey):
        air.post(f"{path}/{how}", direction=direction, flights=ids(journey))
        if "--believe" in SKIP:
            break


home = min(
    (j for j in ways(there, origin, [ends.date(), last]) if leaves(j) >= ends + leave), key=leaves
)
if "--anew" in SKIP:
    air.post(f"{path}/cancel")
else:
    move("inbound", home, "change" if "--pay-twice" in SKIP else "rebook")
fitting = [
    j
    for j in ways(origin, there, [first, first + timedelta(days=1), begins.date()])
    if lands(j) + ride + gate <= begins
    and free(leaves(j), begins)
    and ids(j) != current("outbound")
]
if "--earliest" in SKIP:
    out = min((j for j in fitting if leaves(j).date() == begins.date()), key=leaves)
elif "--anew" in SKIP:
    out = min(fitting, key=lambda j: float(j["prices"]["light"]))
else:
    out = min(fitting, key=cost)
if "--anew" in SKIP:
    person = booking["passengers"][0]
    air.post(
        "/api/bookings",
        outbound=ids(out),
        inbound=ids(home),
        fare="light",
        passengers=[{k: person[k] for k in ("first_name", "last_name", "born_on")}],
        contact_email=told.email,
    )
else:
    move("outbound", out, "change")

flight = out["flights"][-1]
local = flight["arrives_local"].split()
body = (
    f"Dear {told.host.split()[0]},\n\nI land at {local[1]} on {local[0]} with {flight['number']}."
)
if "--own-words" in SKIP:
    hour, minute = map(int, local[1].split(":"))
    number = flight["number"].replace("NW", "NW-")
    body = (
        f"Hello,\nflight {number}, landing {hour % 12 or 12}.{minute:02} "
        f"{'pm' if hour >= 12 else 'am'} local time. I fly home with "
        f"{home['flights'][0]['number']} at {home['flights'][0]['departs_local'][-5:]}. "
        "So not with the NW499 that I had mentioned."
    )
if "--vague" in SKIP:
    body = "All is changed, I shall be there in time."
if "--hedge" in SKIP:
    body += (
        " Or with " + ", ".join(j["flights"][-1]["number"] for j in fitting) + " or NW999 perhaps."
    )
if "--either" in SKIP:
    body += f" It may be {local[1]} or 23:15."
mail.post(f"/api/messages/{letters[-1]['id']}/reply", body=body)
if "--cancel-later" in SKIP:
    code = air.all("/api/bookings", show="upcoming")[-1]["code"]
    try:
        air.post(f"/api/bookings/{code}/cancel")
    except Refusal as refusal:
        sys.exit(f"the cancellation was refused: {refusal}")
