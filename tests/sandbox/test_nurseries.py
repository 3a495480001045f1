"""Services that are forked from a process with everything imported."""

import asyncio
import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from liveclawbench.images import Image, Store
from liveclawbench.sandbox import Limits, Sandbox, SandboxError
from liveclawbench.sandbox.client import close_keeper, keeper

ROOT = Path(__file__).parents[2]
TASK = ROOT / "tasks/gift-jacket-exchange"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def services() -> Image:
    return Store().task(TASK, ["email", "shop"])


async def output(sandbox: Sandbox, command: str) -> str:
    result = await sandbox.exec(command, user="root")
    assert result.return_code == 0, result.stderr
    return result.stdout


def host_pids(log: Path) -> list[int]:
    """The processes, as this machine sees them, whose standard output is that file."""
    return [pid for pid in all_pids() if link(pid, "fd/1") == str(log)]


def all_pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def link(pid: int, name: str) -> str:
    try:
        return str(Path(f"/proc/{pid}/{name}").readlink())
    except OSError:
        return ""


def nursery_pids() -> list[int]:
    logs = [keeper().sandboxes / made.result() / "output" for made in keeper().nurseries.values()]
    return [pid for log in logs for pid in host_pids(log)]


async def service_pids(sandbox: Sandbox) -> list[str]:
    return (await output(sandbox, "pgrep -u mock")).split()


async def test_they_answer_once_the_sandbox_has_started(services: Image) -> None:
    async with Sandbox(services) as sandbox:
        for port in (5001, 5002):
            assert await output(sandbox, f"curl -s localhost:{port}/health") == "ok"
        assert len(await service_pids(sandbox)) == 1
        assert len(json.loads(await output(sandbox, "cat /var/lib/mock-data/trial.json"))) == 3


async def test_they_have_given_up_what_any_process_inside_gives_up(services: Image) -> None:
    async with Sandbox(services) as sandbox:
        own = dict(
            line.split(":\t")
            for line in (
                await output(sandbox, "setpriv --reuid mock cat /proc/self/status")
            ).splitlines()
            if ":\t" in line
        )
        for pid in await service_pids(sandbox):
            status = await output(sandbox, f"cat /proc/{pid}/status")
            found = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
            for key in ("CapPrm", "CapEff", "CapBnd", "CapAmb"):
                assert int(found[key], 16) & ~int(own["CapBnd"], 16) == 0, key
            assert int(found["CapEff"], 16) == int(found["CapPrm"], 16) == 0
            assert (found["NoNewPrivs"], found["Seccomp"]) == ("1", "2")


async def test_a_client_that_goes_away_cannot_end_them(services: Image) -> None:
    async with Sandbox(services) as sandbox:
        for pid in await service_pids(sandbox):
            status = await output(sandbox, f"grep SigIgn /proc/{pid}/status")
            assert int(status.split()[1], 16) >> signal.SIGPIPE - 1 & 1


async def test_they_hold_nothing_of_the_nursery(services: Image) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can look into the processes of others")
    async with Sandbox(services) as sandbox:
        spaces = {link(pid, "ns/pid") for pid in host_pids(sandbox.directory / "output")}
        (space,) = spaces - {link(pid, "ns/pid") for pid in nursery_pids()}
        inside = [pid for pid in all_pids() if link(pid, "ns/pid") == space]
        found = [
            pid
            for pid in inside
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"mock-platform")
        ]
        assert len(found) == 2  # the services, and who waits for the verifier
        for pid in found:
            held = {fd.name: link(pid, f"fd/{fd.name}") for fd in Path(f"/proc/{pid}/fd").iterdir()}
            strange = {
                target
                for target in held.values()
                if not target.startswith(("socket:", "anon_inode:", "/dev/null", "pipe:"))
                and not target.startswith("/var/lib/mock-data/")
            }
            assert not strange
            for name in ("mnt", "net", "ipc", "uts"):
                assert link(pid, f"ns/{name}") == link(inside[0], f"ns/{name}")
                assert link(pid, f"ns/{name}") != link(os.getpid(), f"ns/{name}")


async def test_two_sandboxes_have_services_of_their_own(services: Image) -> None:
    async with Sandbox(services) as first, Sandbox(services) as second:
        await output(first, "pkill -9 -u mock")
        assert await output(second, "curl -s localhost:5001/health") == "ok"
        assert len(nursery_pids()) == 1


async def test_they_count_towards_the_sandboxs_limits(services: Image) -> None:
    async with Sandbox(services, limits=Limits(memory_mb=512)) as sandbox:
        if not next(limit for limit in sandbox.limits_report if limit.name == "memory").applied:
            pytest.skip("memory cannot be limited here")
        mine = await output(sandbox, "cat /proc/self/cgroup")
        for pid in await service_pids(sandbox):
            assert await output(sandbox, f"cat /proc/{pid}/cgroup") == mine


async def test_wrong_seed_data_is_told_as_before(services: Image, tmp_path: Path) -> None:
    wrong = tmp_path / "layer"
    seeds = wrong / "opt/mock/task/seed"
    seeds.mkdir(parents=True)
    (seeds / "shop.json").write_text('{"nonsense": []}')
    broken = replace(services, layers=(*services.layers, wrong))
    with pytest.raises(SandboxError, match="no table 'nonsense'"):
        async with Sandbox(broken):
            pass


async def test_without_the_nursery_the_entrypoint_starts_them(
    services: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> str:
        return ""

    monkeypatch.setattr("liveclawbench.sandbox.nurseries._nursery", none)
    async with Sandbox(services) as sandbox:
        assert await output(sandbox, "curl -s localhost:5001/health") == "ok"


async def test_a_dead_nursery_is_replaced(services: Image) -> None:
    async with Sandbox(services):
        (pid,) = nursery_pids()
    os.kill(pid, signal.SIGKILL)
    while link(pid, "fd/1"):
        await asyncio.sleep(0.01)
    async with Sandbox(services) as sandbox:
        assert await output(sandbox, "curl -s localhost:5001/health") == "ok"
    async with Sandbox(services):
        assert len(nursery_pids()) == 1


async def test_it_ends_with_the_keeper(services: Image) -> None:
    async with Sandbox(services):
        assert nursery_pids()
        boxes = [keeper().sandboxes / made.result() for made in keeper().nurseries.values()]
    close_keeper()
    assert not nursery_pids()
    assert not any(box.exists() for box in boxes)
