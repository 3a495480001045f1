"""Is everybody booked on the right flights, in the seats that they need, within the budget?"""

import re
from decimal import Decimal

from mock_platform.services.airline.policy import AIRCRAFT
from mock_platform.verify import Verification, fold, main, only


def name_of(person):
    return (fold(person.first_name), fold(person.last_name))


def verify(v: Verification) -> None:
    want = v.expected
    air, chat = v.service("airline"), v.service("chat")
    owner = air.one("users", email=want.owner)
    made = air.added("bookings", user_id=owner.id)
    live = [b for b in made if b.status == "confirmed"]
    booking = v.exactly_one(live)
    legs = {leg.flight_id: leg for leg in _legs(air, booking)}
    people = air.rows("passengers", booking_id=booking.id) if booking else []
    named = {name_of(p): p for p in people}
    tickets = {
        (t.passenger_id, leg.flight_id): t
        for leg in legs.values()
        for t in air.rows("tickets", leg_id=leg.id)
    }
    seated = [t for t in tickets.values() if t.seat]
    v.gate(
        "one booking was made, with seats chosen",
        booking is not None and seated,
        cap=0.0,
        reason=f"found {[b.code for b in made]} with {len(seated)} seats",
    )
    flights = booking is not None and set(legs) == {want.outbound, want.inbound}
    v.gate("on the right flights", flights, cap=0.4, reason=f"found flights {sorted(legs)}")
    v.check(
        "the flights that suit everybody",
        0.2,
        flights,
        f"expected {want.outbound} and {want.inbound}, found {sorted(legs)}",
    )
    birthdays = {p.first_name: p.born_on for p in air.rows("passengers", booking_id=want.earlier)}
    travellers = {(fold(p.first), fold(p.last)): birthdays[p.first] for p in want.people}
    v.check(
        "all who come along, as in their passports, and nobody else",
        0.2,
        {key: p.born_on for key, p in named.items()} == travellers,
        f"expected {sorted(travellers)}, found {sorted(named)}",
    )

    def seats(wish):
        """The seats there and back of the one with that wish."""
        them = next(p for p in want.people if p.wish == wish)
        person = named.get((fold(them.first), fold(them.last)))
        found = [tickets.get((person.id, f)) if person else None for f in sorted(legs)]
        return [t.seat if t else None for t in found]

    def places(found):
        return [AIRCRAFT["N26"].place(seat) if seat else None for seat in found]

    ways = len(legs) == 2
    aisle, window, kid, beside = map(seats, ("aisle", "window", "child", "beside"))
    v.check(
        "the bad knee on the aisle, there and back",
        0.15,
        ways and places(aisle) == ["aisle"] * 2,
        f"found {aisle}",
    )
    v.check(
        "who wants to see the coast at the window, as was said last",
        0.1,
        ways and places(window) == ["window"] * 2,
        f"found {window}",
    )
    together = [bool(a and b and _side_by_side(a, b)) for a, b in zip(kid, beside, strict=True)]
    v.check(
        "the child at the window with the parent in the next seat",
        0.2,
        ways and places(kid) == ["window"] * 2 and all(together),
        f"found {kid} and {beside}",
    )
    payments = air.rows("payments", booking_id=booking.id) if booking else []
    spent = sum((p.amount if p.kind == "charge" else -p.amount for p in payments), Decimal("0"))
    v.check(
        "within the budget, as it was said last",
        0.1,
        len(people) == len(want.people) and spent <= want.budget,
        f"at most {want.budget}, found {spent}",
    )
    said = chat.added("messages", user_id=chat.one("users", email=want.owner).id)
    posts = [m for m in said if m.channel_id == want.channel and not m.deleted_at]
    named_codes = {c for m in posts for c in re.findall(r"\b[A-Z]{6}\b", m.text)}
    v.check(
        "the code is posted in the channel",
        0.05,
        booking and named_codes & {b.code for b in air.rows("bookings")} == {booking.code},
        f"found {[m.text for m in said]}",
    )
    ids = [b.id for b in (*([booking] if booking else []), *(b for b in made if b not in live))]
    own_legs = [leg for i in ids for leg in air.added("legs", booking_id=i)]
    v.allow(
        air,
        bookings=[b for b in made if b.id in ids],
        passengers=[p for i in ids for p in air.added("passengers", booking_id=i)],
        legs=own_legs,
        tickets=[t for leg in own_legs for t in air.added("tickets", leg_id=leg.id)],
        payments=[p for i in ids for p in air.added("payments", booking_id=i)],
        history=[h for i in ids for h in air.added("history", booking_id=i)],
        messages=[*(m for i in ids for m in air.added("messages", booking_id=i)), only("unread")],
        flights=only("seats_left", "occupied"),
    )
    v.allow(
        chat,
        messages=posts,
        mentions=[x for m in posts for x in chat.added("mentions", message_id=m.id)],
        revisions=[x for m in posts for x in chat.added("revisions", message_id=m.id)],
        members=only("last_read"),
    )


def _legs(air, booking):
    rows = air.rows("legs", booking_id=booking.id) if booking else []
    return [leg for leg in rows if leg.ended_at is None]


def _side_by_side(one, other):
    """In the same row, in neighbouring seats on the same side of the aisle."""
    sides = AIRCRAFT["N26"].columns.split()
    pair = {one[-1], other[-1]}
    return one[:-1] == other[:-1] and any(pair == set(s[i : i + 2]) for s in sides for i in (0, 1))


if __name__ == "__main__":
    main(verify)
