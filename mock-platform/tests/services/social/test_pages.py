"""The pages: every link, wrong input, and a person's main job in a real browser."""

import pytest
from browsing import WIDTHS, browsing
from crawling import crawl


@pytest.mark.slow
def test_no_link_is_dead(browser):
    pages = crawl(browser)
    assert len(pages) >= 35
    assert not any("<b>gate</b>" in text for text in pages.values())


def test_what_is_wrong_comes_back_as_it_was_typed(browser):
    form = {"text": "Typed #one @eva", "action": "schedule", "publish_at": "2020-01-01T10:00"}
    answer = browser.post("/manage/1/write", data=form)
    assert answer.status_code == 422
    assert "Typed #one @eva" in answer.text
    assert 'value="2020-01-01T10:00"' in answer.text
    plan = {"name": "Half", "starts": "soon", "ends": "2030-01-01", "goal": "3"}
    answer = browser.post("/manage/1/campaigns", data=plan)
    assert (answer.status_code, "soon" in answer.text) == (422, True)
    answer = browser.post("/accounts", data={"handle": "No Way", "name": "Now"})
    assert (answer.status_code, "No Way" in answer.text) == (422, True)


def test_files_and_words(browser, picture):
    files = {"file": ("sea.png", picture)}
    answer = browser.post("/manage/1/media", data={"alt": ""}, files=files)
    assert (answer.status_code, "Describe the image" in answer.text) == (422, True)
    browser.post("/manage/1/media", data={"alt": "The sea at night"}, files=files)
    form = {"text": "See <i>this</i> #Sea", "media_ids": "1", "action": "publish"}
    text = browser.post("/manage/1/write", data=form).text
    assert 'See &lt;i&gt;this&lt;/i&gt; <a href="/tag/sea">#Sea</a>' in text
    assert 'alt="The sea at night"' in text
    shown = browser.get("/media/1")
    assert (shown.headers["content-type"], shown.content) == ("image/png", picture)


def test_the_limits_are_told(browser):
    text = browser.get("/help").text
    assert "at most 6 posts go out within any 60 minutes" in text
    assert browser.get("/manage/1/posts?state=odd").status_code == 404
    assert browser.post("/post/1/explode").status_code == 404
    assert browser.post("/post/1/like", data={"back": "//evil.example"}).url.path == "/"


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_schedule_and_moderate(live, ada, dario, width):
    dario.post("/api/posts/1/comments", json={"text": "A new voice"}).raise_for_status()
    with browsing(str(live.http.base_url) + "/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@plaza.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="More options").click()
        page.get_by_label("Text").fill("The pier is open again. #harbour")
        page.get_by_label("Who sees it").select_option("followers")
        page.get_by_role("button", name="Save as draft").click()
        page.get_by_role("button", name="Publish now").click()
        page.get_by_role("button", name="Pin").click()
        page.get_by_text("Pinned.").wait_for()
        page.goto(str(live.http.base_url) + "/manage/1/queue")
        page.get_by_role("button", name="Approve").click()
        page.get_by_text("No comment waits here.").wait_for()
        page.get_by_role("link", name="Analytics").click()
        page.get_by_text("25.59 %").wait_for()
    first = ada.get("/api/accounts/1/pins").json()[0]
    assert (first["text"], first["visibility"]) == ("The pier is open again. #harbour", "followers")
    assert ada.get("/api/accounts/1/queue").json()["total"] == 0
