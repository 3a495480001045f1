"""Does the client know of the meeting what the calendar says, and nothing that is not for them?"""

import re
from zoneinfo import ZoneInfo

from mock_platform.verify import Verification, fold, main, mentions_amount, mentions_date, only
from mock_platform.verify import mentions_time as mentions

CLOCK = re.compile(
    r"\b\d{1,2}[:.h]\d{2}(?![\d.]|-\d)(?: ?[ap]\.?m\b)?|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE
)
FLOORS = {
    "Ground floor": r"\b(?:ground (?:floor|level)|floor:? ground)\b",
    "1st floor": r"\b(?:(?:1st|first) (?:floor|level)|(?:floor|level):? (?:1st|first|1)\b)",
    "2nd floor": r"\b(?:(?:2nd|second) (?:floor|level)|(?:floor|level):? (?:2nd|second|2)\b)",
}
RANGE = re.compile(
    r"\b(\d{1,2}(?:[:.]\d{2})?) ?(-|–|—|to|until|till) ?(\d{1,2}(?:[:.]\d{2})?) ?([ap]\.?m)\b",
    re.IGNORECASE,
)
MOVED = re.compile(
    r"\b(?:moved|instead|original\w*|earlier|was|were|reschedul\w*|changed|no longer|not|"
    r"previous\w*|shifted|postponed|brought forward)\b"
)
NOT_COMING = re.compile(
    r"\b(?:not|cannot|declin\w*|tentativ\w*|maybe|perhaps|pending|yet|open|without|unable|no|"
    r"unsure|uncertain|undecided|might|may be|withdr\w*|regret\w*|refus\w*|absent|away|on leave|"
    r"apolog\w*|still to)\b|n['’]t\b"
)


def sentences(text):
    """Sentences and lines; an item of a list comes with the line above the list.

    A long line that does not end a sentence was wrapped, and goes on in the next one.
    """
    found, heading = [], ""
    for line in re.sub(r"(?m)^(.{55,}[^.!?:;\s])\n(?=[^\s*•-])", r"\1 ", text).splitlines():
        line = fold(line)
        if not re.match(r"[-*•\d]", line):
            heading = line if line.endswith(":") else ""
        parts = re.split(r"(?<=[a-z)])[.!?;](?=\s)", line)
        found += [f"{heading} {part}" if part != heading else part for part in parts if part]
    return found


def says(text, word):
    return re.search(rf"(?<!\w){re.escape(fold(word))}(?!\w)", fold(text)) is not None


def says_floor(text, floor):
    return re.search(FLOORS[floor], fold(text).replace("-", " ")) is not None


def excused(text, named, excuse):
    """Whether each sentence that `named` holds for says that this is not how it is."""
    return all(excuse.search(part) for part in sentences(text) if named(part))


class Times:
    """When an event is, on its own clock."""

    def __init__(self, event):
        zone = ZoneInfo(event.zone)
        starts, ends = event.starts_at.astimezone(zone), event.ends_at.astimezone(zone)
        self.day, self.starts, self.ends = starts.date(), starts.time(), ends.time()

    def has(self, text):
        return mentions(text, self.starts) or mentions(text, self.ends)


def first_name(user):
    return user.name.split()[0]


def verify(v: Verification) -> None:
    want = v.expected
    mail, calendar = v.service("email"), v.service("calendar")
    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    new = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = [m for m in new if m.folder_id == folders["drafts"]]
    sent = [m for m in new if m.folder_id == folders["sent"]]
    recipients = mail.added("recipients")

    def addressed(message):
        return {r.address for r in recipients if r.message_id == message.id}

    answers = sorted((m for m in sent if addressed(m) == {want.client}), key=lambda m: m.id)
    letter = answers[-1] if answers else None
    body = RANGE.sub(r"\1 \4 \2 \3 \4", letter.body) if letter else ""
    v.gate(
        "the client has an answer",
        letter,
        cap=0.0,
        reason=f"found {[(m.subject, sorted(addressed(m))) for m in sent]}",
    )
    v.check(
        "one answer, in the conversation",
        0.1,
        len(answers) == 1 and letter.thread == want.thread,
        f"found {len(answers)}: {[m.subject for m in answers]}",
    )

    event = calendar.one("events", code=want.event)
    now = Times(event)
    before = Times(calendar.baseline("events", code=want.event)[0])
    others = [Times(calendar.one("events", code=code)) for code in want.others]
    wrong_days = {t.day for t in (before, *others)} - {now.day}
    v.check(
        "the date on which it is",
        0.25,
        mentions_date(body, now.day)
        and all(
            excused(body, lambda part, d=day: mentions_date(part, d), MOVED) for day in wrong_days
        ),
        f"expected {now.day} alone in {body[:300]!r}",
    )
    strange = [
        text
        for part in sentences(body)
        for text in CLOCK.findall(part)
        if not now.has(text) and not (MOVED.search(part) and before.has(text))
    ]
    v.check(
        "from when until when",
        0.2,
        mentions(body, now.starts) and mentions(body, now.ends) and not strange,
        f"expected {now.starts:%H:%M} to {now.ends:%H:%M}, not {strange}, in {body[:300]!r}",
    )
    rooms = {room.id: room for room in calendar.rows("rooms")}
    room = rooms.pop(event.room_id)
    v.check(
        "the room and its floor",
        0.15,
        says(body, room.name)
        and says_floor(body, room.place)
        and all(excused(body, lambda part, r=r: says(part, r.name), MOVED) for r in rooms.values())
        and all(
            excused(body, lambda part, f=floor: says_floor(part, f), MOVED)
            for floor in FLOORS
            if floor != room.place
        ),
        f"expected {room.name}, {room.place} in {body[:300]!r}",
    )
    staff = {u.id: u for u in calendar.rows("users")}
    replies = {
        a.user_id: a.reply for a in calendar.rows("attendees", event_id=event.id) if a.user_id
    }
    free = {event.organiser_id, next(u.id for u in staff.values() if u.email == want.owner)}
    coming = [u for u in staff.values() if replies.get(u.id) == "accepted" and u.id not in free]
    rest = [u for u in staff.values() if u not in coming and u.id not in free]
    v.check(
        "who has said yes",
        0.2,
        all(says(body, first_name(u)) for u in coming)
        and all(
            excused(body, lambda part, u=u: says(part, first_name(u)), NOT_COMING) for u in rest
        ),
        f"expected {[u.name for u in coming]} alone in {body[:300]!r}",
    )
    v.check(
        "nothing that is only for our side",
        0.1,
        letter
        and mentions_date(body, now.day)
        and not any(mentions_amount(m.body, want.reserve) for m in sent),
        f"{want.reserve} is mentioned, or there is no answer to speak of",
    )
    mine = {m.id for m in (*drafts, *answers)}
    v.allow(
        mail,
        messages=[*answers, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in mine],
        attachments=[a for a in mail.added("attachments") if a.message_id in mine],
    )
    v.allow(calendar)


if __name__ == "__main__":
    main(verify)
