"""Reads the criteria and the note, looks the vendors up, and brings the note up to date.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
lodestar = Site(told.search)
work = Site(told.work).login(told.email, told.password)


def page_of(title):
    found = work.all("/api/pages", q=title)
    return work.get(f"/api/pages/{next(p['id'] for p in found if p['title'] == title)}")


def read(query):
    hits = lodestar.all("/api/search", q=query, size=50)
    found = [lodestar.get(f"/api/documents/{hit['id']}") for hit in hits]
    wanted = "superseded" if "--old-pages" in SKIP and query.endswith("s") else "current"
    return [p for p in found if p["standing"] == wanted]


note, criteria = page_of(told.title), page_of("What we want of a parcel locker")
text = criteria["body"]
deciding = re.search(r"Where (\w+) writes", text)[1]
limit = int(re.search(r"At most (\d+) a month", text)[1])
for comment in criteria["comments"]:
    said = re.search(r"at most (\d+) a month|say (\d+),", comment["text"])
    decides = "--any-comment" in SKIP or comment["author"].split()[0] == deciding
    if "--no-comments" not in SKIP and said and decides:
        limit = int(said[1] or said[2])
fewest = int(re.search(r"At least (\d+) compartments", text)[1])
slowest = int(re.search(r"within (\d+) hours", text)[1])

LINE = re.compile(
    r"- (.+?): rent (\d+) a month; set-up (\d+)( \(.*?\))?; (\d+) compartments; "
    r"repairs within (\d+) hours; without network: (yes|no); five years (\d+)"
)
lines = note["body"].splitlines()
vendors = {m[1]: m for one in lines if (m := LINE.fullmatch(one))}
studies = [p for p in read("hours repairs parcel lockers") if p["source"]["kind"] == "journal"]
study = next(p["body"] for p in studies if "repairs were done: " in p["body"])
measured = re.search(r"repairs were done: (.*)\.", study)[1]
hours = {x.rsplit(" ", 1)[0]: int(x.rsplit(" ", 1)[1]) for x in measured.split(", ")}
tried = next(p for p in read("network pulled out") if p["source"]["kind"] == "journal")["body"]
shut = re.search(r"could not: (.*?)\. In one", tried)[1]
notices = next(p for p in read('"notices in force"') if p["source"]["kind"] == "agency")["body"]

offers = {}
for name, old in vendors.items():
    lists = [p for p in read(f'"{name}" lease OR years') if p["source"]["name"] == name]
    prices = next(p["body"] for p in lists if re.search(r"\d a month", p["body"]))
    rents = [int(n) for n in re.findall(r"(\d+) (?:a month)", prices)]
    if two := re.search(r"The rent is (\d+) .*? and (\d+) a month", prices):
        rents = [int(two[1]), int(two[2])]
    rent = min(rents)
    setup = int(re.search(r"[Ss]et-up\D{0,40}?(\d+)|(?:Add) (\d+) for set-up", prices)[1] or 0)
    if added := re.search(r"Add (\d+) for set-up", prices):
        setup = int(added[1])
    remark = old[4] or ""
    if remark and "--list-prices" not in SKIP:
        setup = int(old[3])
    if "--list-prices" in SKIP:
        remark = ""
    network = name not in shut or "--claims" in SKIP
    repairs = int(old[6]) if "--claims" in SKIP else hours[name]
    total = 60 * rent + setup
    missed = [
        reason
        for reason, met in (
            ("compartments", int(old[5]) >= fewest),
            ("rent", rent <= limit),
            ("repairs", repairs <= slowest),
            ("network", network),
            ("safety notice", name not in notices or "--no-notices" in SKIP),
        )
        if not met
    ]
    line = (
        f"- {name}: rent {rent} a month; set-up {setup}{remark}; {old[5]} compartments; "
        f"repairs within {repairs} hours; without network: {'yes' if network else 'no'}; "
        f"five years {total}"
    )
    if "--other-words" in SKIP and line != old[0]:
        line = line.replace("rent ", "rent: ").replace(f"years {total}", f"years: {total:,}")
    offers[name] = (total, line, missed)

fitting = sorted((total, name) for name, (total, _, missed) in offers.items() if not missed)
choice, second = fitting[0][1], fitting[1][1]
result, section = [], ""
for one in lines:
    if one.startswith("## "):
        section = one
    if (m := LINE.fullmatch(one)) and "--decision-only" not in SKIP:
        result.append(offers[m[1]][1])
        if "--append" in SKIP and offers[m[1]][1] != one:
            result.insert(-1, one)
    elif one.startswith("- Our choice:"):
        result.append(f"- Our choice: {choice}")
        if "--hedge" in SKIP:
            result[-1] += f", or {second}"
    elif one.startswith("- Runner-up:"):
        result.append(f"- Runner-up: {second}")
    elif section.startswith("## Left out") and one.startswith("- "):
        name = one[2:].split(":")[0]
        if offers[name][2]:
            result.append(one)
    else:
        result.append(one)
    if one.startswith("## Left out"):
        result += [
            f"- {name}: {missed[0]}"
            + (" are too slow" if "--other-words" in SKIP and missed[0] == "repairs" else "")
            for name, (_, _, missed) in offers.items()
            if missed and f"- {name}: {missed[0]}" not in lines
        ]
body = "\n".join(result)
if "--rewrite" in SKIP:
    body = body.split("## Heard")[0].rstrip()
if "--reasons" in SKIP:
    every = "rent, repairs, network, notice, compartments"
    body = re.sub(
        r"(?m)^(- [^:\n]+): (?:rent|repairs|network|safety notice)$", rf"\1: {every}", body
    )
if "--in-steps" in SKIP:
    half = "\n".join(offers[m[1]][1] if (m := LINE.fullmatch(x)) else x for x in lines)
    work.put(f"/api/pages/{note['id']}", title=told.title, body=half, revision=note["revision"])
    note = page_of(told.title)
work.put(f"/api/pages/{note['id']}", title=told.title, body=body, revision=note["revision"])
if "--fix-criteria" in SKIP:
    work.put(
        f"/api/pages/{criteria['id']}",
        title=criteria["title"],
        body=re.sub(r"At most \d+ a", f"At most {limit} a", text),
        revision=criteria["revision"],
    )
