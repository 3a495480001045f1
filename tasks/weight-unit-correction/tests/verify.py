"""Do the wrong weights say what the scales showed, and are all others as they were?"""

from datetime import timedelta
from decimal import Decimal

from mock_platform.verify import Verification, amounts, main, mentions_date, only, removed


def verify(v: Verification) -> None:
    want = v.expected
    health = v.service("health")
    before = {row.id: row for row in health.baseline("measurements")}
    now = health.rows("measurements", patient_id=1, kind="weight")
    fresh = [*health.added("measurements"), *health.changed("measurements")]
    wrong = {entry.id: entry for entry in (*want.pounds, *want.kilograms)}
    right, noted = [], []

    def there(entry):
        """What is in the place of an entry; a number may be given anew to another row."""
        when = before[entry.id].measured_at.replace(second=0)
        return [row for row in now if row.measured_at.replace(second=0) == when]

    def corrected(entry):
        row = v.exactly_one(there(entry))
        if row is None or row.value != Decimal(entry.value):
            return False
        right.append(row)
        noted.append(row.note.strip() == before[entry.id].note)
        return True

    def seen(entries):
        return [(e.days, e.value, [str(row.value) for row in there(e)]) for e in entries]

    pounds = [corrected(entry) for entry in want.pounds]
    kilograms = [corrected(entry) for entry in want.kilograms]
    v.check(
        "pounds that stood as kilograms",
        0.2,
        sum(pounds) / len(pounds),
        f"{sum(pounds)} of {len(pounds)} are right: {seen(want.pounds)}",
    )
    v.check(
        "kilograms that were taken for pounds",
        0.3,
        sum(kilograms) / len(kilograms),
        f"{sum(kilograms)} of {len(kilograms)} are right: {seen(want.kilograms)}",
    )
    others = [row for row in health.removed("measurements") if row.id not in wrong]
    spare = [row for row in fresh if row not in right]
    v.check(
        "the whole curve, and nothing else",
        0.2,
        len(right) == len(wrong) and not others and not spare,
        f"{len(right)} of {len(wrong)} are right, {len(others)} others are gone, "
        f"{len(spare)} too many were entered",
    )
    v.check(
        "with their notes", 0.1, right and all(noted), f"{sum(noted)} of {len(noted)} notes kept"
    )

    threads = {t.id: t for t in health.rows("threads", patient_id=1, provider_id=want.nurse)}
    owner = health.one("users", email=want.owner)
    letters = [m for m in health.added("messages", user_id=owner.id) if m.thread_id in threads]
    letter = v.exactly_one(letters)
    day = v.started.date() - timedelta(days=want.old.days)
    new = [t for t in health.added("threads") if letter and t.id == letter.thread_id]
    text = "\n".join([*(t.subject for t in new), letter.body]) if letter else ""
    weights = {a for a in amounts(text) if 30 <= a <= 400 and a != int(a)}
    value, stored = Decimal(want.old.value), Decimal(want.old.stored)
    close = {a for a in weights if abs(a - value) < Decimal("0.1")}
    v.check(
        "the nurse knows of the one that is too old",
        0.2,
        right and close and weights <= close | {stored} and mentions_date(text, day),
        f"expected {day} and {value} in {text[:120]!r}",
    )
    v.allow(
        health,
        measurements=[*right, removed([before[number] for number in wrong])],
        messages=letter,
        threads=[*new, only("unread")],
    )
    if letter and not new:
        v.allow(health, threads=threads[letter.thread_id])


if __name__ == "__main__":
    main(verify)
