"""The same through the web pages, without JavaScript."""

import pytest


@pytest.fixture
def browser(live):
    return live.browser("ada@pennant.example", "plum")


def test_the_inbox_shows_what_is_there(browser):
    text = browser.get("/").text
    assert "Figures for the board" in text
    assert "Only Bruno" not in text


def test_writing_a_message(browser, bruno):
    form = {"to": "Bruno <bruno@pennant.example>; x@inkwell.example", "subject": "Hi", "body": "B"}
    answer = browser.post("/compose", data=form, files={"files": ("a.txt", b"abc")})
    assert "Message sent." in answer.text
    item = bruno.get("/api/folders/inbox/messages").json()["items"][0]
    assert (item["subject"], item["attachments"]) == ("Hi", 1)


def test_a_wrong_address_keeps_what_was_typed(browser):
    answer = browser.post("/compose", data={"to": "nobody", "subject": "Kept", "body": "Text"})
    assert answer.status_code == 422
    assert "Kept" in answer.text
    assert "is not an e-mail address" in answer.text
    assert "To nobody" not in browser.get("/folder/sent").text


def test_reply_all_forward_and_draft(browser, ada):
    form = browser.get("/message/1/reply?all=true").text
    assert "finance@calder-works.example" in form
    done = browser.post("/message/1/reply", data={"body": "Yes.", "to_all": "on"})
    assert "Reply sent." in done.text
    assert browser.post("/message/1/reply", data={"body": ""}).status_code == 422
    done = browser.post("/message/1/forward", data={"to": "x@inkwell.example", "body": ""})
    assert "Message forwarded." in done.text
    saved = browser.post("/compose", data={"action": "draft", "subject": "Later"})
    assert "Draft saved." in saved.text
    number = saved.url.path.rsplit("/", 1)[-1]
    form = {"draft_id": number, "to": "x@inkwell.example", "subject": "Later"}
    assert "Message sent." in browser.post("/compose", data=form).text
    sent = ada.get("/api/folders/sent/messages").json()["items"]
    assert [m["subject"] for m in sent][:3] == [
        "Later",
        "Fwd: Figures for the board",
        "Re: Figures for the board",
    ]


def test_acting_on_ticked_messages(browser, ada):
    form = {"ids": ["1", "2"], "action": "move", "folder": "Archive", "back": "/folder/Archive"}
    assert "2 messages moved to Archive." in browser.post("/messages", data=form).text
    assert ada.get("/api/folders/archive/messages").json()["total"] == 3
    none = browser.post("/messages", data={"action": "delete", "back": "//evil.example"})
    assert "Tick at least one" in none.text
    assert none.url.path == "/"


def test_folders_contacts_and_settings(browser, ada):
    assert "Folder created." in browser.post("/folders", data={"name": "Taxes"}).text
    assert "not empty" in browser.post("/folders/6", data={"action": "delete"}).text
    new = {"name": "Nils Sato", "email": "nils@inkwell.example"}
    assert "Nils Sato is in your contacts." in browser.post("/contact/new", data=new).text
    assert browser.post("/contact/new", data=new | {"email": "x"}).status_code == 422
    browser.post("/settings", data={"signature": "Kind regards, Ada"})
    assert "Kind regards, Ada" in browser.get("/compose").text
    assert ada.get("/api/me").json()["signature"] == "Kind regards, Ada"


def test_markup_in_a_message_is_shown_as_text(browser, bruno):
    body = "<script>alert(1)</script> http://localhost:5001/x"
    letter = {"to": ["ada@pennant.example"], "subject": "<b>bold</b>", "body": body}
    bruno.post("/api/messages", json=letter).raise_for_status()
    text = browser.get("/message/8").text + browser.get("/").text
    assert "<script>alert" not in text
    assert "<b>bold" not in text
    assert 'href="http://localhost:5001/x"' in text


def test_no_link_is_dead(browser):
    seen, todo = set(), ["/"]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = browser.get(path)
        assert answer.status_code == 200, path
        if "html" in answer.headers["content-type"]:
            links = [part.split('"')[0] for part in answer.text.split('href="')[1:]]
            todo += [link.replace("&amp;", "&") for link in links if link.startswith("/")]
    assert len(seen) > 25
