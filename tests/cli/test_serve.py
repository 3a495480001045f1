import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from mock_platform.kit.service import get_service

WriteTask = Callable[..., Path]
Liveclaw = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-c", "from liveclawbench.cli import main; main()"]


@pytest.mark.slow
def test_a_tasks_sites_are_served_until_ctrl_c(
    write_task: WriteTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVECLAW_CACHE", str(tmp_path))
    service = get_service("email")
    process = subprocess.Popen(
        [*COMMAND, "serve", str(write_task("mail", services=["email"]))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Ctrl-C")
    with urlopen(service.url) as page:
        assert service.title in page.read().decode()
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert service.url in printed
    assert not list((tmp_path / "scratch").iterdir())
    with socket.socket() as probe:
        assert probe.connect_ex(("localhost", service.port)) != 0


@pytest.mark.slow
def test_wrong_seed_data_is_named(process: Liveclaw, write_task: WriteTask) -> None:
    task = write_task("mail", services=["email"])
    (task / "mock/email.json").write_text('{"nonsense": []}')
    done = process("serve", task)
    assert done.returncode == 1
    assert "email.json: no table 'nonsense'" in done.stderr


def test_a_task_without_services_has_none_to_serve(
    process: Liveclaw, write_task: WriteTask
) -> None:
    done = process("serve", write_task("plain"))
    assert done.returncode == 2
