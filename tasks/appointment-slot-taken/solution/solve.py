"""Goes through the free slots, the earliest first, until one suits the calendar and can be had.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import UTC, datetime, timedelta

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
health = Site(told.health).login(told.email, told.health_password)
diary = Site(told.calendar).login(told.email, told.calendar_password)
today = datetime.now(UTC).date()
own = next(r for r in health.get("/api/patients") if r["role"] == "self")
at = f"/api/patients/{own['id']}"


def moment(text):
    return datetime.fromisoformat(text).astimezone(UTC)


def busy():
    """When the calendar has something that counts, as pairs of moments."""
    window = {"first": today.isoformat(), "last": (today + timedelta(days=30)).isoformat()}
    for entry in diary.get("/api/events", **window, declined="--declined-too" in SKIP):
        if entry["role"] not in ("organiser", "invited"):
            continue
        event = diary.get(f"/api/events/{entry['code']}")
        if event["shown_as"] == "free" and "--free-too" not in SKIP:
            continue
        if "--own-only" in SKIP and entry["role"] == "invited":
            continue
        yield moment(entry["starts_at"]), moment(entry["ends_at"])


taken = [] if "--no-calendar" in SKIP else list(busy())
margin = timedelta(minutes=0 if "--no-margin" in SKIP else told.margin)


def suits(slot):
    start = moment(slot["starts_at"]) - margin
    end = moment(slot["starts_at"]) + timedelta(minutes=30) + margin
    return all(until <= start or begin >= end for begin, until in taken)


def free():
    return health.all("/api/slots", speciality="movement", kind="first_visit")


referral = next(r for r in health.get(f"{at}/referrals") if told.part in r["reason"].lower())
visit = None
slots = [slot for slot in free() if suits(slot)]
while visit is None:
    slot = slots.pop(0)
    wanted = {"slot_id": slot["id"], "kind": "first_visit", "referral_id": referral["id"]}
    if "--any-referral" in SKIP:
        wanted["referral_id"] = None
    try:
        visit = health.post(f"{at}/appointments", **wanted)
    except Refusal as refusal:
        if "not free any more" not in refusal.message:
            raise
        slots = free() if "--next-free" in SKIP else [other for other in free() if suits(other)]

person = health.get(f"/api/providers/{visit['provider_id']}")
first, further = map(int, re.findall(r"(\d+) euros", person["about"]))
estimate = first + (referral["visits"] - 1) * further
if "--first-only" in SKIP:
    estimate = first
if "--no-insurance" not in SKIP:
    health.post(
        f"{at}/preauthorisations",
        category="physiotherapy",
        estimate=estimate,
        reason=referral["reason"],
        referral_id=None if "--without-letter" in SKIP else referral["id"],
    )
start = moment(visit["starts_at"])
zone = None if "--local" in SKIP else "UTC"
form = "%Y-%m-%dT%H:%M"
if "--no-event" not in SKIP:
    diary.post(
        "/api/events",
        title="Physiotherapy",
        starts=start.strftime(form),
        ends=(start + timedelta(minutes=visit["minutes"])).strftime(form),
        zone=zone,
        private="--public" not in SKIP,
        shown_as="free" if "--shown-free" in SKIP else "busy",
        place=visit["place"],
    )
if "--cancel-other" in SKIP:
    other = next(a for a in health.all(f"{at}/appointments") if a["number"] != visit["number"])
    health.post(f"{at}/appointments/{other['id']}/cancel")
