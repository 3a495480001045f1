"""What came of trials: types, totals, the `--json` format, reading back from a job's folder."""

from liveclawbench.results.naming import new_job_name
from liveclawbench.results.reading import read_job, read_trial
from liveclawbench.results.totals import as_json, counted, mean_reward, totals
from liveclawbench.results.trial import OUTCOMES, PASS_MARK, Finding, Outcome, Seconds, Trial, Usage

__all__ = [
    "OUTCOMES",
    "PASS_MARK",
    "Finding",
    "Outcome",
    "Seconds",
    "Trial",
    "Usage",
    "as_json",
    "counted",
    "mean_reward",
    "new_job_name",
    "read_job",
    "read_trial",
    "totals",
]
