"""What is refused before a request reaches the application."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mock_platform.kit.errors import Forbidden, ServiceError, TooLarge

LARGEST_BODY = 32_000_000
_READING = ("GET", "HEAD", "OPTIONS")

type Answer = Callable[[Request, ServiceError], Response]


class Guard:
    """Refuses bodies above `LARGEST_BODY` bytes, and what another site's page posts here."""

    def __init__(self, app: ASGIApp, answer: Answer) -> None:
        self.app = app
        self.answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        error: ServiceError | None = None
        if scope["method"] not in _READING and _from_elsewhere(headers):
            error = Forbidden("This request came from another site.")
        elif _announced(headers) > LARGEST_BODY:
            error = TooLarge(LARGEST_BODY)
            if "expect" not in headers:
                await _discard(receive)
        if error is None:
            await self.app(scope, _limited(receive), send)
        else:
            await self.answer(Request(scope), error)(scope, receive, send)


def _from_elsewhere(headers: Headers) -> bool:
    """Cookies do not tell the ports of a host apart, so the origin has to."""
    source = headers.get("origin", headers.get("referer") or None)
    if source is None:
        return False
    found = urlsplit(source)
    return (found.scheme, found.netloc) != ("http", headers.get("host"))


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else 0


async def _discard(receive: Receive) -> None:
    """Let a client finish what it sends, up to a limit: many read no answer before."""
    left = 4 * LARGEST_BODY
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return


def _limited(receive: Receive) -> Callable[[], Awaitable[Message]]:
    """`receive`, which raises TooLarge when a body that announced no length grows too long."""
    total = 0

    async def limited() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > LARGEST_BODY:
            raise TooLarge(LARGEST_BODY)
        return message

    return limited
