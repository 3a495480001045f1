"""What holds for all pages of the airline together."""

import ast
import inspect

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"


def test_no_link_is_dead(browser):
    from crawling import crawl

    pages = crawl(browser)
    for path in (
        "/trips",
        "/trips/UPSETA",
        "/trips/SOONAA/check-in/4",
        "/trips/LIGHTA/seats/1",
        "/trips/LIGHTA/change/outbound",
        "/trips/LIGHTA/cancel",
        "/trips/PASTAA/claim",
        "/claims",
        "/miles",
        "/messages/1",
        "/policies",
        "/faq",
        "/docs",
        "/flights/1",
    ):
        assert path in pages
    assert "cancelled because of a technical fault" in pages["/trips/UPSETA"]


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
