"""Finds the round that clashes, asks for a time for those who are needed, and moves that one.

Options make one mistake each, for the near misses.
"""

import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
calendar = Site(told.calendar).login(told.email, told.password)
zone = ZoneInfo(calendar.get("/api/settings")["zone"])
today = datetime.now(zone).date()

entries = calendar.get("/api/events", first=today, last=today + timedelta(days=14))
rounds = [e for e in entries if e["title"] == told.title]
clashing = next(e for e in rounds if e["conflict"])
if "--declined" in SKIP:
    other = calendar.all("/api/search", title="Tools for next year")[0]
    clashing = next(e for e in rounds if e["on"] == other["starts_at"][:10])
event = calendar.get(f"/api/events/{clashing['code']}")
on = clashing["on"]
needed = [
    a["email"]
    for a in event["attendees"]
    if (a["reply"] == "accepted" or "--declined-too" in SKIP)
    and (not a["optional"] or "--optional-too" in SKIP or "--declined-too" in SKIP)
]
slots = calendar.get(
    "/api/find-time",
    people=[] if "--only-me" in SKIP else needed,
    minutes=30,
    first=on,
    last=on,
    room=True,
    ignore_tentative="--ignore-tentative" in SKIP,
)
slots = [s for s in slots if event["room"] in s["rooms"] or "--any-room" in SKIP]
slot = next(s for s in slots if s["starts_at"] > clashing["starts_at"])
times = {"starts": slot["starts_at"], "ends": slot["ends_at"]}
path = f"/api/events/{event['code']}"
if "--any-room" in SKIP:
    changes = times | {"room": slot["rooms"][-1]}
    calendar.patch(f"{path}?scope=one&on={on}", **changes)
elif "--series" in SKIP:
    calendar.patch(f"{path}?scope=all", room="")
    calendar.post(f"{path}/move?scope=all&on={on}", **times)
elif "--cancel" in SKIP:
    calendar.post(f"{path}/cancel?scope=one&on={on}")
    guests = [a["email"] for a in event["attendees"]]
    details = {"title": event["title"], "attendees": guests, "room": event["room"]}
    calendar.post("/api/events", **details, **times)
else:
    if "--in-two-steps" in SKIP:
        later = [s for s in slots if s["starts_at"] > slot["starts_at"]][-1]
        calendar.post(f"{path}/move?scope=one&on={on}", starts=later["starts_at"])
        calendar.post(f"{path}/restore", on=on)
        local = datetime.fromisoformat(slot["starts_at"]).astimezone(zone)
        times = {"starts": f"{local:%Y-%m-%dT%H:%M}"}
    calendar.post(f"{path}/move?scope=one&on={on}", **times)
if "--move-another" in SKIP:
    other = next(e for e in rounds if e["on"] > on)
    starts = datetime.fromisoformat(other["starts_at"]) + timedelta(hours=8)
    calendar.post(f"{path}/move?scope=one&on={other['on']}", starts=starts.isoformat())
if "--delete-clash" in SKIP:
    other = calendar.all("/api/search", first=on, last=on)
    code = next(e["code"] for e in other if e["place"] == "In town")
    calendar.post(f"/api/events/{code}/cancel")
