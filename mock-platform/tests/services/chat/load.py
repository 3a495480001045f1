"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def send(_client):
    return "POST", "/api/channels/2/messages", {"text": f"Message {next(_numbers)}"}


def answer(_client):
    body = {"text": f"Answer {next(_numbers)}", "thread_id": None}
    return "POST", "/api/channels/3/messages", body


def status(_client):
    return "PUT", "/api/status", {"presence": "busy", "status": f"Writing {next(_numbers)}"}


WRITES = [send, answer, status]
MAIN = ("messages", "reactions", "mentions")
