"""What came of one agent's one attempt at a task."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Outcome = Literal["passed", "failed", "error", "timeout", "invalid"]

OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "timeout", "invalid")
PASS_MARK = 0.5


@dataclass(frozen=True)
class Seconds:
    """How long the phases took; 0 for one that was not reached."""

    environment: float = 0.0
    agent: float = 0.0
    verifier: float = 0.0
    total: float = 0.0


@dataclass(frozen=True)
class Usage:
    """What a trial took; None where nobody counted. `input_tokens` include the cached ones.

    `memory_mb` is the peak of all processes of the environment together, in MiB.
    """

    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    memory_mb: float | None = None


@dataclass(frozen=True)
class Finding:
    """One line of the verdict: a check, a gate, or damage. `score` and `weight` in [0, 1]."""

    kind: Literal["check", "gate", "damage"]
    name: str
    score: float
    weight: float = 0.0
    reason: str = ""


@dataclass(frozen=True)
class Trial:
    """`reward` is None where there is none: that is an error, never a zero.

    `checks`: the other numbers of the verifier. `findings`: what is behind them. `notes`: remarks
    of the verifier, such as why a trial is invalid. `error`: what went wrong, for a person.
    `task_dir` and `directory` (Harbor's folder of this trial) are None where unknown.
    """

    task: str
    agent: str
    attempt: int
    outcome: Outcome
    reward: float | None = None
    seconds: Seconds = Seconds()
    checks: dict[str, float] = field(default_factory=dict)
    usage: Usage = Usage()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None
    task_dir: Path | None = None
    directory: Path | None = None

    def as_json(self) -> dict[str, Any]:
        """Its part of the `--json` file."""
        return {
            "task": self.task,
            "agent": self.agent,
            "attempt": self.attempt,
            "outcome": self.outcome,
            "reward": self.reward,
            "seconds": {name: round(value, 3) for name, value in vars(self.seconds).items()},
            "usage": vars(self.usage),
            "checks": self.checks,
            "error": self.error,
        }
