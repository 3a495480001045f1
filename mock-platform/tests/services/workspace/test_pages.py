"""The pages: every link, wrong input, and a person's main job in a real browser."""

import pytest
from browsing import WIDTHS, browsing
from crawling import crawl


@pytest.mark.slow
def test_no_link_is_dead(browser):
    assert len(crawl(browser)) >= 20


def test_text_is_never_markup_and_links_lead_on(browser):
    text = browser.get("/page/1").text
    assert "&lt;b&gt;100%&lt;/b&gt;" in text
    assert '<a href="/page/2">Plan</a>' in text
    assert '<span class="soft">Nowhere</span>' in text


def test_a_wrong_form_comes_back_as_it_was_typed(browser):
    answer = browser.post("/space/1/new", data={"title": "a]]b", "body": "Long text"})
    assert answer.status_code == 422
    assert "Long text" in answer.text
    browser.post("/page/2/edit", data={"title": "Plan", "body": "First", "revision": "1"})
    answer = browser.post("/page/2/edit", data={"title": "Plan", "body": "Mine", "revision": "1"})
    assert answer.status_code == 422
    assert "changed meanwhile" in answer.text
    assert "Mine</textarea>" in answer.text
    answer = browser.post("/record/1", data={"field-1": "Dig", "field-3": "many"})
    assert answer.status_code == 422
    assert 'value="many"' in answer.text
    assert "it is a number" in answer.text


def test_rules_are_told_on_the_page(live, browser):
    assert "hold something" in browser.post("/database/1/remove-field", data={"field_id": "3"}).text
    assert browser.post("/page/1/explode").status_code == 404
    bruno = live.browser("bruno@stone.example", "fig")
    assert "Only who made the page" in bruno.post("/page/1/restrict").text
    field = {"name": "x", "kind": "text"}
    assert "Only an admin" in bruno.post("/database/1/fields", data=field).text
    assert "needs an admin" in browser.post("/space/1/remove", data={"user_id": "1"}).text


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_write_a_note_and_a_record(live, ada, width):
    with browsing(str(live.http.base_url) + "/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@stone.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Team").first.click()
        page.get_by_role("link", name="New page").click()
        page.get_by_label("Title").fill("Kick-off")
        page.get_by_label("From a template").select_option(label="Minutes")
        page.get_by_role("button", name="Create").click()
        page.get_by_role("link", name="Edit", exact=True).click()
        page.get_by_label("Text").fill("We begin with the [[Plan]].")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("link", name="Plan", exact=True).wait_for()
        page.get_by_role("link", name="Team").first.click()
        page.get_by_role("link", name="Tasks").click()
        page.get_by_role("link", name="New record").click()
        page.get_by_label("Title").fill("Sow")
        page.get_by_label("State").select_option("Open")
        page.get_by_label("Hours").fill("2.50")
        page.get_by_role("button", name="Add").click()
        page.get_by_text("Added.").wait_for()
    (found,) = ada.get("/api/pages?q=Kick-off").json()["items"]
    assert found["revision"] == 2
    (record,) = ada.get("/api/databases/1/records?q=Sow").json()["items"]
    assert record["values"] == {"Title": "Sow", "State": "Open", "Hours": "2.5", "Urgent": "no"}
