"""What holds for all pages together."""

import ast
import inspect

import pytest

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"


def test_every_function_of_the_api_has_a_page():
    """Each operation that the API calls, the pages call as well."""
    from mock_platform.services.health import api, operations, pages

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
    assert len(used(api)) >= 90


@pytest.mark.slow
def test_no_link_is_dead_and_what_a_person_writes_is_shown_as_text(browser, ada):
    from crawling import crawl

    at = "/api/patients/1"
    ada.post(f"{at}/conditions", json={"name": EVIL[:60], "notes": EVIL}).raise_for_status()
    ada.post(f"{at}/allergies", json={"name": EVIL[:60], "reaction": EVIL}).raise_for_status()
    body = {"kind": "pulse", "value": 70, "note": EVIL}
    ada.post(f"{at}/measurements", json=body).raise_for_status()
    body = {"provider_id": 1, "subject": EVIL[:60], "body": EVIL}
    ada.post(f"{at}/threads", json=body).raise_for_status()
    body = {"slot_id": 1, "kind": "consultation", "reason": EVIL}
    ada.post(f"{at}/appointments", json=body).raise_for_status()
    pages = crawl(browser)
    assert {"/p/1/trends/weight", "/p/3/medicines", "/p/4/history", "/plans"} <= set(pages)
    assert "&lt;script&gt;" in pages["/p/1/history"]
    assert "<polyline" in pages["/p/1/trends/weight?bucket=day"] + pages["/p/1/trends/weight"]
    for path, text in pages.items():
        assert "<script" not in text, path
        assert "<img" not in text, path


@pytest.mark.slow
def test_a_providers_pages(live):
    from crawling import crawl

    pages = crawl(live.browser("iris@practice.example", "plum"))
    assert {"/practice", "/practice/patients", "/practice/renewals", "/p/1/messages/1"} <= set(
        pages
    )
    assert "/p/1/insurance" not in pages


def test_a_form_shows_again_what_was_typed(browser):
    form = {"action": "record", "kind": "weight", "value": "700<b>", "note": "heavy"}
    answer = browser.post("/p/1/measurements", data=form)
    assert answer.status_code == 422
    assert "700&lt;b&gt;" in answer.text
    form = {"action": "add", "medicine_id": "2", "times": "08:00", "reason": "Sore head"}
    answer = browser.post("/p/1/add-medicine", data=form)
    assert answer.status_code == 409
    assert "severe interaction" in answer.text
    assert "Sore head" in answer.text


def test_what_stands_in_an_address_is_shown_as_text(browser):
    names = ["q", "kind", "day", "show", "first_day", "bucket", "speciality", "billed", "move"]
    paths = ("slots", "measurements", "medicines", "appointments", "messages", "estimate")
    for path in (*paths, "add-medicine", "documents", "trends/weight"):
        answer = browser.get(f"/p/1/{path}", params=dict.fromkeys(names, EVIL[:40]))
        assert answer.status_code in (200, 404, 422), path
        assert "<script" not in answer.text, path


def test_the_policies_are_the_rules_own_numbers(live):
    text = live.http.get("/policies").text
    for said in ("24 hours before the appointment", "€30.00", "60 days ahead", "mg/dL"):
        assert said in text
