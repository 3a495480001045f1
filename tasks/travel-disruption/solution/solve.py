"""Finds the flights of the day, takes the first that can be taken, and tells what follows from it.

Options make one mistake each, for the near misses.
"""

import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
air = Site(told.air).login(told.email, told.air_password)
calendar = Site(told.calendar).login(told.email, told.calendar_password)
chat = Site(told.chat).login(told.email, told.chat_password)
mail = Site(told.mail).login(told.email, told.mail_password)
BEFORE, AFTER = timedelta(minutes=90), timedelta(minutes=60)


def when(text):
    return datetime.fromisoformat(text)


booking = next(
    b
    for b in air.all("/api/bookings", show="upcoming")
    if any(leg["flight"]["status"] == "cancelled" for leg in b["legs"])
)
path = f"/api/bookings/{booking['code']}"
old = next(leg["flight"] for leg in booking["legs"] if leg["flight"]["status"] == "cancelled")
day = old["departs_local"][:10]
around = {"first": day, "last": str(when(day).date() + timedelta(days=1))}
entries = [e for e in calendar.get("/api/events", **around) if not e["series"] and e["code"]]
me = calendar.get("/api/people", q=told.email)[0]["id"]
mine = [e for e in entries if e["organiser_id"] == me or e["reply"] == "accepted"]
keys = next(e for e in mine if "keys" in e["title"])
earliest = when(keys["ends_at"]) + BEFORE
if "--no-airport" in SKIP:
    earliest -= BEFORE
if "--no-keys" in SKIP:
    earliest = when(day).replace(tzinfo=ZoneInfo("UTC"))


def take(kind):
    """The first flight of the day that lets itself be taken."""
    seen = []
    while True:
        found = air.all(
            "/api/flights/search",
            origin=old["origin"],
            destination=old["destination"],
            date=day,
            direct=True,
            sort="departure",
        )
        seen += [journey for journey in found if journey not in seen]
        for journey in sorted(seen, key=lambda j: j["flights"][0]["departs_at"]):
            flight = journey["flights"][0]
            if when(flight["departs_at"]) < earliest:
                continue
            if "--announce-first" in SKIP and flight["number"] not in announced:
                announced.append(flight["number"])
                tell(flight)
            try:
                air.post(f"{path}/{kind}", direction="outbound", flights=[flight["id"]])
            except Refusal:
                refused.append(flight["number"])
                continue
            return flight


announced, refused = [], []


def tell(flight):
    """The mails and messages about a flight."""
    lands = flight["arrives_local"][-5:]
    text = f"{old['number']} is cancelled, I come with {flight['number']} and land at {lands}."
    if "--own-words" in SKIP:
        hour, minute = map(int, lands.split(":"))
        number = flight["number"].replace("NW", "NW ")
        text = f"New flight: {number}, landing {hour - 12}:{minute:02} pm local time."
        text = "".join(f"I tried, but {n} is full. " for n in sorted(set(refused))) + text
    if "--vague" in SKIP:
        text = "My flight is cancelled, I'll be late."
    for code in missed(flight):
        event = calendar.get(f"/api/events/{code}")
        for guest in event["attendees"]:
            if guest["user_id"] is None:
                letters = mail.all("/api/messages", sender=guest["email"])
                body = f"Hello,\n\nI can't make it any more. {text}"
                if letters and "--own-words" not in SKIP:
                    mail.post(f"/api/messages/{letters[0]['id']}/reply", body=body)
                else:
                    to = [guest["email"]]
                    mail.post("/api/messages", to=to, subject="Our dinner", body=body)
    drivers = chat.all("/api/messages", q="fetch you at the airport")
    for line in drivers:
        chat.post(f"/api/channels/{line['channel_id']}/messages", text=text)


def missed(flight):
    """What begins while one is on the way; not the flight itself."""
    start, end = when(flight["departs_at"]) - BEFORE, when(flight["arrives_at"]) + AFTER
    return [
        e["code"]
        for e in mine
        if start < when(e["ends_at"])
        and when(e["starts_at"]) < end
        and not e["title"].startswith("Flight")
        and e["code"] != keys["code"]
    ]


flight = take("change" if "--pay" in SKIP else "rebook")
if "--announce-first" not in SKIP:
    tell(flight)
entry = next(e for e in mine if e["title"].startswith("Flight"))
if "--own-words" in SKIP:
    calendar.post(f"/api/events/{entry['code']}/cancel")
    calendar.post(
        "/api/events",
        title=f"{flight['number']} instead of {old['number']}",
        starts=flight["departs_at"],
        ends=flight["arrives_at"],
    )
elif "--no-entry" not in SKIP:
    calendar.patch(
        f"/api/events/{entry['code']}",
        starts=flight["departs_at"],
        ends=flight["arrives_at"],
        title=f"Flight {flight['number']} to {told.city}",
    )
for code in missed(flight):
    event = calendar.get(f"/api/events/{code}")
    if event["organiser"] == told.email:
        calendar.post(f"/api/events/{code}/cancel")
    elif "--no-decline" not in SKIP:
        calendar.put(f"/api/events/{code}/reply", reply="declined")
if "--tell-host" in SKIP:
    host = next(e for e in entries if e["title"].startswith("Talks"))
    event = calendar.get(f"/api/events/{host['code']}")
    to = [event["attendees"][0]["email"]]
    mail.post("/api/messages", to=to, subject="My flight", body="I come later, but I come.")
if "--tell-channel" in SKIP:
    general = next(c for c in chat.get("/api/channels") if c["name"] == "general")
    chat.post(f"/api/channels/{general['id']}/messages", text="My flight has been cancelled.")
