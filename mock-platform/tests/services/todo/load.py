"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def change(_client):
    return "PUT", "/api/tasks/1", {"title": f"Renamed {next(_numbers)}", "priority": 2}


def comment(_client):
    return "POST", "/api/tasks/1/comments", {"text": f"Remark {next(_numbers)}"}


WRITES = [change, comment]
FRESH = {"tasks": ["series"]}
