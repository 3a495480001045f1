import asyncio
import contextlib

import pytest

from liveclawbench.sandbox import ExecTimeoutError, Sandbox, SandboxError

# A child that leaves its parent's session and process group, twice removed, and says so.
ESCAPE = "setsid sh -c 'setsid sleep 1000 & echo $! > /tmp/escaped' & "


async def test_result_has_both_streams_and_the_status(sandbox: Sandbox) -> None:
    result = await sandbox.exec("echo out; echo err >&2; exit 7")
    assert (result.stdout, result.stderr, result.return_code) == ("out\n", "err\n", 7)


async def test_signal_is_reported_as_by_a_shell(sandbox: Sandbox) -> None:
    assert (await sandbox.exec(["sh", "-c", "kill -SEGV $$"])).return_code == 128 + 11


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        (None, "uid=0(root) gid=0(root) groups=0(root)"),
        ("node", "uid=1000(node) gid=1000(node) groups=1000(node)"),
        (1000, "uid=1000(node) gid=1000(node) groups=1000(node)"),
        ("4711", "uid=4711 gid=0(root) groups=0(root)"),
        ("node:mock", "uid=1000(node) gid={mock}(mock) groups={mock}(mock)"),
    ],
)
async def test_user(sandbox: Sandbox, user: str | int | None, expected: str) -> None:
    mock = (await sandbox.exec("getent group mock | cut -d: -f3")).stdout.strip()
    assert (await sandbox.exec("id", user=user)).stdout.strip() == expected.format(mock=mock)


async def test_unknown_user_is_an_error_that_names_it(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxError, match="no user 'nobody-here'"):
        await sandbox.exec("id", user="nobody-here")


async def test_environment_home_and_working_directory(sandbox: Sandbox) -> None:
    result = await sandbox.exec(
        'echo "$A|$HOME|$PWD|$HOSTNAME"', user="node", env={"A": "b c"}, cwd="/usr"
    )
    assert result.stdout == "b c|/home/node|/usr|trial-1\n"


async def test_environment_of_the_host_stays_out(
    image: object, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_HOST", "hunter2")
    assert "SECRET" not in (await sandbox.exec("env; cat /proc/*/environ | tr '\\0' '\\n'")).stdout


async def test_input(sandbox: Sandbox) -> None:
    assert (await sandbox.exec("wc -c", input="x" * 1_000_000)).stdout.strip() == "1000000"
    assert (await sandbox.exec("cat")).stdout == ""


async def test_missing_command_and_directory_are_errors(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxError, match="No such file"):
        await sandbox.exec(["no-such-program"])
    with pytest.raises(SandboxError, match="/no/such/place"):
        await sandbox.exec("true", cwd="/no/such/place")


async def test_output_beyond_the_limit_is_dropped_and_counted(sandbox: Sandbox) -> None:
    result = await sandbox.exec("head -c 20000000 /dev/zero | tr '\\0' x")
    assert result.stdout.endswith("x\n[3222784 more bytes]")


async def test_listener_hears_output_before_the_end(sandbox: Sandbox) -> None:
    heard: list[tuple[bytes, str]] = []
    await sandbox.exec(
        "echo one; while [ ! -e /tmp/go ]; do :; done; echo two >&2",
        listener=lambda chunk, stream: (
            heard.append((chunk, stream)),  # type: ignore[func-returns-value]
            asyncio.ensure_future(sandbox.exec("touch /tmp/go")),
        ),
    )
    assert heard == [(b"one\n", "stdout"), (b"two\n", "stderr")]


async def test_what_runs_in_the_background_does_not_hold_up_the_result(sandbox: Sandbox) -> None:
    result = await asyncio.wait_for(sandbox.exec("sleep 1000 & echo started"), 5)
    assert result.stdout == "started\n"
    assert (await sandbox.exec("pgrep -c sleep")).stdout == "3\n"  # and the two that hold it up


@pytest.mark.parametrize("user", ["root", "node"])
async def test_timeout_ends_the_whole_tree(sandbox: Sandbox, user: str) -> None:
    with pytest.raises(ExecTimeoutError, match=r"more than 0\.3 seconds"):
        await sandbox.exec(ESCAPE + "sleep 1000", user=user, timeout=0.3)
    assert (await sandbox.exec("kill -0 $(cat /tmp/escaped)")).return_code == 1


async def test_cancelling_ends_the_whole_tree(sandbox: Sandbox) -> None:
    running = asyncio.ensure_future(sandbox.exec(ESCAPE + "sleep 1000", user="node"))
    while (await sandbox.exec("test -s /tmp/escaped")).return_code:
        pass
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await sandbox.exec("pgrep -u node")).stdout == ""


async def test_cancelling_at_any_moment_leaves_no_process(sandbox: Sandbox) -> None:
    for steps in range(12):
        running = asyncio.ensure_future(sandbox.exec("sleep 1000", user="node"))
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
    assert (await sandbox.exec("pgrep -u node")).stdout == ""


async def test_command_gets_no_other_descriptors(sandbox: Sandbox) -> None:
    await sandbox.exec("sleep 4711 &", user="node")
    listing = "for p in 2 3 $(pgrep -u node sleep); do ls /proc/$p/fd; done"
    assert (await sandbox.exec(listing)).stdout.split() == ["0", "1", "2"] * 3


async def test_many_at_once(sandbox: Sandbox) -> None:
    results = await asyncio.gather(*(sandbox.exec(f"echo {n}") for n in range(30)))
    assert [result.stdout for result in results] == [f"{n}\n" for n in range(30)]
