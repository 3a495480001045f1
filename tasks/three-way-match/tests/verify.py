"""Is each invoice where it belongs, and do the vendors know what their invoices should say?"""

import re
from decimal import Decimal

from mock_platform.verify import ANY, Verification, main, mentions_amount, only

RIGHT = {
    "exact": "approved",
    "near": "approved",
    "late": "approved",
    "big": "matched",
    "dear": "disputed",
    "short": "disputed",
    "back": "disputed",
}


def key(text):
    return re.sub(r"[^A-Z0-9]", "", text.upper())


def verify(v: Verification) -> None:
    want = v.expected
    books, mail = v.service("finance"), v.service("email")
    found = {case: books.one("invoices", reference=vars(want.invoices)[case]) for case in RIGHT}
    right = {case: found[case].status == status for case, status in RIGHT.items()}

    def share(*cases):
        return sum(right[case] for case in cases) / len(cases)

    def seen(*cases):
        return f"found {[(found[c].reference, found[c].status) for c in cases]}"

    v.check("what agrees is approved", 0.1, share("exact", "near"), seen("exact", "near"))
    receipts = books.added("receipts", order_line_id=want.late_line)
    booked = sum(receipt.quantity for receipt in receipts) == want.late_pieces
    v.check(
        "the delivery that nobody booked in is booked in, and its invoice approved",
        0.2,
        (booked + (booked and right["late"])) / 2,
        f"{seen('late')}, {[r.quantity for r in receipts]} booked in",
    )
    v.check("a price above the tolerance is disputed", 0.1, right["dear"], seen("dear"))
    v.check("what was never delivered is disputed", 0.1, right["short"], seen("short"))
    v.check("what went back to the vendor is disputed", 0.25, right["back"], seen("back"))
    v.check(
        "what is above the limit is matched only",
        0.05,
        right["big"] and share("exact", "near"),
        seen("big"),
    )
    fair = found["exact"].status == found["near"].status == "approved"
    v.gate("what agrees is not held back", fair, cap=0.4, reason=seen("exact", "near"))
    unpaid = not any(
        "approved" in (found[case].status, found[case].disputed_from)
        for case in ("dear", "short", "back")
    )
    v.gate(
        "nothing is approved that should not be paid",
        unpaid,
        cap=0.5,
        reason=seen("dear", "short", "back"),
    )

    owner = mail.one("users", email=want.owner)
    drafts = mail.one("folders", user_id=owner.id, kind="drafts").id
    written = mail.added("messages", user_id=owner.id)
    kept = [m for m in written if m.folder_id == drafts]
    sent = [m for m in written if m.folder_id != drafts]
    recipients = mail.added("recipients")

    def sent_to(address):
        """The one message to an address and to nobody else."""
        to = {m.id: {r.address for r in recipients if r.message_id == m.id} for m in sent}
        return v.exactly_one([m for m in sent if to[m.id] == {address}])

    good = []
    for letter in want.letters:
        message = sent_to(letter.to)
        text = f"{message.subject}\n{message.body}" if message else ""
        good.append(
            right[letter.case]
            and key(letter.number) in key(text)
            and mentions_amount(text, letter.right)
            and not any(mentions_amount(text, Decimal(amount)) for amount in letter.wrong)
        )
    v.check(
        "each vendor knows the invoice and what it ought to come to",
        0.2,
        sum(good) / len(good),
        f"right for {sum(good)} of {[(x.to, x.number, x.right) for x in want.letters]}, "
        f"found {[(m.subject, m.body[:80]) for m in sent]}",
    )

    disputed = [case for case in RIGHT if found[case].status == "disputed"]
    ours = [*kept, *filter(None, (sent_to(vars(want.vendors)[case]) for case in disputed))]
    ids = {invoice.id for invoice in found.values()}
    booked_for = [t for t in books.added("transactions") if t.invoice_id in ids]
    numbers = {t.id for t in booked_for}
    lines = [line for line in books.changed("order_lines") if line.id in want.lines]
    v.allow(
        books,
        invoices=list(found.values()),
        transactions=booked_for,
        postings=[p for p in books.added("postings") if p.transaction_id in numbers],
        receipts=receipts if booked else None,
        order_lines=lines,
        history=ANY,
    )
    own = {m.id for m in ours}
    v.allow(
        mail,
        messages=[*ours, only("unread")],
        recipients=[r for r in recipients if r.message_id in own],
    )


if __name__ == "__main__":
    main(verify)
