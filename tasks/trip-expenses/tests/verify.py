"""Is the trip handed in as one report: all of it, at its true amounts, and nothing else?"""

from collections import Counter
from datetime import timedelta
from decimal import Decimal

from mock_platform.verify import Verification, main, only, removed


def verify(v: Verification) -> None:
    want = v.expected
    tally = v.service("expense")
    owner = tally.one("users", email=want.owner)
    codes = {c.id: c.code for c in tally.rows("categories")}
    receipts = {r.id: r for r in tally.rows("receipts", user_id=owner.id)}

    def day(days):
        return v.started.date() - timedelta(days=days)

    reports = tally.added("reports", user_id=owner.id)
    handed_in = [r for r in reports if r.state != "draft"]
    report = v.exactly_one(handed_in)
    v.gate(
        "one report is handed in",
        report,
        cap=0.0 if not reports else 0.3,
        reason=f"found {[(r.number, r.state) for r in reports]}",
    )
    report = report or v.exactly_one(reports)
    expenses = [
        e for e in tally.rows("expenses", user_id=owner.id) if report and e.report_id == report.id
    ]
    known = []

    def about(spent):
        """The expense of what was spent, and whether all of it is right."""
        found = [
            e
            for e in expenses
            if codes[e.category_id] == spent.category
            and e.currency == "KRO"
            and e.amount == Decimal(spent.amount)
        ]
        expense = v.exactly_one(found)
        known.append(expense)
        if expense is None:
            return False
        receipt = receipts.get(expense.receipt_id)
        proven = receipt is not None and spent.receipt.encode() in receipt.content
        return (
            expense.spent_on == day(spent.days)
            and expense.quantity == spent.quantity
            and (proven or expense.euros < 25)
        )

    def seen(category):
        return [
            (e.merchant, str(e.amount), e.currency, str(e.spent_on), e.quantity, e.receipt_id)
            for e in expenses
            if codes[e.category_id] == category
        ]

    right = {spent.name: about(spent) for spent in want.spent}
    before = tally.baseline("expenses", id=want.entered)[0]
    ride = v.exactly_one(
        [
            e
            for e in expenses
            if codes[e.category_id] == "TAXI"
            and e.amount == Decimal(want.entered_amount)
            and e.currency == "KRO"
            and e.spent_on == before.spent_on
        ]
    )
    known.append(ride)
    v.check(
        "the hotel without the minibar, for its nights, with its bill",
        0.2,
        right["hotel"],
        f"found {seen('HOTEL')}",
    )
    v.check(
        "the dinner, for all who sat there, with its bill",
        0.15,
        right["dinner"],
        f"found {seen('MEAL')}",
    )
    rides = (right["fair"], right["departure"], ride is not None)
    v.check("the three rides, each once", 0.15, sum(rides) / 3, f"found {seen('TAXI')}")
    diems = [e for e in expenses if e.kind == "per_diem"]
    fields = vars(want.per_diem)
    v.check(
        "the per diem, less what was provided",
        0.2,
        bool(diems)
        and all(sum(getattr(d, name) for d in diems) == n for name, n in fields.items())
        and all(day(want.first) <= d.spent_on <= day(want.last) for d in diems),
        f"expected {fields}, found "
        f"{[({n: getattr(d, n) for n in fields}, str(d.spent_on)) for d in diems]}",
    )
    drives = [e for e in expenses if e.kind == "mileage"]
    v.check(
        "the own car, both ways",
        0.1,
        sum(e.kilometres for e in drives) == want.kilometres
        and all(e.spent_on in (day(want.first), day(want.last)) for e in drives),
        f"found {[(e.kilometres, str(e.spent_on)) for e in drives]}",
    )
    others = [e for e in expenses if e not in known and e.kind == "amount"]
    most = sum(right.values()) >= 3
    clean = all(not e.judged or e.judged == "[]" for e in expenses)
    v.check(
        "nothing else",
        0.15,
        most and not others,
        f"found {[(e.merchant, str(e.amount), e.currency) for e in others]}",
    )
    v.check(
        "without any violation",
        0.05,
        most and report.state != "draft" and clean and not others,
        f"found {Counter(e.judged for e in expenses if e.judged)}",
    )
    gone = tally.removed("expenses", id=want.entered)
    v.allow(
        tally,
        reports=report,
        expenses=[
            *(e for e in tally.added("expenses") if e in expenses),
            *tally.changed("expenses", id=want.entered),
            removed(gone if ride else []),
        ],
        receipts=tally.added("receipts", user_id=owner.id),
        history=[h for h in tally.added("history") if report and h.report_id == report.id],
    )
    v.allow(v.service("email"), messages=only("unread"))


if __name__ == "__main__":
    main(verify)
