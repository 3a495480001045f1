"""Do those who have to know what was counted wrongly know it, with the right numbers?"""

import re
from datetime import timedelta

from mock_platform.verify import Verification, amounts, fold, main, mentions_date, only

ORDINAL = r"(?:st|nd|rd|th)?"
TO = r" ?(?:-|–|—|to|until|till|through|and) ?"
DAYS_MONTH = re.compile(
    rf"\b(\d{{1,2}}){ORDINAL}{TO}(?:the )?(\d{{1,2}}){ORDINAL} ([a-z]{{3,9}})\b"
)
MONTH_DAYS = re.compile(
    rf"\b([a-z]{{3,9}}) (\d{{1,2}}){ORDINAL}{TO}(?:the )?(\d{{1,2}}){ORDINAL}\b"
)
FINE = re.compile(
    r"\b(?:stays?|remains?|fine|genuine|plausible|sound|unaffected|correct|valid|no fault|fewer|"
    r"(?:is|are|was|were) (?:real|possible)|(?:nothing|none) (?:\w+ )?wrong|"
    r"not (?:more|above|broken|wrong|affected|concerned|a fault))\b"
)
"""What is said of a post that is named only because nothing is wrong with it."""

FAR = 200
MOST_FINE = 2


def start_of(text, words=5):
    return " ".join(re.findall(r"[a-z0-9]+", fold(text))[:words])


def spread(text):
    """Ranges of days with the month at each of their ends."""
    return MONTH_DAYS.sub(r"\1 \2, \1 \3", DAYS_MONTH.sub(r"\1 \3, \2 \3", fold(text)))


def names_post(text, number, said):
    plain = " ".join(re.findall(r"[a-z0-9]+", fold(text)))
    by_number = re.search(
        rf"\b(?:post|posts/|no\.?|number|nr\.?|id|post_id)[ :=#(]{{0,3}}(?:no\.? |number |id )?"
        rf"#?{number}\b|#{number}\b",
        fold(text),
    )
    return by_number is not None or start_of(said) in plain


def cleared(text, said, accused):
    """Whether a post is named to say that nothing is wrong with it."""
    plain = " ".join(re.findall(r"[a-z0-9]+", fold(text)))
    for post in (said, accused):
        name = re.findall(r"[a-z0-9]+", fold(post))
        for length in range(len(name), 4, -1):
            plain = plain.replace(" ".join(name[:length]), "<this>" if post == said else "<wrong>")
    parts = plain.split("<this>")[1:]
    return bool(parts) and all(FINE.search(p.split("<wrong>")[0][:FAR]) for p in parts)


def above(text, number):
    """Whether a text says that so much lies above something."""
    said = f"{number:,}".replace(",", "[,. ]?")
    after = rf"\b{said}\b(?: clicks?| more)? (?:above|over|beyond|ahead of|more than|higher than)\b"
    before = rf"\b(?:above|exceed\w*|over|surpass\w*|beat\w*)\b[^.,;:()\n]{{0,40}} by {said}\b"
    return re.search(f"{after}|{before}", fold(text)) is not None


def verify(v: Verification) -> None:
    want = v.expected
    mail, chat = v.service("email"), v.service("chat")
    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    new = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = [m for m in new if m.folder_id == folders["drafts"]]
    sent = [m for m in new if m.folder_id == folders["sent"]]
    recipients = mail.added("recipients")

    letter = v.exactly_one(sent)
    body = f"{letter.subject}\n{letter.body}" if letter else ""
    to = {r.address for r in recipients if letter and r.message_id == letter.id}
    others = [text for text in want.others if names_post(body, 0, text)]
    fine = [text for text in others if cleared(body, text, want.text)][:MOST_FINE]
    others = [text for text in others if text not in fine]
    post = names_post(body, want.post, want.text) and not others
    first, last = ((v.started - timedelta(days=n)).date() for n in want.days_ago)
    near = [first + timedelta(days=n) for n in range(-6, 20)]
    dates = spread(body)
    elsewhere = [d for d in near if not first <= d <= last and mentions_date(dates, d)]
    days = mentions_date(dates, first) and mentions_date(dates, last) and len(elsewhere) < 3
    found = amounts(body)
    clean = want.clean in found and not found & set(want.mistaken) and len(found) < 60
    v.check(
        "one mail about it, to whoever looks after the figures now",
        0.25,
        to == {want.carer} and (post or clean),
        f"expected one to {want.carer}, found {len(sent)}, {sorted(to)}",
    )
    v.check("it names the post", 0.15, post, f"expected {want.post}, not {others}, in {body!r}")
    v.check(
        "it names the first and the last day",
        0.15,
        post and days,
        f"expected {first} and {last}, found also {[str(d) for d in elsewhere]}, in {body!r}",
    )
    v.check(
        "it says what the campaign has once it is cleaned",
        0.15,
        clean,
        f"expected {want.clean}, none of {want.mistaken}, in {body!r}",
    )

    me = chat.one("users", email=want.owner)
    said = chat.added("messages", user_id=me.id)
    answers = [m for m in said if m.channel_id == want.channel and m.deleted_at is None]
    answer = v.exactly_one([m for m in answers if m.thread_id in (None, want.question)])
    text = answer.text if answer else ""
    found = amounts(text)
    right = want.clean in found and not found & set(want.mistaken)
    v.check(
        "the question is answered with the cleaned number",
        0.1,
        right,
        f"expected {want.clean} in {text!r}, found {len(answers)} answers",
    )
    v.check(
        "and by how much the goal was missed",
        0.2,
        right
        and want.short in found
        and not found & set(want.mistaken_gaps)
        and not above(text, want.short),
        f"expected {want.short} in {text!r}",
    )
    mine = {m.id for m in (*drafts, *sent)}
    v.allow(
        mail,
        messages=[letter if to == {want.carer} else None, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in mine],
    )
    gone = [m for m in said if m.deleted_at is not None]
    ours = {m.id for m in (answer, *gone) if m is not None}
    v.allow(
        chat,
        messages=[answer, *gone],
        members=only("last_read"),
        mentions=[m for m in chat.added("mentions") if m.message_id in ours],
        revisions=[r for r in chat.added("revisions") if r.message_id in ours],
    )
    v.allow(v.service("social"), notifications=only("read"), users=only("acting_as"))


if __name__ == "__main__":
    main(verify)
