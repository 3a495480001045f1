"""Following every link of a service's pages."""

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

import httpx

_LINK = re.compile(r"""(?:href|src)="([^"#][^"]*)\"""")


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
        for link in _LINK.findall(seen[path]):
            target = urlsplit(urljoin(path, unescape(link)))
            if not target.netloc:
                query = f"?{target.query}" if target.query else ""
                waiting.append((target.path + query, path))
    return seen
