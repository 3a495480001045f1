"""What a person does in the pages, and what holds for all of them together."""

import ast
import inspect
import pkgutil
import re
from html import unescape

import pytest

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"


@pytest.mark.slow
def test_no_link_is_dead(browser, ada):
    from crawling import crawl

    pages = crawl(browser)
    for path in (
        "/week",
        "/events/ALM-AAAA01",
        "/events/ALM-AAAA04",
        "/rooms/gull",
        "/calendars",
        "/settings",
        "/help",
        "/reminders",
        "/invitations?reply=pending",
        "/docs",
    ):
        assert path in pages
    for path in ("/month", "/agenda", "/search", "/events/ALM-AAAA02/edit", "/find-time?find=true"):
        links = re.findall(r'href="(/[^"]*)"', browser.get(path).text)
        for link in set(map(unescape, links)) - set(pages):
            assert browser.get(link).status_code == 200, f"{link} on {path}"


@pytest.mark.slow
def test_what_people_write_is_shown_as_text(browser, ada, bruno, day):
    from crawling import crawl

    text = {"title": EVIL, "text": EVIL, "place": EVIL}
    times = {"starts": f"{day(1)}T11:00", "ends": f"{day(1)}T12:00"}
    guests = {"attendees": ["bruno@pier.example"], "repeat": {"frequency": "daily"}}
    made = ada.post("/api/events", json=text | times | guests).json()
    answer = {"reply": "accepted", "message": EVIL}
    bruno.put(f"/api/events/{made['code']}/reply", json=answer).raise_for_status()
    ada.post("/api/calendars", json={"name": EVIL[:60]}).raise_for_status()
    pages = crawl(browser)
    assert sum("&lt;script&gt;" in page for page in pages.values()) >= 5
    for path, page in pages.items():
        assert "<script" not in page, path
        assert "<img" not in page, path


def test_what_stands_in_an_address_is_shown_as_text(browser):
    for path in ("/week", "/search", "/find-time", "/free-busy", "/rooms"):
        for name in ("date", "first", "q", "people", "starts", "calendar", "go"):
            answer = browser.get(path, params={name: EVIL, "find": "true"})
            assert answer.status_code in (200, 404, 422), f"{path}?{name}"
            assert "<script" not in answer.text


def test_a_wrong_form_keeps_what_was_typed(browser, day):
    form = {"title": "Plan <b>", "starts": f"{day(1)}T10:00", "ends": f"{day(1)}T09:00"}
    more = {
        "frequency": "weekly",
        "weekdays": ["mon", "fri"],
        "zone": "Europe/Dublin",
        "room": "gull",
    }
    page = browser.post("/events/new", data=form | more)
    assert page.status_code == 422
    for kept in ("after the start", "Plan &lt;b&gt;", 'value="gull" selected', 'id="weekday-fri"'):
        assert kept in page.text
    assert page.text.count(" checked") == 2
    page = browser.post("/events/new", data=form | {"ends": "soon"})
    assert "look again at: ends" in page.text


def test_write_change_move_and_cancel_through_pages(browser, ada, day):
    monday = day(1, "mon")
    form = {"title": "Planning", "starts": f"{monday}T09:00", "ends": f"{monday}T10:00"}
    more = {"frequency": "weekly", "weekdays": ["mon"], "count": "4", "zone": "Europe/Dublin"}
    page = browser.post("/events/new", data=form | more | {"attendees": "celia@pier.example"})
    assert "look again" in page.text
    assert "outside of working hours" in page.text
    code = page.url.path.split("/")[-1]
    second = ada.get(f"/api/events/{code}").json()["coming"][1]["on"]
    query = f"scope=one&on={second}"
    assert "Only this occurrence" in browser.get(f"/events/{code}/edit?{query}").text
    one = {"title": "Planning, long", "starts": f"{second}T09:00", "ends": f"{second}T12:00"}
    page = browser.post(f"/events/{code}/edit?{query}", data=one)
    assert "Planning, long" in page.text
    moved = {"scope": "following", "on": second, "starts": f"{second}T13:00"}
    later = browser.post(f"/events/{code}/move", data=moved)
    assert "Moved." in later.text
    restored = browser.post(f"/events/{code}/restore", data={"on": second})
    assert "no such occurrence" in restored.text or "is as the series has it" in restored.text
    page = browser.post(f"/events/{code}/cancel", data={"scope": "all"})
    assert "Cancelled" in page.text


def test_an_edit_of_the_whole_series_changes_nothing_else(browser, ada):
    """The form holds an event as it is: saved as it is, all stays."""
    before = ada.get("/api/events/ALM-AAAA02").json()
    page = browser.get("/events/ALM-AAAA02/edit").text
    form = {
        name: unescape(re.search(rf'name="{name}"[^>]*value="([^"]*)"', page).group(1))
        for name in ("title", "starts", "ends", "place", "interval", "until", "count")
    }
    form |= {"zone": "Europe/Dublin", "frequency": "daily"}
    assert "Saved" in browser.post("/events/ALM-AAAA02/edit", data=form).text
    after = ada.get("/api/events/ALM-AAAA02").json()
    assert {**before, "version": 2, "warnings": []} == {**after, "warnings": []}


def test_calendars_people_settings_and_reminders(browser, ada, celia):
    page = browser.post("/calendars", data={"action": "add", "name": "Side", "colour": "teal"})
    assert "The calendar is added." in page.text
    share = {"email": "dario@pier.example", "level": "write"}
    assert "is shared" in browser.post("/calendars/2/shares", data=share).text
    off = {"action": "delete", "calendar_id": "2", "move_to": "1"}
    assert "Deleted." in browser.post("/calendars", data=off).text
    assert ada.get("/api/events/ALM-AAAA03").json()["calendar_id"] == 1
    form = {"zone": "Europe/Paris", "work_days": ["mon", "tue"], "work_from": "07:00"}
    page = browser.post("/settings", data=form | {"work_until": "06:00"})
    assert "must end after it begins" in page.text
    page = browser.post("/settings", data=form | {"work_until": "15:00"})
    assert "Saved." in page.text
    person = next(p for p in celia.get("/api/people").json() if p["id"] == 1)
    assert (person["work_days"], person["zone"]) == ("mon,tue", "Europe/Paris")
    code = "ALM-AAAA01"
    page = browser.post(f"/events/{code}/reminder", data={"minutes": "45", "action": "set"})
    assert "45 minutes before" in page.text
    assert "45 minutes before" in browser.get("/reminders").text
    page = browser.post(f"/events/{code}/reminder", data={"action": "none"})
    assert "No reminder." in page.text


def test_every_function_of_the_api_has_a_page():
    """Each operation that the API calls, the pages call as well."""
    from mock_platform.services.calendar import api, operations, pages

    def used(package):
        names = [f"{package.__name__}.{m.name}" for m in pkgutil.iter_modules(package.__path__)]
        modules = [__import__(name, fromlist=["x"]) for name in names]
        return {
            node.attr
            for module in modules
            for node in ast.walk(ast.parse(inspect.getsource(module)))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "ops"
            and hasattr(getattr(operations, node.attr), "operation_name")
        }

    assert used(api) == used(pages)
    assert len(used(api)) >= 27
