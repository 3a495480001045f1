"""Plain `harbor run`, with nothing of ours but the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_harbor_runs_a_task_in_the_sandbox(task: Path, tmp_path: Path) -> None:
    harbor = Path(sys.executable).parent / "harbor"
    command = [
        *(harbor, "run", "-p", task, "-a", "oracle"),
        *("-e", "liveclawbench.harbor:Sandbox", "-o", tmp_path / "jobs"),
    ]
    environment = os.environ | {"HARBOR_TELEMETRY": "0", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [result] = tmp_path.glob("jobs/*/*/result.json")
    rewards = json.loads(result.read_text())["verifier_result"]["rewards"]
    assert rewards["reward"] == 1.0
