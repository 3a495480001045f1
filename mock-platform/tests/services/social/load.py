"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def draft(_client):
    return "POST", "/api/accounts/1/posts", {"text": f"Draft {next(_numbers)} #work"}


def like(_client):
    return "PUT", f"/api/posts/{next(_numbers) % 15 + 1}/like", {}


def bio(_client):
    body = {"name": "Owner", "bio": f"Version {next(_numbers)}", "private": True}
    return "PUT", "/api/accounts/2", body


WRITES = [draft, like, bio]
MAIN = ("comments", "likes", "notifications", "follows")
COPIES = {"posts": {"pinned_at": None}}
