from liveclawbench.results import Outcome, Seconds, Trial, as_json, totals


def trial(outcome: Outcome, reward: float | None) -> Trial:
    return Trial("t", "oracle", 1, outcome, reward, Seconds(1.23456, 2, 3, 6.5), {"c": 0.5})


def test_errors_and_invalid_trials_do_not_count_towards_the_mean() -> None:
    trials = [
        trial("passed", 1.0),
        trial("failed", 0.2),
        trial("timeout", 0.0),
        trial("error", None),
        trial("error", 1.0),
        trial("invalid", 1.0),
    ]
    assert totals(trials) == {
        "trials": 6,
        "passed": 1,
        "failed": 1,
        "timeout": 1,
        "error": 2,
        "invalid": 1,
        "counted": 3,
        "mean_reward": 0.4,
    }
    assert totals([trial("error", None)])["mean_reward"] is None


def test_json_has_the_documented_keys() -> None:
    assert as_json("jobs/x", [trial("passed", 1.0)]) == {
        "job": "jobs/x",
        "trials": [
            {
                "task": "t",
                "agent": "oracle",
                "attempt": 1,
                "outcome": "passed",
                "reward": 1.0,
                "seconds": {"environment": 1.235, "agent": 2, "verifier": 3, "total": 6.5},
                "usage": {
                    "input_tokens": None,
                    "cached_tokens": None,
                    "output_tokens": None,
                    "cost_usd": None,
                    "memory_mb": None,
                },
                "checks": {"c": 0.5},
                "error": None,
            }
        ],
        "totals": {
            "trials": 1,
            "passed": 1,
            "failed": 0,
            "error": 0,
            "timeout": 0,
            "invalid": 0,
            "counted": 1,
            "mean_reward": 1.0,
        },
    }
