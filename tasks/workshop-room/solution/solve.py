"""Reads who comes and what they need, notes it, finds the room, and ticks off what that settles.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
calendar = Site(told.calendar).login(told.email, told.calendar_password)
mail = Site(told.mail).login(told.email, told.mail_password)
todo = Site(told.todo).login(told.email, told.todo_password)

found = calendar.all("/api/search", title=told.title)
event = next(e for e in found if e["title"] == told.title)
event = calendar.get(f"/api/events/{event['code']}")
path = f"/api/events/{event['code']}"
guests = {a["email"]: a for a in event["attendees"]}

said = {}
lines = [
    *mail.all("/api/messages", subject=told.title, folder="inbox"),
    *mail.all("/api/messages", text="workshop", folder="inbox"),
]
for line in sorted({m["id"]: m for m in lines}.values(), key=lambda m: m["sent_at"]):
    if line["sender"] in guests:
        said[line["sender"]] = mail.get(f"/api/messages/{line['id']}")["body"]
if "--first-mails" in SKIP:
    for line in mail.all("/api/messages", text="apprentice"):
        said[line["sender"]] = mail.get(f"/api/messages/{line['id']}")["body"]

seats, needs = 1, {"projector"} if "--projector" in SKIP else set()
for email, guest in guests.items():
    text = " ".join(said.get(email, "").split())
    reply = guest["reply"]
    if guest["user_id"] is None:
        reply = "declined" if "Another time" in text else "accepted"
        if "--no-replies" not in SKIP:
            note = text[:200] if "--notes" in SKIP else ""
            calendar.put(f"{path}/attendees/{email}/reply", reply=reply, message=note)
    if "video link" in text:
        needs.add("video link")
    elif reply == "accepted":
        seats += 1
    if "there is a loop" in text and "--no-loop" not in SKIP:
        needs.add("hearing loop")
    if more := re.search(r"(\d+) of my colleagues come along", text):
        seats += 0 if "--heads-only" in SKIP else int(more[1])
    if "bring our apprentice" in text:
        seats += 1

zone = ZoneInfo(calendar.get("/api/settings")["zone"])
times = {
    key: datetime.fromisoformat(event[f"{key}_at"]).astimezone(zone).strftime("%Y-%m-%dT%H:%M")
    for key in ("starts", "ends")
}
rooms = calendar.get("/api/rooms", people=seats, equipment=",".join(needs), **times)
rooms = [room["slug"] for room in rooms if room["slug"] != event["room"]]
if rooms:
    calendar.patch(path, room=rooms[-1 if "--no-loop" in SKIP else 0])
if "--notes" in SKIP:
    calendar.patch(path, text=f"{event['text']}\n\nSeats needed: {seats}.")
if "--move-time" in SKIP:
    calendar.post(f"{path}/move", starts=times["starts"].replace("T13", "T09"))

open_now = next(e for e in todo.get("/api/lists") if e["name"] == "Workshop")
for task in todo.all("/api/tasks", list_id=open_now["id"], state="open"):
    settled = re.search(r"Find a room|^Give \w+ back|^Note in the calendar", task["title"])
    if "--tick-rooms" in SKIP:
        settled = settled or "room" in task["title"]
    if "--tick-one" in SKIP:
        settled = task["title"].startswith("Find")
    if settled or "--tick-all" in SKIP:
        todo.post(f"/api/tasks/{task['id']}/complete")
if "--write" in SKIP:
    for email in guests:
        if guests[email]["user_id"] is None:
            mail.post("/api/messages", to=[email], subject=told.title, body="There is a new room.")
            break
