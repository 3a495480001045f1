"""What a verification found, and the files it is written to.

`reward.json` holds numbers only (Harbor refuses anything else): `reward`, one number a check, and
the points lost to gates and to collateral damage, so that the reward is their weighted sum.
`verdict.json` beside it holds the weights and the reasons.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COLLATERAL = "lost_to_collateral_damage"
GATES = "lost_to_gates"


@dataclass(frozen=True)
class Check:
    """`score` is in [0, 1]; it counts `weight` of the reward."""

    name: str
    weight: float
    score: float
    reason: str = ""

    @property
    def key(self) -> str:
        """The name as a key of `reward.json`."""
        return re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_")


@dataclass(frozen=True)
class Gate:
    """Where `passed` is false the reward is at most `cap`."""

    name: str
    passed: bool
    cap: float
    reason: str = ""


@dataclass
class Verdict:
    """The checks, gates and collateral damage of one trial; `reward` follows from them."""

    checks: list[Check] = field(default_factory=list)
    gates: list[Gate] = field(default_factory=list)
    collateral: list[str] = field(default_factory=list)
    collateral_cost: float = 0.25
    fired: dict[str, int] = field(default_factory=dict)
    invalid: list[str] = field(default_factory=list)

    @property
    def earned(self) -> float:
        return sum(check.weight * check.score for check in self.checks)

    @property
    def lost_to_gates(self) -> float:
        caps = [gate.cap for gate in self.gates if not gate.passed]
        return max(0.0, self.earned - min(caps, default=1.0))

    @property
    def lost_to_collateral(self) -> float:
        left = self.earned - self.lost_to_gates
        return min(left, self.collateral_cost * len(self.collateral))

    @property
    def reward(self) -> float:
        return round(max(0.0, self.earned - self.lost_to_gates - self.lost_to_collateral), 6)

    def numbers(self) -> dict[str, float]:
        """The content of `reward.json`."""
        return {
            "reward": self.reward,
            **{check.key: round(check.score, 6) for check in self.checks},
            GATES: round(self.lost_to_gates, 6),
            COLLATERAL: round(self.lost_to_collateral, 6),
        }

    def details(self) -> dict[str, Any]:
        """The content of `verdict.json`."""
        return {
            "reward": self.reward,
            "checks": [
                {
                    "name": check.name,
                    "key": check.key,
                    "weight": check.weight,
                    "score": round(check.score, 6),
                    "reason": check.reason,
                }
                for check in self.checks
            ],
            "gates": [vars(gate) for gate in self.gates],
            "collateral": self.collateral,
            "collateral_cost": self.collateral_cost,
            "fired": self.fired,
            "invalid": self.invalid,
        }

    def validate(self) -> None:
        """Raise ValueError where the checks do not add up to one, or two have the same name.

        And where a number is none, or not in [0, 1].
        """
        for what, number in self._shares():
            if not 0 <= number <= 1:
                raise ValueError(f"{what} is {number}, not in [0, 1]")
        total = sum(check.weight for check in self.checks)
        if abs(total - 1.0) > 1e-9:
            raise ValueError(f"the weights of the checks add up to {total:g}, not to 1")
        keys = [check.key for check in self.checks]
        if len(set(keys)) != len(keys):
            raise ValueError(f"two checks have the same name: {sorted(keys)}")

    def _shares(self) -> Iterator[tuple[str, float]]:
        for check in self.checks:
            yield f"the weight of the check {check.name!r}", check.weight
            yield f"the score of the check {check.name!r}", check.score
        for gate in self.gates:
            yield f"the cap of the gate {gate.name!r}", gate.cap
        yield "the cost of collateral damage", self.collateral_cost

    def write(self, folder: Path) -> None:
        """Write the three files; each appears whole or not at all."""
        self.validate()
        _write(folder / "verdict.json", json.dumps(self.details(), indent=1, allow_nan=False))
        _write(folder / "reward.json", json.dumps(self.numbers(), allow_nan=False))
        _write(folder / "reward.txt", f"{self.reward}\n")


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
