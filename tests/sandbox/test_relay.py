"""What a sandbox is let reach of the world outside, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from liveclawbench.errors import UsageError
from liveclawbench.images import Image
from liveclawbench.sandbox import Endpoint, Sandbox, SandboxError, Traffic

_ASK = "exec 3<>/dev/tcp/{host}/{port} && echo hello >&3 && cat <&3"


@asynccontextmanager
async def _server(greeting: bytes = b"good day\n") -> AsyncIterator[int]:
    """A server on the host's loopback that answers a line; its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(greeting + await reader.readline())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize(
    ("url", "endpoint"),
    [
        ("http://127.0.0.1:8000/v1", Endpoint("127.0.0.1", 8000)),
        ("https://models.example/v1", Endpoint("models.example", 443)),
        ("http://models.example", Endpoint("models.example", 80)),
    ],
)
def test_an_endpoint_is_read_from_a_url(url: str, endpoint: Endpoint) -> None:
    assert Endpoint.of(url) == endpoint


@pytest.mark.parametrize(
    "url",
    [
        *("models.example", "ftp://models.example", "http://:80", "http://a:x"),
        *("http://a?b=c", "http://a/v1#b", "http://b@a", "http://b:c@a/v1"),
    ],
)
def test_other_text_is_no_endpoint(url: str) -> None:
    with pytest.raises(UsageError, match="no address of a server"):
        Endpoint.of(url)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("localhost", True), ("127.0.0.1", True), ("127.8.0.1", True), ("10.0.0.1", False)],
)
def test_loopback_addresses_are_told_apart(host: str, loopback: bool) -> None:
    assert Endpoint(host, 80).is_loopback is loopback


async def test_a_service_on_the_hosts_loopback_is_reached_by_the_same_address(image: Image) -> None:
    async with (
        _server() as port,
        Sandbox(image, reach=[Endpoint("127.0.0.1", port)]) as sandbox,
    ):
        for host in ("127.0.0.1", "localhost"):
            said = await sandbox.exec(_ASK.format(host=host, port=port), user="node")
            assert said.stdout == "good day\nhello\n"


async def test_nothing_else_of_the_hosts_loopback_is_reached(image: Image) -> None:
    async with (
        _server() as wanted,
        _server() as other,
        Sandbox(image, reach=[Endpoint("localhost", wanted)]) as sandbox,
    ):
        asked = await sandbox.exec(_ASK.format(host="127.0.0.1", port=other), user="node")
        assert asked.return_code != 0
        assert "good day" not in asked.stdout


async def test_a_name_and_an_address_elsewhere_are_reached_without_a_network(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = asyncio.open_connection
    asked: list[tuple[str, int]] = []

    async def redirected(host: str, port: int) -> object:
        asked.append((host, port))
        return await connect("127.0.0.1", server)

    async with _server() as server:
        monkeypatch.setattr("liveclawbench.sandbox.relay.asyncio.open_connection", redirected)
        reach = [Endpoint("models.example", 443), Endpoint("192.0.2.7", 8000)]
        async with Sandbox(image, reach=reach) as sandbox:
            for endpoint in reach:
                command = _ASK.format(host=endpoint.host, port=endpoint.port)
                assert "good day" in (await sandbox.exec(command, user="node")).stdout
    assert asked == [("models.example", 443), ("192.0.2.7", 8000)]


async def test_an_endpoint_that_is_not_there_ends_the_connection(image: Image) -> None:
    async with _server() as port:
        pass
    async with Sandbox(image, reach=[Endpoint("127.0.0.1", port)]) as sandbox:
        asked = await sandbox.exec(_ASK.format(host="127.0.0.1", port=port), timeout=10)
        assert asked.stdout == ""


async def test_much_is_carried_both_ways(image: Image) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(1 << 16):
            writer.write(chunk)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    program = f"""
import socket, threading
s = socket.create_connection(("127.0.0.1", {port}))
data = bytes(range(256)) * 40000
threading.Thread(target=lambda: (s.sendall(data), s.shutdown(socket.SHUT_WR))).start()
back = b"".join(iter(lambda: s.recv(1 << 16), b""))
print(back == data, len(back))
"""
    async with server, Sandbox(image, reach=[Endpoint("127.0.0.1", port)]) as sandbox:
        said = await sandbox.exec(["python3", "-c", program], user="node", timeout=30)
    assert said.stdout == "True 10240000\n"


async def test_a_port_that_cannot_be_had_is_told(image: Image) -> None:
    reach = [Endpoint("127.0.0.1", 9000), Endpoint("localhost", 9000)]
    with pytest.raises(SandboxError, match=r"127\.0\.0\.1:9000"):
        async with Sandbox(image, reach=reach):
            pass


async def test_connections_end_with_the_sandbox(image: Image) -> None:
    gone = asyncio.Event()

    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        gone.set()
        writer.close()

    server = await asyncio.start_server(wait, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        async with Sandbox(image, reach=[Endpoint("127.0.0.1", port)]) as sandbox:
            await sandbox.exec(f"sleep 60 > /dev/tcp/127.0.0.1/{port} 2>&1 & sleep 0.2")
        await asyncio.wait_for(gone.wait(), 5)


ANSWERS = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n",
    b"HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n\r\n<p>",
    b"HTTP/1.1 429 Too Many Requests\r\n\r\n",
    b"\x16\x03\x03 something encrypted",
)


def test_answers_are_counted_as_far_as_they_can_be_read() -> None:
    traffic = Traffic()
    assert not traffic.readable
    for answer in ANSWERS:
        traffic.note(answer)
    assert traffic.statuses == {200: 2, 429: 1}
    assert traffic.odd == 1
    assert traffic.readable


async def test_what_went_over_a_relay_is_known(image: Image) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.readline():
            writer.write(ANSWERS[2])
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    ask = f"exec 3<>/dev/tcp/127.0.0.1/{port}; for _ in 1 2 3; do echo x >&3; sleep 0.2; done"
    async with _server() as gone:
        pass
    reach = [Endpoint("127.0.0.1", port), Endpoint("127.0.0.1", gone)]
    async with server, Sandbox(image, reach=reach) as sandbox:
        await sandbox.exec(ask, user="node")
        await sandbox.exec(_ASK.format(host="127.0.0.1", port=gone), timeout=10)
        assert sandbox.traffic.statuses == {429: 3}
        assert sandbox.traffic.refused == 1
