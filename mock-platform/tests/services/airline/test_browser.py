"""A person's main jobs with the airline, through the pages alone."""

from datetime import timedelta

import pytest
from browsing import WIDTHS, browsing

from mock_platform.kit.clock import current

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", WIDTHS)
def test_book_take_a_seat_and_check_in(live, ada, width):
    day = (current().start + timedelta(days=10)).date().isoformat()
    with browsing(str(live.http.base_url), width) as page:
        page.get_by_label("From").select_option("PEL")
        page.get_by_label("To", exact=True).select_option("HAL")
        page.get_by_label("Day").fill(day)
        page.get_by_label("Adults").fill("2")
        page.get_by_role("button", name="Find flights").click()
        page.get_by_role("link", name="Flex €560.00").click()
        page.get_by_label("E-mail address").fill("ada@pier.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        for place, name in enumerate(("Ada Quill", "Orla Falk"), 1):
            first, last = name.split()
            page.locator(f"#first_name-{place}").fill(first)
            page.locator(f"#last_name-{place}").fill(last)
            page.locator(f"#born_on-{place}").fill(f"198{place}-05-04")
        page.get_by_label("Pay with").select_option("1")
        page.get_by_role("button", name="Book and pay").click()
        page.get_by_text("Your booking code is").wait_for()
        page.get_by_role("link", name="Choose seats").first.click()
        page.get_by_role("button", name="2C", exact=True).click()
        page.get_by_text("Seat 2C is yours.").wait_for()
        page.get_by_role("link", name="My trips").click()
        page.get_by_role("link", name="SOONAA").click()
        page.get_by_role("link", name="Check in").click()
        page.get_by_role("button", name="Check in", exact=True).click()
        page.get_by_role("link", name="Boarding pass").click()
        page.get_by_text("NW101/PEL-VDN").wait_for()
        for path in ("/policies", "/miles", "/trips/UPSETA", "/trips/UPSETA/change/outbound"):
            page.goto(str(live.http.base_url) + path)
    newest = [b for b in ada.get("/api/bookings").json()["items"] if b["paid"] == "576.00"]
    assert [p["first_name"] for p in newest[0]["passengers"]] == ["Ada", "Orla"]
