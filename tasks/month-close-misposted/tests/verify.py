"""Is last month locked, with everything in it that belongs there and nothing else?"""

from collections import defaultdict
from datetime import timedelta

from mock_platform.verify import ANY, Verification, main, removed


class Books:
    def __init__(self, v):
        self.books = v.service("finance")
        self.codes = {a.id: a.code for a in self.books.rows("accounts")}
        self.this = v.started.date().replace(day=1)
        self.last = (self.this - timedelta(days=1)).replace(day=1)

    def entry(self, number):
        """A transaction by its number, None where it is gone."""
        found = self.books.rows("transactions", number=number)
        return found[0] if found else None

    def sides(self, entry):
        """What a transaction puts on each account."""
        sums = defaultdict(int)
        for posting in self.books.rows("postings", transaction_id=entry.id):
            sums[self.codes[posting.account_id]] += posting.amount
        return {code: amount for code, amount in sums.items() if amount}

    def in_last(self, entry):
        return self.last <= entry.day < self.this

    def reversal(self, entry):
        """The one that takes a transaction back."""
        found = self.books.added("transactions", reverses_id=entry.id)
        return found[0] if found else None

    def anew(self, account, amount):
        """The entry of last month that puts an amount of the bank on an account."""
        wanted = {account: amount, "1200": -amount}
        new = self.books.added("transactions", kind="manual", status="posted")
        return [t for t in new if self.in_last(t) and self.sides(t) == wanted]


def verify(v: Verification) -> None:
    want = v.expected
    b = Books(v)
    periods = b.books.added("periods")
    locked = [p for p in periods if p.locked]
    v.gate(
        "last month is locked",
        [p.month for p in locked] == [b.last],
        cap=0.5,
        reason=f"expected {b.last:%Y-%m}, found {[str(p.month) for p in locked]}",
    )

    moved, late = b.entry(want.misplaced), b.entry(want.late)
    back, back_late = b.reversal(moved), b.reversal(late)
    anew = b.anew(want.misplaced_to, moved.total)
    anew_late = b.anew(want.late_account, late.total)
    moved_right = bool(back and b.in_last(back) and len(anew) == 1)
    v.check(
        "what was on the wrong account is on the right one, in the same month",
        0.2,
        moved_right,
        f"{moved.number} of {moved.total} is {moved.status}, taken back on "
        f"{back and back.day}, entered anew {len(anew)} times",
    )
    late_right = bool(back_late and not b.in_last(back_late) and len(anew_late) == 1)
    v.check(
        "what was in the wrong month is in the right one",
        0.2,
        late_right,
        f"{late.number} of {late.total} is {late.status}, taken back on "
        f"{back_late and back_late.day}, entered anew {len(anew_late)} times",
    )
    double = b.entry(want.double)
    v.check(
        "the draft of what is in the books already is deleted",
        0.15,
        double is None,
        f"{want.double} is {double and double.status}",
    )
    unsorted, draft = b.entry(want.unsorted), b.entry(want.draft)
    expected = {want.account: unsorted.total, "1200": -unsorted.total} if unsorted else None
    v.check(
        "what was not sorted is sorted as it always was, and posted",
        0.15,
        unsorted and unsorted.status == "posted" and b.sides(unsorted) == expected,
        f"expected {want.account}, found {unsorted and (unsorted.status, b.sides(unsorted))}",
    )
    v.check(
        "the other draft is posted",
        0.05,
        draft and draft.status == "posted" and draft.posted_by is not None,
        f"found {draft and draft.status}",
    )
    asset = b.books.one("assets", code=want.asset)
    run = v.exactly_one(b.books.added("depreciation_runs"))
    retired = asset.retired_on == b.last.replace(day=want.day)
    v.check(
        "the asset is retired before the depreciation of its last month",
        0.2,
        retired and run and run.month == b.last,
        f"{asset.code} was retired on {asset.retired_on}, {run and run.month} was depreciated",
    )
    v.check(
        "one month is locked, with all that",
        0.05,
        [p.month for p in locked] == [b.last] and moved_right and late_right,
        f"found {[str(p.month) for p in locked]}",
    )

    entries = [back, back_late, *anew[:1], *anew_late[:1]]
    if back:
        entries.append(moved)
    if back_late:
        entries.append(late)
    entries += [entry for entry in (unsorted, draft) if entry]
    entries += b.books.added("transactions", kind="depreciation")
    entries = [entry for entry in entries if entry]
    known = {entry.id for entry in entries}
    before = [t for t in b.books.baseline("transactions", number=want.double) if double is None]
    known_before = {t.id for t in before} | {unsorted.id} if unsorted else {t.id for t in before}
    gone = [p for p in b.books.removed("postings") if p.transaction_id in known_before]
    known |= {double.id} if double else set()
    current = [p for p in b.books.rows("postings") if p.transaction_id in known]
    v.allow(
        b.books,
        transactions=[*entries, removed(before)],
        postings=[*current, removed(gone)],
        periods=[p for p in periods if p.month == b.last],
        depreciation_runs=run,
        depreciations=ANY,
        assets=[a for a in b.books.changed("assets") if a.retired_on is None or a is asset],
        history=ANY,
    )


if __name__ == "__main__":
    main(verify)
