"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def send(_client):
    number = next(_numbers)
    to = ["someone@postbox.example"]
    return "POST", "/api/messages", {"to": to, "subject": f"Note {number}", "body": "For later."}


def save_draft(_client):
    return "POST", "/api/drafts", {"subject": f"Draft {next(_numbers)}", "body": "Not yet."}


WRITES = [send, save_draft]
FRESH = {"messages": ["thread", "ref", "in_reply_to"]}
