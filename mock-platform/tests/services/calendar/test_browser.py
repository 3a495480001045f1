"""A person's main jobs in the calendar, through the pages alone."""

import pytest
from browsing import WIDTHS, browsing

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", WIDTHS)
def test_find_a_time_invite_and_move_one_occurrence(live, ada, bruno, day, width):
    with browsing(str(live.http.base_url), width) as page:
        page.get_by_label("E-mail address").fill("ada@pier.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Next →").click()
        page.get_by_role("button", name="Month").click()
        page.get_by_role("link", name="Find a time").click()
        page.get_by_label("Bruno Vance").check()
        page.get_by_label("Minutes").fill("60")
        page.get_by_label("With a room that is free and large enough").check()
        page.get_by_role("button", name="Find", exact=True).click()
        page.get_by_role("link", name="Take").first.click()
        page.get_by_label("Title").fill("Offer")
        page.get_by_label("Repeats").select_option("weekly")
        page.get_by_text("How it repeats").click()
        page.get_by_label("How many times").fill("3")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Every week on").wait_for()
        code = page.url.split("/")[-1].split("?")[0]
        before = ada.get(f"/api/events/{code}").json()
        second = before["coming"][1]
        page.locator(f'a[href="/events/{code}?on={second["on"]}"]').click()
        page.get_by_label("New start").fill(f"{second['on']}T13:00")
        page.get_by_role("button", name="Move", exact=True).click()
        page.get_by_text("Moved.").wait_for()
    after = ada.get(f"/api/events/{code}").json()
    assert [(e["on"], e["kind"]) for e in after["exceptions"]] == [(second["on"], "moved")]
    assert after["room"] is not None
    assert [a["email"] for a in after["attendees"]] == ["bruno@pier.example"]
    invited = bruno.get("/api/invitations", params={"reply": "pending"}).json()["items"]
    assert code in [item["code"] for item in invited]
