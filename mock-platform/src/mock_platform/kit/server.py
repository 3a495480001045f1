"""One process that serves one service."""

import asyncio
import os
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

import uvicorn

from mock_platform.kit.app import create_app
from mock_platform.kit.database import Database
from mock_platform.kit.faults import Fault
from mock_platform.kit.injection import Injector
from mock_platform.kit.runtime import Runtime
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.kit.service import Service


def prepare(service: Service, data_dir: Path, seed: Path, faults: Iterable[Fault]) -> Runtime:
    """Create and seed the database, keep its baseline."""
    database = Database(service, data_dir)
    database.create()
    store_seed(database, load_seed(seed, service), seed)
    database.keep_baseline()
    return Runtime(service, database, Injector(service, faults))


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


def serve(runtime: Runtime, listener: socket.socket, ready: int) -> None:
    """Serve until the process is told to end."""
    config = uvicorn.Config(
        create_app(runtime),
        log_level="warning",
        access_log=False,
        lifespan="off",
        loop="asyncio",
        http="h11",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    asyncio.run(_Server(config, ready).serve(sockets=[listener]))
    sys.stdout.flush()
