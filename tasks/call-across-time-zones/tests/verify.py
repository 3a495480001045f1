"""Is the call at the one time that suits, does each know when, and are the notes right again?"""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from mock_platform.verify import (
    Verification,
    fold,
    main,
    mentions_date,
    mentions_time,
    only,
    read_tree,
)

CLOCK = re.compile(
    r"\b\d{1,2}[:.h]\d{2}(?![\d.]|-\d)(?: ?[ap]\.?m\b)?|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE
)
BEFORE = re.compile(r"\b(?:from|formerly|previously|was in|until) [^;)\n]*")
OFFSET = re.compile(r"\b(?:utc|gmt) ?[+−–-] ?\d{1,2}(?::\d\d)?", re.IGNORECASE)
# What a mail says of somebody's hours is no time of the call.
HOURS = re.compile(
    r"[^.!?\n]*\b(?:shift\w*|(?:your|working|office|usual) hours)\b[^.!?\n]*", re.IGNORECASE
)
RANGE = re.compile(
    r"\b(\d{1,2}(?:[:.]\d{2})?) ?(-|–|—|to|until|till) ?(\d{1,2}(?:[:.]\d{2})?) ?([ap]\.?m)\b",
    re.IGNORECASE,
)


def lines_of(text):
    return [line.strip() for line in (text or "").splitlines() if line.strip()]


def holds(line, value):
    return fold(value) in fold(line)


def verify(v: Verification) -> None:
    want = v.expected
    calendar, mail = v.service("calendar"), v.service("email")
    user = calendar.one("users", email=want.owner)
    new = calendar.added("events", organiser_id=user.id)
    live = [event for event in new if event.status == "confirmed"]
    event = v.exactly_one(live)
    anchor = calendar.baseline("events", code=want.on_the_day_of)[0].starts_at
    starts = datetime.fromisoformat(f"{anchor:%Y-%m-%d}T{want.at}+00:00")
    right = event is not None and event.starts_at == starts
    hour = event is not None and event.ends_at - event.starts_at == timedelta(hours=1)
    v.gate(
        "the call is at a time that suits all",
        right,
        cap=0.35,
        reason=f"expected {starts}, found {[str(e.starts_at) for e in live]}",
    )
    v.check(
        "the earliest hour that suits all four",
        0.35,
        right and hour and event.frequency == "none",
        f"expected {starts}, found {[(str(e.starts_at), str(e.ends_at)) for e in live]}",
    )
    guests = {a.email for a in calendar.rows("attendees", event_id=event.id)} if event else set()
    v.check(
        "under its name, with the three invited and nobody else",
        0.1,
        event and guests == set(want.people) and fold(event.title) == fold(want.title),
        f"found {event and event.title!r} with {sorted(guests)}",
    )

    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    written = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = [m for m in written if m.folder_id == folders["drafts"]]
    sent = [m for m in written if m.folder_id == folders["sent"]]
    recipients = mail.added("recipients")
    letter = v.exactly_one(sent)
    to = {r.address for r in recipients if letter and r.message_id == letter.id}
    body = RANGE.sub(r"\1 \4 \2 \3 \4", letter.body) if letter else ""
    zones = [ZoneInfo(name) for name in (*want.zones, user.zone, "UTC")]
    ends = starts + timedelta(hours=1)
    allowed = [moment.astimezone(zone).time() for zone in zones for moment in (starts, ends)]
    clocks = [starts.astimezone(zone).time() for zone in zones[: len(want.zones)]]
    of_hours = len(CLOCK.findall(" ".join(HOURS.findall(body))))
    rest = HOURS.sub(" ", body) if of_hours <= 3 * len(want.people) else body
    found = CLOCK.findall(OFFSET.sub(" ", rest))
    strange = [text for text in found if not any(mentions_time(text, at) for at in allowed)]
    v.check(
        "one mail to all three, with the date and everybody's own time",
        0.25,
        to == set(want.people)
        and mentions_date(body, starts.date())
        and all(mentions_time(body, at) for at in clocks)
        and not strange,
        f"expected {starts.date()}, {[f'{at:%H:%M}' for at in clocks]} to {want.people}; found "
        f"{sorted(to)}, also {strange[:6]}, in {body[:300]!r}",
    )

    tree = read_tree(want.home)
    originals = vars(want.files)
    notes = {path: lines_of(tree.text(path)) for path in originals}
    # A note may say since when; what it says of somebody else in the same line has to stay.
    outdated = {(place.path, place.line) for place in want.outdated}

    def corrected(place):
        before, _, after = place.line.partition(want.mover)
        rest = after.partition(")")[2] if place.path == "MEMORY.md" else ""
        about = [
            line
            for line in notes[place.path]
            if holds(line, want.mover) and any(holds(line, word) for word in want.new)
        ]
        stale = [
            line
            for line in notes[place.path]
            if holds(line, want.mover)
            and any(holds(BEFORE.sub(" ", line), word) for word in want.old)
        ]
        good = [line for line in about if line.startswith(before) and line.endswith(rest)]
        return len(good) == 1 and not stale

    done = [place for place in want.outdated if corrected(place)]
    lost = [
        f"{path}: {line}"
        for path, text in originals.items()
        for line in lines_of(text)
        if (path, line) not in outdated and line not in notes[path]
    ]
    added = [path for path, text in originals.items() if len(notes[path]) > len(lines_of(text)) + 1]
    v.check(
        "the notes say where everybody works now, wherever they say it",
        0.3,
        len(done) / len(want.outdated) if not lost and not added else 0.0,
        f"not in {[p.path for p in want.outdated if p not in done]}; lost: {lost}; "
        f"lines added to {added}",
    )
    for line in lost:
        v.damage(f"a note is gone that nothing contradicts: {line}")

    mine = {e.id for e in new if e.status != "confirmed"} | {e.id for e in (event,) if e}
    v.allow(
        calendar,
        events=[e for e in new if e.id in mine],
        attendees=[a for a in calendar.added("attendees") if a.event_id in mine],
        changes=[c for c in calendar.added("changes") if c.event_id in mine],
    )
    kept = {m.id for m in (*drafts, *([letter] if letter else []))}
    v.allow(
        mail,
        messages=[letter, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in kept],
        attachments=[a for a in mail.added("attachments") if a.message_id in kept],
    )


if __name__ == "__main__":
    main(verify)
