import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import httpx
import pytest

from mock_platform.demo import demo_cast
from mock_platform.kit.service import get_service
from mock_platform.world import DEMO_PASSWORD

WriteTask = Callable[..., Path]
Liveclaw = Callable[..., subprocess.CompletedProcess[str]]
pytestmark = pytest.mark.alone
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
def test_the_demo_world_is_one_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVECLAW_CACHE", str(tmp_path))
    process = subprocess.Popen(
        [*COMMAND, "serve", "--services", "email,shop", "--seed", "4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Ctrl-C")
    login = {"email": demo_cast(4).owner.email, "password": DEMO_PASSWORD}
    try:
        for service in map(get_service, ("email", "shop")):
            answer = httpx.post(f"{service.url}api/login", json=login)
            assert answer.status_code == 200
    finally:
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=20)
    assert login["email"] in printed


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([], "either a task or --services"),
        (["watch-purchase", "--services", "email"], "either a task or --services"),
        (["--services", "post"], "no service 'post'"),
        (["--services", ","], "no service is named"),
    ],
)
def test_what_is_to_be_served_must_be_clear(process: Liveclaw, asked: list[str], said: str) -> None:
    done = process("serve", *asked)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.slow
def test_wrong_seed_data_is_named(process: Liveclaw, write_task: WriteTask) -> None:
    task = write_task("mail", services=["email"])
    (task / "mock/email.json").write_text('{"nonsense": []}')
    done = process("serve", task)
    assert done.returncode == 1
    assert "email.json:1: no table 'nonsense'" in done.stderr


def test_a_task_without_services_has_none_to_serve(
    process: Liveclaw, write_task: WriteTask
) -> None:
    done = process("serve", write_task("plain"))
    assert done.returncode == 2


@pytest.mark.parametrize("words", [["--services", "email"], ["TASK"]])
def test_a_port_that_is_taken_is_told_without_a_path(
    process: Liveclaw, write_task: WriteTask, words: list[str]
) -> None:
    task = write_task("mail", services=["email"])
    port = get_service("email").port
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        done = process("serve", *(str(task) if word == "TASK" else word for word in words))
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == (
        f"error: port {port} is taken (is another `liveclaw serve` running?)"
    )
