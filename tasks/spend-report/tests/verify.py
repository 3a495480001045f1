"""Are the figures right where the books are wrong, and the books still as they were?"""

import json
from collections import defaultdict
from decimal import Decimal, InvalidOperation

from mock_platform.verify import Verification, main, read_text

PLACE = "/workspace/output/spend.json"
CENT = Decimal("0.01")


def amount(value):
    """A number, or its text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return Decimal(str(value).replace(",", "").strip()).quantize(CENT)
    except InvalidOperation:
        return None


def table(value):
    """A mapping, or an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


def names(value):
    return {str(x).strip().upper() for x in value} if isinstance(value, list) else set()


def months_before(day):
    """The three full calendar months before a day, as YYYY-MM."""
    count = day.year * 12 + day.month - 1
    return [f"{(count - n) // 12}-{(count - n) % 12 + 1:02}" for n in (3, 2, 1)]


class Books:
    """Cells are (account, month); `right` says what was spent, `touched` where a mistake is."""

    def __init__(self, v, want):
        books = v.service("finance")
        months = months_before(v.started)
        codes = {a.id: a.code for a in books.baseline("accounts") if a.code in want.accounts}
        entries = {t.id: t for t in books.baseline("transactions")}
        doubles = {pair[1] for pair in want.twice}
        self.cells = [(code, month) for code in want.accounts for month in months]
        self.months = months
        self.right = defaultdict(Decimal)
        self.touched = defaultdict(set)
        for posting in books.baseline("postings", posted=True):
            cell = (codes.get(posting.account_id), f"{posting.day:%Y-%m}")
            if cell not in self.cells:
                continue
            entry = entries[posting.transaction_id]
            taken_back = entry.number in want.gone or entry.reverses_id is not None
            if entry.number in want.turned:
                self.right[cell] -= posting.amount
                self.touched["turned"].add(cell)
            elif entry.number in doubles:
                self.touched["twice"].add(cell)
            elif taken_back:
                self.touched["gone"].add(cell)
            else:
                self.right[cell] += posting.amount
        self.reversals = {t.number for t in entries.values() if t.reverses_id is not None}


def verify(v: Verification) -> None:
    want = v.expected
    books = Books(v, want)
    text = read_text(PLACE)
    try:
        report = table(json.loads(text or ""))
    except (ValueError, RecursionError):
        report = {}
    spend = table(report.get("spend"))
    given = {
        (code, month): amount(table(spend.get(code)).get(month, 0)) for code, month in books.cells
    }
    good = {cell for cell in books.cells if given[cell] == books.right[cell]}
    v.gate("there is a report", spend, cap=0.0, reason=f"{PLACE}: {(text or 'missing')[:80]!r}")

    def right(kind):
        return bool(spend) and books.touched[kind] <= good

    def seen(kind):
        wrong = sorted(books.touched[kind] - good)
        return f"wrong: {[(c, str(given[c]), str(books.right[c])) for c in wrong]}"

    plain = set(books.cells) - set().union(*books.touched.values())
    some = any(right(kind) for kind in ("twice", "turned", "gone"))
    v.check(
        "figures that no mistake touches",
        0.1,
        some and plain <= good,
        f"wrong: {[(c, str(given[c]), str(books.right[c])) for c in sorted(plain - good)]}",
    )
    v.check("what came in twice counts once", 0.2, right("twice"), seen("twice"))
    v.check("refunds take away", 0.2, right("turned"), seen("turned"))
    v.check("what was taken back counts nowhere", 0.2, right("gone"), seen("gone"))
    sums = {m: sum(books.right[c] for c in books.cells if c[1] == m) for m in books.months}
    totals = table(report.get("totals"))
    v.check(
        "the totals of the months",
        0.1,
        bool(spend) and all(amount(totals.get(month)) == sums[month] for month in sums),
        f"expected { ({m: str(s) for m, s in sums.items()}) }, found {totals}",
    )
    left = names(report.get("left_out")) - books.reversals
    pairs = [len(left & set(pair)) == 1 for pair in want.twice]
    others = left - set(want.gone) - {number for pair in want.twice for number in pair}
    v.check(
        "which entries were left out",
        0.1,
        bool(spend) and all(pairs) and set(want.gone) <= left and not others,
        f"expected one each of {want.twice} and {want.gone}, found {sorted(left)[:20]}",
    )
    turned = names(report.get("turned"))
    v.check(
        "which refunds were turned round",
        0.1,
        bool(spend) and turned == set(want.turned),
        f"expected {want.turned}, found {sorted(turned)[:20]}",
    )


if __name__ == "__main__":
    main(verify)
