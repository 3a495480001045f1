"""Was the one occurrence that clashes moved to the first time that suits, and nothing else?"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from mock_platform.verify import Verification, main, only


def verify(v: Verification) -> None:
    want = v.expected
    calendar = v.service("calendar")
    series = calendar.baseline("events", code=want.series)[0]
    now = calendar.one("events", code=want.series)
    clash = calendar.baseline("events", code=want.clash)[0]
    zone = ZoneInfo(series.zone)
    day = clash.starts_at.astimezone(zone).date()
    length = series.ends_at - series.starts_at
    starts = datetime.fromisoformat(f"{day}T{want.at}").replace(tzinfo=zone)

    touched = [c for c in calendar.changes("exceptions") if c.row.event_id == series.id]
    moved = v.exactly_one([c.row for c in touched if c.kind == "added" and c.row.on == day])
    moved = moved if moved and moved.kind == "moved" else None
    kept = set(series.model_fields) - {"version"}
    intact = all(getattr(series, name) == getattr(now, name) for name in kept)
    v.gate("the round of that day has been moved", moved, cap=0.0, reason=f"found {touched}")
    v.gate(
        "the series stays as it was",
        intact and len(touched) == 1,
        cap=0.2,
        reason=f"{len(touched)} occurrences differ",
    )
    found = f"{moved.starts_at.astimezone(zone):%d.%m. %H:%M}" if moved else "nothing"
    v.check(
        "the round of the day of the appointment, and no other",
        0.2,
        moved and intact and len(touched) == 1,
        f"expected {day} alone, found {[c.row.on for c in touched]}",
    )
    v.check(
        "to the first time that suits all who have to be there",
        0.6,
        moved and moved.starts_at == starts,
        f"expected {starts:%d.%m. %H:%M}, found {found}",
    )
    v.check(
        "as long as usual",
        0.1,
        moved and moved.ends_at - moved.starts_at == length,
        f"expected {length / timedelta(minutes=1)} minutes",
    )
    v.check(
        "in the usual room",
        0.1,
        moved and moved.room_id == series.room_id,
        f"expected room {series.room_id}, found {moved and moved.room_id}",
    )
    v.allow(
        calendar,
        exceptions=moved,
        events=[x for x in (only("version"),) if moved],
        changes=calendar.added("changes", event_id=series.id),
    )


if __name__ == "__main__":
    main(verify)
