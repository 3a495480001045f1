"""A person's main jobs with the portal, through the pages alone."""

import pytest
from browsing import WIDTHS, browsing

from mock_platform.kit.clock import current

pytestmark = pytest.mark.slow

PATHS = (
    "/p/1",
    "/p/1/trends/weight?bucket=day",
    "/p/1/history",
    "/p/1/insurance",
    "/p/1/prescriptions/1",
    "/p/1/details",
    "/p/1/messages/1",
    "/p/1/documents",
    "/p/3/slots",
    "/plans",
    "/policies",
)


@pytest.mark.parametrize("width", WIDTHS)
def test_measure_take_book_and_claim(live, ada, width):
    url = str(live.http.base_url)
    first_day = current().start.date().isoformat()
    with browsing(f"{url}/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@pier.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Measurements", exact=True).click()
        page.locator("#kind").select_option("weight")
        page.get_by_label("Value", exact=True).fill("71.4")
        page.get_by_role("button", name="Enter").click()
        page.get_by_text("Weight of 71.4 kg is entered.").wait_for()
        page.get_by_role("link", name="Appointments", exact=True).click()
        page.get_by_role("link", name="Book an appointment").click()
        page.get_by_label("Speciality").first.select_option("general")
        page.get_by_role("button", name="Show free appointments").click()
        page.get_by_text("Book", exact=True).first.click()
        page.get_by_label("What for").first.fill("Knee")
        page.get_by_role("button", name="Book ").first.click()
        page.get_by_text("with Dr Iris Falk is booked.").wait_for()
        page.get_by_role("link", name="Medicines", exact=True).first.click()
        page.get_by_role("link", name="Histaclar").click()
        page.get_by_role("button", name="Record intake").click()
        page.get_by_text("Recorded as taken.").wait_for()
        page.get_by_role("link", name="Insurance").click()
        page.get_by_label("What for").first.select_option("consultation")
        page.get_by_label("Day of the service").fill(first_day)
        page.get_by_label("Amount of the bill").fill("80")
        page.get_by_label("Billed by").fill("Pier Practice")
        page.get_by_label("Invoice").select_option("1")
        page.get_by_role("button", name="Begin claim").click()
        page.get_by_role("link", name="C-70001").click()
        page.get_by_role("button", name="Submit claim").click()
        page.get_by_text("Who pays what").wait_for()
        for path in PATHS:
            page.goto(url + path)
    assert ada.get("/api/patients/1/appointments").json()["total"] == 2
