"""Reads the plan and its changes, compares each post with it, and puts right what differs.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import datetime, timedelta

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
plaza = Site(told.social).login(told.email, told.social_password)
work = Site(told.work).login(told.email, told.work_password)

base = next(b for b in work.get("/api/databases") if b["name"] == f"Plan: {told.campaign}")
plan = {r["values"]["No."]: r["values"] for r in work.all(f"/api/databases/{base['id']}/records")}
page = next(p for p in work.all("/api/pages", q="changes") if p["title"].startswith(told.campaign))
log = work.get(f"/api/pages/{page['id']}")["body"]
agreed = {number: dict(item) for number, item in plan.items()}
for line in log.splitlines():
    if not (found := re.match(r"- No\. (\d+)", line)) or "--no-log" in SKIP:
        continue
    item = agreed[found[1]]
    if clock := re.search(r"at (\d\d:\d\d)", line):
        item["Time"] = clock[1]
    elif day := re.search(r"on day (\d+)", line):
        item["Day"] = day[1]
    elif end := re.search(r"end of day (\d+)", line):
        item["Day"] = str(int(end[1]) + 1)
    elif "Back to the day in the plan" in line and "--first-change" not in SKIP:
        item["Day"] = plan[found[1]]["Day"]

accounts = {a["handle"]: a["id"] for a in plaza.get("/api/my/accounts")}
places = {item["Account"] for item in agreed.values()}
campaign = next(
    c
    for place in places
    for c in plaza.get(f"/api/accounts/{accounts[place]}/campaigns")
    if c["name"] == told.campaign
)
first = datetime.fromisoformat(f"{campaign['starts']}T00:00:00+00:00")
if "--day-zero" in SKIP:
    first += timedelta(days=1)


def when(item):
    hour, minute = map(int, item["Time"].split(":"))
    return first + timedelta(days=int(item["Day"]) - 1, hours=hour, minutes=minute)


def words(text):
    return set(re.findall(r"[a-z]{3,}", text.lower()))


def about(post, item):
    """How much two texts have in common, 0 to 1."""
    one, other = words(post["text"]), words(item["Text"])
    return len(one & other) / max(1, min(len(one), len(other)))


def put(post, item):
    """Make a post of the right account what the plan says."""
    described = item.get("Description", "")
    for picture in post["media"]:
        if picture["alt"] != described and "--no-alt" not in SKIP:
            plaza.put(f"/api/media/{picture['id']}/alt", alt=described)
    own = campaign["id"] if campaign["account_id"] == post["account_id"] else None
    if "--rewrite" in SKIP and post["text"] != item["Text"] and not post["media"]:
        plaza.delete(f"/api/posts/{post['id']}")
        body = {"text": item["Text"], "campaign_id": own}
        post = plaza.post(f"/api/accounts/{post['account_id']}/posts", **body)
    if (post["text"], post["campaign_id"]) != (item["Text"], own) and "--no-text" not in SKIP:
        files = [m["id"] for m in post["media"]]
        if "--no-campaign" in SKIP:
            own = post["campaign_id"]
        path = f"/api/posts/{post['id']}"
        plaza.put(path, text=item["Text"], campaign_id=own, media_ids=files)
    due = when(item)
    set_for = post["publish_at"] and datetime.fromisoformat(post["publish_at"])
    if set_for != due and not (post["state"] == "draft" and "--no-drafts" in SKIP):
        plaza.put(f"/api/posts/{post['id']}/schedule", publish_at=due.isoformat())


written = [
    post
    for place in sorted(places)
    for state in ("scheduled", "draft")
    for post in plaza.all(f"/api/accounts/{accounts[place]}/written", state=state)
]
for item in agreed.values():
    item["posts"] = []
for post in written:
    best = max(agreed.values(), key=lambda item: about(post, item))
    if about(post, best) > 0.8:
        best["posts"].append(post)
for item in agreed.values():
    found = item.pop("posts")
    right = [p for p in found if accounts[item["Account"]] == p["account_id"]]
    right.sort(
        key=lambda p: (
            p["publish_at"] is None or datetime.fromisoformat(p["publish_at"]) != when(item)
        )
    )
    keep = right[:1] if item["State"] == "Agreed" else []
    for post in found:
        if post in keep or post["state"] == "draft":
            continue
        if "--delete" in SKIP:
            plaza.delete(f"/api/posts/{post['id']}")
        elif "--leave-strays" not in SKIP:
            plaza.delete(f"/api/posts/{post['id']}/schedule")
    if item["State"] != "Agreed":
        continue
    if keep:
        put(keep[0], item)
    elif found:
        account = accounts[item["Account"]]
        own = campaign["id"] if campaign["account_id"] == account else None
        body = {"text": item["Text"], "campaign_id": own}
        put(plaza.post(f"/api/accounts/{account}/posts", **body), item)
if "--publish-ideas" in SKIP:
    idea = next(item for item in agreed.values() if item["State"] == "Idea")
    post = plaza.post(f"/api/accounts/{accounts[idea['Account']]}/posts", text=idea["Text"])
    plaza.put(f"/api/posts/{post['id']}/schedule", publish_at=when(idea).isoformat())
if "--looks-round" in SKIP:
    for account in accounts.values():
        plaza.put("/api/my/account", account_id=account)
        plaza.post(f"/api/accounts/{account}/notifications/read")
