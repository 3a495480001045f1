"""What one running service holds: its database, its faults, and the lock that orders requests."""

import asyncio
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from mock_platform.kit.database import Database
from mock_platform.kit.injection import Injector
from mock_platform.kit.service import Service


@dataclass
class Runtime:
    service: Service
    database: Database
    injector: Injector
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def cookie(self) -> str:
        """The session cookie's name: cookies of one host are shared by all its ports."""
        return f"{self.service.name}_session"

    @staticmethod
    def of(connection: HTTPConnection) -> "Runtime":
        runtime: Runtime = connection.app.state.runtime
        return runtime
