"""Writes for the load test: each gives (method, path, body) of a request that succeeds."""

import itertools
from datetime import UTC, datetime

_numbers = itertools.count(1)


def enter_transaction(_client):
    lines = [{"account": "6300", "debit": "25.00"}, {"account": "1200", "credit": "25.00"}]
    day = datetime.now(UTC).date().isoformat()
    return (
        "POST",
        "/api/transactions",
        {"day": day, "memo": f"Taxi {next(_numbers)}", "lines": lines},
    )


def enter_invoice(_client):
    number = next(_numbers)
    day = datetime.now(UTC).date().isoformat()
    lines = [{"description": "Paper", "unit_price": "12.50", "quantity": 2, "account": "6400"}]
    body = {"vendor_id": 2, "number": f"LOAD-{number}", "invoiced_on": day, "lines": lines}
    return "POST", "/api/invoices", body


def add_vendor(_client):
    return "POST", "/api/vendors", {"name": f"Vendor {next(_numbers)}"}


WRITES = [enter_transaction, enter_invoice, add_vendor]
FRESH = {"invoices": ["number_key", "number"], "vendors": ["tax_id", "iban", "name"]}
