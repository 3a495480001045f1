"""Plain `harbor run`, with nothing of ours but the environment."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench import __version__
from liveclawbench.registry import write
from liveclawbench.tasks import Corpus

HARBOR = Path(sys.executable).parent / "harbor"
SANDBOX = ("-e", "liveclawbench.harbor:Sandbox")
ENVIRONMENT = os.environ | {"HARBOR_TELEMETRY": "0", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}


@pytest.mark.slow
def test_harbor_runs_a_task_in_the_sandbox(task: Path, tmp_path: Path) -> None:
    command = [HARBOR, "run", "-p", task, "-a", "oracle", *SANDBOX, "-o", tmp_path / "jobs"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [result] = tmp_path.glob("jobs/*/*/result.json")
    rewards = json.loads(result.read_text())["verifier_result"]["rewards"]
    assert rewards["reward"] == 1.0


@pytest.mark.slow
def test_harbor_runs_the_dataset_of_the_listing(
    write_task: Callable[..., Path], tmp_path: Path
) -> None:
    write_task("second-task", case_id=2)
    write(Corpus(write_task("first-task").parent))
    dataset = ("-d", f"liveclawbench@{__version__}", "--registry-path", "registry.json")
    command = [HARBOR, "run", *dataset, "-a", "oracle", *SANDBOX, "-o", "jobs"]
    done = subprocess.run(command, env=ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    results = [json.loads(path.read_text()) for path in tmp_path.glob("jobs/*/*/result.json")]
    rewards = {r["task_name"].rpartition("/")[2]: r["verifier_result"]["rewards"] for r in results}
    assert {name: found["reward"] for name, found in rewards.items()} == {
        "first-task": 1.0,
        "second-task": 1.0,
    }
