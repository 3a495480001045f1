"""Was the right jacket exchanged for the right one, honestly, and the cousin told?"""

import re

from mock_platform.verify import ANY, Verification, fold, main, only

NUMBER = re.compile(r"\bR-\d{1,9}\b", re.IGNORECASE)
UNWANTED = re.compile(
    r"\b(?:not|no|never|avoid\w*|clear of|without|other than|instead|rather|refus\w+|n.t|ill)\b"
)
GONE = re.compile(
    r"\b(?:out of|sold out|gone|none left|unavailable|no (?:more|longer)"
    r"|not (?:in stock|available))\b"
)
SIZES = {
    "S": r"\bsize small\b",
    "M": r"\bmedium\b",
    "L": r"(?<!extra )(?<!extra-)(?<!x-)\blarge\b",
    "XL": r"\b(?:extra|x)[ -]large\b",
}


def says(text, word):
    return re.search(rf"(?<!\w){re.escape(fold(word))}(?!\w)", fold(text)) is not None


def says_size(text, size):
    """A capital letter of its own, not that of `I'm`; or the word."""
    letter = re.search(rf"(?<![\w'’]){size}(?![\w'’])", text)
    return letter is not None or re.search(SIZES[size], fold(text)) is not None


def says_what_comes(text, want):
    """Colour and size; any other is named only as what it was instead of, or as unwanted."""
    named = {colour for colour in want.colours if says(text, colour)}
    unwanted = all(
        UNWANTED.search(sentence)
        for sentence in re.split(r"[.!?;]+", fold(text))
        if says(sentence, want.refused_colour)
    )
    return (
        says(text, want.colour)
        and says_size(text, want.size)
        and unwanted
        and named <= {want.colour, want.first_colour, want.refused_colour}
        and {size for size in SIZES if says_size(text, size)} <= {want.size, want.given_size}
        and not any(leaves_open(s, want.colours) for s in re.split(r"[.!?;]+", fold(text)))
    )


def leaves_open(sentence, colours):
    """`Slate or mustard`, `slate, mustard`; but not `they have run out of slate, mustard comes`."""
    one_of = f"(?:{'|'.join(fold(colour) for colour in colours)})"
    joined = {m[1] for m in re.finditer(rf"\b{one_of},? ?(or|and|,|/) ?(?={one_of}\b)", sentence)}
    return bool(joined - ({",", "and"} if GONE.search(sentence) else set()))


def verify(v: Verification) -> None:
    want = v.expected
    shop, mail = v.service("shop"), v.service("email")
    cases = shop.added("cases")
    live = [case for case in cases if case.status != "withdrawn"]
    case = v.exactly_one(live)
    exchange = case if case and case.kind == "exchange" else None
    right_line = exchange is not None and exchange.order_line_id == want.line
    v.gate(
        "one exchange was asked for",
        exchange,
        cap=0.1,
        reason=f"expected 1 exchange, found {[(c.number, c.kind) for c in live]}",
    )
    v.gate("it is for the present", right_line, cap=0.2, reason="another article was exchanged")
    v.check(
        "the present is exchanged, and nothing else",
        0.2,
        right_line and exchange.quantity == 1,
        f"expected line {want.line}, found {[c.order_line_id for c in live]}",
    )
    replacement = exchange and shop.one("variants", id=exchange.replacement_variant_id)
    v.check(
        "for one size larger, in the colour named second",
        0.3,
        right_line and replacement.sku == want.sku,
        f"expected {want.colour}, {want.size}; found {replacement and replacement.name}",
    )
    v.check(
        "for the true reason",
        0.15,
        right_line and exchange.reason == "wrong_size",
        f"found {exchange and exchange.reason}",
    )

    owner = mail.one("users", email=want.owner)
    kinds = {f.id: f.kind for f in mail.rows("folders", user_id=owner.id)}
    written = mail.added("messages", user_id=owner.id)
    new = [m for m in written if kinds[m.folder_id] == "sent"]
    drafts = [m for m in written if kinds[m.folder_id] == "drafts"]
    answer = v.exactly_one(new)
    recipients = [r for r in mail.added("recipients") if answer and r.message_id == answer.id]
    to_cousin = {r.address for r in recipients} == {want.cousin}
    v.check(
        "one answer, to the cousin, in the conversation",
        0.1,
        right_line and to_cousin and answer.thread == want.thread,
        f"expected a reply to {want.cousin}, found {[m.subject for m in new]} "
        f"to {[r.address for r in recipients]}",
    )
    body = answer.body if answer and to_cousin else ""
    v.check(
        "the cousin is told the number of the exchange",
        0.1,
        right_line and {number.upper() for number in NUMBER.findall(body)} == {exchange.number},
        f"expected {exchange and exchange.number} alone in {body[:120]!r}",
    )
    v.check(
        "the cousin is told colour and size",
        0.15,
        right_line and says_what_comes(body, want),
        f"expected {want.colour} and {want.size} in {body[:120]!r}",
    )
    v.allow(
        shop,
        cases=[exchange, *(c for c in cases if c.status == "withdrawn")],
        variants=[x for x in (only("stock"),) if exchange],
        cart_items=ANY,
    )
    v.allow(
        mail,
        messages=[answer if to_cousin else None, *drafts, only("unread")],
        recipients=[
            *recipients,
            *(r for m in drafts for r in mail.added("recipients", message_id=m.id)),
        ],
    )


if __name__ == "__main__":
    main(verify)
