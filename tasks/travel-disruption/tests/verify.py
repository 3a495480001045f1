"""Is the next flight that still had a seat taken, and does everything that hangs on it fit it?"""

import re
from zoneinfo import ZoneInfo

from mock_platform.verify import Verification, main, mentions_time, only

FLIGHT = re.compile(r"\bNW ?(\d{3,4})\b", re.IGNORECASE)
FULL = re.compile(
    r"\bNW ?\d{3,4}\b"
    r"(?=[^.!?;,\n]*\b(?:full|sold out|booked (?:up|out|solid)|no (?:more )?seats?)\b)",
    re.IGNORECASE,
)
UTC = re.compile(r"\b(?:utc|gmt)\b", re.IGNORECASE)


def verify(v: Verification) -> None:
    want = v.expected
    air, calendar = v.service("airline"), v.service("calendar")
    chat, mail = v.service("chat"), v.service("email")
    flights = {f.id: f for f in air.rows("flights")}
    gone, right, full = (flights[n] for n in (want.cancelled, want.right, want.full))
    if not air.fired("flight-fills-up"):
        right, full = full, right  # nobody has searched, so nobody was too late
    zone = ZoneInfo(air.one("airports", code=right.destination).zone)

    booking = air.one("bookings", id=want.booking)
    legs = [g for g in air.rows("legs", booking_id=booking.id) if g.ended_at is None]
    ways = {
        way: [g.flight_id for g in legs if g.direction == way] for way in ("outbound", "inbound")
    }
    found = [f"{flights[n].number} {flights[n].departs_at:%d %b %H:%M}" for n in ways["outbound"]]
    payments = air.added("payments", booking_id=booking.id)
    rebooked = (
        booking.status == "confirmed"
        and ways["outbound"] == [right.id]
        and ways["inbound"] == [want.inbound]
    )
    v.gate(
        "the next flight that can be taken is booked",
        rebooked,
        cap=0.2,
        reason=f"expected {right.number} at {right.departs_at:%H:%M} UTC, found {found}",
    )
    v.check(
        "the next flight that can be taken, free of charge",
        0.3,
        rebooked and not payments and len(air.added("legs")) == 1,
        f"expected {right.number}, found {found}, payments {[str(p.amount) for p in payments]}",
    )

    user = calendar.one("users", email=want.owner)
    old_entry = calendar.one("events", code=want.flight_entry)
    anew = calendar.added("events", organiser_id=user.id, status="confirmed")
    again = v.exactly_one(anew) if old_entry.status == "cancelled" else None
    entry = again or old_entry  # changed, or cancelled and made anew
    v.check(
        "the entry of the flight is right",
        0.1,
        entry.status == "confirmed"
        and (entry.starts_at, entry.ends_at) == (right.departs_at, right.arrives_at),
        f"expected {right.departs_at} to {right.arrives_at}, found {entry.starts_at} to "
        f"{entry.ends_at}",
    )
    dinner = calendar.one("events", code=want.to_cancel)
    drinks = calendar.one("events", code=want.to_decline)
    own = calendar.one("attendees", event_id=drinks.id, user_id=user.id)
    v.check(
        "what the owner has called and can't be at is cancelled",
        0.1,
        dinner.status == "cancelled",
        "the dinner is still on",
    )
    v.check(
        "what somebody else has called is declined",
        0.1,
        own.reply == "declined",
        f"the reply is {own.reply}",
    )

    def tells(text):
        """Flight and landing; other flights only where they are cancelled or said to be full."""
        numbers = {f"NW{number}" for number in FLIGHT.findall(FULL.sub(" ", text))}
        landing = right.arrives_at.astimezone(zone).time()
        times = [landing, *([right.arrives_at.time()] if UTC.search(text) else [])]
        return (
            right.number in numbers
            and numbers <= {right.number, gone.number}
            and any(mentions_time(text, time) for time in times)
            and not mentions_time(text, full.arrives_at.astimezone(zone).time())
        )

    lands = f"{right.number}, {right.arrives_at.astimezone(zone):%H:%M}"
    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    written = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = [m for m in written if m.folder_id == folders["drafts"]]
    sent = [m for m in written if m.folder_id == folders["sent"]]
    recipients = mail.added("recipients")
    letters = [
        m for m in sent if {r.address for r in recipients if r.message_id == m.id} == {want.guest}
    ]
    letter = v.exactly_one(letters)
    v.check(
        "the guest of the dinner knows by mail",
        0.2,
        rebooked and letter and tells(f"{letter.subject}\n{letter.body}"),
        f"expected {lands} in one mail to {want.guest}, found {[m.body[:200] for m in letters]}",
    )
    me = chat.one("users", email=want.owner)
    said = [
        m
        for m in chat.added("messages", user_id=me.id, channel_id=want.direct)
        if m.deleted_at is None
    ]
    text = "\n".join(m.text for m in said)
    v.check(
        "whoever collects the owner knows by direct message",
        0.2,
        rebooked and tells(text),
        f"expected {lands} in a direct message, found {text[:200]!r}",
    )

    added = air.added("legs", booking_id=booking.id)
    tickets = [t for leg in added for t in air.added("tickets", leg_id=leg.id)]
    v.allow(
        air,
        bookings=lambda change: (
            change.row.id == booking.id and only("departs_at", "arrives_at")(change)
        ),
        legs=[*added, only("ended_at")],
        tickets=[*tickets, only("seat")],
        flights=only("seats_left"),
        history=air.added("history", booking_id=booking.id),
        messages=[*air.added("messages", booking_id=booking.id), only("unread")],
    )
    fields = {
        old_entry.id: only(
            "starts_at", "ends_at", "zone", "title", "text", "place", "status", "version"
        ),
        dinner.id: only("status", "version"),
    }
    answers = only("reply", "message", "replied_at")
    concerned = [old_entry.id, entry.id, dinner.id, drinks.id]
    v.allow(
        calendar,
        events=lambda change: (
            change.row is again or (change.row.id in fields and fields[change.row.id](change))
        ),
        attendees=lambda change: change.row.id == own.id and answers(change),
        changes=[c for c in calendar.added("changes") if c.event_id in concerned],
    )
    v.allow(chat, messages=said[:2], members=only("last_read"))
    mine = {m.id for m in (*drafts, *([letter] if letter else []))}
    v.allow(
        mail,
        messages=[letter, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in mine],
    )


if __name__ == "__main__":
    main(verify)
