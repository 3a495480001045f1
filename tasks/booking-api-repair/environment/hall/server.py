"""The interface over HTTP; what a booking may be is decided in bookings.py."""

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hall.bookings import Bookings, Refused

LARGEST = 10_000


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(400, "minutes is a whole number")
    return value


def text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise Refused(400, f"{name} is missing")
    return value


class Handler(BaseHTTPRequestHandler):
    bookings: Bookings

    def do_GET(self) -> None:
        self.answer(self.read)

    def do_POST(self) -> None:
        self.answer(self.write)

    def read(self) -> tuple[int, Any]:
        place = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(place.query).items()}
        if place.path == "/courts":
            courts = self.bookings.hall.courts
            return 200, [{"id": court, "name": name} for court, name in courts.items()]
        if place.path == "/quote":
            minutes = query.get("minutes", "")
            price = self.bookings.quote(
                text(query.get("court"), "court"),
                text(query.get("start"), "start"),
                int(minutes) if re.fullmatch(r"\d{1,4}", minutes) else whole(None),
                text(query.get("member"), "member"),
            )
            return 200, {"price": str(price)}
        if place.path == "/bookings":
            found = self.bookings.listed(query.get("member"), query.get("court"), query.get("day"))
            return 200, [booking.out() for booking in found]
        if match := re.fullmatch(r"/bookings/(\d{1,9})", place.path):
            return 200, self.bookings.get(int(match[1])).out()
        raise Refused(404, "no such page")

    def write(self) -> tuple[int, Any]:
        if self.path == "/bookings":
            given = self.body()
            booking = self.bookings.book(
                text(given.get("court"), "court"),
                text(given.get("start"), "start"),
                whole(given.get("minutes")),
                text(given.get("member"), "member"),
            )
            return 201, booking.out()
        if match := re.fullmatch(r"/bookings/(\d{1,9})/cancel", self.path):
            booking, refund = self.bookings.cancel(int(match[1]))
            return 200, {**booking.out(), "refund": str(refund)}
        raise Refused(404, "no such page")

    def body(self) -> dict:
        length = int(self.headers.get("Content-Length") or 0)
        try:
            given = json.loads(self.rfile.read(min(length, LARGEST)))
        except ValueError:
            raise Refused(400, "that is no JSON") from None
        if not isinstance(given, dict):
            raise Refused(400, "an object is wanted")
        return given

    def answer(self, work: Any) -> None:
        try:
            status, value = work()
        except Refused as refusal:
            status, value = refusal.status, {"error": str(refusal)}
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True


def serve(bookings: Bookings, port: int) -> None:
    Handler.bookings = bookings
    with Server(("127.0.0.1", port), Handler) as server:
        server.serve_forever()
