"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def measure(_client):
    body = {"kind": "pulse", "value": 60 + next(_numbers) % 40, "note": "at rest"}
    return "POST", "/api/patients/1/measurements", body


def count_stock(_client):
    return "PUT", "/api/patients/1/medications/1/stock", {"stock": next(_numbers) % 90}


def write(_client):
    body = {"provider_id": 1, "subject": f"Question {next(_numbers)}", "body": "For later."}
    return "POST", "/api/patients/1/threads", body


WRITES = [measure, count_stock, write]
