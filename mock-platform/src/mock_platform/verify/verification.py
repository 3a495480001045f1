"""What a task's `verify.py` works with."""

import io
import json
import math
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mock_platform.verify.verdict import Check, Gate, Verdict

CRASHED = 3


@dataclass(frozen=True)
class Places:
    """Where a verification finds its inputs and leaves its verdict."""

    tests: Path
    task: Path
    data: Path
    logs: Path

    @staticmethod
    def default() -> "Places":
        """Those of an environment; `tests` is the folder of the running `verify.py`."""
        script = Path(str(sys.modules["__main__"].__file__)).resolve()
        return Places(
            tests=script.parent,
            task=Path("/opt/mock/task"),
            data=Path(os.environ.get("MOCK_DATA_DIR", "/var/lib/mock-data")),
            logs=Path("/logs/verifier"),
        )


class Verification:
    """Collects checks, gates and allowed changes; `finish` makes the verdict of them.

    `expected` holds the values of `tests/expected.json` as attributes.
    """

    def __init__(self, places: Places, stack: ExitStack) -> None:
        self._places = places
        self._stack = stack
        self.verdict = Verdict()
        self._services: dict[str, Any] = {}
        self._allowed: dict[tuple[str, str], list[Callable[[Any], bool]]] = {}
        path = places.tests / "expected.json"
        text = path.read_text(encoding="utf-8") if path.exists() else "{}"
        self.expected = json.loads(text, object_hook=lambda item: SimpleNamespace(**item))
        for name in _service_names(places.task):
            from mock_platform.verify.state import open_state

            self._services[name] = open_state(name, places.data, stack)

    def service(self, name: str) -> Any:
        """The state of a service (`ServiceState`)."""
        if name not in self._services:
            raise LookupError(f"the task starts no service {name!r}: {sorted(self._services)}")
        return self._services[name]

    @property
    def started(self) -> datetime:
        """When the environment started: what relative times of the seed data count from."""
        from mock_platform.kit.trial import read_trial

        return read_trial(self._places.data).started

    def check(self, name: str, weight: float, ok: object, reason: str = "") -> bool:
        """Count `weight` of the reward for `ok`, a truth value or a share in [0, 1] as a float.

        `reason` is reported where the full weight was not earned. ValueError where `ok` is not a
        number (NaN) or infinite: the verifier is wrong then, which says nothing of the agent.
        """
        _sensible(name, ok)
        score = min(1.0, max(0.0, ok)) if isinstance(ok, float) else float(bool(ok))
        self.verdict.checks.append(Check(name, weight, score, reason if score < 1 else ""))
        return score == 1.0

    def gate(self, name: str, ok: object, *, cap: float, reason: str = "") -> bool:
        """Cap the reward where the main thing is missing."""
        _sensible(name, ok)
        passed = bool(ok)
        self.verdict.gates.append(Gate(name, passed, cap, "" if passed else reason))
        return passed

    def exactly_one(self, rows: Sequence[Any]) -> Any:
        """The only row, or None if there is none or there are several."""
        return rows[0] if len(rows) == 1 else None

    def allow(self, service: Any, **tables: Any) -> None:
        """Declare allowed changes by table: ANY, `only(fields)`, `removed(rows)`, a row, a list."""
        from mock_platform.verify.allowance import allowance

        for table, given in tables.items():
            if table not in service.service.tables:
                raise LookupError(f"{service.name} has no table {table!r}")
            self._allowed.setdefault((service.name, table), []).append(allowance(given))

    def damage(self, what: str) -> None:
        """Report damage that is not in a database: a file that should have stayed as it was."""
        self.verdict.collateral.append(what)

    def finish(self) -> Verdict:
        """Compare every table of every service, and ask which faults fired."""
        for state in self._services.values():
            for change in state.all_changes():
                rules = self._allowed.get((change.service, change.table), [])
                if not any(rule(change) for rule in rules) and not state.by_the_world(change):
                    self.verdict.collateral.append(str(change))
        if self._services:
            self._ask_faults()
        self.verdict.validate()
        return self.verdict

    def record(self, path: Path) -> None:
        """Write down what happened in the services, for people."""
        from mock_platform.verify.record import write_record

        write_record(self._services.values(), path)

    def _ask_faults(self) -> None:
        from mock_platform.kit.trial import read_trial

        for fault, service in read_trial(self._places.data).faults.items():
            self.verdict.fired[fault] = self._services[service].fired(fault)
        silent = [fault for fault, count in self.verdict.fired.items() if not count]
        if silent and self.verdict.reward > 0:
            self.verdict.invalid = [f"the fault {fault!r} never fired" for fault in silent]


def run(verify: Callable[[Verification], None], places: Places) -> int:
    """Verify and write the verdict: 0 for a reward of at least 0.5, else 1.

    A verifier that fails writes no reward at all and returns 3: that is an error, never a zero.
    """
    places.logs.mkdir(parents=True, exist_ok=True)
    for name in ("reward.json", "reward.txt", "verdict.json", "events.jsonl"):
        (places.logs / name).unlink(missing_ok=True)
    try:
        with ExitStack() as stack:
            verification = Verification(places, stack)
            verify(verification)
            verdict = verification.finish()
            verification.record(places.logs / "events.jsonl")
        verdict.write(places.logs)
    except Exception:
        traceback.print_exc()
        print("The verifier failed, so there is no reward.", file=sys.stderr)
        return CRASHED
    _print(verdict)
    return 0 if verdict.reward >= 0.5 else 1


def main(verify: Callable[[Verification], None]) -> None:
    """The end of every `verify.py`: `if __name__ == "__main__": main(verify)`."""
    sys.exit(run(verify, Places.default()))


def _sensible(name: str, ok: object) -> None:
    """ValueError where it is neither a share nor a truth value."""
    if isinstance(ok, Decimal) or (isinstance(ok, float) and not math.isfinite(ok)):
        raise ValueError(f"{name!r} is {ok!r}: neither true or false nor a share as a float")


def _service_names(task: Path) -> list[str]:
    return (task / "services").read_text(encoding="utf-8").split()


def _print(verdict: Verdict) -> None:
    """For people. What an agent named its files may be no text at all: that must not be a crash."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for check in verdict.checks:
        print(f"{check.score:.2f} of {check.weight:g}  {check.name}  {check.reason}".rstrip())
    for gate in verdict.gates:
        if not gate.passed:
            print(f"capped at {gate.cap:g}  {gate.name}  {gate.reason}".rstrip())
    for damage in verdict.collateral:
        print(f"collateral damage: {damage}")
    for reason in verdict.invalid:
        print(f"invalid: {reason}")
    print(f"Score: {verdict.reward:g}/1.0")
