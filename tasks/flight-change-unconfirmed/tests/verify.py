"""Were both ways moved to the right flights, for no more than it has to cost, and the host told?"""

import re
from decimal import Decimal
from zoneinfo import ZoneInfo

from mock_platform.verify import Verification, main, mentions_time, only

FLIGHT = re.compile(r"\bNW[ -]?(\d{3,4})\b", re.IGNORECASE)
OLD = re.compile(
    r"\b(?:instead of|rather than|not|no longer|originally|previously|from)"
    r"(?: (?:on|with|by|the|my|old|flight))* NW[ -]?\d{3,4}\b",
    re.IGNORECASE,
)
CLOCK = r"\d{1,2}[:.h]\d{2}(?: ?[ap]\.?m\b\.?)?"
EITHER = re.compile(rf"{CLOCK}(?: [a-z]+){{0,3}},? or (?:[a-z]+ ){{0,2}}{CLOCK}", re.IGNORECASE)
UTC = re.compile(r"\b(?:utc|gmt)\b", re.IGNORECASE)


def verify(v: Verification) -> None:
    want = v.expected
    air, mail = v.service("airline"), v.service("email")
    booking = air.one("bookings", id=want.booking)
    legs = [g for g in air.rows("legs", booking_id=booking.id) if g.ended_at is None]
    legs.sort(key=lambda leg: leg.position)
    ways = {
        way: [g.flight_id for g in legs if g.direction == way] for way in ("outbound", "inbound")
    }
    flights = {f.id: f for f in air.rows("flights")}

    def names(ids):
        return [f"{flights[i].number} {flights[i].departs_at:%d %b %H:%M}" for i in ids]

    moved = booking.status == "confirmed" and ways["outbound"] != want.was_out
    v.gate("the way out is moved", moved, cap=0.0, reason="it is as it was, or cancelled")
    out = moved and ways["outbound"] == want.outbound
    back = moved and ways["inbound"] == want.inbound
    v.gate(
        "to flights that are in time",
        out,
        cap=0.3,
        reason=f"expected {names(want.outbound)}, found {names(ways['outbound'])}",
    )
    v.check(
        "out by the cheapest that is in time and leaves the concert alone",
        0.3,
        out,
        f"expected {names(want.outbound)}, found {names(ways['outbound'])}",
    )
    v.check(
        "back by the earliest that can be reached",
        0.2,
        back,
        f"expected {names(want.inbound)}, found {names(ways['inbound'])}",
    )
    payments = air.added("payments", booking_id=booking.id)
    spent = sum((p.amount if p.kind == "charge" else -p.amount for p in payments), Decimal("0"))
    v.check(
        "for one change fee: the way back is free, since the airline changed it",
        0.2,
        out and back and spent == Decimal(want.cost),
        f"expected {want.cost}, found {spent}",
    )

    owner = mail.one("users", email=want.owner)
    kinds = {f.id: f.kind for f in mail.rows("folders", user_id=owner.id)}
    new = mail.added("messages", user_id=owner.id)
    sent = [m for m in new if kinds[m.folder_id] == "sent"]
    drafts = [m for m in new if kinds[m.folder_id] == "drafts"]
    answer = v.exactly_one(sent)
    recipients = mail.added("recipients", message_id=answer.id) if answer else []
    to_host = {r.address for r in recipients} == {want.host}
    v.check(
        "one answer, to the host, in the conversation",
        0.1,
        out and to_host and answer.thread == want.thread,
        f"found {[m.subject for m in sent]} to {[r.address for r in recipients]}",
    )
    body = answer.body if answer and to_host else ""
    own = [flights[i].number for way in ways.values() for i in way]
    named = {f"NW{number}" for number in FLIGHT.findall(OLD.sub("", body))}
    last = flights[want.outbound[-1]]
    lands = [last.arrives_at.astimezone(ZoneInfo(want.zone)).time()]
    if UTC.search(body):
        lands.append(last.arrives_at.time())
    v.check(
        "the host is told flight and landing",
        0.2,
        out
        and last.number in named
        and named <= set(own)
        and any(mentions_time(body, moment) for moment in lands)
        and not EITHER.search(body),
        f"expected {last.number} and {lands[0]:%H:%M} in {body[:200]!r}",
    )
    added = air.added("legs", booking_id=booking.id)
    tickets = [t for leg in added for t in air.added("tickets", leg_id=leg.id)]
    v.allow(
        air,
        bookings=[c for c in (only("departs_at", "arrives_at"),) if moved],
        legs=[*added, only("ended_at")],
        tickets=[*tickets, only("seat")],
        flights=only("seats_left"),
        payments=payments,
        history=air.added("history", booking_id=booking.id),
        messages=[*air.added("messages", booking_id=booking.id), only("unread")],
    )
    v.allow(
        mail,
        messages=[answer if to_host else None, *drafts, only("unread")],
        recipients=[
            *(recipients if to_host else []),
            *(r for m in drafts for r in mail.added("recipients", message_id=m.id)),
        ],
    )


if __name__ == "__main__":
    main(verify)
