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


EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"


def test_no_link_is_dead(browser):
    from crawling import crawl

    assert len(crawl(browser)) > 25


def test_what_anybody_writes_is_shown_as_text(browser, ada):
    """On every page there is, without a tag of it taking effect."""
    from crawling import crawl

    file = {"filename": EVIL.replace("/", ""), "content": ""}
    letter = {"to": ["ada@pennant.example"], "subject": EVIL, "body": EVIL}
    ada.post("/api/messages", json=letter | {"attachments": [file]}).raise_for_status()
    ada.post("/api/drafts", json=letter).raise_for_status()
    folder = EVIL.replace("/", "")[:60]
    ada.post("/api/folders", json={"name": folder}).raise_for_status()
    ada.post("/api/messages/1/move", json={"folder": folder}).raise_for_status()
    person = {"email": "x@y.example", **dict.fromkeys(("name", "firm", "note"), EVIL)}
    ada.post("/api/contacts", json=person).raise_for_status()
    settings = {"signature": EVIL, "away_message": EVIL}
    ada.put("/api/me/settings", json=settings).raise_for_status()
    pages = crawl(browser)
    assert sum("&lt;script&gt;alert(1)" in text for text in pages.values()) >= 20
    for path, text in pages.items():
        assert "<script" not in text, path
        assert "<img" not in text, path


@pytest.mark.parametrize("path", ["/search", "/compose", "/contacts", "/message/1/reply"])
@pytest.mark.parametrize("name", ["q", "to", "sender", "folder", "before", "all", "page"])
def test_what_stands_in_an_address_is_shown_as_text(browser, path, name):
    answer = browser.get(path, params={name: EVIL})
    assert answer.status_code in (200, 404, 422)
    assert "<script" not in answer.text
    assert "<img" not in answer.text


@pytest.mark.parametrize("name", ["a\r\nX-Evil: 1", 'a"; x="b', "ä ☂.txt", "a\\b", "\u202etxt.exe"])
def test_no_file_name_adds_a_header(ada, name):
    """Names with control characters are refused, the others tamed."""
    letter = {"to": ["ada@pennant.example"], "attachments": [{"filename": name, "content": ""}]}
    sent = ada.post("/api/messages", json=letter)
    if sent.status_code == 422:
        assert not name.isprintable() or "\\" in name
        return
    number = sent.json()["attachments"][0]["id"]
    headers = ada.get(f"/api/attachments/{number}").headers
    assert "x-evil" not in headers
    assert headers["content-disposition"].count('"') == 2


@pytest.mark.parametrize("name", ["a/b", "..", ".", "a\\b", " ", "x" * 61, "a\nb\x00"])
def test_a_folder_cannot_be_called_so(ada, name):
    assert ada.post("/api/folders", json={"name": name}).status_code == 422


@pytest.mark.parametrize("name", ["50% off?", "a#b&c=d", "ä ☂", "+ +", "%2e%2e"])
def test_a_folder_of_any_other_name_can_be_opened(browser, ada, name):
    ada.post("/api/folders", json={"name": name}).raise_for_status()
    from crawling import crawl

    assert sum("/folder/" in path for path in crawl(browser)) >= 7


@pytest.mark.parametrize("number", ["²", "-1", "0", str(2**70), "x"])
def test_numbers_of_nothing(browser, number):
    assert browser.get(f"/message/{number}").status_code in (404, 422)
    assert browser.get(f"/contact/{number}").status_code in (404, 422)
    form = {"draft_id": number, "to": "x@y.example", "subject": "A"}
    assert browser.post("/compose", data=form).status_code in (200, 404)
