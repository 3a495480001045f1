import asyncio
import os
import pickle
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from patience import eventually

from liveclawbench.images import HealthCheck, Image
from liveclawbench.paths import cache_dir
from liveclawbench.sandbox import Limits, Sandbox, SandboxError, programs

_IN_BOX = re.compile(r"/sandboxes/.*/(output|network)\b")


def configured(image: Image, **changes: object) -> Image:
    return replace(image, config=replace(image.config, **changes))  # type: ignore[arg-type]


def leftovers() -> list[str]:
    """Directories, control groups and mounts of sandboxes."""
    found = [str(path) for path in (cache_dir() / "sandboxes").glob("[!.]*")]
    for root, directories, _ in os.walk("/sys/fs/cgroup"):
        found += [f"{root}/{name}" for name in directories if name.startswith("liveclaw-")]
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    return found + [line for line in mounts if "/sandboxes/" in line]


def holders(cache: Path) -> list[str]:
    """Names of the processes that hold files of sandboxes below `cache` open, but for keepers."""
    names = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            held = [os.readlink(file) for file in (process / "fd").iterdir()]
            if any(_IN_BOX.search(name) and str(cache) in name for name in held):
                names.append((process / "comm").read_text().strip())
        except OSError:
            continue
    return names


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVECLAW_CACHE", str(tmp_path))
    return tmp_path


async def test_command_runs_with_the_images_configuration(image: Image) -> None:
    told = configured(
        image,
        entrypoint=("/bin/sh", "-c", 'id -un > /tmp/who; pwd >> /tmp/who; exec "$@"', "sh"),
        cmd=("sh", "-c", 'echo "$GREETING" >> /tmp/who; sleep infinity'),
        env={"GREETING": "hello", **image.config.env},
        workdir="/usr/share",
        user="node",
    )
    async with Sandbox(told) as sandbox:
        while len((await sandbox.exec("cat /tmp/who")).stdout.splitlines()) < 3:
            pass
        assert (await sandbox.exec("cat /tmp/who")).stdout == "node\n/usr/share\nhello\n"
        assert (await sandbox.exec("id -un; pwd")).stdout == "node\n/usr/share\n"


def with_entrypoint(image: Image, tmp_path: Path, script: str) -> Image:
    """`image` with our ENTRYPOINT, which is `script`."""
    layer = tmp_path / "layer"
    (layer / "opt/mock").mkdir(parents=True)
    entrypoint = layer / "opt/mock/entrypoint.sh"
    entrypoint.write_text(f"#!/bin/sh\n{script}\n")
    entrypoint.chmod(0o755)
    return configured(
        replace(image, layers=(*image.layers, layer)), entrypoint=("/opt/mock/entrypoint.sh",)
    )


async def test_start_waits_until_the_entrypoint_hands_over(image: Image, tmp_path: Path) -> None:
    slow = with_entrypoint(image, tmp_path, 'sleep 0.4; touch /tmp/started; exec "$@"')
    async with Sandbox(slow) as sandbox:
        assert (await sandbox.exec("test -e /tmp/started")).return_code == 0
        assert (await sandbox.exec("cat /proc/3/cmdline")).stdout == "sleep\0infinity\0"


async def test_entrypoint_that_fails_is_an_error_with_its_last_lines(
    image: Image, tmp_path: Path
) -> None:
    broken = with_entrypoint(image, tmp_path, "seq 100; echo no seed data >&2; exit 3")
    with pytest.raises(SandboxError, match=r"(?s)status 3.*100\nno seed data") as caught:
        await Sandbox(broken).start()
    assert "\n50\n" not in caught.value.message


async def test_health_check_is_waited_for(image: Image) -> None:
    check = HealthCheck(("CMD-SHELL", "test -e /tmp/well"), interval=0.1, retries=30)
    well = configured(
        image, cmd=("sh", "-c", "sleep 0.3; touch /tmp/well; sleep infinity"), healthcheck=check
    )
    async with Sandbox(well) as sandbox:
        assert (await sandbox.exec("test -e /tmp/well")).return_code == 0
    ill = configured(image, healthcheck=HealthCheck(("CMD", "cat", "/x"), interval=0.1, retries=2))
    with pytest.raises(SandboxError, match="health check fails: status 1: cat: /x: No such file"):
        await Sandbox(ill).start()


HUNGRY = "data = bytearray(400 << 20); print(len(data))"
FERTILE = """
import os
for made in range(100):
    try:
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "1000"])
    except BlockingIOError:
        break
print(made)
"""


async def test_limits_hold(image: Image) -> None:
    async with Sandbox(image, limits=Limits(cpus=1, memory_mb=100, pids=40)) as sandbox:
        applied = {limit.name for limit in sandbox.limits_report if limit.applied}
        assert {limit.name for limit in sandbox.limits_report} == {"cpus", "memory", "pids"}
        if "memory" in applied:
            assert (await sandbox.exec(["python3", "-c", HUNGRY])).return_code == 137
        made = int((await sandbox.exec(["python3", "-c", FERTILE], user="node")).stdout)
        assert made < 40
        assert await sandbox.kill_user("node") == made


LASTING = """
import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
size = 8 << 20
while True:
    at = libc.shmat(libc.shmget(0, size, 0o1600), None, 0)
    ctypes.memset(at, 1, size)
    libc.shmdt(ctypes.c_void_p(at))
"""


async def test_memory_that_nobody_holds_any_more_does_not_count(image: Image) -> None:
    need = ["python3", "-c", "print(len(b'x' * 80_000_000))"]
    async with Sandbox(image, limits=Limits(memory_mb=150)) as sandbox:
        [memory] = [limit for limit in sandbox.limits_report if limit.name == "memory"]
        if not memory.applied:
            pytest.skip("control groups for memory cannot be made here")
        assert (await sandbox.exec(["python3", "-c", LASTING], user="node")).return_code == 137
        assert (await sandbox.exec(need)).return_code == 137
        for _ in range(2):
            await sandbox.kill_user("node")
            assert (await sandbox.exec(need)).stdout == "80000000\n"
        assert (await sandbox.exec(["python3", "-c", HUNGRY])).return_code == 137


async def test_storage_limits_single_files_and_says_that_it_does_no_more(image: Image) -> None:
    async with Sandbox(image, limits=Limits(storage_mb=1)) as sandbox:
        [storage] = [limit for limit in sandbox.limits_report if limit.name == "storage"]
        assert not storage.applied
        assert "only single files" in storage.reason
        assert (await sandbox.exec("head -c 1048576 /dev/zero > /a")).return_code == 0
        assert (await sandbox.exec("head -c 1048577 /dev/zero > /b")).return_code == 128 + 25


async def test_memory_names_every_process(sandbox: Sandbox) -> None:
    sizes = await sandbox.memory()
    assert {name.split()[1] for name in sizes} == {"bwrap", "sleep"}
    assert 100 < sum(sizes.values()) < 10_000


async def test_memory_that_is_held_is_counted_for_all_together(image: Image) -> None:
    hold = "python3 -c \"x = b'x' * 100_000_000; import time; time.sleep(60)\" & sleep 0.5"
    async with Sandbox(image, limits=Limits(memory_mb=500)) as sandbox:
        before = await sandbox.resident()
        if before is None:
            pytest.skip("control groups for memory cannot be made here")
        await sandbox.exec(hold)
        after = await sandbox.resident()
    assert after is not None
    assert 100_000_000 < after - before < 130_000_000


async def test_nothing_is_left_after_stop(image: Image, own_cache: Path) -> None:
    sandbox = Sandbox(image, limits=Limits(cpus=1, memory_mb=200), network="public")
    await sandbox.start()
    directory = sandbox.directory
    await sandbox.exec("mkdir -p /a/b; chmod 000 /a; sleep 1000 &", user="root")
    assert directory.exists()
    await sandbox.stop()
    await sandbox.stop()
    assert not directory.exists()
    assert [line for line in leftovers() if directory.name in line] == []


async def test_cancelling_the_start_at_any_moment_leaves_nothing(
    image: Image, own_cache: Path
) -> None:
    async with Sandbox(image):  # the keeper is there already
        for delay in range(0, 30, 2):
            sandbox = Sandbox(image, network="public")
            starting = asyncio.ensure_future(sandbox.start())
            await asyncio.sleep(delay / 1000)
            if not starting.cancel():
                await sandbox.stop()
            await asyncio.wait([starting])
        assert len(list((own_cache / "sandboxes").glob("[!.]*"))) == 1
        assert sorted(holders(own_cache)) == ["bwrap", "bwrap", "sleep", "sleep"]
    assert list((own_cache / "sandboxes").glob("[!.]*")) == []


HOLD = """
import asyncio, pickle, sys
from liveclawbench.sandbox import Limits, Sandbox

async def main():
    image = pickle.load(sys.stdin.buffer)
    sandbox = Sandbox(image, limits=Limits(cpus=1, memory_mb=200), network="public")
    await sandbox.start()
    print(sandbox.directory, flush=True)
    await sandbox.exec("sleep 4711", user="node")

asyncio.run(main())
"""


def hold(image: Image) -> tuple["subprocess.Popen[bytes]", Path]:
    """Another process with a sandbox in which something runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(pickle.dumps(image))
    process.stdin.close()
    return process, Path(process.stdout.readline().decode().strip())


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_when_the_process_that_owns_it_is_killed(
    image: Image, own_cache: Path, number: signal.Signals
) -> None:
    process, directory = hold(image)
    assert directory.is_dir()
    process.send_signal(number)
    process.wait()
    process.stdout.close()  # type: ignore[union-attr]
    assert eventually(lambda: not directory.exists())
    assert [line for line in leftovers() if directory.name in line] == []
    assert subprocess.run(["pgrep", "-f", "sleep 4711"], capture_output=True).stdout == b""


def keepers(cache: Path) -> list[int]:
    """The keepers that hold sandboxes below `cache`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            locks = {os.readlink(file) for file in (process / "fd").iterdir()}
        except OSError:
            continue
        if any(name.startswith(f"{cache}/sandboxes/") and name.endswith("/lock") for name in locks):
            found.append(int(process.name))
    return found


async def test_death_of_the_keeper_is_an_error_and_the_next_one_cleans_up(
    image: Image, own_cache: Path
) -> None:
    sandbox = Sandbox(image)
    await sandbox.start()
    directory = sandbox.directory
    running = asyncio.ensure_future(sandbox.exec("sleep 1000"))
    while (await sandbox.exec("pgrep -cx sleep")).stdout != "3\n":
        pass
    [keeper] = keepers(own_cache)
    os.kill(keeper, signal.SIGKILL)
    assert (await running).return_code == 137
    with pytest.raises(SandboxError, match="keeper has ended"):
        await sandbox.exec("true")
    await sandbox.stop()
    assert await asyncio.to_thread(eventually, lambda: holders(own_cache) == [])
    assert directory.exists()
    async with Sandbox(image):
        assert await asyncio.to_thread(eventually, lambda: not directory.exists())


async def test_what_a_dead_keeper_left_is_swept_by_the_next(image: Image, own_cache: Path) -> None:
    dead = own_cache / "sandboxes" / "0123456789ab"
    (dead / "upper" / "deep").mkdir(parents=True)
    (dead / "lock").touch()
    (dead / "cgroups").write_text("/sys/fs/cgroup/no-such-group\n")
    async with Sandbox(image) as sandbox:
        assert await asyncio.to_thread(eventually, lambda: not dead.exists())
        assert sandbox.directory.exists()


async def test_using_a_sandbox_that_is_not_running_is_an_error(image: Image) -> None:
    sandbox = Sandbox(image)
    with pytest.raises(SandboxError, match="not running"):
        await sandbox.exec("true")
    await sandbox.stop()


async def test_missing_layer_is_a_clear_error(image: Image, tmp_path: Path) -> None:
    gone = replace(image, layers=(*image.layers, tmp_path / "gone"))
    with pytest.raises(SandboxError, match="gone: No such file"):
        await Sandbox(gone).start()


NOISY = """#!/bin/sh
echo 'WARNING: Support for seccomp is experimental' >&2
echo 'sent tapfd=5 for tap0' >&2
echo 'no such tap: tap0' >&2
echo 'child failed(1)' >&2
exit 1
"""


async def test_a_network_that_fails_is_one_line(
    image: Image, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in = tmp_path / "slirp4netns"
    stand_in.write_text(NOISY)
    stand_in.chmod(0o755)
    monkeypatch.setattr(programs, "slirp4netns", lambda: str(stand_in))
    with pytest.raises(SandboxError) as caught:
        await Sandbox(image, network="public").start()
    assert str(caught.value) == "slirp4netns failed: no such tap: tap0"


async def test_the_networks_chatter_is_no_output_of_the_environment(image: Image) -> None:
    async with Sandbox(image, network="public") as sandbox:
        assert "slirp" not in sandbox.output()
        assert "tapfd" not in sandbox.output()
        assert "WARNING" not in sandbox.output()
