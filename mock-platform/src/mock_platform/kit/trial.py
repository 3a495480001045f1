"""`trial.json` in the data directory: what was started, and when."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from mock_platform.kit.faults import Fault


@dataclass(frozen=True)
class Trial:
    """`start` in ISO 8601 UTC; `faults` maps a fault's id to its service."""

    start: str
    services: tuple[str, ...]
    faults: dict[str, str]

    @property
    def started(self) -> datetime:
        return datetime.fromisoformat(self.start)


def write_trial(
    data_dir: Path, start: datetime, services: Iterable[str], faults: Iterable[Fault]
) -> None:
    trial = Trial(start.isoformat(), tuple(services), {fault.id: fault.service for fault in faults})
    (data_dir / "trial.json").write_text(json.dumps(asdict(trial)), encoding="utf-8")


def read_trial(data_dir: Path) -> Trial:
    """FileNotFoundError where no trial was started."""
    data = json.loads((data_dir / "trial.json").read_text(encoding="utf-8"))
    return Trial(data["start"], tuple(data["services"]), data["faults"])
