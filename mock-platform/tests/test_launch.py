"""`python -m mock_platform.launch`, as an environment and as `liveclaw serve` start it."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import httpx
import pytest
from patience import eventually

from mock_platform.kit import get_service
from mock_platform.launch import main

pytestmark = pytest.mark.alone
EMAIL = {"users": [{"id": 1, "email": "ada@pennant.example", "name": "Ada", "password": "plum"}]}
SHOP = {"users": [{"id": 1, "email": "ada@quay.example", "name": "Ada", "password": "plum"}]}
PORTS = {"email": get_service("email").port, "shop": get_service("shop").port}


@pytest.fixture
def mock_dir(tmp_path):
    folder = tmp_path / "mock"
    folder.mkdir()
    (folder / "email.json").write_text(json.dumps(EMAIL))
    (folder / "shop.json").write_text(json.dumps(SHOP))
    return folder


@pytest.fixture
def command(mock_dir, tmp_path):
    return [
        *(sys.executable, "-I", "-m", "mock_platform.launch"),
        *("--mock-dir", str(mock_dir), "--data-dir", str(tmp_path / "data")),
    ]


@pytest.fixture
def ended(tmp_path):
    """Whatever a test has left running is ended by its process id."""
    yield
    for pid in serving(tmp_path):
        os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: serving(tmp_path) == [] and not any(map(listening, PORTS.values())))


def listening(port: int) -> bool:
    """A process that ends is gone from /proc before its sockets are closed."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def staying(command, ended):
    """`staying(names)` starts services with `--stay` and returns when they are ready."""
    with ExitStack() as stack:

        def start(names: str) -> subprocess.Popen[str]:
            process = stack.enter_context(
                subprocess.Popen(
                    [*command, "--services", names, "--stay"], stdout=subprocess.PIPE, text=True
                )
            )
            stack.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            return process

        yield start


def serving(tmp_path: Path) -> list[int]:
    """The processes that were started with this test's folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if str(tmp_path).encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def answers(name: str) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{PORTS[name]}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False


def run(command: list[str], *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command, *more], capture_output=True, text=True, timeout=30)


def test_two_services_answer_when_it_returns(command, tmp_path, ended):
    done = run(command, "--services", "email,shop")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert answers("email")
    assert answers("shop")
    started = json.loads((tmp_path / "data" / "trial.json").read_text())
    assert started["services"] == ["email", "shop"]
    assert (tmp_path / "data" / "baseline" / "shop.sqlite").is_file()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert len(serving(tmp_path)) == 1


def test_a_taken_port_is_one_line_and_nothing_stays(command, tmp_path):
    with socket.create_server(("127.0.0.1", PORTS["shop"])):
        done = run(command, "--services", "email,shop")
    assert done.returncode == 1
    assert done.stderr == "mock-platform: shop: port 5001: Address already in use\n"
    assert serving(tmp_path) == []


def test_a_service_that_cannot_start_says_why_and_the_others_end(command, mock_dir, tmp_path):
    (mock_dir / "shop.json").write_text('{"users": [{"id": 1, "name": "Ada"}]}')
    done = run(command, "--services", "email,shop")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    for part in ("shop", "users: record 1", "email", "Field required"):
        assert part in done.stderr
    assert eventually(lambda: not answers("email"))
    assert serving(tmp_path) == []


def test_stay_ends_its_services_at_sigterm(staying, tmp_path):
    process = staying("email,shop")
    assert answers("email")
    assert answers("shop")
    process.terminate()
    assert process.wait(10) == 0
    assert serving(tmp_path) == []
    assert not answers("email")


def test_the_services_die_with_their_parent(staying, tmp_path):
    process = staying("email")
    process.kill()
    process.wait(10)
    assert eventually(lambda: serving(tmp_path) == [])
    assert not answers("email")


def test_check_accepts_what_is_right_and_starts_nothing(command, tmp_path):
    done = run(command, "--services", "email,shop", "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "data").exists()


FAULT = '[[fault]]\nid = "x"\nfactor = "C2"\nservice = "shop"\non = "{on}"\neffect = "{effect}"\n'


@pytest.mark.parametrize(
    ("file", "text", "services", "message"),
    [
        ("shop.json", "{", "shop", "shop.json:1: Expecting property name"),
        ("shop.json", "[]", "shop", "expected an object"),
        ("shop.json", '{"user": []}', "shop", "no table 'user'"),
        ("shop.json", '{"users": [{"id": "x"}]}', "shop", "users: record 1: id"),
        ("shop.json", '{"addresses": [{"id": 1}]}', "shop", "addresses: record 1: user_id"),
        ("shop.json", b"\xff\xfe", "shop", "not UTF-8"),
        ("faults.toml", FAULT.format(on="buy", effect="drop"), "shop", "no operation 'buy'"),
        ("faults.toml", FAULT.format(on="place_order", effect="boom"), "shop", "faults.toml:6"),
        ("faults.toml", "[[fault]\n", "shop", "faults.toml"),
        ("faults.toml", b"\xff\xfe", "shop", "not UTF-8"),
        ("faults.toml", "", "shoe", "no service 'shoe'; there are: "),
        ("faults.toml", "", "../shop", "no service '../shop'"),
    ],
)
def test_check_names_what_is_wrong(mock_dir, capsys, file, text, services, message):
    (mock_dir / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["--mock-dir", str(mock_dir), "--services", services, "--check"]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert said.startswith("mock-platform: ")


def test_a_missing_seed_and_an_unknown_user(command, mock_dir):
    (mock_dir / "shop.json").unlink()
    done = run(command, "--services", "shop", "--check")
    assert "the task starts the service 'shop'" in done.stderr
    done = run(command, "--services", "email", "--user", "nobody-here")
    assert (done.returncode, done.stderr) == (1, "mock-platform: there is no user 'nobody-here'\n")


def test_two_services_share_a_process_and_nothing_else(staying):
    staying("email,shop")
    mail, shop = (f"http://localhost:{PORTS[name]}" for name in ("email", "shop"))
    login = {"email": "ada@pennant.example", "password": "plum"}
    with httpx.Client() as client:
        token = client.post(f"{mail}/api/login", json=login).json()["token"]
        client.post(f"{mail}/login", data=login)
        assert "email_session" in client.cookies
        bearer = {"Authorization": f"Bearer {token}"}
        assert client.get(f"{mail}/api/messages", headers=bearer).status_code == 200
        assert client.get(f"{shop}/api/orders", headers=bearer).status_code == 401
        assert client.get(f"{shop}/orders").status_code == 303
        assert client.get(f"{shop}/api/messages", headers=bearer).status_code == 404
        assert client.post(f"{shop}/api/login", json=login).status_code == 422
        answer = client.post(f"{shop}/login", data=login, headers={"Origin": mail})
        assert answer.status_code == 403
        answer = client.post(f"{mail}/logout", headers={"Referer": f"{shop}/product/x"})
        assert answer.status_code == 403
        assert client.get(f"{mail}/api/messages", headers=bearer).status_code == 200
