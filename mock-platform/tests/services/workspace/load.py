"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def create_page(_client):
    body = {"space_id": 1, "title": f"Page {next(_numbers)}", "body": "See [[Risks]]."}
    return "POST", "/api/pages", body


def add_record(_client):
    values = {"Title": f"Task {next(_numbers)}", "State": "Open", "Hours": "3"}
    return "POST", "/api/databases/1/records", {"values": values}


def change_record(_client):
    return "PATCH", "/api/records/1", {"values": {"Hours": str(next(_numbers))}}


WRITES = [create_page, add_record, change_record]
FRESH = {"pages": ["title"]}
MAIN = ("pages", "revisions", "records", "field_values", "changes")
