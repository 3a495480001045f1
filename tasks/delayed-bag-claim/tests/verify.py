"""Was the delay of the bag claimed for: right bag, right sum, every receipt for it and no other?"""

import re
from decimal import Decimal

from mock_platform.verify import Verification, main, only


def plain(tag):
    return re.sub(r"[^A-Z0-9]", "", tag.upper())


def numbers_in(document, known):
    """The receipts, by number, that a document holds."""
    text = document.content.decode("utf-8", "replace")
    return {n for n in known if re.search(rf"(?<!\d){n}(?!\d)", text)}


def squeezed(text):
    return re.sub(r"\s+", " ", text)


def receipts_in(document, originals):
    """The receipts that a document holds as the shops wrote them: number, every price, the sum."""
    text = squeezed(document.content.decode("utf-8", "replace"))
    return {
        number
        for number in numbers_in(document, originals)
        if all(
            squeezed(line).strip() in text
            for line in originals[number].splitlines()
            if re.search(r"\d\.\d\d$", line)
        )
    }


def verify(v: Verification) -> None:
    want = v.expected
    air, mail = v.service("airline"), v.service("email")
    claims = air.added("claims")
    live = [c for c in claims if c.status == "submitted"]
    claim = v.exactly_one(live)
    right = claim is not None and claim.kind == "baggage_delayed" and claim.flight_id == want.flight
    v.gate(
        "one claim for a delayed bag on that flight is handed in",
        right,
        cap=0.0,
        reason=f"found {[(c.number, c.kind, c.flight_id, c.status) for c in claims]}",
    )
    v.check(
        "for the owner's own bag",
        0.2,
        right
        and claim.booking_id == want.booking
        and claim.passenger_id == want.passenger
        and plain(claim.bag_tag) == plain(want.tag),
        f"expected passenger {want.passenger} and {want.tag}, found "
        f"{claim and (claim.passenger_id, claim.bag_tag)}",
    )
    v.check(
        "the sum of what is paid for",
        0.3,
        right and claim.asked == Decimal(want.total),
        f"expected {want.total}, found {claim and claim.asked}",
    )
    documents = air.rows("documents", claim_id=claim.id) if right else []
    receipts = [d for d in documents if d.kind == "receipt"]
    files = [a.content.decode("utf-8", "replace") for a in mail.baseline("attachments")]
    originals = {n: next(f for f in files if f"Receipt no. {n}" in f) for n in want.receipts}
    held = [n for d in receipts for n in receipts_in(d, originals)]
    others = [n for d in documents for n in numbers_in(d, want.others)]
    complete = right and set(held) == set(want.receipts)
    v.gate(
        "every receipt for it is there",
        complete or not right,
        cap=0.4,
        reason=f"missing: {sorted(set(want.receipts) - set(held))}",
    )
    v.check(
        "every receipt for it is there",
        0.4,
        complete,
        f"expected {want.receipts}, found {held}",
    )
    v.check(
        "none besides, and none twice",
        0.1,
        complete and not others and len(held) == len(want.receipts),
        f"found {held} and {others}",
    )
    given_up = [c for c in claims if c.status == "withdrawn"]
    stored = [d for c in given_up for d in air.rows("documents", claim_id=c.id)]
    v.allow(
        air,
        claims=[claim if right else None, *given_up],
        documents=[*documents, *stored],
        history=air.added("history", booking_id=want.booking),
        messages=[*air.added("messages", kind="claim"), only("unread")],
    )
    v.allow(mail, messages=only("unread"))


if __name__ == "__main__":
    main(verify)
