"""The small client that every oracle shares: signing in to a service and talking JSON to it.

Only the standard library, since it runs with an environment's plain Python as the agent's user:
`PYTHONPATH=/opt/mock/oracle python3 /solution/solve.py`.
"""

import json
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


class Refusal(Exception):
    """An error answer: `status`, `code` and `message` as the service gave them."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message


class Site:
    """A service at `url`, such as `http://localhost:5001/`."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.token: str | None = None

    def login(self, email: str, password: str) -> "Site":
        self.token = self.post("/api/login", email=email, password=password)["token"]
        return self

    def get(self, path: str, **query: Any) -> Any:
        """The JSON at a path; parameters that are None are left out."""
        given = urlencode({k: v for k, v in query.items() if v is not None}, doseq=True)
        return self._call("GET", path + (f"?{given}" if given else ""))

    def all(self, path: str, **query: Any) -> list[Any]:
        """The items of every page of a list."""
        items: list[Any] = []
        page = 1
        while True:
            answer = self.get(path, **query, page=page)
            items += answer["items"]
            if page >= answer["pages"]:
                return items
            page += 1

    def post(self, path: str, **body: Any) -> Any:
        return self._call("POST", path, body)

    def put(self, path: str, **body: Any) -> Any:
        return self._call("PUT", path, body)

    def patch(self, path: str, **body: Any) -> Any:
        return self._call("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self._call("DELETE", path)

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        for _ in range(10):
            try:
                return self._send(method, path, body)
            except HTTPError as error:
                wait = error.headers.get("Retry-After")
                if error.code != 429 or wait is None:
                    raise _refusal(error) from None
                error.close()
                time.sleep(float(wait))
        raise Refusal(429, "rate_limited", f"{method} {path}: refused ten times")

    def _send(self, method: str, path: str, body: Any) -> Any:
        headers = {"Accept": "application/json"}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(self.url + path, data=data, headers=headers, method=method)  # noqa: S310
        with urlopen(request, timeout=30) as answer:  # noqa: S310
            text = answer.read()
        return json.loads(text) if text else None


def told() -> SimpleNamespace:
    """The instruction's own values: `params.json` beside the running script."""
    path = Path(sys.argv[0]).resolve().with_name("params.json")
    found: SimpleNamespace = json.loads(
        path.read_text(encoding="utf-8"), object_hook=lambda item: SimpleNamespace(**item)
    )
    return found


def _refusal(error: HTTPError) -> Refusal:
    with error:
        text = error.read()
    try:
        detail = json.loads(text)["error"]
        return Refusal(error.code, detail["code"], detail["message"])
    except (ValueError, KeyError, TypeError):
        return Refusal(error.code, "unknown", text[:200].decode(errors="replace"))
