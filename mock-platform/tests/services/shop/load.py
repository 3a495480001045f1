"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def add_address(_client):
    return (
        "POST",
        "/api/addresses",
        {
            "label": f"Place {next(_numbers)}",
            "recipient": "Ada Quill",
            "street": "1 Pier Row",
            "postcode": "PE1 10",
            "city": "Port Ellery",
        },
    )


def rename(_client):
    return "PUT", "/api/me", {"name": f"Ada Quill {next(_numbers)}"}


WRITES = [add_address, rename]
