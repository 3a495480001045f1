"""The pages: every link, wrong input, and a person's main job in a real browser."""

import pytest
from browsing import WIDTHS, browsing
from crawling import crawl


def test_no_link_is_dead(browser):
    pages = crawl(browser)
    assert len(pages) >= 20
    assert not any("<b>the door</b>" in text for text in pages.values())


def test_a_wrong_form_comes_back_as_it_was_typed(browser):
    form = {"title": "Sweep often", "repeat": "daily", "notes": "With the broom"}
    answer = browser.post("/list/1/tasks", data=form)
    assert answer.status_code == 422
    assert "Sweep often" in answer.text
    assert "With the broom" in answer.text
    answer = browser.post("/task/1", data={"title": "", "notes": "Kept"})
    assert answer.status_code == 422
    assert "Kept" in answer.text


def test_rules_are_told_on_the_page(browser):
    assert "open sub-tasks" in browser.post("/task/3/complete").text
    assert "It comes back on 28 Feb 2027" in browser.post("/task/9/complete").text
    assert "archive it instead" in browser.post("/list/1/delete").text
    assert browser.post("/task/1/complete", data={"back": "//evil.example/"}).url.path == "/task/1"


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_plan_and_finish_a_task(live, ada, width):
    with browsing(str(live.http.base_url) + "/login", width) as page:
        page.get_by_label("E-mail address").fill("ada@day.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Empty", exact=False).first.click()
        page.get_by_label("Title").fill("Mend the gate")
        page.get_by_label("Due").fill("2027-02-01")
        page.get_by_label("Labels").fill("wood, garden")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("main").get_by_role("link", name="Mend the gate").click()
        page.get_by_label("New sub-task").fill("Find the hinges")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Complete", exact=True).click()
        page.get_by_text("Finish or delete the open sub-tasks first.").wait_for()
        page.get_by_role("button", name="Complete: Find the hinges").click()
        page.get_by_role("button", name="Complete", exact=True).click()
        page.get_by_text("Done.", exact=True).wait_for()
    (task,) = ada.get("/api/tasks?list_id=5&state=done").json()["items"]
    assert (task["title"], task["labels"]) == ("Mend the gate", ["garden", "wood"])
