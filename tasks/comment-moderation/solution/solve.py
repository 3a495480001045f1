"""Reads the rules as they are now and decides on what waits.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
plaza = Site(told.social).login(told.email, told.password)
account = next(a for a in plaza.get("/api/my/accounts") if a["name"] == told.firm)
base = f"/api/accounts/{account['id']}"
office = re.search(r"Office: ([\d ]+\d)", account["bio"])[1]
written = [p for p in plaza.all(f"{base}/written", state="published") if "#ourrules" in p["text"]]
written.sort(key=lambda post: post["publish_at"])
newest = written[-1]["text"]
if "--old-rules" in SKIP:
    newest = written[-2]["text"]
RUDE = re.compile(r"stupid|face like that|where \w[\w'-]* comes from|drunk")
HURT = re.compile(r"broke her wrist|stitched")


def decide(comment, post):
    """What becomes of a comment: (what to do, why)."""
    text = comment["text"]
    number = re.search(r"(?:\+44|0)[\d ]{8,}\d", text)
    if HURT.search(text) and "neither shown nor hidden" in newest and "--let-in" not in SKIP:
        return ("hide", "other") if "--hide-grave" in SKIP else (None, None)
    if RUDE.search(text):
        return "hide", "insult"
    if number and number[0].strip() != office:
        own = re.search(r"\b(?:ring me|call me|my number)\b", text, re.IGNORECASE)
        if "--all-numbers-deleted" in SKIP:
            own = None
        if "--all-numbers-hidden" in SKIP:
            own = True
        return ("hide" if own else "delete"), "private_data"
    if number and "--office-too" in SKIP:
        return "delete", "private_data"
    if "www." in text and (comment["parent_id"] is None or "--all-links" in SKIP):
        return ("delete" if "Advertising is deleted" in newest else "hide"), "spam"
    if re.search(r"grey cat|timetable|swimming", text):
        asks = "on your mind" in post
        if not asks or "--literal" in SKIP:
            return "hide", "off_topic"
    if "--no-critics" in SKIP and re.search(r"Shoddy|Third delay|Overpriced|Nonsense", text):
        return "hide", "insult"
    return "approve", None


waiting = plaza.all(f"{base}/queue")
if "--held-only" in SKIP:
    waiting = plaza.all(f"{base}/queue", part="held")
for item in waiting:
    comment = item["comment"]
    what, why = decide(comment, item["post_text"])
    if "--hide-all" in SKIP:
        what, why = "hide", "other"
    if "--approve-all" in SKIP:
        what, why = "approve", None
    path = f"/api/comments/{comment['id']}"
    if what == "approve":
        plaza.post(f"{path}/approve")
    elif what:
        plaza.post(f"{path}/{what}", reason=why, note="by our rules" if why == "other" else "")
if "--block" in SKIP:
    for item in waiting:
        if "www." in item["comment"]["text"]:
            plaza.put(f"{base}/blocks/{item['comment']['account_id']}")
