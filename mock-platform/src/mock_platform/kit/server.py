"""Preparing the database of a service, and the process that serves all services of a trial."""

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from mock_platform.kit.app import create_app
from mock_platform.kit.database import Database
from mock_platform.kit.faults import Fault
from mock_platform.kit.injection import Injector
from mock_platform.kit.runtime import Runtime
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.kit.service import Service


def prepare(service: Service, data_dir: Path, seed: Path, faults: Iterable[Fault]) -> Runtime:
    """Create and seed the database, keep its baseline."""
    runtime = resume(service, data_dir, faults)
    runtime.database.create()
    store_seed(runtime.database, load_seed(seed, service), seed)
    runtime.database.keep_baseline()
    return runtime


def resume(service: Service, data_dir: Path, faults: Iterable[Fault]) -> Runtime:
    """A service over the database that `prepare` has made, or is about to make."""
    return Runtime(service, Database(service, data_dir), Injector(service, faults))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. OSError where the port is taken.

    Without `TCP_NODELAY` every answer would wait 40 ms for the other side's acknowledgement, since
    the head and the body of an answer are written apart.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((host, port))
        listener.listen(256)
    except OSError:
        listener.close()
        raise
    return listener


class _Server(uvicorn.Server):
    """Reports on `ready` (a pipe) when it accepts requests."""

    def __init__(self, config: uvicorn.Config, ready: int) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        os.write(self._ready, b"ready\n")
        os.close(self._ready)


class _ByPort:
    """Gives a request to the application of the port that it came in on."""

    def __init__(self, applications: Mapping[int, ASGIApp]) -> None:
        self._applications = applications

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._applications[scope["server"][1]](scope, receive, send)


def serve(
    runtimes: Iterable[Runtime],
    listeners: Iterable[socket.socket],
    ready: int,
    go: int | None = None,
) -> None:
    """Serve each service on its listening socket until the process is told to end.

    Requests are accepted as soon as `go` (a pipe, if there is one) is closed by its other end.
    """
    sockets = list(listeners)
    ports = [listener.getsockname()[1] for listener in sockets]
    applications = {
        port: create_app(runtime) for port, runtime in zip(ports, runtimes, strict=True)
    }
    gc.freeze()  # else full collections look at all that was loaded, and requests wait 100 ms
    if go is not None:
        os.read(go, 1)
        os.close(go)
    config = uvicorn.Config(
        _ByPort(applications),
        log_level="warning",
        access_log=False,
        lifespan="off",
        loop="asyncio",
        http="h11",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    asyncio.run(_Server(config, ready).serve(sockets=sockets))
    sys.stdout.flush()
