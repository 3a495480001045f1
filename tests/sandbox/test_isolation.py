"""What an agent might try: everything here runs as uid 1000, unless it says otherwise."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from liveclawbench.images import Image
from liveclawbench.sandbox import ExecTimeoutError, Limits, Sandbox

SECRETS = (
    "install -d -m 0750 -g mock /opt/mock/task; echo gold > /opt/mock/task/seed.json;"
    "install -d -m 0700 -o mock -g mock /var/lib/mock-data; echo gold > /var/lib/mock-data/shop.db;"
    "chown mock /var/lib/mock-data/shop.db;"
    "install -d -m 0700 /tests /logs /logs/verifier; echo gold > /tests/expected.json"
)


@pytest.fixture
async def trial(image: Image) -> AsyncIterator[Sandbox]:
    """A sandbox as in a trial: things to hide, and a service of user `mock` with a secret."""
    async with Sandbox(image, network="public") as sandbox:
        assert (await sandbox.exec(SECRETS)).return_code == 0
        await sandbox.exec("sleep 100000 &", user="mock", env={"KEY": "gold"})
        yield sandbox


REFUSALS = ("permission denied", "not permitted", "read-only", "must be", "no such file")


async def attempt(sandbox: Sandbox, command: str) -> str:
    """What the agent gets to see."""
    result = await sandbox.exec(command, user="node", timeout=20)
    return result.stdout + result.stderr


@pytest.mark.parametrize(
    "command",
    [
        "cat /opt/mock/task/*; ls /opt/mock/task",
        "cat /var/lib/mock-data/shop.db; ls /var/lib/mock-data",
        "cat /tests/*; ls /tests",
        "cat /proc/*/root/tests/expected.json /proc/*/cwd/tests/expected.json",
        "cat /proc/$(pgrep -u mock sleep)/environ | tr '\\0' '\\n' | grep KEY",
        "ls -l /proc/$(pgrep -u mock sleep)/fd",
        "dd if=/proc/$(pgrep -u mock sleep)/mem bs=1 count=1",
        "ln /tests/expected.json /tmp/link",
        "ln /var/lib/mock-data/shop.db /tmp/link && cat /tmp/link",
        "kill $(pgrep -u mock sleep)",
        "kill 1",
        "echo 1 > /logs/verifier/reward.txt",
        "rm -rf /tests",
        "mkdir -p /solution",
        "mount -t tmpfs none /mnt",
        "unshare -Ur cat /tests/expected.json",
        "unshare -n true",
        "nsenter -t 1 -m ls /",
        "mknod /tmp/disk b 8 0",
        "chroot / true",
        "echo x > /proc/sys/kernel/hostname",
        "echo x > /proc/sysrq-trigger",
        "echo x > /etc/passwd",
        "hostname other",
        "dmesg",
        "chown node /tests",
    ],
)
async def test_refused(trial: Sandbox, command: str) -> None:
    seen = await attempt(trial, command)
    assert "gold" not in seen
    assert any(refusal in seen.lower() for refusal in REFUSALS), seen


async def test_services_and_files_are_unharmed_by_root_of_the_sandbox(trial: Sandbox) -> None:
    """Root inside has what a container's root has, and no more."""
    for command in (
        "mount -t tmpfs none /mnt",
        "mknod /tmp/disk b 254 0",
        "echo x > /proc/sys/kernel/core_pattern",
        "echo b > /proc/sysrq-trigger",
        "unshare -m true",
        "nsenter -t 1 -p true",
        "date -s 2020-01-01",
        """python3 -c "import ctypes; exit(ctypes.CDLL(None).syscall(250, 0, 0, 0, 0, 0) < 0)" """,
        "mount -o remount,rw /proc/sys",
        "umount /proc/sys",
        "chroot /proc/1/root/../../ ls /work",
    ):
        result = await trial.exec(command)
        assert result.return_code != 0, (command, result)


async def test_capabilities_and_filters(trial: Sandbox) -> None:
    status = "grep -E '^(CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp):' /proc/self/status"
    agent = dict(line.split() for line in (await attempt(trial, status)).splitlines())
    assert agent == {
        "CapEff:": "0000000000000000",
        "CapBnd:": "00000000a00425fb",
        "CapAmb:": "0000000000000000",
        "NoNewPrivs:": "1",
        "Seccomp:": "2",
    }
    root = dict(line.split() for line in (await trial.exec(status)).stdout.splitlines())
    assert root == agent | {"CapEff:": "00000000a00425fb"}


async def test_setuid_programs_give_nothing(trial: Sandbox) -> None:
    await trial.exec("cp /usr/bin/id /usr/local/bin/rootid; chmod 4755 /usr/local/bin/rootid")
    assert "euid" not in await attempt(trial, "rootid")


async def test_raw_sockets_are_for_root_only(trial: Sandbox) -> None:
    raw = "python3 -c 'import socket as s; s.socket(s.AF_INET, s.SOCK_RAW, s.IPPROTO_ICMP)'"
    assert "not permitted" in await attempt(trial, raw)
    assert (await trial.exec(raw)).return_code == 0


async def test_other_processes_cannot_be_traced(trial: Sandbox) -> None:
    attach = (
        "import ctypes, sys; l = ctypes.CDLL(None, use_errno=True);"
        "print(l.ptrace(16, int(sys.argv[1]), 0, 0), ctypes.get_errno())"
    )
    for target in ("$(pgrep -u mock sleep)", "1", "2"):
        assert await attempt(trial, f'python3 -c "{attach}" {target}') == "-1 1\n"


async def test_only_the_sandbox_own_processes_are_seen(trial: Sandbox) -> None:
    seen = (await trial.exec("cat /proc/[0-9]*/cmdline | tr '\\0' ' '", user="node")).stdout
    assert "pytest" not in seen
    assert "/work" not in seen
    assert str(Path.home()) not in seen
    assert len((await trial.exec(["pgrep", "."])).stdout.split()) < 10


async def test_places_of_the_host_are_not_named(trial: Sandbox) -> None:
    where = str(trial.directory.parent.parent)
    assert where not in await attempt(trial, "cat /proc/self/mountinfo /proc/self/mounts")


@pytest.mark.parametrize("network", ["none", "public"])
async def test_loopback_of_the_host_is_closed(image: Image, network: str) -> None:
    connections: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)

        def accept() -> None:
            try:
                connections.append(server.accept())
            except OSError:
                return

        waiting = threading.Thread(target=accept)
        waiting.start()
        port = server.getsockname()[1]
        async with Sandbox(image, network=network) as sandbox:  # type: ignore[arg-type]
            for address in ("127.0.0.1", "10.0.2.2", "localhost"):
                await attempt(sandbox, f"timeout 1 bash -c '</dev/tcp/{address}/{port}'")
        server.shutdown(socket.SHUT_RDWR)
        waiting.join()
    assert connections == []


async def test_its_own_loopback_works_and_is_its_own(image: Image) -> None:
    async with Sandbox(image) as one, Sandbox(image) as other:
        serve = "cd /etc && nohup python3 -m http.server 5003 >/dev/null 2>&1 & "
        wait = "until curl -sf localhost:5003/hostname; do :; done"
        assert (await one.exec(serve + wait, timeout=20)).stdout == "sandbox\n"
        assert (await other.exec("curl -s localhost:5003/hostname")).return_code == 7


async def test_no_network_means_none(sandbox: Sandbox) -> None:
    assert "Network is unreachable" in await attempt(sandbox, "bash -c '</dev/tcp/192.0.2.1/80'")
    assert (await sandbox.exec("ls /sys/class/net /sys")).stdout.strip() in ("", "/sys:")


async def test_public_network_has_a_way_out_but_not_to_the_clouds_credentials(
    trial: Sandbox,
) -> None:
    routes = (await trial.exec("cat /proc/net/route")).stdout
    assert next(line.split()[1] for line in routes.splitlines() if "tap0" in line) == "00000000"
    connect = "bash -c '</dev/tcp/169.254.169.254/80'"
    for user in ("node", "root"):
        seen = (await trial.exec(connect, user=user, timeout=20)).stderr
        assert "No route to host" in seen or "unreachable" in seen


async def test_sandboxes_share_no_files(image: Image) -> None:
    async with Sandbox(image) as one, Sandbox(image) as other:
        await one.exec("touch /tmp/here /dev/shm/here /root/here")
        assert (await other.exec("ls /tmp /dev/shm /root")).stdout.count("here") == 0


ESCAPES = {
    "nohup": "nohup sleep 1000 >/dev/null 2>&1 &",
    "twice forked": "setsid sh -c 'setsid sleep 1000 & ' &",
    "many": "for i in $(seq 50); do sleep 1000 & done",
    "ignoring signals": "sh -c 'trap \"\" TERM INT HUP; while :; do sleep 1; done' &",
    "stopped": "sleep 1000 & kill -STOP $!",
    "fork bomb": "bomb() { bomb | bomb & }; bomb 2>/dev/null",
    "respawning": "sh -c 'f() { sleep 0.01; f & }; f' 2>/dev/null &",
    "killing all others": "sh -c 'while :; do kill -9 -1; done' &",
    "first thread gone": "python3 -c 'import ctypes, threading, time;"
    "threading.Thread(target=time.sleep, args=(1000,)).start();"
    "ctypes.CDLL(None).pthread_exit(None)' &",
}


@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES.keys())
async def test_leftovers_end_for_sure(image: Image, escape: str) -> None:
    async with Sandbox(image, limits=Limits(pids=500)) as sandbox:
        await sandbox.exec("sleep 4711 &", user="mock")
        with suppress(ExecTimeoutError):
            await sandbox.exec(escape, user="node", timeout=0.5)
        await sandbox.kill_user("node")
        assert (await sandbox.exec("pgrep -c -u node")).stdout == "0\n"
        assert (await sandbox.exec("pgrep -c -u mock")).stdout == "1\n"


async def test_root_cannot_be_killed_as_a_user(sandbox: Sandbox) -> None:
    with pytest.raises(Exception, match="root's processes"):
        await sandbox.kill_user("root")
    with pytest.raises(Exception, match="no user"):
        await sandbox.kill_user("nobody-here")


async def test_a_writer_cannot_go_on_after_its_end(sandbox: Sandbox) -> None:
    await sandbox.exec("mkdir -m 777 /shared")
    write = "while :; do date +%N > /shared/reward.txt; done &"
    await sandbox.exec(write, user="node")
    await sandbox.kill_user(1000)
    before = (await sandbox.exec("cat /shared/reward.txt")).stdout
    await asyncio.sleep(0.05)
    assert (await sandbox.exec("cat /shared/reward.txt")).stdout == before
