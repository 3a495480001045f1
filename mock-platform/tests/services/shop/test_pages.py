"""What holds for all pages of the shop together."""

import pytest

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"
SAFE = "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&gt;&lt;img src=x"


def test_no_link_is_dead(browser, ada):
    from crawling import crawl

    for sku in ("HJ-M", "WC-1"):
        ada.post("/api/cart", json={"sku": sku}).raise_for_status()
    ada.post("/api/wishlist", json={"slug": "rain-cape"}).raise_for_status()
    pages = crawl(browser)
    for path in (
        "/cart",
        "/checkout",
        "/orders/Q-9001",
        "/orders/Q-9001/lines/1",
        "/account",
        "/account/address/1",
        "/policies/returns",
        "/product/rain-cape",
        "/docs",
    ):
        assert path in pages
    assert len(pages) > 30


def test_what_a_customer_writes_is_shown_as_text(browser, ada):
    """On every page there is, without a tag of it taking effect."""
    from crawling import crawl

    place = dict.fromkeys(("label", "recipient", "street", "postcode", "city"), EVIL)
    ada.put("/api/me", json={"name": EVIL, "phone": EVIL[:40]}).raise_for_status()
    ada.post("/api/addresses", json=place).raise_for_status()
    card = {"brand": EVIL, "last_four": "1234", "expires_on": "2199-01-31"}
    ada.post("/api/payment-methods", json=card).raise_for_status()
    review = {"stars": 1, "title": EVIL, "text": EVIL}
    ada.post("/api/products/storm-jacket/reviews", json=review).raise_for_status()
    wish = {"line_id": 1, "reason": "defective", "note": EVIL}
    ada.post("/api/orders/Q-9001/returns", json=wish).raise_for_status()
    ada.post("/api/cart", json={"sku": "HJ-M"}).raise_for_status()
    number = ada.get("/api/addresses").json()[-1]["id"]
    methods = ada.get("/api/payment-methods").json()
    order = {"address_id": number, "payment_method_id": methods[-1]["id"]}
    ada.post("/api/orders", json=order).raise_for_status()
    ada.post("/api/cart", json={"sku": "HJ-M"}).raise_for_status()
    pages = crawl(browser)
    assert sum(SAFE in text for text in pages.values()) >= 30
    for path, text in pages.items():
        assert "<script" not in text, path
        assert "<img" not in text, path


@pytest.mark.parametrize(
    "path",
    ["/search", "/cart", "/checkout", "/product/storm-jacket", "/login", "/orders/Q-9001"],
)
@pytest.mark.parametrize("name", ["q", "brand", "coupon", "attribute", "min_price", "page", "next"])
def test_what_stands_in_an_address_is_shown_as_text(browser, path, name):
    answer = browser.get(path, params={name: EVIL})
    assert answer.status_code in (200, 422)
    assert "<script" not in answer.text
    assert "<img" not in answer.text


@pytest.mark.parametrize("path", ["/orders/x%0d%0aSet-Cookie:%20a=b", "/product/%0d%0aX-Evil:1"])
def test_an_address_adds_no_header(browser, path):
    for answer in (
        browser.get(path),
        browser.post(f"{path}/cancel"),
        browser.post(f"{path}/review", data={"stars": "5"}),
    ):
        assert "x-evil" not in answer.headers
        assert "a" not in browser.cookies


def test_a_refusal_that_a_page_shows_counts_for_no_fault(faulty):
    """`nth` counts the calls that succeed."""
    fault = '[[fault]]\nid = "f"\nfactor = "C2"\nservice = "shop"\non = "add_to_cart"\n'
    live = faulty(fault + 'effect = "drop"\n')
    browser = live.browser("ada@quay.example", "plum")
    assert "Only 5 left" in browser.post("/cart", data={"sku": "HJ-M", "quantity": "6"}).text
    dropped = browser.post("/cart", data={"sku": "HJ-M"}).text
    assert "It is in your cart." in dropped
    assert "Your cart is empty." in dropped
    assert "size M" in browser.post("/cart", data={"sku": "HJ-M"}).text


def test_every_function_of_the_api_has_a_page():
    """Each operation that the API calls, the pages call as well."""
    import ast
    import inspect

    from mock_platform.services.shop import api, operations, pages

    def used(module):
        tree = ast.parse(inspect.getsource(module))
        return {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "ops"
            and hasattr(getattr(operations, node.attr), "operation_name")
        }

    assert used(api) == used(pages)
