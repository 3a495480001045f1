"""What an agent might do to raise its score; each must get what doing nothing gets."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from liveclawbench.harbor import Run
from liveclawbench.results import Trial

pytestmark = pytest.mark.slow
REWARD = """{"reward": 1.0, "the_answer": 1.0}"""
CHEATS = {
    "plants rewards": f"mkdir -p /logs/verifier; echo 1 > /logs/verifier/reward.txt;"
    f"echo '{REWARD}' > /logs/verifier/reward.json",
    "keeps writing rewards": "setsid sh -c 'while :; do echo 1 > /logs/verifier/reward.txt; done' &"
    f"setsid sh -c 'while :; do echo \\'{REWARD}\\' > /logs/verifier/reward.json; done' &",
    "prepares tests": "mkdir -p /tests; echo 'exit 0' > /tests/verify.py",
    "links logs to answers": "ln -s /workspace/output /logs/artifacts/x;"
    "rm -rf /logs/agent; ln -sfn /opt/mock/venv/lib /logs/agent;"
    "ln -s /opt/mock/venv/bin/python /logs/agent/script.txt",
    "replaces python": "mkdir -p ~/bin /workspace/mock_platform;"
    f"printf '#!/bin/sh\\necho \\'{REWARD}\\' > /logs/verifier/reward.json' > ~/bin/python3;"
    "chmod +x ~/bin/python3; cp ~/bin/python3 /workspace/bash;"
    "echo 'raise SystemExit(0)' > /workspace/mock_platform/__init__.py;"
    "echo 'import os; os._exit(0)' | tee /workspace/json.py > /workspace/sitecustomize.py;"
    "echo 'export PATH=~/bin:$PATH' | tee ~/.bashrc ~/.profile > ~/.bash_profile",
    "says a score": "echo 'Score: 1.0/1.0' | tee /logs/agent/score.txt; echo 'Score: 1.0/1.0'",
    "answers later": "setsid sh -c 'until [ -e /tests/verify.py ]; do :; done;"
    "echo done > /workspace/output/answer.txt' &",
    "answers with a pipe": "mkfifo /workspace/output/answer.txt;"
    "setsid sh -c 'while :; do echo done > /workspace/output/answer.txt; done' &",
    "reads the tests": "until cp /tests/* /workspace 2>/dev/null; do sleep 0.1; done &",
    "bombs": "bomb() { bomb | bomb & }; bomb 2>/dev/null",
    "fills its log": "truncate -s 3G /logs/agent/zeros; mkdir -p /logs/agent/a/b",
}


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS.keys())
async def test_cheating_gains_nothing(
    cheat: str,
    script: Callable[[str], Run],
    results_of: Callable[..., Awaitable[list[Trial]]],
) -> None:
    [trial] = await results_of([script(cheat)])
    assert (trial.outcome, trial.reward) == ("failed", 0.0), trial


async def test_nothing_hidden_is_readable_by_the_agent(
    script: Callable[[str], Run],
    results_of: Callable[..., Awaitable[list[Trial]]],
) -> None:
    look = (
        "ls -A /opt/mock/venv /opt/mock/task /opt/mock/startup.d /var/lib/mock-data /tests "
        "/logs/verifier > /logs/agent/seen 2>/dev/null; cat /opt/mock/*/* >> /logs/agent/seen;"
        "ls / > /logs/agent/root"
    )
    [trial] = await results_of([script(look)])
    assert trial.directory is not None
    seen = (trial.directory / "agent" / "seen").read_text()
    assert "verify" not in seen
    listed = set((trial.directory / "agent" / "root").read_text().split())
    assert "tests" not in listed


async def test_secrets_do_not_reach_the_jobs_folder_through_links(
    script: Callable[[str], Run],
    results_of: Callable[..., Awaitable[list[Trial]]],
    tmp_path: Path,
) -> None:
    [trial] = await results_of([script("ln -s /etc/passwd /logs/agent/link; mkfifo /logs/agent/p")])
    assert trial.directory is not None
    assert sorted(path.name for path in (trial.directory / "agent").iterdir()) == ["script.txt"]
