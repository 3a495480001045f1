"""Reads who works where and when, finds the hour, books it, writes, and corrects the notes.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
calendar = Site(told.calendar).login(told.email, told.calendar_password)
mail = Site(told.mail).login(told.email, told.mail_password)
HOME = Path(told.home)
WORDS = {"eight": 8, "nine": 9, "four": 16, "five": 17, "twelve": 12}
notes = (HOME / "memory/people.md").read_text()
places = dict(re.findall(r"^- (.+?) \(.*?\): .*, zone (\S+)$", notes, re.M))

found = mail.all("/api/messages", q=f'subject:"{told.topic}"')
found = sorted(found, key=lambda m: m["sent_at"])
thread = [mail.get(f"/api/messages/{m['id']}") for m in found]


def zone_of(city):
    """The zone of a city, as the world names it."""
    plain = city.replace("á", "a").replace(" City", "").replace(" ", "_")
    return next(name for name in sorted(available_timezones()) if name.endswith(f"/{plain}"))


def hours(text):
    """From when until when, on somebody's own clock."""
    if found := re.search(r"from half past (\w+) to half past (\w+) in the evening", text):
        return time(WORDS[found[1]], 30), time(WORDS[found[2]] + 12, 30)
    if found := re.search(r"(?i)from (\w+) in the morning to (\w+) in the afternoon", text):
        return time(WORDS[found[1]]), time(WORDS[found[2]])
    if found := re.search(r"(?i)(\w+) to half past (\w+)", text):
        return time(WORDS[found[1].lower()]), time(WORDS[found[2]], 30)
    return None


addresses, windows, moves = {}, {}, {}
for message in thread:
    name = message["sender_name"]
    if name not in told.people:
        continue
    addresses[name] = message["sender"]
    if (said := hours(message["body"])) and not ("--first-word" in SKIP and name in windows):
        windows[name] = said
    if to := re.search(r"live and work in ([\w á]+), for good", " ".join(message["body"].split())):
        moves[name] = (places[name], to[1], zone_of(to[1]))
if "--old-notes" not in SKIP:
    places |= {name: zone for name, (_, _, zone) in moves.items()}
zones = {name: ZoneInfo(places[name]) for name in told.people}
settings = calendar.get("/api/settings")
home = ZoneInfo(settings["zone"])


def within(starts, ends, zone, first, last):
    a, b = starts.astimezone(zone), ends.astimezone(zone)
    return a.date() == b.date() and first <= a.time() and b.time() <= last


def suits(starts):
    ends = starts + timedelta(hours=1)
    own = [time.fromisoformat(settings[key]) for key in ("work_from", "work_until")]
    if starts.astimezone(home).strftime("%a").lower() not in settings["work_days"]:
        return False
    if not within(starts, ends, home, *own):
        return False
    if not all(within(starts, ends, zones[name], *windows[name]) for name in windows):
        return False
    return "--ignore-own" in SKIP or not any(
        datetime.fromisoformat(b["starts_at"]) < ends
        and starts < datetime.fromisoformat(b["ends_at"])
        for b in busy
    )


first = datetime.now(home).date() + timedelta(days=1)
last = first + timedelta(days=20)
busy = calendar.get("/api/free-busy", people=told.email, first=first, last=last)[0]["busy"]
starts = datetime.combine(first, time(0), tzinfo=ZoneInfo("UTC"))
if "--first-word" in SKIP:
    windows = {name: windows[name] for name in told.people[:1]}
while not suits(starts):
    starts += timedelta(minutes=30)
ends = starts + timedelta(hours=1)
calendar.post(
    "/api/events",
    title=told.title,
    starts=starts.isoformat(),
    ends=ends.isoformat(),
    attendees=list(addresses.values()),
)

lines = []
for name in told.people:
    local = starts.astimezone(home if "--one-clock" in SKIP else zones[name])
    lines.append(f"{name}: {local:%H:%M}")
body = f"Dear all,\n\nwe talk on {starts:%A}, {starts.day} {starts:%B %Y}, each at\n\n"
body += "\n".join(lines) + "\n\nBest regards"
if "--in-twelves" in SKIP:
    local = [starts.astimezone(zones[name]) for name in told.people]
    later = [ends.astimezone(zones[name]) for name in told.people]
    body = f"The call is on {starts:%Y-%m-%d}. " + " ".join(
        f"For {name} it is {a.hour % 12 or 12}:{a:%M}–{b.hour % 12 or 12}:{b:%M} {b:%p} "
        f"(UTC{a:%z}), for the others see below."
        for name, a, b in zip(told.people, local, later, strict=True)
        if f"{a:%p}" == f"{b:%p}"
    )
    body += " " + ", ".join(f"{a:%I:%M %p}" for a in local)
    for name, (begin, end) in windows.items():
        body += f"\nThat is within your hours, {name}, from {begin:%H:%M} to {end:%H:%M}."
if "--all-times" in SKIP:
    every = ", ".join(f"{hour:02}:{half}" for hour in range(24) for half in ("00", "30"))
    body = (
        f"Dear all,\n\nwe talk on {starts:%A}, {starts.day} {starts:%B %Y}, in your hours: {every}"
    )
own = next(m for m in thread if m["sender"] == told.email)
if "--in-twelves" in SKIP:
    mail.post(f"/api/messages/{own['id']}/reply", body=body, to_all=True)
else:
    subject = f"Our call about the {told.topic}"
    mail.post("/api/messages", to=list(addresses.values()), subject=subject, body=body)

for path in ("memory/people.md", "MEMORY.md"):
    if "--no-notes" in SKIP or ("--one-place" in SKIP and path == "MEMORY.md"):
        continue
    text = (HOME / path).read_text()
    for name, (old, city, zone) in moves.items():
        begin = text.index(name)
        end = text.index("\n", begin)
        line = text[begin:end]
        was = old.split("/")[1].replace("_", " ")
        if "--rewrite" in SKIP and path == "MEMORY.md":
            line = f"{name} is in {city} ({zone}) now."
        elif "--rename-all" in SKIP:
            text = text.replace(old, zone).replace(was, city)
            continue
        line = line.replace(old, zone).replace(was, city)
        if "--in-twelves" in SKIP and path != "MEMORY.md":
            line += f" (moved there from {was})"
        text = text[:begin] + line + text[end:]
    (HOME / path).write_text(text)
if "--note-travel" in SKIP:
    text = (HOME / "memory/people.md").read_text()
    away = mail.all("/api/messages", q="Singapore")[0]["sender_name"]
    text = re.sub(rf"(- {away} \(.*?\): ).*", r"\1Singapore, zone Asia/Singapore", text)
    (HOME / "memory/people.md").write_text(text)
if "--invite-more" in SKIP:
    everybody = calendar.get("/api/people")
    code = calendar.all("/api/search", title=told.title)[0]["code"]
    calendar.post(f"/api/events/{code}/attendees", attendees=[everybody[0]["email"]])
    mail.post("/api/messages", to=[everybody[0]["email"]], subject=told.title, body=body)
