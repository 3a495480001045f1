"""Is every reading of the slip in the record, once?"""

from collections import Counter
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal

from mock_platform.verify import Verification, main


def moment(v, entry):
    day = v.started.date() - timedelta(days=entry.days)
    return datetime.combine(day, time.fromisoformat(entry.at), tzinfo=UTC)


def key(row):
    values = (row.value, row.second)
    at = row.measured_at.astimezone(UTC).replace(second=0)
    return (row.kind, at, *(v and Decimal(v).normalize() for v in values))


def wanted(v, entry):
    value, _, second = entry.value.partition("/")
    values = (Decimal(value), Decimal(second) if second else None)
    return (entry.kind, moment(v, entry), *(v and v.normalize() for v in values))


def verify(v: Verification) -> None:
    health = v.service("health")
    owner = health.one("users", email=v.expected.owner)
    record = health.one("patients", user_id=owner.id)
    added = health.added("measurements", patient_id=record.id)
    entries = [wanted(v, entry) for entry in v.expected.entries]
    stored = Counter(key(row) for row in added)
    there = [entry for entry in entries if stored[entry]]
    missing = [entry for entry in entries if not stored[entry]]
    weights = [entry for entry in entries if entry[0] == "weight"]
    found = f"missing {[(k, str(at), str(a), str(b)) for k, at, a, b in missing][:6]}"
    once = all(stored[entry] == 1 for entry in entries) and len(added) == len(entries)
    v.check("the readings that are there", 0.25, len(there) / len(entries), found)
    v.check(
        "every weight, whatever the scale says",
        0.15,
        all(entry in there for entry in weights),
        found,
    )
    v.check("the whole week without a gap", 0.4, not missing, found)
    v.check(
        "and nothing twice",
        0.2,
        not missing and once,
        f"expected {len(entries)} readings, found {len(added)}",
    )
    v.gate("most of it is there", len(there) * 2 > len(entries), cap=0.1, reason=found)
    right, seen = [], Counter()
    for row in added:
        seen[key(row)] += 1
        if key(row) in entries and seen[key(row)] == 1:
            right.append(row)
    v.allow(health, measurements=right)


if __name__ == "__main__":
    main(verify)
