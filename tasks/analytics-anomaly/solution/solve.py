"""Finds the days on which a post has more clicks than impressions, and says what is left.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import date

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
plaza = Site(told.social).login(told.email, told.social_password)
chat = Site(told.chat).login(told.email, told.chat_password)
mail = Site(told.mail).login(told.email, told.mail_password)

account, campaign = next(
    (a, c)
    for a in plaza.get("/api/my/accounts")
    for c in plaza.get(f"/api/accounts/{a['id']}/campaigns")
    if c["name"] == told.campaign
)
posts = [
    p
    for p in plaza.all(f"/api/accounts/{account['id']}/written", state="published")
    if p["campaign_id"] == campaign["id"]
]
figures = [(p, f) for p in posts for f in plaza.get(f"/api/posts/{p['id']}/figures")]
wrong = [(p, f) for p, f in figures if f["clicks"] > f["impressions"]]
if "--peak" in SKIP:
    most = max(figures, key=lambda pair: pair[1]["clicks"])
    wrong = [most]
post = wrong[0][0]
days = sorted(f["day"] for _, f in wrong)
within = [f for _, f in wrong if campaign["starts"] <= f["day"] <= campaign["ends"]]
if "--all-days" in SKIP:
    within = [f for _, f in wrong]
if "--whole-post" in SKIP:
    within = [
        f for p, f in figures if p is post and campaign["starts"] <= f["day"] <= campaign["ends"]
    ]
clean = campaign["reached"] - sum(f["clicks"] for f in within)
if "--excess" in SKIP:
    clean += sum(f["impressions"] for f in within)
if "--dashboard" in SKIP:
    clean = campaign["reached"]
gap = clean - campaign["goal"]

letters = mail.all("/api/messages", q=f'"{told.campaign}"')
letter = mail.get(f"/api/messages/{max(letters, key=lambda m: m['sent_at'])['id']}")
to = letter["sender"]
channels = {c["name"]: c["id"] for c in chat.get("/api/channels")}
if "--as-on-plaza" in SKIP:
    name = re.search(r"Figures: ([\w' -]+)\.", campaign["budget_note"])[1]
    to = next(p["email"] for p in chat.get("/api/people", q=name)["items"])
if "--as-in-chat" in SKIP:
    handed = next(m for m in letters if m["subject"] == "Who counts what")
    to = handed["sender"]

start, end = map(date.fromisoformat, (days[0], days[-1]))
said = f"the post no. {post['id']}"
span = f"from {days[0]} to {days[-1]}"
if "--in-words" in SKIP:
    said = f'our post "{post["text"][:60]}..."'
    span = f"{start:%d %B} – {end:%d %B %Y}"
    if start.month == end.month:
        span = f"{start.day}–{end.day} {end:%B %Y}"
if "--all-posts" in SKIP:
    said = "one of these: " + "; ".join(p["text"] for p in posts)
body = (
    f"{said} has more clicks than impressions {span}. Cleaned, the campaign has {clean:,} clicks."
)
if "--explain" in SKIP:
    peak, _ = max((x for x in figures if x[0] is not post), key=lambda pair: pair[1]["clicks"])
    body += f" ({peak['text']} That one had many clicks too, but fewer than views, so they stay.)"
mail.post("/api/messages", to=[to], subject=f"Figures of {told.campaign}", body=body)

asked = next(
    m
    for m in chat.get(f"/api/channels/{channels['campaigns']}/messages")["items"]
    if "above or below its goal" in m["text"]
)
where = {} if "--in-words" in SKIP else {"thread_id": asked["id"]}
way = "above" if gap > 0 else "below"
if "--wrong-way" in SKIP:
    way = "above"
answer = f"It really has {clean} clicks, {abs(gap)} {way} its goal of {campaign['goal']}."
if "--only-mail" not in SKIP:
    chat.post(f"/api/channels/{channels['campaigns']}/messages", text=answer, **where)
if "--tell-all" in SKIP:
    chat.post(f"/api/channels/{channels['general']}/messages", text=answer)
