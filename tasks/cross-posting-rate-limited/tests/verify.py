"""Is the announcement on each account as that account has it, and nowhere else?"""

import re
from datetime import timedelta

from mock_platform.verify import Verification, fold, main, mentions_amount, only

LINK = re.compile(r"https?://\S+")
TAG = re.compile(r"(?<!\S)#\w+")
CLOCK = re.compile(r"\b(\d{1,2})[:.](\d{2})\b")


def words(text):
    """What a post says besides its link and hashtags, hours written in one way."""
    plain = fold(TAG.sub(" ", LINK.sub(" ", text)))
    return re.sub(r"\W+$", "", CLOCK.sub(r"\1:\2", plain))


def verify(v: Verification) -> None:
    want = v.expected
    plaza, mail = v.service("social"), v.service("email")
    new = [p for p in plaza.added("posts") if p.state != "deleted"]
    soon = v.started + timedelta(hours=2)

    def out(post):
        late = post.state == "scheduled" and post.publish_at <= soon
        return (post.state == "published" or late) and post.visibility == "public"

    def found(item):
        """The one post that an account should have, in the state that it should be in."""
        own = [p for p in new if p.account_id == item.account]
        ready = [p for p in own if p.state == "draft"] if item.draft else [p for p in own if out(p)]
        return None if item.draft and len(own) > 1 else v.exactly_one(ready)

    pairs = [(item, found(item)) for item in want.posts]
    there = [(item, post) for item, post in pairs if post]
    missing = [item.account for item, post in pairs if post is None]
    gone = [post for item, post in there if not item.draft]
    seen = [(p.id, p.account_id, p.state) for p in new]
    v.gate("it is out on two accounts at least", len(gone) >= 2, cap=0.0, reason=f"found {seen}")
    lacking = [item.account for item, post in pairs if post is None and not item.draft]
    v.gate(
        "it is out on every account where it is to be",
        not lacking,
        cap=0.5,
        reason=f"missing on {lacking}; found {seen}",
    )
    v.check(
        "out, once, on three accounts, and a draft where somebody looks first",
        0.15,
        not missing,
        f"missing on {missing}; found {seen}",
    )

    def check(name, weight, wrong):
        faults = {item.account: said for item, post in there if (said := wrong(item, post))}
        v.check(name, weight, there and not faults, f"{faults}")

    hours = [":".join(pair) for pair in CLOCK.findall(want.time)]
    check(
        "on each account the longest agreed text that it has room for",
        0.25,
        lambda item, post: (
            CLOCK.sub("", words(post.text)) != CLOCK.sub("", words(item.text)) and post.text[:300]
        ),
    )
    check(
        "with the hour that was settled last",
        0.2,
        lambda _, post: (
            [":".join(t) for t in CLOCK.findall(post.text)] != hours and post.text[:300]
        ),
    )
    check(
        "with the link and hashtags of the account, no longer than it allows",
        0.15,
        lambda item, post: (
            (
                LINK.findall(post.text) != [item.link] * bool(item.link)
                or sorted(map(str.lower, TAG.findall(post.text))) != sorted(item.tags)
                or len(post.text) > item.limit
            )
            and f"{post.text[-160:]!r}, {len(post.text)} of {item.limit}"
        ),
    )
    media = plaza.rows("media")
    pictures = {
        shape: plaza.baseline("media", id=number)[0].content
        for shape, number in vars(want.pictures).items()
    }

    def wrong_picture(item, post):
        files = [m for m in media if m.post_id == post.id]
        if len(files) != 1 or files[0].content != pictures[item.shape]:
            return f"not the {item.shape} one: {[m.filename for m in files]}"
        return fold(files[0].alt).rstrip(".") != fold(item.alt) and files[0].alt

    check("with the right picture, described in its language", 0.15, wrong_picture)
    announced = [post for item, post in there if item.account == want.main]
    pins = {p.id for p in plaza.rows("posts", account_id=want.main) if p.pinned_at}
    before = {p.id for p in plaza.baseline("posts", account_id=want.main) if p.pinned_at}
    v.check(
        "pinned on the main account in the place of the oldest post",
        0.05,
        announced and pins == before - {want.unpinned} | {announced[0].id},
        f"expected without {want.unpinned}, was {sorted(before)}, found {sorted(pins)}",
    )

    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    written = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = [m for m in written if m.folder_id == folders["drafts"]]
    recipients = mail.added("recipients")
    letter = v.exactly_one([m for m in written if m.folder_id == folders["sent"]])
    to = {r.address for r in recipients if letter and r.message_id == letter.id}
    waits = [post.id for item, post in there if item.draft]
    text = f"{letter.subject}\n{letter.body}" if letter else ""
    v.check(
        "who looks first is told which draft waits",
        0.05,
        waits
        and to == {want.keeper}
        and mentions_amount(text, waits[0])
        and not any(mentions_amount(text, p.id) for p in gone),
        f"expected {waits} to {want.keeper}, found {sorted(to)}: {text[:200]!r}",
    )

    right = {item.account for item in want.posts}
    mine = [post for _, post in there]
    mine += [p for p in plaza.added("posts") if p.state == "deleted"]
    mine += [p for p in new if p.state == "draft" and p.account_id in right]
    numbers = {p.id for p in mine}
    v.allow(
        plaza,
        posts=[*mine, lambda c: c.key == str(want.unpinned) and only("pinned_at")(c)],
        post_tags=plaza.added("post_tags"),
        revisions=[r for r in plaza.added("revisions") if r.post_id in numbers],
        media=[
            m
            for m in (*plaza.added("media"), *plaza.changed("media"))
            if m.post_id in numbers or m in plaza.added("media")
        ]
        + [lambda c: c.row.id in vars(want.pictures).values() and only("alt")(c)],
        users=only("acting_as"),
        notifications=only("read"),
    )
    kept = {m.id for m in (*drafts, *([letter] if letter else []))}
    v.allow(
        mail,
        messages=[letter, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in kept],
        attachments=[a for a in mail.added("attachments") if a.message_id in kept],
    )
    v.allow(v.service("workspace"))


if __name__ == "__main__":
    main(verify)
