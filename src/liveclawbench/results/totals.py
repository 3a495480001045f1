"""All trials of a job together."""

from collections.abc import Sequence
from typing import Any

from liveclawbench.results.trial import OUTCOMES, Trial


def totals(trials: Sequence[Trial]) -> dict[str, int | float | None]:
    """Trials by outcome, and the mean reward of those that were graded (None if none was)."""
    counts: dict[str, int | float | None] = {"trials": len(trials)}
    for outcome in OUTCOMES:
        counts[outcome] = sum(trial.outcome == outcome for trial in trials)
    counts["mean_reward"] = mean_reward(trials)
    return counts


def mean_reward(trials: Sequence[Trial]) -> float | None:
    """Over trials with a reward that counts: not errors, not invalid ones."""
    rewards = [
        trial.reward
        for trial in trials
        if trial.reward is not None and trial.outcome not in ("error", "invalid")
    ]
    return round(sum(rewards) / len(rewards), 6) if rewards else None


def as_json(job: str, trials: Sequence[Trial]) -> dict[str, Any]:
    """The content of the `--json` file."""
    return {
        "job": job,
        "trials": [trial.as_json() for trial in trials],
        "totals": totals(trials),
    }
