"""The main job in the books, through the pages alone: from an order's invoice to its payment."""

import pytest
from browsing import WIDTHS, browsing

pytestmark = pytest.mark.slow


def sign_in(page, name):
    page.get_by_label("E-mail address").fill(f"{name}@ledger.example")
    page.get_by_label("Password").fill("plum")
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.parametrize("width", WIDTHS)
def test_an_invoice_is_entered_matched_approved_and_paid(live, ada, width):
    with browsing(str(live.http.base_url) + "/orders/PO-10001", width) as page:
        sign_in(page, "cleo")
        page.get_by_role("link", name="Enter its invoice").click()
        page.get_by_label("The vendor's invoice number").fill("TS-2031")
        page.get_by_role("button", name="Save draft").click()
        page.get_by_text("Saved as a draft.").wait_for()
        reference = page.url.rpartition("/")[2]
        page.get_by_role("button", name="Take in").click()
        page.get_by_text("Taken in.").wait_for()
        page.get_by_role("button", name="Match with PO-10001").click()
        page.get_by_text("Matched.").wait_for()
        page.get_by_role("button", name="Approve").click()
        page.get_by_text("Nobody approves what they entered").wait_for()
        page.get_by_role("button", name="Sign out").click()
        sign_in(page, "bruno")
        page.goto(f"{live.http.base_url}/invoices/{reference}")
        page.get_by_role("button", name="Approve").click()
        page.get_by_text("Approved.").wait_for()
        page.get_by_role("link", name="Payments").click()
        page.get_by_role("link", name="Plan payments").click()
        page.get_by_label("Due until").fill("2099-01-01")
        page.get_by_role("button", name="Show").click()
        page.get_by_label("INV-10002").uncheck()
        page.get_by_role("button", name="Plan", exact=True).click()
        page.get_by_text("Planned.").wait_for()
        run = page.url.rpartition("/")[2]
        page.get_by_role("button", name="Sign out").click()
        sign_in(page, "ada")
        page.goto(f"{live.http.base_url}/payments/{run}")
        page.get_by_role("button", name="Approve and pay").click()
        page.get_by_text("Paid and booked.").wait_for()
        for path in ("/", "/transactions", "/accounts", "/budgets", "/portfolio", "/close"):
            page.goto(f"{live.http.base_url}{path}")
    assert ada.get(f"/api/invoices/{reference}").json()["status"] == "paid"
    assert ada.get("/api/invoices/INV-10002").json()["status"] == "approved"
