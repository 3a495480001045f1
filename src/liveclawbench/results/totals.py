"""All trials of a job together."""

from collections.abc import Sequence
from typing import Any

from liveclawbench.results.trial import OUTCOMES, Trial


def totals(trials: Sequence[Trial]) -> dict[str, int | float | None]:
    """Trials by outcome, and the mean reward of the `counted` ones (None if there are none)."""
    counts: dict[str, int | float | None] = {"trials": len(trials)}
    for outcome in OUTCOMES:
        counts[outcome] = sum(trial.outcome == outcome for trial in trials)
    counts["counted"] = sum(map(counted, trials))
    counts["mean_reward"] = mean_reward(trials)
    return counts


def counted(trial: Trial) -> bool:
    """Whether its reward counts: it has one, and is neither an error nor invalid."""
    return trial.reward is not None and trial.outcome not in ("error", "invalid")


def mean_reward(trials: Sequence[Trial]) -> float | None:
    """Over the trials that are `counted`; None where there is none."""
    rewards = [trial.reward for trial in trials if trial.reward is not None and counted(trial)]
    return round(sum(rewards) / len(rewards), 6) if rewards else None


def as_json(job: str, trials: Sequence[Trial]) -> dict[str, Any]:
    """The content of the `--json` file."""
    return {
        "job": job,
        "trials": [trial.as_json() for trial in trials],
        "totals": totals(trials),
    }
