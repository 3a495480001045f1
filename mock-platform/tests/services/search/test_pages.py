"""The pages: every link, wrong input, and a person's main job in a real browser."""

import pytest
from browsing import WIDTHS, browsing
from crawling import crawl


def test_no_link_is_dead(browser):
    assert len(crawl(browser)) >= 15


def test_a_visitor_finds_no_dead_link_either(live):
    assert len(crawl(live.http)) >= 12


def test_a_rule_that_forbids_is_told_on_the_page(browser):
    form = {"collection_id": "1", "note": ""}
    assert "Saved." in browser.post("/page/1/save", data=form).text
    assert "in the collection already" in browser.post("/page/1/save", data=form).text
    assert browser.post("/page/1/save", data={"collection_id": "x"}).status_code == 404
    assert "at most" in browser.get("/help").text


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_find_a_page_and_keep_it(live, ada, width):
    with browsing(str(live.http.base_url) + "/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@star.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("main").get_by_label("Search the collection").fill("tidal turbines")
        page.get_by_role("main").get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Tidal turbines measured").click()
        page.get_by_label("Note").fill("The figure")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved.").wait_for()
        page.get_by_role("link", name="Collections").click()
        page.get_by_role("link", name="Tides").click()
        page.get_by_role("link", name="Tidal turbines measured").wait_for()
    (saved,) = ada.get("/api/collections/1/pages").json()["items"]
    assert (saved["document_id"], saved["note"]) == (1, "The figure")
