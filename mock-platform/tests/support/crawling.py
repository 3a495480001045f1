"""Following every link of a service's pages."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import httpx

_LINK = re.compile(r"""(?:href|src)="([^"#][^"]*)\"""")


def links(client: httpx.Client, most: int, start: str = "/") -> list[str]:
    """The first `most` paths that are met when following the links from `start`."""
    seen: dict[str, None] = {start: None}
    waiting = [start]
    while waiting and len(seen) < most:
        path = waiting.pop(0)
        answer = client.get(path)
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        for target in _targets(path, answer.text):
            if target not in seen and len(seen) < most:
                seen[target] = None
                waiting.append(target)
    return list(seen)


def crawl(client: httpx.Client, start: str = "/", most: int = 400) -> dict[str, str]:
    """Path → text of every page that can be reached; AssertionError names a dead link."""
    seen: dict[str, str] = {}
    waiting = [(start, "the start")]
    while waiting:
        path, source = waiting.pop()
        if path in seen:
            continue
        assert len(seen) < most, "the pages have no end"
        answer = client.get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code}, linked from {source}"
        page = "text/html" in answer.headers["content-type"]
        seen[path] = answer.text if page else ""
        waiting += [(target, path) for target in _targets(path, seen[path])]
    return seen


def _targets(path: str, page: str) -> Iterator[str]:
    """Where the page's links to its own site lead."""
    for link in _LINK.findall(page):
        target = urlsplit(urljoin(path, unescape(link)))
        if not target.netloc:
            yield target.path + (f"?{target.query}" if target.query else "")
