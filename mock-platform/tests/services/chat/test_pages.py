"""The pages: every link, wrong input, and a person's main job in a real browser."""

import pytest
from browsing import WIDTHS, browsing
from crawling import crawl


def test_no_link_is_dead(browser):
    pages = crawl(browser)
    assert len(pages) >= 15
    assert not any("<b>of the keys</b>" in text for text in pages.values())


def test_what_is_wrong_comes_back_as_it_was_typed(browser):
    form = {"text": "Look here", "link_url": "ftp://drive.example/x", "link_name": "File"}
    answer = browser.post("/channel/1/messages", data=form)
    assert answer.status_code == 422
    assert "Look here" in answer.text
    assert "ftp://drive.example/x" in answer.text
    assert "30 minutes" in browser.post("/message/6/edit", data={"text": "New"}).text


def test_rules_are_told_on_the_page(browser):
    assert "pinned already" in browser.post("/message/1/pin", data={"back": "/channel/1"}).text
    assert browser.post("/message/1/frown").status_code == 404
    assert browser.post("/channel/1/explode").status_code == 404
    assert browser.post("/channel/4/archive").status_code == 403
    assert browser.post("/message/6/save", data={"back": "//evil.example"}).url.path == "/"


def test_people_who_are_called_stand_out_and_markup_does_not(browser):
    form = {"text": "@bruno <i>look</i> https://a.example/@celia"}
    text = browser.post("/channel/1/messages", data=form).text
    assert "<strong>@bruno</strong> &lt;i&gt;look&lt;/i&gt;" in text
    assert 'href="https://a.example/@celia"' in text


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_talk_in_a_channel(live, ada, width):
    with browsing(str(live.http.base_url) + "/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@talk.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Channels").click()
        page.get_by_role("link", name="#tea").click()
        page.get_by_role("button", name="Join #tea").click()
        page.get_by_label("Message", exact=True).fill("Who would like tea?")
        page.get_by_role("button", name="Send").click()
        page.get_by_role("link", name="Thread").click()
        page.get_by_label("Answer").fill("I would.")
        page.get_by_role("button", name="Send").click()
        page.get_by_text("I would.").wait_for()
    (post,) = ada.get("/api/channels/6/messages").json()["items"]
    assert (post["text"], post["replies"]) == ("Who would like tea?", 1)
