"""A real browser for a test: Debian's Chromium, which talks to this machine alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
WIDTHS = (1280, 390)
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def browsing(url: str, width: int) -> Iterator[Page]:
    """A page at `url`; afterwards nothing may have been wrong with any page that was seen."""
    problems: list[str] = []

    def look(page: Page) -> None:
        if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            problems.append(f"{page.url} is wider than the screen")
        problems.extend(f"{page.url}: no label: {html}" for html in page.evaluate(_UNLABELLED))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_QUIET))
        try:
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.set_default_timeout(10_000)
            page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
            page.on("load", look)
            page.goto(url)
            yield page
        finally:
            browser.close()
    assert problems == []


_UNLABELLED = """
[...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
  .filter(e => !e.labels.length && !e.getAttribute("aria-label"))
  .map(e => e.outerHTML.slice(0, 120))
"""
