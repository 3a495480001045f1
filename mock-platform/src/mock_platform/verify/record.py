"""What happened in the services, in its order: `events.jsonl` beside the verdict."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mock_platform.verify.state import ServiceState

MOST_LINES = 5000
LONGEST_VALUE = 300


def write_record(states: Iterable["ServiceState"], path: Path) -> None:
    """A JSON object a line, oldest first, by ISO 8601 time `at` (UTC, with microseconds).

    A change: `service`, `operation`, `actor`, `surface` (page, api, world), `kind` (added, changed,
    removed), `table`, `key`, `changes` (values, or pairs of before and after). A fault that fired:
    `service`, `operation`, `fault`. Long values are cut, and so is a log of more than 5,000 lines.
    """
    entries = sorted((e for state in states for e in _entries(state)), key=lambda e: str(e["at"]))
    lines = [json.dumps(entry, sort_keys=True) for entry in entries[:MOST_LINES]]
    if len(entries) > MOST_LINES:
        lines.append(json.dumps({"at": entries[MOST_LINES]["at"], "cut": len(entries)}))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _entries(state: "ServiceState") -> Iterable[dict[str, Any]]:
    for event in state.events():
        changes = {name: _cut(value) for name, value in event.changes.items()}
        yield {**vars(event), "service": state.name, "changes": changes}
    for at, fault, operation in state.firings():
        yield {"at": at, "service": state.name, "fault": fault, "operation": operation}


def _cut(value: Any) -> Any:
    if isinstance(value, list):
        return [_cut(item) for item in value[:20]]
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        return value[:LONGEST_VALUE] + "…"
    return value
