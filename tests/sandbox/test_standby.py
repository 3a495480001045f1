"""The process of root's that waits in a sandbox to run the verifier."""

from pathlib import Path

import pytest

from liveclawbench.images import Image, Store
from liveclawbench.sandbox import Sandbox

TASK = Path(__file__).parents[2] / "tasks/gift-jacket-exchange"
PYTHON = "/opt/mock/venv/bin/python"
PLACE = "/run/mock-platform/verifier"
VERIFIER = """import os, sys
before = "mock_platform.verify.state" in sys.modules
import mock_platform
waited = "mock_platform.verify.state" in sys.modules
print(waited, os.getuid(), os.environ.get("MOCK_DATA_DIR"), os.getcwd())
sys.exit(7)
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def image() -> Image:
    return Store().task(TASK, ["email", "shop"])


@pytest.fixture
def verifier(tmp_path: Path) -> Path:
    (tmp_path / "verify.py").write_text(VERIFIER)
    return tmp_path / "verify.py"


async def test_the_verifier_is_run_by_it(image: Image, verifier: Path) -> None:
    async with Sandbox(image) as sandbox:
        await sandbox.upload_file(verifier, "/tests/verify.py")
        done = await sandbox.exec([PYTHON, "-I", "/tests/verify.py"], user="root", cwd="/tests")
        assert done.stdout == "True 0 /var/lib/mock-data /tests\n", done.stderr
        assert done.return_code == 7


async def test_the_agent_can_neither_reach_nor_end_it(image: Image) -> None:
    async with Sandbox(image) as sandbox:
        looked = await sandbox.exec(f"cat {PLACE}; ls {Path(PLACE).parent}", user="node")
        assert looked.stderr.count("Permission denied") == 2
        before = (await sandbox.exec("pgrep -u root -f ^mock-platform", user="root")).stdout
        assert len(before.split()) == 1
        ended = await sandbox.exec(f"kill -9 {before.strip()}", user="node")
        assert ended.return_code != 0
        await sandbox.kill_user(1000)
        assert (await sandbox.exec("pgrep -u root -f ^mock-platform", user="root")).stdout == before


async def test_without_it_the_verifier_says_the_same(image: Image, verifier: Path) -> None:
    async with Sandbox(image) as sandbox:
        await sandbox.upload_file(verifier, "/tests/verify.py")
        await sandbox.exec("pkill -9 -u root -f ^mock-platform", user="root")
        done = await sandbox.exec([PYTHON, "-I", "/tests/verify.py"], user="root", cwd="/tests")
        assert done.stdout == "False 0 /var/lib/mock-data /tests\n", done.stderr
        assert done.return_code == 7


async def test_a_time_limit_ends_it_there_too(image: Image, tmp_path: Path) -> None:
    endless = tmp_path / "verify.py"
    endless.write_text("import mock_platform, time\ntime.sleep(600)\n")
    async with Sandbox(image) as sandbox:
        await sandbox.upload_file(endless, "/tests/verify.py")
        count = "pgrep -c -u root -f ^mock-platform"
        gone = f"timeout 10 sh -c 'while [ $({count}) != 1 ]; do sleep 0.02; done'"
        command = f"timeout 1 {PYTHON} -I /tests/verify.py; {gone}; {count}"
        done = await sandbox.exec(command, user="root")
        assert done.stdout == "1\n"
