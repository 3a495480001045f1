"""Copying files, also when the agent has prepared what is copied."""

import os
from pathlib import Path

import pytest

from liveclawbench.sandbox import Sandbox, TransferError


def tree(directory: Path) -> dict[str, str]:
    return {
        str(path.relative_to(directory)): path.read_text()
        for path in directory.rglob("*")
        if path.is_file()
    }


async def test_file_there_and_back(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(os.urandom(3_000_000))
    await sandbox.upload_file(tmp_path / "in", "/new/place/file")
    await sandbox.download_file("/new/place/file", tmp_path / "deep" / "out")
    assert (tmp_path / "in").read_bytes() == (tmp_path / "deep" / "out").read_bytes()


async def test_directory_there_and_back_merges(sandbox: Sandbox, tmp_path: Path) -> None:
    source = tmp_path / "in"
    (source / "sub").mkdir(parents=True)
    (source / "a").write_text("A")
    (source / "sub" / "b é").write_text("B")
    await sandbox.exec("mkdir -p /w/sub; echo -n old > /w/a; echo -n kept > /w/sub/c")
    await sandbox.upload_dir(source, "/w")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("M")
    assert await sandbox.download_dir("/w", tmp_path / "out") == []
    expected = {"a": "A", "sub/b é": "B", "sub/c": "kept", "mine": "M"}
    assert tree(tmp_path / "out") == expected


async def test_uploads_belong_to_root_and_are_readable_whatever_their_mode_here(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    for name, mode in (("solve.sh", 0o700), ("data.json", 0o600)):
        (tmp_path / name).touch(mode)
    await sandbox.upload_dir(tmp_path, "/solution")
    listing = (await sandbox.exec("cd /solution; stat -c '%n %a %U' . *")).stdout
    assert listing == ". 755 root\ndata.json 644 root\nsolve.sh 755 root\n"


async def test_what_is_not_there_is_an_error(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(TransferError, match="No such file"):
        await sandbox.download_file("/none", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(TransferError, match="No such file"):
        await sandbox.download_dir("/none", tmp_path / "out")
    with pytest.raises(TransferError, match="cannot be copied"):
        await sandbox.upload_file(tmp_path / "none", "/x")
    with pytest.raises(TransferError, match="absolute"):
        await sandbox.upload_file(__file__, "x")


@pytest.mark.parametrize(
    "trap",
    [
        "ln -s /etc/shadow /logs/agent/log",
        "mkfifo /logs/agent/log",
        "mkdir /logs/agent/log",
        "python3 -c 'import socket; socket.socket(1).bind(\"/logs/agent/log\")'",
    ],
)
async def test_only_regular_files_come_out(sandbox: Sandbox, tmp_path: Path, trap: str) -> None:
    await sandbox.exec("mkdir -p /logs/agent; chmod 777 /logs/agent")
    assert (await sandbox.exec(trap, user="node")).return_code == 0
    with pytest.raises(TransferError, match="/logs/agent/log: not a regular file"):
        await sandbox.download_file("/logs/agent/log", tmp_path / "log")
    skipped = await sandbox.download_dir("/logs/agent", tmp_path / "all")
    assert skipped == ([] if "mkdir" in trap else ["/logs/agent/log"])
    assert tree(tmp_path) == {}


async def test_directory_that_is_a_link_is_not_followed(sandbox: Sandbox, tmp_path: Path) -> None:
    await sandbox.exec("mkdir -m 777 /logs; mkdir -m 700 /secret; echo gold > /secret/file")
    await sandbox.exec("ln -s /secret /logs/agent", user="node")
    for copy in (
        sandbox.download_dir("/logs/agent", tmp_path / "out"),
        sandbox.download_file("/logs/agent/file", tmp_path / "out"),
        sandbox.upload_file(__file__, "/logs/agent/planted"),
        sandbox.upload_dir(Path(__file__).parent, "/logs/agent"),
    ):
        with pytest.raises(TransferError, match="a symbolic link that root did not make"):
            await copy
    assert (await sandbox.exec("ls /secret")).stdout == "file\n"


async def test_link_that_root_made_is_followed_inside_the_sandbox(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    await sandbox.exec("mkdir /target; ln -s ../../../target /link; ln -s loop /loop")
    (tmp_path / "in").write_text("x")
    await sandbox.upload_file(tmp_path / "in", "/link/file")
    assert (await sandbox.exec("cat /target/file")).stdout == "x"
    with pytest.raises(TransferError):
        await sandbox.upload_file(tmp_path / "in", "/loop/file")


@pytest.mark.parametrize("plant", ["ln -s /etc/victim", "ln /etc/victim", "touch"])
async def test_upload_replaces_what_the_agent_planted_and_writes_through_nothing(
    sandbox: Sandbox, tmp_path: Path, plant: str
) -> None:
    await sandbox.exec("mkdir -m 777 /logs; echo intact > /etc/victim; chmod 666 /etc/victim")
    assert (await sandbox.exec(f"{plant} /logs/oracle.txt", user="node")).return_code == 0
    (tmp_path / "in").write_text("log")
    await sandbox.upload_file(tmp_path / "in", "/logs/oracle.txt")
    state = "stat -c %F,%U,%h /logs/oracle.txt; cat /logs/oracle.txt /etc/victim"
    assert (await sandbox.exec(state)).stdout == "regular file,root,1\nlogintact\n"


async def test_directory_in_the_way_of_a_file_is_an_error(sandbox: Sandbox, tmp_path: Path) -> None:
    await sandbox.exec("mkdir -p /logs/result")
    (tmp_path / "in").touch()
    with pytest.raises(TransferError, match="a directory is in the way"):
        await sandbox.upload_file(tmp_path / "in", "/logs/result")
    assert (await sandbox.exec("ls -A /logs")).stdout == "result\n"


async def test_size_number_and_depth_are_bounded(sandbox: Sandbox, tmp_path: Path) -> None:
    await sandbox.exec(
        "mkdir -p /big /many /deep; truncate -s 1T /big/sparse; touch /many/{1..200};"
        "cd /deep; for i in $(seq 100); do mkdir d; cd d; done"
    )
    with pytest.raises(TransferError, match="/big/sparse: too much data"):
        await sandbox.download_dir("/big", tmp_path / "big", max_bytes=1 << 20)
    with pytest.raises(TransferError, match="too much data"):
        await sandbox.download_file("/big/sparse", tmp_path / "sparse", max_bytes=1 << 20)
    with pytest.raises(TransferError, match="too many files"):
        await sandbox.download_dir("/many", tmp_path / "many", max_files=100)
    with pytest.raises(TransferError, match="too deep"):
        await sandbox.download_dir("/deep", tmp_path / "deep")
    assert all(path.stat().st_size <= 1 << 20 for path in tmp_path.rglob("*") if path.is_file())


async def test_download_does_not_follow_links_on_the_host(sandbox: Sandbox, tmp_path: Path) -> None:
    await sandbox.exec("mkdir -p /w/sub; echo new > /w/file; echo new > /w/sub/file")
    (tmp_path / "victim").write_text("intact")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file").symlink_to(tmp_path / "victim")
    await sandbox.download_dir("/w", tmp_path / "out")
    assert (tmp_path / "victim").read_text() == "intact"
    assert (tmp_path / "out" / "file").read_text() == "new\n"


async def test_reset_leaves_a_fresh_directory_whatever_was_there(sandbox: Sandbox) -> None:
    await sandbox.exec("mkdir -m 777 /open; echo intact > /etc/victim")
    for plant in (
        "mkdir -p /open/tests/a/b; touch /open/tests/a/b/c; chmod 000 /open/tests/a",
        "ln -s /etc /open/tests",
        "mkfifo /open/tests",
        "true",
    ):
        await sandbox.exec(plant, user="node")
        await sandbox.reset_dir("/open/tests")
        state = (await sandbox.exec("stat -c '%F %a %U' /open/tests; ls -A /open/tests")).stdout
        assert state == "directory 700 root\n"
        await sandbox.exec("rmdir /open/tests")
    assert (await sandbox.exec("cat /etc/victim")).stdout == "intact\n"
