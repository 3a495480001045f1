"""Solutions of four tasks as the tool calls of a model, each by another way.

They read the values to be reached from the task's `expected.json`: what is tried out here is not
whether a model finds them.
"""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripted_model import Call, Turn, browser, shell

SOLUTIONS: dict[str, Callable[[Path], list[Turn]]] = {}


def _solves(task: str) -> Callable[[Callable[[Path], list[Turn]]], Callable[[Path], list[Turn]]]:
    def register(solution: Callable[[Path], list[Turn]]) -> Callable[[Path], list[Turn]]:
        SOLUTIONS[task] = solution
        return solution

    return register


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@_solves("skill-library-merge")
def by_shell(task: Path) -> list[Turn]:
    """A program is written down and run."""
    names = ("solve.py", "params.json")
    files = {name: (task / "solution" / name).read_text(encoding="utf-8") for name in names}
    writing = [
        shell(f"mkdir -p /tmp/plan && printf %s {shlex.quote(text)} > /tmp/plan/{name}")
        for name, text in files.items()
    ]
    return [*writing, shell("python3 /tmp/plan/solve.py && echo tidied"), "The shelf is tidy."]


@_solves("training-day-terms")
def by_http(task: Path) -> list[Turn]:
    """The site is asked and told with curl."""
    told, want = _load(task / "solution/params.json"), _load(task / "tests/expected.json")
    site = told["mail"].rstrip("/")
    token: list[str] = []

    def call(path: str, **body: Any) -> Call:
        data = f"-H 'content-type: application/json' -d {shlex.quote(json.dumps(body))} "
        key = f"-H 'authorization: Bearer {token[0]}' " if token else ""
        return shell(f"curl -s {key}{data if body else ''}{shlex.quote(site + path)}")

    def thread(seen: list[str]) -> Turn:
        token.append(json.loads(seen[-1])["token"])
        return call(f"/api/threads/{want['thread']}")

    def answer(seen: list[str]) -> Turn:
        asked = [m for m in json.loads(seen[-1]) if m["sender"] == want["client"]]
        body = (
            f"Hello, the day comes to {want['total']} euros in all for everybody who comes, and "
            f"please send the final list {want['days']} working days before."
        )
        return call(f"/api/messages/{asked[-1]['id']}/reply", body=body, cc=[want["copy"]])

    def login(seen: list[str]) -> Turn:
        assert "E-mail address" in seen[-1]  # pages of this machine may be fetched
        return call("/api/login", email=told["email"], password=told["password"])

    look = Call("tool_call", {"id": "web_fetch", "args": {"url": f"{site}/login"}})
    return [look, login, thread, answer, "He has his answer."]


@_solves("conflicting-notes")
def by_edits(task: Path) -> list[Turn]:
    """Files are read, edited and written with the tools for files."""
    want = _load(task / "tests/expected.json")
    home = want["home"]
    wrong = [line for line in want["lines"] if line["before"] != line["after"]]
    edits: dict[str, list[dict[str, str]]] = {}
    for line in wrong:
        change = {"oldText": line["before"], "newText": line["after"]}
        edits.setdefault(line["path"], []).append(change)
    questions = "".join(f"- Plot {q['plot']}: {' or '.join(q['values'])}?\n" for q in want["open"])
    return [
        [Call("read", {"path": f"{home}/{path}"}) for path in edits],
        *[Call("edit", {"path": f"{home}/{path}", "edits": e}) for path, e in edits.items()],
        Call("write", {"path": f"{home}/memory/open-questions.md", "content": questions}),
        "The notes agree again.",
    ]


class _Page:
    """The page in OpenClaw's browser, as its last snapshot told it."""

    def __init__(self) -> None:
        self.snapshot = ""

    def see(self, seen: list[str]) -> None:
        text = " ".join(seen).replace('\\\\"', '"').replace('\\"', '"')
        if "[ref=" in text:
            self.snapshot = text

    def act(self, kind: str, role: str, name: str, **details: Any) -> Callable[[list[str]], Turn]:
        """Do something to the element of a role whose name begins with `name`."""

        def turn(seen: list[str]) -> Turn:
            self.see(seen)
            found = re.search(
                rf'{role} "{re.escape(name)}[^"]*"[^\n]*?\[ref=(\w+)\]', self.snapshot
            )
            assert found, f"no {role} {name!r} in {self.snapshot[-3000:]}"
            return browser("act", request={"kind": kind, "ref": found[1], **details})

        return turn


@_solves("watch-purchase")
def by_browser(task: Path) -> list[Turn]:
    """Pages are looked at and clicked through."""
    told, want = _load(task / "solution/params.json"), _load(task / "tests/expected.json")
    seed = _load(task / "mock/shop.json")
    variant = next(v for v in seed["variants"] if v["sku"] == want["sku"])
    product = next(p for p in seed["products"] if p["id"] == variant["product_id"])
    address = next(a for a in seed["addresses"] if a["id"] == want["address"])
    site, page = told["shop"].rstrip("/"), _Page()
    look = browser("snapshot")
    return [
        browser("open", targetUrl=f"{site}/login"),
        browser("act", request={"kind": "wait", "text": "E-mail address"}),
        look,
        page.act("type", "textbox", "E-mail address", text=told["email"]),
        page.act("type", "textbox", "Password", text=told["password"]),
        page.act("click", "button", "Sign in"),
        browser("navigate", targetUrl=f"{site}/product/{product['slug']}"),
        look,
        page.act("select", "combobox", "Variant", values=[variant["sku"]]),
        page.act("click", "button", "Add to cart"),
        browser("navigate", targetUrl=f"{site}/checkout"),
        look,
        page.act("select", "combobox", "Deliver to", values=[str(address["id"])]),
        page.act("select", "combobox", "Delivery", values=["express"]),
        page.act("select", "combobox", "Pay with", values=[str(want["card"])]),
        page.act("click", "button", "Place order"),
        look,
        "The watch is on its way.",
    ]
