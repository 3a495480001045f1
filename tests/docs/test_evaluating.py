"""The guide to evaluating a model, as far as it goes without a real one."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from scripted_model import scripted_model
from solutions import SOLUTIONS

from liveclawbench.paths import REPO, TASKS

GUIDE = (REPO / "docs/guide/evaluating-a-model.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\./(liveclaw [^#\n]*)", GUIDE, re.MULTILINE)


@pytest.mark.slow
def test_the_way_of_the_guide_leads_to_a_score(tmp_path: Path) -> None:
    name = "skill-library-merge"
    [trying] = [c for c in COMMANDS if c.startswith(f"liveclaw run {name} -a openclaw")]
    [replaying] = [c for c in COMMANDS if c.startswith("liveclaw replay")]
    with scripted_model(*SOLUTIONS[name](TASKS / name)) as model:
        words = shlex.split(trying.replace("http://127.0.0.1:8000/v1", model.base_url))
        done = call(words, tmp_path, MY_MODEL_KEY="sk-of-the-guide")
    assert done.returncode == 0, done.stderr
    assert re.search(rf"{name} +B2 +passed +1 ", done.stdout)
    assert "tokens in" in done.stdout
    assert set(model.keys) == {"Bearer sk-of-the-guide"}
    [trial] = (tmp_path / "jobs").glob("*/*__0")
    told = call(shlex.split(replaying.replace("jobs/JOB/TRIAL", str(trial))), tmp_path)
    assert "python3 /tmp/plan/solve.py" in told.stdout
    assert f"{name}: passed, reward 1" in told.stdout


def call(words: list[str], here: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(REPO / words[0]), *words[1:]],
        cwd=here,
        env={**os.environ, **env, "COLUMNS": "160", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=3600,  # the first on a machine builds the full image
    )
