"""What is tried on a task to prove it, and what must come of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from liveclawbench.errors import LiveClawError
from liveclawbench.tasks import Task
from liveclawbench.validation import Expectation, read_expectation

Kind = Literal["rendered", "oracle", "fresh", "nop", "miss", "extra", "crash"]
KINDS: dict[Kind, str] = {
    "rendered": "in step",
    "oracle": "oracle",
    "fresh": "fresh",
    "nop": "nop",
    "miss": "misses",
    "extra": "extra",
    "crash": "crash",
}
ORACLE = "solve.sh"
_FULL = Expectation(1.0, 1.0, "solves the task")
_NOTHING = Expectation(0.0, 0.0, "does nothing")


@dataclass(frozen=True)
class Probe:
    """One trial of a proof.

    `script` is relative to `solution/`, None for nobody acting; `seed` is that of a fresh
    instance, None for the published one; `expected` is None where there may be no reward at all.
    """

    task: Task
    kind: Kind
    name: str
    script: str | None = None
    seed: int | None = None
    expected: Expectation | None = None


@dataclass(frozen=True)
class Outcome:
    """What came of a probe: `problem` is None where all is well; `seconds` is what it took."""

    probe: Probe
    reward: float | None
    seconds: float
    problem: str | None = None


def plan(task: Task, seeds: Sequence[int]) -> list[Probe]:
    """The probes of one task; LiveClawError for a near miss without a band."""
    probes = [Probe(task, "oracle", "oracle", ORACLE, expected=_FULL)]
    if task.scenario:
        probes.insert(0, Probe(task, "rendered", "rendered files"))
        probes += [
            Probe(task, "fresh", f"oracle, seed {seed}", ORACLE, seed, _FULL) for seed in seeds
        ]
    probes.append(Probe(task, "nop", "nop", expected=_NOTHING))
    probes += _near_misses(task)
    probes.append(Probe(task, "crash", "verifier without its inputs"))
    return probes


def _near_misses(task: Task) -> list[Probe]:
    probes = []
    for path in task.near_misses():
        first = path.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]
        expected = read_expectation(first)
        if expected is None:
            raise LiveClawError(
                "the first line is not `# expect LO..HI: why`",
                path=path,
                line=1,
                hint="# expect 0.3..0.6: the cheapest watch, ignoring the rating",
            )
        kind: Kind = "extra" if path.name.startswith("extra-") else "miss"
        probes.append(Probe(task, kind, path.stem, f"near_misses/{path.name}", expected=expected))
    if not any(probe.kind == "extra" for probe in probes):
        raise LiveClawError(
            "no near miss named extra-*.sh",
            path=task.dir / "solution" / "near_misses",
            hint="run the oracle, then one harmful thing: a second order, a deleted mail",
        )
    return probes
