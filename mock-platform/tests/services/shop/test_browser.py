"""A person's main job in the shop, through the pages alone."""

import pytest
from browsing import WIDTHS, browsing

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", WIDTHS)
def test_buy_something_with_a_coupon(live, ada, width):
    with browsing(str(live.http.base_url) + "/product/storm-jacket", width) as page:
        page.get_by_label("Variant").select_option("HJ-L")
        page.get_by_role("button", name="Add to cart").click()
        page.get_by_label("E-mail address").fill("ada@quay.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        assert page.url.endswith("/product/storm-jacket")
        page.get_by_role("searchbox", name="Search products").fill("storm")
        page.get_by_role("button", name="Search", exact=True).first.click()
        page.get_by_role("link", name="Storm Jacket").last.click()
        page.get_by_label("Variant").select_option("HJ-L")
        page.get_by_role("button", name="Add to cart").click()
        page.get_by_text("It is in your cart.").wait_for()
        page.get_by_label("Coupon").fill("ten")
        page.get_by_role("button", name="Try").click()
        page.get_by_role("link", name="To the checkout").click()
        page.get_by_label("Delivery").select_option("express")
        page.get_by_role("button", name="Update the total").click()
        page.get_by_text("€85.50").wait_for()
        page.get_by_label("Deliver to").select_option(label="Work: Ada Quill, 3 Pier Row, Harbour")
        page.get_by_role("button", name="Place order").click()
        page.get_by_text("Thank you!").wait_for()
    order = ada.get("/api/orders").json()["items"][0]
    assert (order["coupon"], order["discount"]) == ("TEN", "8.40")
    assert [(line["sku"], line["quantity"]) for line in order["lines"]] == [("HJ-L", 1)]
    assert order["ship_to"].startswith("Ada Quill, 3 Pier Row")
