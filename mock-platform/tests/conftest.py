"""Fixtures that start a real service on a free port and talk to it over HTTP."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx
import pytest
import uvicorn

from mock_platform.kit import Service
from mock_platform.kit.app import create_app
from mock_platform.kit.clock import Clock, current, set_clock
from mock_platform.kit.faults import load_faults
from mock_platform.kit.runtime import Runtime
from mock_platform.kit.server import listen, prepare


@dataclass
class Live:
    """A running service: `http` is not signed in; `login` gives a client that is."""

    runtime: Runtime
    data_dir: Path
    http: httpx.Client
    stack: ExitStack

    def reset(self) -> "Live":
        """Make the data what they were at the start; whoever was signed in is not any more."""
        database = self.runtime.database
        with (
            closing(sqlite3.connect(database.baseline)) as baseline,
            closing(sqlite3.connect(database.path)) as live,
        ):
            baseline.backup(live)
        return self

    def login(self, email: str, password: str) -> httpx.Client:
        answer = self.http.post("/api/login", json={"email": email, "password": password})
        answer.raise_for_status()
        token = answer.json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        return self.stack.enter_context(
            httpx.Client(verify=False, base_url=self.http.base_url, headers=headers)
        )

    def browser(self, email: str, password: str) -> httpx.Client:
        client = self.stack.enter_context(
            httpx.Client(verify=False, base_url=self.http.base_url, follow_redirects=True)
        )
        client.post("/login", data={"email": email, "password": password}).raise_for_status()
        return client


@pytest.fixture(scope="session")
def ending() -> Iterator[ExitStack]:
    """What is ended with the session, all at once: a server takes a moment to stop."""
    with ExitStack() as stack:
        yield stack


def _serve(runtime: Runtime, stack: ExitStack, ending: ExitStack) -> int:
    """Serve in a thread until the test ends, which nobody waits for; the port."""
    listener = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        create_app(runtime), log_level="warning", lifespan="off", ws="none", access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    ending.callback(runtime.database.close)
    ending.callback(listener.close)
    ending.callback(thread.join)
    stack.callback(setattr, server, "should_exit", True)
    return int(listener.getsockname()[1])


def _launch(
    folder: Path, stack: ExitStack, ending: ExitStack, service: Service, data: Any, faults: str
) -> Live:
    set_clock(Clock(start=current().now()))
    seed_file = folder / f"{service.name}.json"
    seed_file.write_text(json.dumps(data))
    (folder / "faults.toml").write_text(faults)
    declared = load_faults(folder / "faults.toml", [service])
    runtime = prepare(service, folder, seed_file, declared)
    port = _serve(runtime, stack, ending)
    http = stack.enter_context(httpx.Client(verify=False, base_url=f"http://127.0.0.1:{port}"))
    http.get("/health").raise_for_status()
    return Live(runtime, folder, http, stack)


@pytest.fixture
def start(tmp_path: Path, ending: ExitStack) -> Iterator[Callable[..., Live]]:
    """`start(service, seed, faults="")` runs a service and gives its `Live`."""
    with ExitStack() as stack:

        def run(service: Service, seed: dict[str, Any], faults: str = "") -> Live:
            folder = Path(mkdtemp(dir=tmp_path))
            return _launch(folder, stack, ending, service, seed, faults)

        yield run


@pytest.fixture(scope="session")
def share(
    tmp_path_factory: pytest.TempPathFactory, ending: ExitStack
) -> Iterator[Callable[..., Live]]:
    """`share(service, seed)` runs a service once for all tests; `Live.reset` between its tests."""
    with ExitStack() as stack:
        running: dict[str, Live] = {}

        def run(service: Service, seed: dict[str, Any]) -> Live:
            key = service.name + json.dumps(seed)
            if key not in running:
                folder = tmp_path_factory.mktemp(service.name)
                running[key] = _launch(folder, stack, ending, service, seed, "")
            return running[key]

        yield run
