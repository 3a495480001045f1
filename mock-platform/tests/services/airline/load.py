"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools

_numbers = itertools.count(1)


def update_profile(_client):
    return "PUT", "/api/me", {"phone": f"+44 7700 900{next(_numbers) % 900 + 100}"}


def update_contact(client):
    code = client.get("/api/bookings").json()["items"][0]["code"]
    phone = f"+44 7700 900{next(_numbers) % 900 + 100}"
    body = {"contact_email": "someone@postbox.example", "contact_phone": phone}
    return "PUT", f"/api/bookings/{code}/contact", body


WRITES = [update_profile, update_contact]
FRESH = {"bookings": ["code"], "flights": ["number"], "claims": ["number"]}
MAIN = ("bookings", "legs", "passengers", "claims")
