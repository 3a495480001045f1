"""Reads the rules, the texts and the mails, writes a post for each account and lets it out.

Options make one mistake each, for the near misses.
"""

import base64
import re
import sys
from urllib.request import Request, urlopen

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
plaza = Site(told.social).login(told.email, told.social_password)
work = Site(told.work).login(told.email, told.work_password)
mail = Site(told.mail).login(told.email, told.mail_password)


def page(title):
    """The text of a page whose title begins so and that is not an old one."""
    found = work.all("/api/pages", q=title)
    right = next(p for p in found if p["title"].startswith(title) and "(old)" not in p["title"])
    return work.get(f"/api/pages/{right['id']}")["body"]


rules, announcement = page("How we post"), page("Announcement:")
base = next(b for b in work.get("/api/databases") if b["name"].startswith("Texts:"))
texts = [r["values"] for r in work.all(f"/api/databases/{base['id']}/records")]
letters = sorted(mail.all("/api/messages", q=f'from:"{told.host}"'), key=lambda m: m["sent_at"])
bodies = [mail.get(f"/api/messages/{m['id']}")["body"] for m in letters]
times = [t for body in bodies for t in re.findall(r"open at (\d\d:\d\d)", body)]
was, now = times[0], times[-1]
if "--old-hour" in SKIP:
    now = was
if "--second-hour" in SKIP:
    now = times[1]

accounts = {a["handle"]: a["id"] for a in plaza.get("/api/my/accounts")}
main = accounts[re.search(r"@(\w+): .*Our main account", rules)[1]]
library = {m["filename"]: m for m in plaza.get(f"/api/accounts/{main}/media")}
tag = re.search(r"Hashtag: (#\w+)", announcement)[1]
names = {
    "wide": re.search(r"(\S+) \(wide\)", announcement)[1],
    "upright": re.search(r"(\S+) \(upright\)", announcement)[1],
}


def described(form, language):
    part = announcement.split(f"Descriptions of the {form} picture:")[1]
    language = "English" if "--english-alt" in SKIP else language.removeprefix("Plain ")
    return re.search(rf"^{language}: (.+)$", part, re.M)[1]


def picture(account, form, alt):
    """The right file among those of an account; its number."""
    name = names["wide" if "--one-picture" in SKIP else form]
    own = {m["filename"]: m for m in plaza.get(f"/api/accounts/{account}/media")}
    if account == main or ("--library" in SKIP and name in own):
        return plaza.put(f"/api/media/{own[name]['id']}/alt", alt=alt)["id"]
    request = Request(
        f"{plaza.url}/api/media/{library[name]['id']}",
        headers={"Authorization": f"Bearer {plaza.token}"},
    )
    with urlopen(request) as answer:
        content = base64.b64encode(answer.read()).decode()
    path = f"/api/accounts/{account}/media"
    return plaza.post(path, filename=name, content=content, alt=alt)["id"]


if "--otherwise" in SKIP:
    for form, name in names.items():
        picture_id = library[name]["id"]
        plaza.put(f"/api/media/{picture_id}/alt", alt=described(form, "English"))


def composed(text, link, tags):
    text = text.replace(was, now)
    if "--otherwise" in SKIP:
        return "\n".join(part for part in (text, link, " ".join(reversed(tags))) if part)
    return "\n".join(part for part in (text, link, " ".join(tags)) if part)


def count(text, link, tags):
    return len(text if "--text-alone" in SKIP else composed(text, link, tags))


posts, waiting = {}, {}
for line in re.findall(r"^- @.*at most.*$", rules, re.M):
    handle, language, limit, form, linked, own = re.match(
        r"- @(\w+): ([\w ]+), at most (\d+) characters, (\w+) picture, (with|no) link, "
        r"hashtags (#\w+(?: #\w+)*)\.",
        line,
    ).groups()
    account = accounts[handle]
    link = re.search(
        rf"^Link in {language.removeprefix('Plain ')}\b.*?: (\S+)$", announcement, re.M
    )
    link = f"{link[1]}?from={handle}" if linked == "with" else ""
    if "--plain-link" in SKIP:
        link = link.split("?")[0]
    tags = [tag, *own.split()]
    states = {"Approved"} if "--any-state" not in SKIP else {r["State"] for r in texts}
    fitting = [
        r["Text"]
        for r in texts
        if r["Language"] == language
        and r["State"] in states
        and count(r["Text"], link, tags) <= int(limit)
    ]
    text = max(fitting, key=len)
    if "--shortest" in SKIP:
        text = min(fitting, key=len)
    media = picture(account, form, described(form, language))
    body = {"text": composed(text, link, tags), "media_ids": [media]}
    post = plaza.post(f"/api/accounts/{account}/posts", **body)
    posts[account] = post["id"]
    if keeper := re.search(r"want to see first; (.+?) looks after it", line):
        waiting[account] = keeper[1]
    if account in waiting and "--all-out" not in SKIP:
        continue
    while plaza.get(f"/api/posts/{post['id']}")["state"] != "published":
        plaza.post(f"/api/posts/{post['id']}/publish")
        if "--believe" in SKIP:
            break

if "--no-pin" not in SKIP:
    pinned = plaza.get(f"/api/accounts/{main}/pins")
    if len(pinned) >= 3:
        oldest = min(pinned, key=lambda p: p["publish_at"])
        if "--first-pinned" in SKIP:
            oldest = pinned[-1]
        plaza.delete(f"/api/posts/{oldest['id']}/pin")
    plaza.put(f"/api/posts/{posts[main]}/pin")
addresses = {c["name"]: c["email"] for c in mail.all("/api/contacts")}
for account, keeper in waiting.items():
    if "--no-mail" not in SKIP:
        mail.post(
            "/api/messages",
            to=[addresses[keeper]],
            subject="A draft for you",
            body=f"Hello,\n\nthe announcement of our hall waits for you on Plaza as a draft, "
            f"number {posts[account]}.",
        )
if "--jobs" in SKIP:
    other = accounts[re.search(r"@(\w+): vacancies", rules)[1]]
    post = plaza.post(f"/api/accounts/{other}/posts", text=f"Our new hall is finished! {tag}")
    plaza.post(f"/api/posts/{post['id']}/publish")
if "--post-twice" in SKIP:
    again = plaza.post(f"/api/accounts/{main}/posts", text=body["text"])
    plaza.post(f"/api/posts/{again['id']}/publish")
