"""Does one order stand, for the right headsets, within what the budget says now?"""

import re
from datetime import timedelta
from decimal import Decimal

from mock_platform.verify import ANY, Verification, fold, main, only

NUMBER = re.compile(r"\bPO-\d{1,9}\b", re.IGNORECASE)
UNFIT = re.compile(
    r"\b(?:not|no|instead|rather|unfortunately|sorry|can.?t|too|over|above|beyond|exceed\w*|cut|"
    r"lowered|longer|dear\w*|more than|expensive|late|cable|blocked|would|could|fail\w*|lack\w*|"
    r"ruled)\b|n.t\b"
)


def names(text, model):
    return re.search(rf"(?<!\w){re.escape(fold(model))}(?!\w)", fold(text)) is not None


def says_which(text, want, number):
    """The headset and the order; other headsets only where it is said why not."""
    sentences = re.split(r"[.!?;]+(?=\s|$)|\n", text)
    others = [fold(s) for s in sentences if any(names(s, model) for model in want.others)]
    return (
        names(text, want.model)
        and number in {n.upper() for n in NUMBER.findall(text)}
        and all(UNFIT.search(sentence) for sentence in others)
    )


def verify(v: Verification) -> None:
    want = v.expected
    books, chat = v.service("finance"), v.service("chat")
    orders = books.added("purchase_orders")
    live = [o for o in orders if o.status != "cancelled"]
    order = v.exactly_one(live)
    lines = books.added("order_lines", order_id=order.id) if order else []
    pieces = sum(line.quantity for line in lines)
    v.gate(
        "one order stands",
        order,
        cap=0.2 if live else 0.0,
        reason=f"expected 1, found {[(o.number, str(o.total)) for o in live]}",
    )
    right = (
        order is not None
        and order.vendor_id == want.vendor
        and all(line.unit_price == Decimal(want.price) for line in lines)
    )
    v.check(
        "the cheapest offer that has all that was asked for, now that the nicest is too dear",
        0.4,
        right,
        f"expected {want.model} at {want.price}, found "
        f"{[(line.description, str(line.unit_price)) for line in lines]}",
    )
    fits = order is not None and order.total <= want.left
    enough = pieces == want.pieces
    v.check(
        "within what the budget says now",
        0.2,
        right and fits and enough,
        f"{want.left} is left, {order and order.total} was ordered",
    )
    v.check("for all who start", 0.15, order and enough, f"expected {want.pieces}, found {pieces}")
    v.gate("it can be paid", fits, cap=0.3, reason=f"it comes to {order and order.total}")
    account = books.one("accounts", code=want.account)
    today = v.started.date()
    v.check(
        "on the account, dated today",
        0.05,
        right
        and all(line.account_id == account.id for line in lines)
        and order.ordered_on in (today, today + timedelta(days=1)),
        f"found {[line.account_id for line in lines]}, {order and order.ordered_on}",
    )

    owner = chat.one("users", email=want.owner)
    said = [m for m in chat.added("messages", user_id=owner.id) if m.channel_id == want.channel]
    said = [m for m in said if m.deleted_at is None]
    last = max(said, key=lambda m: m.id, default=None)
    v.check(
        "the team lead knows which it will be",
        0.2,
        right and last and says_which(last.text, want, order.number),
        f"expected {want.model}, {order and order.number}, found {last and last.text[:120]!r}",
    )
    dropped = [o for o in orders if o.status == "cancelled"]
    ids = {o.id for o in dropped}
    v.allow(
        books,
        purchase_orders=[*live[:1], *dropped],
        order_lines=[*lines, *(x for x in books.added("order_lines") if x.order_id in ids)],
        history=ANY,
    )
    mine = {m.id for m in chat.added("messages", user_id=owner.id)}
    v.allow(
        chat,
        messages=[m for m in chat.added("messages") if m.channel_id == want.channel],
        mentions=[m for m in chat.added("mentions") if m.message_id in mine],
        revisions=[r for r in chat.added("revisions") if r.message_id in mine],
        members=only("last_read"),
    )
    v.allow(v.service("email"), messages=only("unread"))


if __name__ == "__main__":
    main(verify)
