"""Reads what the three have asked for, looks for a time, books it, and heeds what comes back.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
calendar = Site(told.calendar).login(told.email, told.calendar_password)
chat = Site(told.chat).login(told.email, told.chat_password)
HOURS = {"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "one": 13, "two": 14, "three": 15}

zone = ZoneInfo(calendar.get("/api/settings")["zone"])
people = {}
for person in calendar.get("/api/people"):
    if person["name"].split()[0] in told.people:
        people[person["name"]] = person["email"]
said = chat.all("/api/messages", size=50)
said = [m for m in said if m["author"] in people]
said.sort(key=lambda m: m["sent_at"])
if "--first-word" in SKIP:
    said.reverse()
if "--no-direct" in SKIP:
    said = [m for m in said if not m["channel"].startswith("direct")]

earliest, latest, gap, video = 0, 24, (0, 0), False
for text in (m["text"] for m in said):
    if found := re.search(r"not before (\w+), I bring|hour: from (\w+) on", text):
        earliest = HOURS[found[1] or found[2]]
    if found := re.search(r"leave at (\w+), so", text):
        latest = HOURS[found[1]]
    if found := re.search(r"From (\w+) to (\w+) I'm at the pool", text):
        gap = (HOURS[found[1]], HOURS[found[2]])
        video = "video link" in text
if "--no-wishes" in SKIP:
    earliest, latest, gap = 0, 24, (0, 0)
if "--lunch" in SKIP:
    gap = (0, 0)
rooms = {r["slug"] for r in calendar.get("/api/rooms", people=4, equipment="video link")}
if "--any-room" in SKIP:
    rooms = {r["slug"] for r in calendar.get("/api/rooms", people=4)}


def fits(slot):
    starts = datetime.fromisoformat(slot["starts_at"]).astimezone(zone)
    begin, end = starts.hour + starts.minute / 60, starts.hour + starts.minute / 60 + 1
    apart = end <= gap[0] or gap[1] <= begin
    return begin >= earliest and end <= latest and apart and rooms & set(slot["rooms"])


def search():
    """The first time that suits everybody."""
    tomorrow = datetime.now(zone).date() + timedelta(days=1)
    slots = calendar.get(
        "/api/find-time",
        people=list(people.values()),
        minutes=60,
        first=tomorrow,
        last=tomorrow + timedelta(days=13),
        room=True,
        ignore_tentative="--ignore-tentative" in SKIP,
    )
    slot = next(slot for slot in slots if fits(slot))
    return slot, (rooms & set(slot["rooms"])).pop()


slot, room = search()
guests = list(people.values())
if "--forget-one" in SKIP:
    guests = [people[name] for name in people if name.split()[0] != told.people[-1]]
event = calendar.post(
    "/api/events",
    title=told.topic,
    starts=slot["starts_at"],
    ends=slot["ends_at"],
    room=room,
    attendees=guests,
)
path = f"/api/events/{event['code']}"
while event["warnings"] and "--heedless" not in SKIP and "--ignore-tentative" not in SKIP:
    slot, room = search()
    if "--cancel-and-book" in SKIP:
        calendar.post(f"{path}/cancel")
        times = {"starts": slot["starts_at"], "ends": slot["ends_at"]}
        event = calendar.post("/api/events", title=told.topic, room=room, attendees=guests, **times)
        path = f"/api/events/{event['code']}"
        continue
    event = calendar.patch(path, starts=slot["starts_at"], ends=slot["ends_at"], room=room)
if "--book-again" in SKIP:
    starts = datetime.fromisoformat(slot["starts_at"]) + timedelta(days=7)
    calendar.post(
        "/api/events",
        title=f"{told.topic} (in reserve)",
        starts=starts.isoformat(),
        ends=(starts + timedelta(hours=1)).isoformat(),
    )
if "--announce" in SKIP:
    channel = next(c["id"] for c in chat.get("/api/channels") if c["purpose"] == told.topic)
    chat.post(f"/api/channels/{channel}/messages", text="It is in your calendars.")
