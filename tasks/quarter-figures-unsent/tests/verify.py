"""Did everybody who gets them these days receive the figures, as they stand in the books?"""

import re
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from mock_platform.verify import Verification, amounts, fold, main, only


class Figures(NamedTuple):
    income: Decimal
    expenses: Decimal

    @property
    def left(self):
        return self.income - self.expenses


def added(figures):
    return Figures(sum(f.income for f in figures), sum(f.expenses for f in figures))


class Books:
    """The months by their distance from the month in which the trial began."""

    def __init__(self, finance):
        self.accounts = {a.id: a for a in finance.baseline("accounts")}
        self.postings = finance.baseline("postings")
        opening = finance.baseline("transactions", kind="opening")[0].day
        self.start = opening.year * 12 + opening.month - 1 + 12

    def month(self, back, left_out=(), *, drafts=False):
        """Income and expenses of a month, without some accounts."""
        sums = {"income": Decimal(0), "expense": Decimal(0)}
        for posting in self.postings:
            account = self.accounts[posting.account_id]
            distance = posting.day.year * 12 + posting.day.month - 1 - self.start
            if distance != back or account.kind not in sums or account.code in left_out:
                continue
            if posting.posted or drafts:
                sums[account.kind] += posting.amount
        return Figures(-sums["income"], sums["expense"])

    def name(self, back):
        year, month = divmod(self.start + back, 12)
        return date(year, month + 1, 1)

    def parts(self, back):
        """What single accounts come to in a month."""
        codes = {a.code for a in self.accounts.values()}
        for code in codes:
            figures = self.month(back, codes - {code})
            yield from figures


def names_month(text, month):
    forms = (f"{month:%B}", f"{month:%b}", f"{month:%Y-%m}", f"{month:%m/%Y}", f"{month:%m.%Y}")
    text = re.sub(r"\bsept\b", "sep", fold(text))
    return any(re.search(rf"(?<!\w){re.escape(fold(form))}(?!\w)", text) for form in forms)


def mixes_up(text, months):
    """Whether a line about one month alone gives the income of another, not its own."""
    for line in text.splitlines():
        named = [income for month, income in months.items() if names_month(line, month)]
        said = amounts(line) & set(months.values())
        if len(named) == 1 and said and not said & set(named):
            return True
    return False


def verify(v: Verification) -> None:
    want = v.expected
    mail, finance = v.service("email"), v.service("finance")
    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    new = mail.added("messages", user_id=owner.id, sender=want.owner)
    sent = [m for m in new if m.folder_id == folders["sent"]]
    drafts = [m for m in new if m.folder_id == folders["drafts"]]
    recipients = mail.added("recipients")
    letter = v.exactly_one(sent)
    to = {r.address for r in recipients if letter and r.message_id == letter.id}
    board = set(want.board)
    v.gate(
        "one mail went out",
        letter,
        cap=0.0 if not sent else 0.3,
        reason=f"expected 1 mail, found {len(sent)}: {[m.subject for m in sent]}",
    )

    books = Books(finance)
    backs = (-3, -2, -1)
    months = [books.month(back, want.left_out) for back in backs]
    total = added(months)
    right = {value for f in (*months, total) for value in (f.income, f.expenses, f.left)}
    raw = [books.month(back) for back in backs]
    others = [
        *raw,
        added(raw),
        *(books.month(back, want.left_out) for back in (-4, 0)),
        *(books.month(back, want.left_out, drafts=True) for back in backs),
    ]
    parts = {abs(value) for back in backs for value in books.parts(back)}
    wrong = {value for f in others for value in (f.income, f.expenses, f.left)} - right - parts
    body = letter.body if letter else ""
    explained = ("gain", "securit", "depreciation")
    lines = [line for line in body.splitlines() if not any(w in fold(line) for w in explained)]
    found = amounts(body)
    stale = sorted(amounts("\n".join(lines)) & wrong)
    # Three more columns of figures are a list to choose from, no answer.
    strange = [a for a in found - right - parts if a >= 10_000]
    clear = letter is not None and not stale and len(strange) <= 6
    said = f"not {[str(a) for a in stale[:6]]}" if stale else f"in {body[:300]!r}"
    for what, values, weight in (
        ("the income of each month", [f.income for f in months], 0.2),
        ("the expenses of each month", [f.expenses for f in months], 0.2),
        ("what is left of each month, by its name", [f.left for f in months], 0.1),
        ("the three months together", [total.income, total.expenses, total.left], 0.15),
    ):
        incomes = {books.name(back): f.income for back, f in zip(backs, months, strict=True)}
        named = all(names_month(body, name) for name in incomes) and not mixes_up(body, incomes)
        v.check(
            what,
            weight,
            clear and set(values) <= found and (named or "name" not in what),
            f"expected {[str(value) for value in values]} {said}",
        )
    v.check(
        "to all who get it these days, where they can be reached",
        0.35,
        bool(right & found) and to == {*board, want.copy},
        f"missing {sorted({*board, want.copy} - to)}, too many {sorted(to - board - {want.copy})}",
    )
    mine = {m.id for m in (*drafts, *([letter] if letter else []))}
    v.allow(
        mail,
        messages=[letter, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in mine],
        attachments=[a for a in mail.added("attachments") if a.message_id in mine],
    )
    v.allow(finance)


if __name__ == "__main__":
    main(verify)
