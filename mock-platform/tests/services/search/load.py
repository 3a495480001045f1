"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def save(_client):
    return "POST", "/api/collections/1/pages", {"document_id": 200 + next(_numbers)}


def change_note(_client):
    return "PATCH", "/api/saved/1", {"note": f"Note {next(_numbers)}"}


def find(_client):
    return "PUT", "/api/history/settings", {"keep_history": True}


WRITES = [save, change_note, find]
FRESH = {"documents": ["path", "cluster"]}
