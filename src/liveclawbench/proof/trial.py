"""One probe in a sandbox of its own: act, verify, read the verdict."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from liveclawbench.images import Image
from liveclawbench.proof.probe import Probe
from liveclawbench.sandbox import ExecResult, ExecTimeoutError, Limits, Sandbox
from liveclawbench.tasks import Task

_AGENT = 1000
_LAST_LINES = 5
_BREAK = 'find "$MOCK_DATA_DIR" -name "*.sqlite*" -delete; rm -f /opt/mock/task/services'


@dataclass(frozen=True)
class Verdict:
    """`reward` is None where the verifier left none; `reasons` say why it is not 1."""

    reward: float | None
    reasons: tuple[str, ...] = ()
    problem: str | None = None


async def try_out(probe: Probe, instance: Task, image: Image) -> Verdict:
    """Run the probe on an instance of its task, as a trial would be run."""
    environment = instance.config.environment
    limits = Limits(cpus=environment.cpus, memory_mb=environment.memory_mb)
    async with Sandbox(image, limits=limits, name=instance.name) as sandbox:
        if probe.script is not None and (problem := await _act(sandbox, probe, instance)):
            return Verdict(None, problem=problem)
        if probe.kind == "crash":
            await sandbox.exec(_BREAK, user="root")
        return await _verify(sandbox, instance)


async def _act(sandbox: Sandbox, probe: Probe, instance: Task) -> str | None:
    """Run the script as the agent; what went wrong, if anything did."""
    agent = instance.config.agent
    await sandbox.upload_dir(instance.dir / "solution", "/solution")
    try:
        done = await sandbox.exec(
            ["bash", f"/solution/{probe.script}"], user=agent.user, timeout=agent.timeout_sec
        )
    except ExecTimeoutError as error:
        return f"{probe.script}: {error.message}"
    await sandbox.kill_user(_AGENT)
    return f"{probe.script} {_ended(done)}" if done.return_code else None


async def _verify(sandbox: Sandbox, instance: Task) -> Verdict:
    for folder in ("/tests", "/logs/verifier"):
        await sandbox.reset_dir(folder)
    await sandbox.upload_dir(instance.dir / "tests", "/tests")
    verifier = instance.config.verifier
    try:
        done = await sandbox.exec(
            ["bash", "/tests/test.sh"],
            user=verifier.user,
            env=verifier.env,
            timeout=verifier.timeout_sec,
        )
    except ExecTimeoutError as error:
        return Verdict(None, problem=f"test.sh: {error.message}")
    with tempfile.TemporaryDirectory() as scratch:
        await sandbox.download_dir("/logs/verifier", scratch)
        return _read(Path(scratch), done)


def _read(logs: Path, done: ExecResult) -> Verdict:
    """The verdict, and whether the two files and the exit status say the same."""
    numbers, text = logs / "reward.json", logs / "reward.txt"
    if not numbers.exists() and not text.exists():
        return Verdict(None, (f"the verifier left no reward: test.sh {_ended(done)}",))
    try:
        reward = float(json.loads(numbers.read_text())["reward"])
        written = float(text.read_text())
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Verdict(None, problem=f"reward.json or reward.txt is missing or broken: {error!r}")
    problem = None
    if not 0 <= reward <= 1 or written != reward:
        problem = f"reward.json says {reward}, reward.txt {written}"
    elif (done.return_code == 0) != (reward >= 0.5):
        problem = f"the reward is {reward}, but test.sh {_ended(done)}"
    reasons, invalid = _reasons(logs / "verdict.json")
    return Verdict(reward, reasons, problem or invalid)


def _reasons(path: Path) -> tuple[tuple[str, ...], str | None]:
    """What cost points, and why the trial is invalid, if it is."""
    try:
        found: dict[str, Any] = json.loads(path.read_text())
        lost = [*found["checks"], *(gate for gate in found["gates"] if not gate["passed"])]
        reasons = [
            f"{item['name']}: {item['reason'] or 'not so'}"
            for item in lost
            if item.get("score", 0) < 1
        ]
        reasons += [f"collateral damage: {what}" for what in found["collateral"]]
        return tuple(reasons), "; ".join(found["invalid"]) or None
    except (OSError, ValueError, KeyError, TypeError):
        return (), None


def _ended(done: ExecResult) -> str:
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-_LAST_LINES:]
    return f"ended with status {done.return_code}" + (f": {' | '.join(said)}" if said else "")
