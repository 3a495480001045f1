"""What holds for all pages of the books together."""

import pytest

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"
SAFE = "&lt;script&gt;alert(1)&lt;/script&gt;"


@pytest.mark.slow
def test_no_link_is_dead_and_text_stays_text(browser, ada):
    from crawling import crawl

    details = {"name": EVIL, "tax_id": EVIL, "email": EVIL, "address": EVIL}
    vendor = ada.post("/api/vendors", json=details).json()["id"]
    lines = [{"description": EVIL, "unit_price": "5", "account": "6400"}]
    bill = {"vendor_id": vendor, "number": EVIL, "invoiced_on": "2026-01-05", "note": EVIL}
    ada.post("/api/invoices", json=bill | {"lines": lines}).raise_for_status()
    order = {"vendor_id": vendor, "ordered_on": "2026-01-05", "note": EVIL}
    lines = [{"description": EVIL, "unit_price": "5", "account": "6400", "quantity": 2}]
    ada.post("/api/orders", json=order | {"lines": lines}).raise_for_status()
    sides = [
        {"account": "6300", "debit": "5", "memo": EVIL},
        {"account": "1200", "credit": "5", "memo": EVIL},
    ]
    entry = {"day": "2026-01-05", "memo": EVIL, "counterparty": EVIL, "lines": sides}
    ada.post("/api/transactions", json=entry).raise_for_status()
    pages = crawl(browser)
    for path in (
        "/transactions/T-10001",
        "/accounts/1200",
        "/vendors/1",
        "/orders/PO-10001",
        "/invoices/INV-10001",
        "/invoices/new?order=PO-10001",
        "/payments/new",
        "/budgets",
        "/assets/FA-10001",
        "/portfolio/ALDR",
        "/close",
        "/reports/aged-payables",
        "/policies",
        "/people",
        "/docs",
    ):
        assert path in pages, path
    assert sum(SAFE in text for text in pages.values()) >= 10
    for path, text in pages.items():
        assert "<script" not in text, path
        assert "<img" not in text, path


@pytest.mark.parametrize("path", ["/transactions", "/invoices", "/budgets", "/history", "/vendors"])
def test_what_stands_in_an_address_is_shown_as_text(browser, path):
    for name in ("q", "month", "subject", "status", "page", "since"):
        answer = browser.get(path, params={name: EVIL})
        assert answer.status_code in (200, 422)
        assert "<script" not in answer.text


def test_every_function_of_the_api_has_a_page():
    """Each operation that the API calls, the pages call as well."""
    import ast
    import inspect

    from mock_platform.services.finance import api, operations, pages

    def used(package):
        modules = [m for m in vars(package).values() if inspect.ismodule(m)]
        trees = [ast.parse(inspect.getsource(m)) for m in modules]
        return {
            node.attr
            for tree in trees
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "ops"
            and hasattr(getattr(operations, node.attr), "operation_name")
        }

    assert used(api) == used(pages)


def test_policies_state_the_rules_numbers(browser):
    text = browser.get("/policies").text
    for part in (
        "up to €10,000.00",
        "at most 2 %",
        "€50.00",
        "Up to that amount",
        "2 working days",
    ):
        assert part in text


def test_wrong_input_is_shown_again_with_what_was_typed(browser):
    form = {"day": "2026-01-05", "memo": "Odd one", "account": ["6300", "1200"]}
    form |= {"debit": ["5", ""], "credit": ["", "6"]}
    answer = browser.post("/transactions/new", data=form)
    assert answer.status_code == 422
    assert "must balance" in answer.text
    assert 'value="Odd one"' in answer.text
    form = {"vendor_id": "1", "number": "a 1", "invoiced_on": "2026-01-05"}
    form |= {"description": ["Ink"], "unit_price": ["3"], "account": ["6400"], "quantity": ["1"]}
    answer = browser.post("/invoices/new", data=form)
    assert answer.status_code == 409
    assert "duplicate" in answer.text
    assert 'value="Ink"' in answer.text
