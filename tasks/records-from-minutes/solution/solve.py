"""Reads minutes, guide, calendar and mails, enters the records, and puts the notes right.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
work = Site(told.work).login(told.email, told.work_password)
calendar = Site(told.calendar).login(told.email, told.calendar_password)
mail = Site(told.mail).login(told.email, told.mail_password)
HOME = Path(told.home)
NUMBERS = {"five": 5, "six": 6, "seven": 7, "ten": 10, "eleven": 11, "twelve": 12}


def page(title):
    found = work.all("/api/pages", q=title)
    return work.get(f"/api/pages/{next(p['id'] for p in found if p['title'] == title)}")


minutes, guide = page(told.source), page("Tasks from minutes")["body"]
base = next(b for b in work.get("/api/databases") if b["name"] == "Tasks")
path = f"/api/databases/{base['id']}/records"
members = work.get(f"/api/spaces/{base['space_id']}/members")
people = {m["name"]: m["email"] for m in members}
firsts = {name.split()[0]: name for name in people}
days = int(re.search(r"no day, it is (\d+) days", guide)[1])
soon = int(re.search(r"due within (\d+) days", guide)[1])
records_note = (HOME / "memory/records.md").read_text()
old_days = re.search(r"is due (\d+) days after the meeting", records_note)[1]
old_soon = re.search(r"within (\d+) days of the meeting", records_note)[1]
if "--old-notes" in SKIP:
    days, soon = int(old_days), int(old_soon)
areas = dict(re.findall(r"^- (\w+): (.+)$", (HOME / "memory/people.md").read_text(), re.M))

letters = [mail.get(f"/api/messages/{m['id']}") for m in mail.all("/api/messages", q="leads")]
found = (re.search(r"([A-Z]\S+ [^.]+?) leads procurement instead", m["body"]) for m in letters)
leader, former = next(f[1] for f in found if f), areas["Procurement"]
if "--old-notes" not in SKIP:
    areas["Procurement"] = leader
swaps = {}
for message in mail.all("/api/messages", q="mine"):
    body = mail.get(f"/api/messages/{message['id']}")["body"]
    if "Consider it mine" in body and "--no-mails" not in SKIP:
        swaps["floods"] = body.split("\n")[-1]
if "--refused" in SKIP:
    asked = next(m for m in mail.all("/api/messages", q="spare parts") if m["subject"][:3] != "Re:")
    swaps["spare parts"] = mail.get(f"/api/messages/{asked['id']}")["body"].split()[1].strip(",")


def days_of(title):
    """The days on which something of that title is in the calendar."""
    events = calendar.all("/api/search", title=title)
    return sorted(datetime.fromisoformat(e["starts_at"]).date() for e in events)


today = date.today()
meetings = days_of(f"Steering group: {told.project}")
met = max(day for day in meetings if day < today)
coming = min(day for day in meetings if day > today)
if "--page-day" in SKIP:
    met = datetime.fromisoformat(minutes["updated_at"]).date()
visit = next(day for day in days_of(f"Inspectors at the {told.project.lower()}") if day > today)


def working(day):
    while day.weekday() >= 5 and "--weekends" not in SKIP:
        day -= timedelta(days=1)
    return day.isoformat()


def filled(title, inside):
    """The values that a line of the minutes asks for."""
    eve = timedelta(days="--on-the-day" not in SKIP)
    due, named, priority, who = met + timedelta(days=days), False, "Normal", None
    for part in filter(None, inside.split("; ")):
        if count := re.match(r"within (\w+) days", part):
            due, named = met + timedelta(days=NUMBERS[count[1]]), True
        elif part in ("by the next meeting", "before the inspectors come"):
            due, named = (coming if "next" in part else visit) - eve, True
        elif part == "urgent":
            priority = "High"
        else:
            who = areas.get(part.capitalize()) or firsts[part.split(" and ")[0]]
    who = who or re.search(r"In the chair: (.+)\.", minutes["body"])[1]
    for words, other in swaps.items():
        if words in title:
            who = firsts[other]
    if not named:
        priority = "Low"
    elif due <= met + timedelta(days=soon):
        priority = "High"
    return {
        "Title": title,
        "Project": told.project,
        "State": "Open",
        "Who": people[who],
        "Priority": priority,
        "Due": working(due),
        "Source": told.source,
    }


def key(title):
    return set(re.findall(r"[a-z]{4,}", title.lower()))


def present(values):
    """The project's open record of the same task."""
    for record in work.all(path):
        held = record["values"]
        alike = len(key(held["Title"]) & key(values["Title"])) / len(key(values["Title"]))
        if held["Project"] == told.project and held["State"] != "Done" and alike > 0.7:
            return record
    return None


lines = re.findall(r"^- (.+) \((.*)\)$", minutes["body"], re.M)
if "--talked" in SKIP:
    lines += [("Repeat the load test", ""), ("Paint the railing green", "")]
for title, inside in lines:
    wanted = filled(title, inside)
    if "--otherwise" in SKIP:
        wanted["Title"] += "."
    known = None if "--again" in SKIP else present(wanted)
    if known is None and SKIP & {"--believe", "--again"}:
        work.post(path, values=wanted)
        continue
    if known is None:
        work.post(path, values=wanted)
        while (known := present(wanted)) is None:
            work.post(path, values=wanted)
        if "--count-only" in SKIP:
            continue
    elif "--leave-known" in SKIP:
        continue
    else:
        wanted = {k: v for k, v in wanted.items() if k not in ("Title", "State")}
    if any(known["values"].get(k) != v for k, v in wanted.items()):
        work.patch(f"/api/records/{known['id']}", values=wanted)


def correct(place, changes):
    file = HOME / place
    text = file.read_text()
    for begins, old, new in changes:
        line = next(x for x in text.splitlines() if x.startswith(begins))
        right = line.replace(old, new)
        if "--otherwise" in SKIP:
            right += f" (was {old} until lately)"
        text = text.replace(old, new) if "--rename-all" in SKIP else text.replace(line, right)
    file.write_text(text)


if not SKIP & {"--no-notes", "--old-notes"}:
    numbers = [("- A task without", old_days, f"{days}"), ("- High is", old_soon, f"{soon}")]
    correct("memory/records.md", numbers)
    correct("memory/people.md", [("- Procurement", former, leader)])
    if "--one-place" not in SKIP:
        correct("MEMORY.md", [("- For anything", former, leader)])
if "--tidy-up" in SKIP:
    for record in work.all(path):
        if record["values"]["Title"] == "Count the bolts that are left":
            work.delete(f"/api/records/{record['id']}")
