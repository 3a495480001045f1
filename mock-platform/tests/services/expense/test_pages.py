"""The pages: every link, wrong input, and a person's main job in a real browser."""

import pytest
from browsing import WIDTHS, browsing
from crawling import crawl


def test_no_link_is_dead(browser):
    assert len(crawl(browser)) >= 15


def test_a_wrong_form_comes_back_as_it_was_typed(browser):
    form = {"category": "MISC", "spent_on": "2026-11-01", "merchant": "Pier", "amount": "x"}
    answer = browser.post("/expense/new", data=form)
    assert answer.status_code == 422
    assert 'value="Pier"' in answer.text
    answer = browser.post("/expense/new", data=form | {"amount": "9", "receipt_id": "1"})
    assert answer.status_code == 409
    assert "proves another expense" in answer.text
    answer = browser.post("/expense/2", data=form | {"amount": ""})
    assert answer.status_code == 422
    assert "An expense of this kind needs an amount" in answer.text


def test_rules_are_told_on_the_page(live, browser):
    assert "rejected" not in browser.post("/report/T-1001/submit").text
    refused = browser.post("/report/T-1001/decision", data={"decision": "approved"})
    assert "not your turn" in refused.text
    assert "an expense needs this receipt" in browser.post("/receipt/1/delete").text.lower()
    bruno = live.browser("bruno@tally.example", "fig")
    refused = bruno.post("/report/T-1001/decision", data={"decision": "returned"})
    assert "Say why." in refused.text
    assert "€25.00 or more needs a receipt" in live.http.get("/policy").text


def test_a_receipt_is_uploaded_and_downloaded(browser):
    browser.post("/receipts", files={"file": ("bill.html", b"<b>bill</b>")})
    assert "bill.html" in browser.get("/receipts").text
    assert browser.get("/receipt/6").headers["content-disposition"].startswith("attachment")


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_hand_in_a_report(live, ada, width):
    with browsing(str(live.http.base_url) + "/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@tally.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="New expense").click()
        page.get_by_label("Category").select_option("HOTEL")
        page.get_by_label("Day", exact=True).fill("2026-11-20")
        page.get_by_label("Merchant").fill("Hotel Lantern")
        page.get_by_label("Amount").fill("120.50")
        page.get_by_label("Note").fill("The receipt is lost")
        page.get_by_role("button", name="Add").click()
        page.get_by_text("Added.").wait_for()
        page.get_by_role("link", name="Reports").click()
        page.get_by_role("link", name="Trip").click()
        options = page.get_by_label("Expense", exact=True)
        wanted = options.locator("option", has_text="Hotel Lantern").get_attribute("value")
        options.select_option(wanted)
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Hand in").click()
        page.get_by_text("Handed in.").wait_for()
    report = ada.get("/api/reports/T-1001").json()
    assert (report["state"], report["total"]) == ("submitted", "200.50")
    assert report["chain"] == ["Bruno Vance", "Dario Sato"]


@pytest.mark.slow
def test_a_long_merchant_fits_on_a_phone(live, ada):
    body = {"category": "MISC", "spent_on": "2026-11-20", "merchant": "W" * 120, "amount": "5.00"}
    for _ in range(2):
        number = ada.post("/api/expenses", json=body).json()["id"]
    ada.post("/api/reports/T-1001/expenses", json={"expense_id": number})
    with browsing(str(live.http.base_url) + "/login", 390) as page:
        page.get_by_label("E-mail address").fill("ada@tally.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Reports").click()
        page.get_by_role("link", name="Trip").click()
        page.get_by_label("Expense", exact=True).wait_for()
        widths = page.evaluate(
            "() => [document.documentElement.scrollWidth,"
            " document.querySelector('select').getBoundingClientRect().right,"
            " document.querySelector('table').parentElement.getBoundingClientRect().right]"
        )
    assert max(widths) <= 390
