"""Take pictures of the demo world's pages, at desktop and phone width.

    python scripts/pictures.py [SERVICE]... --out DIR [--most 6]

The owner is signed in; pages are the start page and the first links of each site. A page that is
wider than the screen is named, and makes the exit status 1.
"""

import argparse
import re
import sys
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from liveclawbench.cli.serve import serving_demo
from mock_platform.demo import demo_cast
from mock_platform.kit import Service, get_service, service_names
from mock_platform.world import DEMO_PASSWORD

WIDTHS = {"desktop": 1280, "phone": 390}
CHROMIUM = "/usr/bin/chromium"
_WIDE = "document.documentElement.scrollWidth > window.innerWidth"
_LINKS = "[...document.querySelectorAll('header nav a, main a')].map(a => a.getAttribute('href'))"


def take(service: Service, browser: Browser, owner: str, out: Path, most: int) -> list[str]:
    """The addresses of pages that are too wide."""
    wide = []
    for label, width in WIDTHS.items():
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.set_default_timeout(15_000)
        page.goto(f"{service.url}login")
        page.get_by_label("E-mail address").fill(owner)
        page.get_by_label("Password").fill(DEMO_PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        for path in _paths(page, service, most):
            page.goto(service.url.rstrip("/") + path)
            name = re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-")[:40] or "start"
            page.screenshot(path=out / f"{service.name}-{label}-{name}.png", full_page=False)
            if page.evaluate(_WIDE):
                wide.append(f"{service.name} {label} {path}")
        page.close()
    return wide


def _paths(page: Page, service: Service, most: int) -> list[str]:
    page.goto(service.url)
    links = page.evaluate(_LINKS)
    local = [link for link in links if link and link.startswith("/") and "logout" not in link]
    return list(dict.fromkeys(["/", *local]))[:most]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("services", nargs="*")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    found = [get_service(name) for name in options.services or service_names()]
    owner = demo_cast(options.seed).owner.email
    wide: list[str] = []
    with (
        serving_demo(found, options.seed),
        sync_playwright() as playwright,
        suppress(KeyboardInterrupt),
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for service in found:
            wide += take(service, browser, owner, options.out, options.most)
            print(f"{service.name}: done", flush=True)
        browser.close()
    for page in wide:
        print(f"wider than the screen: {page}")
    return 1 if wide else 0


if __name__ == "__main__":
    sys.exit(main())
