"""Is the first visit that suits booked, with the right referral, authorised and in the calendar?"""

from datetime import timedelta
from decimal import Decimal

from mock_platform.verify import ANY, Verification, fold, main


def verify(v: Verification) -> None:
    want = v.expected
    health, calendar = v.service("health"), v.service("calendar")
    added = health.added("appointments", patient_id=1)
    visits = [a for a in added if a.status != "cancelled"]
    undone = [a for a in added if a.status == "cancelled"]
    visit = v.exactly_one(visits)
    slots = {slot.id: slot for slot in health.rows("slots")}
    right = want.slots[1 if health.fired("slot-taken") else 0]
    v.gate(
        "one visit is booked",
        visit,
        cap=0.2 if visits else 0.0,
        reason=f"found {[(a.number, str(a.starts_at)) for a in visits]}",
    )
    suits = visit is not None and visit.slot_id == right
    v.check(
        "at the earliest time that suits",
        0.4,
        suits and visit.kind == "first_visit",
        f"expected {slots[right].starts_at}, found {visit and (str(visit.starts_at), visit.kind)}",
    )
    v.gate("a time that suits", suits, cap=0.5, reason=f"found {visit and visit.starts_at}")
    v.check(
        "with the referral for it",
        0.15,
        visit and visit.referral_id == want.referral,
        f"expected {want.referral}, found {visit and visit.referral_id}",
    )
    requests = health.added("preauthorisations", patient_id=1)
    request = v.exactly_one(requests)
    provider = str(visit.provider_id) if visit else ""
    estimate = vars(want.estimates).get(provider)
    v.check(
        "the insurance is asked beforehand, by the referral",
        0.15,
        visit
        and request
        and (request.category, request.referral_id) == ("physiotherapy", want.referral),
        f"found {[(r.category, r.referral_id) for r in requests]}",
    )
    v.check(
        "about all visits at that person's prices",
        0.15,
        visit and request and estimate and request.estimate == Decimal(estimate),
        f"expected {estimate}, found {[str(r.estimate) for r in requests]}",
    )

    owner = calendar.one("users", email=want.owner)
    events = [e for e in calendar.added("events", organiser_id=owner.id) if e.status != "cancelled"]
    event = v.exactly_one(events)
    ends = visit.starts_at + timedelta(minutes=visit.minutes) if visit else None
    place = [fold(name) for name in vars(want.places).get(provider, [])]
    v.check(
        "and it is in the calendar, private and with the place",
        0.15,
        suits
        and event
        and event.starts_at == visit.starts_at
        and event.ends_at == ends
        and event.private
        and event.shown_as == "busy"
        and event.frequency == "none"
        and any(name in fold(f"{event.place} {event.text} {event.title}") for name in place),
        f"found {[(str(e.starts_at), str(e.ends_at), e.private, e.place) for e in events]}",
    )

    ids = {a.slot_id for a in added}
    v.allow(
        health,
        appointments=[visit, *undone],
        slots=[slot for slot in slots.values() if slot.id in ids],
        preauthorisations=request,
    )
    own = calendar.added("events", organiser_id=owner.id)
    dropped = [e for e in own if e.status == "cancelled"]
    known = {e.id for e in (*dropped, event) if e}
    v.allow(
        calendar,
        events=[event, *dropped],
        changes=[c for c in calendar.added("changes") if c.event_id in known],
        reminders=ANY,
    )


if __name__ == "__main__":
    main(verify)
