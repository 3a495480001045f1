"""Is everything that is due planned once, and what would be paid twice held back?"""

import re
from datetime import timedelta
from itertools import combinations

from mock_platform.verify import ANY, Verification, main, mentions_amount, only

RUN = re.compile(r"\bPR-\d{1,9}\b", re.IGNORECASE)


def key(text):
    return re.sub(r"[^A-Z0-9]", "", text.upper())


def names(text, numbers):
    """Whether a text names one of these numbers, however it is punctuated."""
    return any(key(number) in key(text) for number in numbers)


def due_ones(v, books, want):
    """References that have to be planned, and those that may be: due on the very last day."""
    planned = {
        p.invoice_id
        for run in books.baseline("payment_runs", status="draft")
        for p in books.baseline("payments", run_id=run.id)
    }
    payable = {x.id for x in books.baseline("vendors") if x.bank_confirmed and not x.blocked}
    last = v.started.date() + timedelta(days=want.days)
    must, may = set(), set()
    for invoice in books.baseline("invoices", status="approved"):
        if invoice.id in planned or invoice.vendor_id not in payable:
            continue
        if invoice.due_on < last:
            must.add(invoice.reference)
        elif invoice.due_on <= last + timedelta(days=1):
            may.add(invoice.reference)
    held = {want.again, *want.twins}
    return must - held, may - held


def verify(v: Verification) -> None:
    want = v.expected
    books, mail = v.service("finance"), v.service("email")
    invoices = {i.id: i for i in books.rows("invoices")}
    by_reference = {i.reference: i for i in invoices.values()}
    runs = books.added("payment_runs")
    live = [run for run in runs if run.status != "cancelled"]
    run = v.exactly_one(live)
    payments = [p for p in books.added("payments") if run and p.run_id == run.id]
    paid = {invoices[p.invoice_id].reference for p in payments}
    must, may = due_ones(v, books, want)
    v.gate(
        "one run is planned",
        run,
        cap=0.2 if live else 0.0,
        reason=f"expected 1 run, found {[r.number for r in live]}",
    )
    v.check(
        "all that is due, and nothing else",
        0.2,
        run and must <= paid <= must | may | {want.again, *want.twins},
        f"missing {sorted(must - paid)}, too early {sorted(paid - must - may)}",
    )
    once = run and want.again not in paid
    v.check(
        "what has been paid under its first number is not paid again",
        0.25,
        once,
        f"{want.again} is in the run",
    )
    one = run and len(paid & set(want.twins)) == 1
    v.check(
        "of the invoice that was entered for two vendors, one is paid",
        0.2,
        one,
        f"expected one of {want.twins}, found {sorted(paid & set(want.twins))}",
    )
    v.gate("nobody is paid twice", once and one, cap=0.45, reason="the run pays something twice")
    left = [ref for ref in want.twins if ref not in paid]
    twin = by_reference[left[0]] if one else None
    again = by_reference[want.again]
    proofs = [ref for ref in want.twins if twin and ref != twin.reference] + [want.twin_number]
    known = [(i.reference, i.number) for i in books.baseline("invoices")]

    def tells(invoice, numbers):
        """In dispute for a reason that names one of these, and does not list the whole ledger."""
        named = sum(names(invoice.reason, pair) for pair in known)
        return invoice.status == "disputed" and names(invoice.reason, numbers) and named <= 5

    right = [once and tells(again, want.proofs), one and tells(twin, proofs)]
    v.check(
        "both are in dispute, for a reason that can be looked up",
        0.15,
        sum(map(bool, right)) / 2,
        f"found {again.status} {again.reason[:80]!r}, {twin and (twin.status, twin.reason[:80])}",
    )
    today = v.started.date()
    current = books.one("accounts", code="1200")
    bank = books.one("bank_accounts", account_id=current.id)
    v.check(
        "from the current account, today",
        0.05,
        run
        and run.bank_account_id == bank.id
        and run.pay_on in (today, today + timedelta(days=1))
        and once
        and one,
        f"found {run and (run.bank_account_id, str(run.pay_on))}",
    )

    owner = mail.one("users", email=want.owner)
    drafts = mail.one("folders", user_id=owner.id, kind="drafts").id
    written = mail.added("messages", user_id=owner.id)
    kept = [m for m in written if m.folder_id == drafts]
    letter = v.exactly_one([m for m in written if m.folder_id != drafts])
    recipients = mail.added("recipients")
    to = {r.address for r in recipients if letter and r.message_id == letter.id}
    text = f"{letter.subject}\n{letter.body}" if letter and to == {want.controller} else ""
    older = {r.number for r in books.baseline("payment_runs")}
    numbers = {number.upper() for number in RUN.findall(text)} - older
    more = {by_reference[ref].total for ref in (want.again, *want.twins)}
    wrong = [
        run.total + sum(some) for n in (1, 2, 3) for some in combinations(more, n) if run
    ]  # what it would come to with what is left out
    v.check(
        "whoever approves it knows number and total",
        0.15,
        once
        and numbers == {run.number}
        and mentions_amount(text, run.total)
        and not any(mentions_amount(text, amount) for amount in wrong),
        f"expected {run and (run.number, str(run.total))} to {want.controller}, "
        f"found {text[:120]!r} to {sorted(to)}",
    )
    dropped = {r.id for r in runs if r.status == "cancelled"}
    v.allow(
        books,
        payment_runs=[run, *(r for r in runs if r.status == "cancelled")],
        payments=[*payments, *(p for p in books.added("payments") if p.run_id in dropped)],
        invoices=[x for x in (again, twin) if x and x.status == "disputed"],
        history=ANY,
    )
    messages = [letter if text else None, *kept, only("unread")]
    ours = {m.id for m in (letter if text else None, *kept) if m}
    v.allow(mail, messages=messages, recipients=[r for r in recipients if r.message_id in ours])


if __name__ == "__main__":
    main(verify)
