"""Single addresses outside, made reachable from inside a sandbox."""

import asyncio
import ipaddress
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from liveclawbench.errors import UsageError
from liveclawbench.sandbox.client import Keeper
from liveclawbench.sandbox.errors import SandboxError

_V6_LOOPBACK = ipaddress.IPv6Address("::1")
_PORTS = {"http": 80, "https": 443}
_CHUNK = 1 << 16
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)\b")


@dataclass(frozen=True)
class Endpoint:
    """A TCP service outside, called inside by the same name or address and the same port."""

    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Self:
        """The endpoint of an http or https URL; UsageError for any other text."""
        try:
            parts = urlsplit(url)
            port = _PORTS[parts.scheme] if parts.port is None else parts.port
            more = parts.username or parts.password or parts.query or parts.fragment
            host = None if more else parts.hostname
        except (ValueError, KeyError):
            host, port = None, 0
        if not host or not port:
            raise UsageError(f"{url!r} is no address of a server", hint="http(s)://host[:port]/…")
        literal = _literal(host)
        if literal is not None and (literal.is_unspecified or literal == _V6_LOOPBACK):
            raise UsageError(
                f"{url!r} is no address that can be called from a sandbox",
                hint=f"a server that listens there has another too: {parts.scheme}://127.0.0.1:{port}",
            )
        return cls(host, port)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The endpoint of HOST:PORT; UsageError for any other text."""
        host, _, port = text.rpartition(":")
        if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
            raise UsageError(f"{text!r} is not HOST:PORT")
        return cls(host, int(port))

    @property
    def is_loopback(self) -> bool:
        """Whether it runs on this machine, for this machine alone."""
        if self.host == "localhost":
            return True
        literal = _literal(self.host)
        return literal is not None and literal.is_loopback

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass
class Traffic:
    """What went over a relay, as far as it can be read: nothing of what is encrypted.

    `statuses` counts HTTP answers, `odd` those of status 200 that are neither JSON nor a stream of
    events, `refused` connections that could not be made, `cut` those that the server ended first.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    odd: int = 0
    refused: int = 0
    cut: int = 0

    @property
    def readable(self) -> bool:
        """Whether anything of it could be read."""
        return bool(self.statuses or self.refused)

    def note(self, answer: bytes) -> None:
        """Count an answer by how it begins."""
        found = _STATUS.match(answer)
        if found is None:
            return
        status = int(found[1])
        self.statuses[status] += 1
        head = answer.partition(b"\r\n\r\n")[0].lower()
        if status == 200 and not re.search(
            rb"content-type: *(application/json|text/event-s)", head
        ):
            self.odd += 1


class Relay:
    """Carries connections from a sandbox to its endpoints, and to nothing else.

    Bytes are passed on as they are: what is encrypted stays so from end to end. It lives in the
    event loop that started it.
    """

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self.endpoints = list(dict.fromkeys(endpoints))
        self.traffic = Traffic()
        self._servers: list[asyncio.Server] = []
        self._carriers: set[asyncio.Task[None]] = set()

    def hosts(self) -> dict[str, str]:
        """Name → address inside, for the names that have to be known there."""
        return {
            endpoint.host: self._inside(endpoint.host)
            for endpoint in self.endpoints
            if endpoint.host != "localhost" and _literal(endpoint.host) is None
        }

    async def start(self, host: Keeper, box: str) -> None:
        """Listen inside; SandboxError where an address is taken or cannot be had."""
        if not self.endpoints:
            return
        addresses = [(self._inside(e.host), e.port) for e in self.endpoints]
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, theirs:
            try:
                await host.request("listen", theirs.fileno(), box=box, addresses=addresses)
            except SandboxError as error:
                raise SandboxError(
                    f"no way can be made to {', '.join(map(str, self.endpoints))}: {error.message}",
                    hint="if the port is one of the task's services, use another for the model",
                ) from None
            for endpoint in self.endpoints:
                _, fds, _, _ = socket.recv_fds(ours, 16, 1)
                door = socket.socket(fileno=fds[0])
                door.setblocking(False)
                server = await asyncio.start_server(self._accept(endpoint), sock=door)
                self._servers.append(server)

    async def stop(self) -> None:
        for server in self._servers:
            server.close()
        self._servers.clear()
        for carrier in self._carriers:
            carrier.cancel()
        await asyncio.gather(*self._carriers, return_exceptions=True)

    def _inside(self, host: str) -> str:
        literal = _literal(host)
        if literal is not None and literal.version == 4:
            return str(literal)
        if literal is not None:
            raise SandboxError(f"{host}: only names and IPv4 addresses can be reached")
        if host == "localhost":
            return "127.0.0.1"
        names = list(dict.fromkeys(e.host for e in self.endpoints if _literal(e.host) is None))
        return f"127.77.0.{names.index(host) + 1}"

    def _accept(
        self, endpoint: Endpoint
    ) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            carrier = asyncio.current_task()
            assert carrier is not None
            self._carriers.add(carrier)
            try:
                await _carry(endpoint, reader, writer, self.traffic)
            except asyncio.CancelledError:
                writer.transport.abort()
            finally:
                self._carriers.discard(carrier)

        return accept


async def _carry(
    endpoint: Endpoint,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    traffic: Traffic,
) -> None:
    try:
        outside, outward = await asyncio.open_connection(endpoint.host, endpoint.port)
    except OSError:
        traffic.refused += 1
        writer.transport.abort()  # as a port on which nobody listens
        return
    asked = asyncio.Event()

    async def there() -> None:
        async for chunk in _chunks(reader):
            asked.set()
            outward.write(chunk)
            await outward.drain()
        if outward.can_write_eof():
            outward.write_eof()

    async def back() -> None:
        async for chunk in _chunks(outside):
            if asked.is_set():
                asked.clear()
                traffic.note(chunk)
            writer.write(chunk)
            await writer.drain()
        traffic.cut += not reader.at_eof()
        if writer.can_write_eof():
            writer.write_eof()

    try:
        await asyncio.gather(_until_gone(there()), _until_gone(back()))
    finally:
        outward.transport.abort()
        writer.transport.abort()


async def _chunks(source: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while chunk := await source.read(_CHUNK):
        yield chunk


async def _until_gone(pouring: Awaitable[None]) -> None:
    with suppress(OSError):
        await pouring


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with suppress(ValueError):
        return ipaddress.ip_address(host)
    return None
