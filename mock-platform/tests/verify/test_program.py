"""Programs that an agent has written are run as its user, within limits, and leave nothing."""

import os
import socket
import time
from pathlib import Path

import pytest

from mock_platform.verify import run_program, running

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")
PYTHON = "/usr/bin/python3"


def run(code: str, **options: object):
    return run_program([PYTHON, "-c", code], user="nobody", cwd="/", **options)  # type: ignore[arg-type]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def alive(word: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (entry / "cmdline").exists():
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if word in line:
                found.append(line)
    return found


def test_a_program_runs_as_the_agents_user_with_its_input_and_plain_surroundings() -> None:
    done = run(
        "import os, sys\n"
        "print(os.getuid() != 0, os.getgroups(), sys.stdin.read(), sorted(os.environ))",
        stdin="hello",
    )
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith("True [] hello ['HOME', 'LANG', ")
    assert "SECRET" not in done.stdout


def test_its_status_and_both_outputs_are_told() -> None:
    done = run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (done.status, done.stdout, done.stderr) == (7, "out\n", "err\n")
    missing = run_program(["/nowhere/at-all"], user="nobody", cwd="/")
    assert missing.status not in (0, None)


def test_a_folder_that_is_gone_or_closed_is_no_crash(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    for folder in ("/nowhere/at-all", "/etc/hostname", str(tmp_path)):
        assert run_program([PYTHON, "-c", "1"], user="nobody", cwd=folder).status not in (0, None)
        with running([PYTHON, "-c", "1"], free_port(), user="nobody", cwd=folder) as app:
            assert not app.up


def test_one_that_does_not_end_is_ended() -> None:
    began = time.monotonic()
    done = run("print('begun', flush=True)\nwhile True: pass", timeout=1)
    assert (done.status, done.stdout) == (None, "begun\n")
    assert time.monotonic() - began < 10


def test_what_a_program_leaves_behind_is_ended_too() -> None:
    word = f"left-{os.getpid()}"
    sleeper = [PYTHON, "-c", "import time; time.sleep(600)", word]
    forks = (
        "import os, sys, time\n"
        "for n in range(20):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        f"        os.execv({PYTHON!r}, {sleeper!r})\n"
        "print('gone')\n"
    )
    assert run(forks).stdout == "gone\n"
    assert alive(word) == []


def test_a_flood_of_output_is_cut() -> None:
    done = run("print('x' * 5_000_000)")
    assert len(done.stdout) == 1_000_000


SERVER = """
import http.server, json, sys, time
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(201 if body else 400)
        self.end_headers()
        self.wfile.write(json.dumps({"got": body}).encode())
    def do_GET(self):
        self.send_response(200)
        if self.path == "/slow":
            for n in range(1000):
                self.wfile.write(b"X-Slow: 1\\r\\n")
                time.sleep(0.2)
        self.end_headers()
        self.wfile.write(b"not json")
    def log_message(self, *given):
        pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


def test_an_application_answers_while_it_is_needed() -> None:
    port = free_port()
    with running([PYTHON, "-c", SERVER, str(port)], port, user="nobody", cwd="/") as app:
        assert app.up
        answer = app.ask("POST", "/things", {"a": 1})
        assert (answer.status, answer.json) == (201, {"got": {"a": 1}})
        assert app.ask("POST", "/things", {}).status == 400
        plain = app.ask("GET", "/")
        assert (plain.status, plain.text, plain.json) == (200, "not json", None)
    assert app.ask("GET", "/").status == 0


def test_an_answer_that_only_trickles_in_is_none() -> None:
    port = free_port()
    command = [PYTHON, "-c", SERVER, str(port)]
    with running(command, port, user="nobody", cwd="/", patience=1) as app:
        assert app.up
        began = time.monotonic()
        assert app.ask("GET", "/slow").status == 0
        assert time.monotonic() - began < 10


def test_an_application_that_does_not_come_up_is_told() -> None:
    port = free_port()
    with running([PYTHON, "-c", "1"], port, user="nobody", cwd="/") as app:
        assert not app.up
