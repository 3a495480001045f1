"""How long a service takes to answer under load, with ten thousand records in each main table.

    python benchmarks/load.py [SERVICE]... [--seconds 20] [--rate 50]

Each service is populated with its demo world; every table that holds more than a handful of rows is
then filled up to 10,000 by copying rows: with the same owner, unique columns made so, and each
round of copies a week earlier, as if there were a long history. Requests come at a fixed rate,
whether or not earlier ones are answered; a time is counted from the moment a request was due. The
first second is not counted. Reads are the API's lists and the pages that a crawl finds; one request
in five is a write from the service's own `mock-platform/tests/services/<name>/load.py`.
"""

import argparse
import gc
import importlib.util
import itertools
import json
import multiprocessing
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx

from mock_platform.demo import demo_cast, write_demo
from mock_platform.kit import Service, get_service, service_names
from mock_platform.kit.server import listen, prepare, serve
from mock_platform.world import DEMO_PASSWORD

TESTS = Path(__file__).parents[1] / "mock-platform/tests"
RECORDS, HANDFUL, SEED = 10_000, 60, 1
DATES = ("Date", "_UtcColumn")
READ_BOUND, WRITE_BOUND = 20.0, 30.0
WRITE_EVERY = 5
THREADS = 16
WARM_UP = 1
"""Seconds of the same load that come first and are not counted."""

type Write = Callable[[httpx.Client], tuple[str, str, dict[str, Any]]]


@dataclass
class Figures:
    """Milliseconds by what was asked for."""

    reads: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    writes: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: list[str] = field(default_factory=list)

    @staticmethod
    def p99(times: dict[str, list[float]]) -> float:
        found = sorted(itertools.chain.from_iterable(times.values()))
        return found[int(len(found) * 0.99)] if found else 0.0

    @staticmethod
    def slowest(times: dict[str, list[float]]) -> str:
        path, found = max(times.items(), key=lambda item: statistics.median(item[1]))
        return f"{path} {statistics.median(found):.0f} ms"


def fill(service: Service, path: Path) -> int:
    """Bring the larger tables of a seeded database up to RECORDS rows; how many rows there are."""
    module = load_module(service)
    fresh, fixed = getattr(module, "FRESH", {}), getattr(module, "COPIES", {})
    main = getattr(module, "MAIN", ())
    rng = random.Random(SEED)
    copies: dict[str, dict[Any, list[Any]]] = {}
    with closing(sqlite3.connect(path)) as database, database:
        for name, model in service.tables.items():
            rows = database.execute(f'SELECT * FROM "{name}"').fetchall()
            table = model.__table__
            key = [column.name for column in table.primary_key]
            copies[name] = {}
            large = len(rows) > HANDFUL or name in main
            if not (large and 0 < len(rows) < RECORDS) or name == "users":
                continue
            columns = [c[1] for c in database.execute(f'PRAGMA table_info("{name}")')]
            parents = {c.parent.name: c.column.table.name for c in table.foreign_keys}
            unique = {c.name for c in table.columns if c.unique} | set(fresh.get(name, ()))
            dated = {c.name for c in table.columns if type(c.type).__name__ in DATES}
            made: list[list[Any]] = []
            number = max((r[columns.index("id")] for r in rows), default=0) if "id" in key else 0
            for round_ in itertools.count(1):
                for row in rows:
                    if len(rows) + len(made) >= RECORDS:
                        break
                    values = dict(zip(columns, row, strict=True))
                    old = values.get("id")
                    number += 1
                    for column, value in values.items():
                        if column == "id" and "id" in key:
                            values[column] = number
                        elif column in fixed.get(name, {}):
                            values[column] = fixed[name][column]
                        elif column in parents and value is not None:
                            like = copies.get(parents[column], {}).get(value, [])
                            values[column] = rng.choice([value, *like])
                        elif column in dated and value is not None:
                            values[column] = _earlier(value, round_)
                        elif column in unique and isinstance(value, str):
                            values[column] = f"{value}-{round_}"
                    copies[name].setdefault(old, []).append(number)
                    made.append(list(values.values()))
                else:
                    continue
                break
            marks = ", ".join("?" * len(columns))
            database.executemany(f'INSERT OR IGNORE INTO "{name}" VALUES ({marks})', made)
            if "id" in key:
                stored = {row[0] for row in database.execute(f'SELECT id FROM "{name}"')}
                copies[name] = {
                    old: [copy for copy in like if copy in stored]
                    for old, like in copies[name].items()
                }
        counts = [
            database.execute(f'SELECT count(*) FROM "{n}"').fetchone() for n in service.tables
        ]
    return sum(count for (count,) in counts)


def _earlier(moment: str, weeks: int) -> str:
    """A day or time as the database has it, so many weeks before: copies are of the past."""
    shifted = datetime.fromisoformat(moment) - timedelta(weeks=weeks)
    return (
        shifted.date().isoformat() if len(moment) == 10 else shifted.isoformat(" ", "microseconds")
    )


@contextmanager
def running(service: Service) -> Iterator[tuple[int, str]]:
    """The filled service in a process of its own; the number of rows, and where it is."""
    with tempfile.TemporaryDirectory() as folder:
        mock, data = Path(folder) / "mock", Path(folder) / "data"
        mock.mkdir()
        data.mkdir()
        write_demo([service], SEED, mock)
        runtime = prepare(service, data, mock / f"{service.name}.json", [])
        runtime.database.close()
        rows = fill(service, runtime.database.path)
        reader, writer = os.pipe()
        listener = listen("127.0.0.1", 0)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        process = multiprocessing.get_context("fork").Process(
            target=serve, args=([runtime], [listener], writer), daemon=True
        )
        process.start()
        listener.close()
        os.close(writer)
        try:
            os.read(reader, 10)
            yield rows, url
        finally:
            process.terminate()
            process.join()
            os.close(reader)


def read_paths(client: httpx.Client) -> list[str]:
    """The lists of the API, and pages that a crawl of the site finds."""
    sys.path.append(str(TESTS / "support"))
    from crawling import links  # type: ignore[import-not-found]

    document = client.get("/openapi.json").json()
    lists = [
        path
        for path, methods in document["paths"].items()
        if "get" in methods and "{" not in path and client.get(path).status_code == 200
    ]
    return lists + [path for path in links(client, 60) if not path.startswith(("/static", "/docs"))]


def load_module(service: Service) -> Any:
    """`WRITES`, and perhaps `MAIN` and, by table, `FRESH` and `COPIES`.

    `MAIN` are tables that are filled although they hold a handful only. `FRESH` names columns in
    which each copy of a row is a story of its own, `COPIES` values that copies have.
    """
    path = TESTS / "services" / service.name / "load.py"
    spec = importlib.util.spec_from_file_location(f"load_{service.name}", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sign_in(url: str) -> httpx.Client:
    login = {"email": demo_cast(SEED).owner.email, "password": DEMO_PASSWORD}
    client = httpx.Client(base_url=url, timeout=30)
    token = client.post("/api/login", json=login).raise_for_status().json()["token"]
    client.headers["Authorization"] = f"Bearer {token}"
    client.post("/login", data=login)
    return client


def load(service: Service, client: httpx.Client, seconds: int, rate: int) -> Figures:
    """Ask at the given rate over connections that stay open, one a thread."""
    rng = random.Random(SEED)
    reads = read_paths(client)
    writes: list[Write] = load_module(service).WRITES
    figures = Figures()
    asked: list[tuple[str, str, dict[str, Any] | None]] = []
    for number in range((WARM_UP + seconds) * rate):
        if number % WRITE_EVERY == 0:
            asked.append(writes[number // WRITE_EVERY % len(writes)](client))
        else:
            asked.append(("GET", rng.choice(reads), None))
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Authorization": client.headers["Authorization"], "Cookie": cookies}
    own = threading.local()

    def ask(number: int, method: str, path: str, body: dict[str, Any] | None) -> None:
        if not hasattr(own, "connection"):
            own.connection = HTTPConnection(client.base_url.host, client.base_url.port, timeout=30)
        kind = {"Content-Type": "application/json"} if body is not None else {}
        sent = json.dumps(body) if body is not None else None
        own.connection.request(method, path, sent, headers | kind)
        answer = own.connection.getresponse()
        text = answer.read()
        taken = (time.perf_counter() - start - number / rate) * 1000
        times = figures.reads if body is None else figures.writes
        if number >= WARM_UP * rate:
            times[f"{method} {path.partition('?')[0]}"].append(taken)
        if answer.status >= 400:
            figures.failed.append(f"{method} {path}: {answer.status} {text[:80]!r}")

    gc.collect()
    gc.freeze()
    start = time.perf_counter() + 0.2
    with ThreadPoolExecutor(THREADS) as pool:
        answers = []
        for number, request in enumerate(asked):
            time.sleep(max(0, start + number / rate - time.perf_counter()))
            answers.append(pool.submit(ask, number, *request))
        for answer in answers:
            answer.result()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("services", nargs="*", default=[])
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rate", type=int, default=50)
    options = parser.parse_args()
    print(f"{'service':<11}{'rows':>8}{'read p99':>10}{'write p99':>11}   slowest read, by median")
    missed = False
    for service in map(get_service, options.services or service_names()):
        with running(service) as (rows, url), closing(sign_in(url)) as client:
            figures = load(service, client, options.seconds, options.rate)
        read, write = figures.p99(figures.reads), figures.p99(figures.writes)
        missed |= read > READ_BOUND or write > WRITE_BOUND or bool(figures.failed)
        print(
            f"{service.name:<11}{rows:>8}{read:>7.1f} ms{write:>8.1f} ms   "
            f"{figures.slowest(figures.reads)}",
            flush=True,
        )
        for failure in dict.fromkeys(figures.failed[:5]):
            print(f"    failed: {failure}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
