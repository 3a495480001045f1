"""What holds for all pages of the airline together."""

import ast
import inspect
import re
from html import unescape

import pytest

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"


def test_every_function_of_the_api_has_a_page():
    """Each operation that the API calls, the pages call as well."""
    from mock_platform.services.airline import api, operations, pages

    def used(package):
        modules = [module for module in vars(package).values() if inspect.ismodule(module)]
        trees = [ast.parse(inspect.getsource(module)) for module in modules]
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
    assert len(used(api)) >= 35


PATHS = (
    "/trips",
    "/trips/UPSETA",
    "/trips/SOONAA/check-in/4",
    "/trips/LIGHTA/seats/1",
    "/trips/LIGHTA/change/outbound",
    "/trips/LIGHTA/cancel",
    "/trips/PASTAA/claim",
    "/claims/C-20001",
    "/miles",
    "/messages/1",
    "/policies",
    "/faq",
    "/docs",
    "/flights/1",
)


@pytest.mark.slow
def test_no_link_is_dead_and_what_a_customer_writes_is_shown_as_text(browser, ada):
    """On every page there is, without a tag of it taking effect."""
    from crawling import crawl

    people = [{"first_name": EVIL[:60], "last_name": EVIL[:60], "born_on": "1988-05-04"}]
    order = {"outbound": [1], "fare": "premium", "passengers": people}
    order |= {"contact_email": "<img>@pier.example", "contact_phone": EVIL[:40]}
    ada.post("/api/bookings", json=order).raise_for_status()
    report = {"leg_id": 6, "passenger_id": 7, "kind": "baggage_damaged", "bag_tag": "NW 4433"}
    report |= {"description": EVIL, "asked": "1.00"}
    claim = ada.post("/api/bookings/PASTAA/baggage-claims", json=report)
    path = f"/api/claims/{claim.json()['number']}/documents"
    file = {"kind": "photo", "filename": "<img src=x>.png", "content": "eA=="}
    ada.post(path, json=file).raise_for_status()
    ada.put("/api/me", json={"phone": EVIL[:40]}).raise_for_status()
    card = {"brand": EVIL[:60], "last_four": "1234", "expires_on": "2199-01-31"}
    ada.post("/api/payment-methods", json=card).raise_for_status()
    pages = crawl(browser)
    assert set(PATHS) <= set(pages)
    assert "cancelled because of a technical fault" in pages["/trips/UPSETA"]
    assert sum("&lt;script&gt;" in text for text in pages.values()) >= 5
    for path, text in pages.items():
        assert "<script" not in text, path
        assert "<img" not in text, path


@pytest.mark.parametrize("path", ["/search", "/book", "/status", "/trips", "/trips/LIGHTA/claim"])
def test_what_stands_in_an_address_is_shown_as_text(browser, path):
    for names in (["origin", "date", "out", "number", "show", "leg"], ["fare"], ["page"]):
        answer = browser.get(path, params=dict.fromkeys(names, EVIL[:40]))
        assert answer.status_code in (200, 404, 422)
        assert "<script" not in answer.text


def test_a_return_is_chosen_in_two_steps(browser, day):
    """Outbound and fare first, then the way back in the same fare."""
    query = {"origin": "PEL", "destination": "VDN", "date": day(10), "return_date": day(14)}
    first = browser.get("/search", params=query)
    onward = re.search(r'href="(/search\?[^"]*fare=flex[^"]*)"', first.text)
    second = browser.get(unescape(onward[1]))
    assert "Choose your way back" in second.text
    assert "Light €" not in second.text
    book = browser.get(unescape(re.search(r'href="(/book\?[^"]*)"', second.text)[1]))
    assert "€280.00" in book.text
    assert "Way back" in book.text
