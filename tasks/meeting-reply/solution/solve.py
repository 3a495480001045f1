"""Reads the question, looks the meeting up, writes, and looks again before it sends.

Options make one mistake each, for the near misses.
"""

import re
import sys
import textwrap
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
mail = Site(told.mail).login(told.email, told.mail_password)
calendar = Site(told.calendar).login(told.email, told.calendar_password)

letters = mail.all("/api/messages", q=f'from:"{told.client}" {told.project}')
letter = mail.get(f"/api/messages/{letters[0]['id']}")
known = re.search(r"besides ([\w'-]+) and you", letter["body"])[1]
today = datetime.now(ZoneInfo("UTC")).date()
found = calendar.all(
    "/api/search", title=f"Acceptance of the {told.project}", first=today, cancelled=True
)
wanted = "cancelled" if "--cancelled-one" in SKIP else "confirmed"
code = next(e["code"] for e in found if e["status"] == wanted)
staff = {p["id"]: p for p in calendar.get("/api/people")}
rooms = {r["slug"]: r for r in calendar.get("/api/rooms")}


def twelve(moment):
    return f"{moment.hour % 12 or 12}:{moment:%M}"


def written(event):
    """The answer, as the calendar has it."""
    zone = ZoneInfo(event["zone"])
    starts, ends = (
        datetime.fromisoformat(event[k]).astimezone(zone) for k in ("starts_at", "ends_at")
    )
    if "--another-clock" in SKIP:
        starts, ends = starts + timedelta(hours=1), ends + timedelta(hours=1)
    replies = ("accepted", "tentative") if "--all-invited" in SKIP else ("accepted",)
    coming = [
        a["name"]
        for a in event["attendees"]
        if a["user_id"]
        and a["reply"] in replies
        and a["email"] != told.email
        and a["name"].split()[0] != known
    ]
    room = rooms[event["room"]]
    body = (
        f"Dear {told.client.split()[0]},\n\nit is on {starts:%A}, {starts.day} {starts:%B %Y}, "
        f"from {starts:%H:%M} to {ends:%H:%M}, in the room {room['name']} on the "
        f"{room['place']}. Of my colleagues, {', '.join(coming)} have said yes.\n\nBest regards"
    )
    if "--in-short" in SKIP:
        body = (
            f"Hello,\n\n- Date: {starts:%Y-%m-%d}\n"
            f"- Time: {twelve(starts)}–{twelve(ends)} {starts:%p}\n"
            f"- Where: {room['name']} (floor: {room['place'].replace(' floor', '')})\n"
            f"- Coming: {' and '.join(name.split()[0] for name in coming)}\n"
        )
        body += "\nNot sure or declined:\n"
        for a in event["attendees"]:
            if a["user_id"] and a["reply"] not in ("accepted", "pending"):
                body += f"- {a['name']}\n"
    if "--wrapped" in SKIP:
        rest = {
            reply: [a["name"] for a in event["attendees"] if a["user_id"] and a["reply"] == reply]
            for reply in ("tentative", "declined")
        }
        body += f" Still undecided: {', '.join(rest['tentative']) or 'nobody'}; regrets came from "
        body += f"{', '.join(rest['declined']) or 'nobody'}."
        body = "\n".join(textwrap.fill(part, 64) for part in body.splitlines())
    if "--all-rooms" in SKIP:
        body += f" It will be one of {', '.join(r['name'] for r in rooms.values())}."
    if "--inside" in SKIP:
        body += f"\n\nWhat our calendar says: {event['text']}"
    return body


def look():
    return written(calendar.get(f"/api/events/{code}"))


body = look()
if "--look-once" not in SKIP:
    while (again := look()) != body:
        body = again
mail.post(f"/api/messages/{letter['id']}/reply", body=body)
if "--correct" in SKIP:
    mail.post(f"/api/messages/{letter['id']}/reply", body=f"A correction:\n\n{look()}")
if "--tell-all" in SKIP:
    mail.post("/api/messages", to=[staff[2]["email"]], subject="The acceptance", body=body)
if "--decline" in SKIP:
    calendar.put(f"/api/events/{code}/reply", reply="tentative")
