"""Shelfmark over HTTP."""

import json
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from shelf import RELEASE
from shelf.settings import Settings
from shelf.storage import Refused, Storage


class Handler(BaseHTTPRequestHandler):
    storage: Storage
    settings: Settings

    def do_GET(self) -> None:
        given = self.settings
        about = {
            "name": given.name,
            "release": RELEASE,
            "days": given.days,
            "fine_cents": given.fine_cents,
            "most": given.most,
        }
        pages = {
            "/health": lambda: {"ok": True},
            "/about": lambda: about,
            "/items": self.storage.items,
            "/loans": self.storage.loans,
            "/late": lambda: self.storage.late(date.today()),
        }
        page = pages.get(self.path)
        self.answer(*((200, page()) if page else (404, {"error": "no such page"})))

    def do_POST(self) -> None:
        if self.path != "/loans":
            self.answer(404, {"error": "no such page"})
            return
        try:
            given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            loan = self.storage.lend(int(given["item"]), str(given["member"]), date.today())
        except (KeyError, TypeError, ValueError):
            self.answer(400, {"error": "item and member are wanted"})
        except Refused as refusal:
            self.answer(409, {"error": str(refusal)})
        else:
            self.answer(201, loan)

    def answer(self, status: int, value: Any) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def serve(storage: Storage, settings: Settings) -> None:
    Handler.storage, Handler.settings = storage, settings
    with ThreadingHTTPServer(("127.0.0.1", settings.port), Handler) as server:
        server.serve_forever()
