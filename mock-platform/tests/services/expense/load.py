"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def add(_client):
    body = {"category": "RAIL", "spent_on": "2026-11-20", "merchant": "Coast Rail"}
    return "POST", "/api/expenses", body | {"amount": f"{next(_numbers) % 900 + 1}.50"}


def report(_client):
    return "POST", "/api/reports", {"title": f"Report {next(_numbers)}"}


WRITES = [add, report]
FRESH = {"expenses": ["merchant"]}
MAIN = ("reports",)
