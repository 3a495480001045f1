"""Does each task of the minutes have its one record by the guide, and are the notes true?"""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

from mock_platform.verify import Verification, fold, main, only, read_tree

BEFORE = re.compile(
    r"\b(?:was|were|from|until|before|formerly|previously|earlier|not|no longer|instead of|"
    r"rather than|took over from|replaces|succeeds) [^;)]*"
)
LONGEST = 120
"""Characters that a corrected note may say besides what it was."""


def plain(title):
    return fold(title).rstrip(".")


def key(title):
    return set(re.findall(r"[a-z]{4,}", fold(title)))


def alike(one, other):
    return len(key(one) & key(other)) > 0.7 * len(key(other))


def lines_of(text):
    return [line.strip() for line in (text or "").splitlines() if line.strip()]


def holds(line, value):
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", fold(line)) is not None


def verify(v: Verification) -> None:
    want = v.expected
    work, calendar = v.service("workspace"), v.service("calendar")
    zone = ZoneInfo(calendar.one("users", email=want.owner).zone)
    dates = {
        name: calendar.baseline("events", code=code)[0].starts_at.astimezone(zone).date()
        for name, code in vars(want.events).items()
    }

    def due(item):
        said = vars(item.due)
        if "days" in said:
            day = dates["meeting"] + timedelta(days=said["days"])
        else:
            day = dates[said["before"]] - timedelta(days=1)
        return (day - timedelta(days=max(0, day.weekday() - 4))).isoformat()

    names = {f.id: f.name for f in work.rows("fields", database_id=want.database)}
    held = {}
    for value in work.rows("field_values"):
        if value.field_id in names:
            held.setdefault(value.record_id, {})[names[value.field_id]] = value.text
    created = work.added("records", database_id=want.database)
    new = {r.id: held.get(r.id, {}) for r in created if r.deleted_at is None}
    found = {
        item.title: [n for n, values in new.items() if alike(values.get("Title", ""), item.title)]
        for item in want.items
    }
    fresh = [item for item in want.items if item.record is None]
    known = [item for item in want.items if item.record is not None]
    single = {t: new[numbers[0]] for t, numbers in found.items() if len(numbers) == 1}
    entered = [item for item in fresh if item.title in single]
    listed = sorted(values.get("Title", "") for values in new.values())
    v.gate(
        "half of the new tasks have a record",
        len(entered) >= 4,
        cap=0.0,
        reason=f"found {listed}",
    )

    def values_of(item):
        return single.get(item.title, {})

    unlike = [
        (item.title, found[item.title], values_of(item))
        for item in fresh
        if plain(values_of(item).get("Title", "")) != plain(item.title)
        or values_of(item).get("Project") != want.project
        or values_of(item).get("State") != "Open"
        or fold(values_of(item).get("Source", "")) != fold(want.source)
    ]
    v.check(
        "each new task has one open record, in the words of the minutes, with its source",
        0.2,
        not unlike,
        f"not so: {unlike}",
    )

    def check(name, weight, field, right):
        wrong = {
            item.title: (values_of(item).get(field), right(item))
            for item in fresh
            if values_of(item).get(field) != right(item)
        }
        v.check(name, weight, not wrong, f"found and expected: {wrong}")

    check("each is with the one who has to do it", 0.2, "Who", lambda item: item.who)
    check("each is due on the day that minutes, guide and calendar make", 0.2, "Due", due)
    check("each has its priority", 0.1, "Priority", lambda item: item.priority)
    stale = []
    for item in known:
        values = {"Who": item.who, "Priority": item.priority, "Due": due(item)}
        values["Source"] = want.source
        now = held[item.record]
        wrong = {field: now.get(field) for field, text in values.items() if now.get(field) != text}
        if wrong or found[item.title]:
            stale.append((item.title, values, wrong, found[item.title]))
    v.check(
        "what has a record already is brought up to date there, and not entered again",
        0.1,
        not stale,
        f"wanted, found, entered again: {stale}",
    )

    tree = read_tree(want.home)
    originals = vars(want.files)
    notes = {path: lines_of(tree.text(path)) for path in originals}
    outdated = {(place.path, place.line) for place in want.outdated}

    def corrected(place):
        """The line is what it was but for the value; it may add since when, or what was before."""
        right = fold(re.sub(rf"\b{re.escape(place.old)}\b", place.new, place.line)).rstrip(".")
        good = [line for line in notes[place.path] if fold(line).startswith(right)]
        more = fold(good[0])[len(right) :] if len(good) == 1 else ""
        return (
            len(good) == 1
            and len(more) <= LONGEST
            and not holds(BEFORE.sub(" ", more), place.old)
            and place.line not in notes[place.path]
        )

    done = [place for place in want.outdated if corrected(place)]
    lost = [
        f"{path}: {line}"
        for path, text in originals.items()
        for line in lines_of(text)
        if (path, line) not in outdated and line not in notes[path]
    ]
    added = [path for path, text in originals.items() if len(notes[path]) > len(lines_of(text))]
    v.check(
        "the notes are true again, wherever they were not",
        0.2,
        len(done) / len(want.outdated) if not lost and not added else 0.0,
        f"not: {[p.line for p in want.outdated if p not in done]}; lost: {lost}; "
        f"lines added to {added}",
    )
    for line in lost:
        v.damage(f"a note is gone that nothing contradicts: {line}")

    mine = {n for item in fresh for n in found[item.title][:1]}
    mine |= {r.id for r in created if r.deleted_at is not None}
    numbers = {r.id for r in created} | {item.record for item in known}
    changed = {i for i, name in names.items() if name in ("Who", "Priority", "Due", "Source")}

    def of_tasks(row):
        return row.record_id in {r.id for r in created} or row.field_id in changed

    v.allow(
        work,
        records=[
            *(r for r in created if r.id in mine),
            lambda c: c.row.id in numbers and only("updated_at")(c),
        ],
        field_values=[
            x
            for x in (*work.added("field_values"), *work.changed("field_values"))
            if x.record_id in numbers and of_tasks(x)
        ],
        changes=work.added("changes"),
    )
    mail = v.service("email")
    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    written = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = {m.id for m in written if m.folder_id == folders["drafts"]}
    v.allow(
        mail,
        messages=[*(m for m in written if m.id in drafts), only("unread")],
        recipients=[r for r in mail.added("recipients") if r.message_id in drafts],
    )
    v.allow(calendar)


if __name__ == "__main__":
    main(verify)
