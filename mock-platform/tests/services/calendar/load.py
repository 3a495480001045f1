"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def create_event(_client):
    number = next(_numbers)
    day, hour = 1 + number % 28, 8 + number % 9
    body = {
        "title": f"Talk {number}",
        "starts": f"2027-03-{day:02}T{hour:02}:00",
        "ends": f"2027-03-{day:02}T{hour:02}:30",
    }
    return "POST", "/api/events", body


WRITES = [create_event]
FRESH = {"events": ["code"]}
COPIES = {"events": {"frequency": "none"}}
