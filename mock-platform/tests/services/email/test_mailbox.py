"""Reading, searching, filing."""

import pytest


def subjects(answer):
    answer.raise_for_status()
    return [item["subject"] for item in answer.json()["items"]]


def test_folders_count_their_messages(ada):
    folders = {f["name"]: (f["total"], f["unread"]) for f in ada.get("/api/folders").json()}
    assert folders["Inbox"] == (2, 1)
    assert folders["Drafts"] == (0, 0)
    ada.patch("/api/messages/2", json={"unread": True})
    assert ada.get("/api/folders").json()[0]["unread"] == 2


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("figures", ["Figures for the board", "Old figures 100%"]),
        ("100%", ["Old figures 100%"]),
        ("_draft_", ["Old figures 100%"]),
        ("from:bruno", ["Lunch"]),
        ("to:finance", ["Figures for the board"]),
        ('subject:"Re: Lunch"', ["Re: Lunch"]),
        ("has:attachment", ["Figures for the board"]),
        ("is:unread from:mira", ["Figures for the board", "Old figures 100%"]),
        ("is:flagged", ["Your booking"]),
        ("in:archive", ["Old figures 100%"]),
        ('in:"Holidays 50% off"', ["Your booking"]),
        ("mira board", ["Figures for the board"]),
        ("text:booking", ["Your booking"]),
        ("%", ["Old figures 100%"]),
        ("bruno's", []),
    ],
)
def test_search(ada, query, found):
    assert subjects(ada.get("/api/messages", params={"q": query})) == found


def test_search_by_day(ada):
    listed = ada.get("/api/messages").json()["items"]
    day = listed[1]["sent_at"][:10]
    after = subjects(ada.get("/api/messages", params={"q": f"after:{day}"}))
    before = subjects(ada.get("/api/messages", params={"before": day}))
    assert after == ["Figures for the board", "Lunch"]
    assert before == ["Re: Lunch", "Old figures 100%", "Your booking"]
    assert ada.get("/api/messages", params={"q": "after:soon"}).status_code == 422
    assert ada.get("/api/messages", params={"folder": "nowhere"}).status_code == 404


def test_opening_a_message_marks_it_read(ada):
    assert ada.get("/api/messages/1").json()["unread"] is False
    assert "Figures for the board" not in subjects(ada.get("/api/messages?unread=true"))
    ada.patch("/api/messages/1", json={"unread": True, "flagged": True})
    assert subjects(ada.get("/api/messages?unread=true&flagged=true")) == [
        "Figures for the board",
        "Your booking",
    ]


def test_a_thread_is_in_order_and_one_mailbox_only(ada, bruno):
    assert [m["subject"] for m in ada.get("/api/threads/lunch").json()] == ["Re: Lunch", "Lunch"]
    assert bruno.get("/api/threads/lunch").status_code == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/messages/6"),
        ("DELETE", "/api/messages/6"),
        ("GET", "/api/attachments/2"),
        ("GET", "/api/contacts/2"),
        ("DELETE", "/api/folders/7"),
        ("GET", "/message/6"),
        ("GET", "/attachment/2"),
    ],
)
def test_what_is_somebody_elses_does_not_exist(live, ada, method, path):
    client = ada if path.startswith("/api") else live.browser("ada@pennant.example", "plum")
    assert client.request(method, path).status_code == 404


def test_deleting_goes_to_the_trash_and_then_for_good(ada):
    assert ada.delete("/api/messages/1").status_code == 204
    assert subjects(ada.get("/api/folders/trash/messages")) == ["Figures for the board"]
    assert ada.delete("/api/messages/1").status_code == 204
    assert ada.get("/api/messages/1").status_code == 404
    assert ada.get("/api/attachments/1").status_code == 404


def test_moving(ada):
    moved = ada.post("/api/messages/1/move", json={"folder": "archive"}).json()
    assert moved["folder"] == "Archive"
    assert ada.post("/api/messages/1/move", json={"folder": "Nowhere"}).status_code == 404


def test_own_folders(ada):
    made = ada.post("/api/folders", json={"name": "  Tax   papers "})
    assert made.json()["name"] == "Tax papers"
    number = made.json()["id"]
    assert ada.post("/api/folders", json={"name": "tax papers"}).status_code == 422
    assert ada.post("/api/folders", json={"name": "inbox"}).status_code == 422
    assert ada.patch(f"/api/folders/{number}", json={"name": "Taxes"}).json()["name"] == "Taxes"
    assert ada.delete(f"/api/folders/{number}").status_code == 204
    assert ada.delete("/api/folders/6").status_code == 409
    assert ada.delete("/api/folders/1").status_code == 409


def test_an_attachment_is_a_download(ada):
    answer = ada.get("/api/attachments/1")
    assert answer.text == "a,b\n1,2\n"
    assert answer.headers["content-disposition"] == 'attachment; filename="figures.csv"'
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_contacts(ada):
    new = {"name": "Nils Sato", "email": "Nils@Inkwell.example"}
    number = ada.post("/api/contacts", json=new).json()["id"]
    assert ada.post("/api/contacts", json=new).status_code == 422
    assert [c["name"] for c in ada.get("/api/contacts?q=inkwell").json()["items"]] == ["Nils Sato"]
    changed = ada.put(f"/api/contacts/{number}", json=new | {"firm": "Calder Works"})
    assert changed.json()["firm"] == "Calder Works"
    assert ada.delete(f"/api/contacts/{number}").status_code == 204
    assert ada.post("/api/contacts", json={"name": "X", "email": "no"}).status_code == 422


def test_nothing_stands_in_sent_that_was_not_sent(ada):
    draft = ada.post("/api/drafts", json={"subject": "Never sent", "body": "x"}).json()["id"]
    for folder in ("sent", "archive", "trash", "inbox"):
        answer = ada.post(f"/api/messages/{draft}/move", json={"folder": folder})
        assert answer.status_code == 409, folder
    assert ada.post("/api/messages/1/move", json={"folder": "sent"}).status_code == 409
    assert ada.post("/api/messages/3/move", json={"folder": "archive"}).status_code == 200
    assert ada.post("/api/messages/3/move", json={"folder": "sent"}).status_code == 200


@pytest.mark.parametrize("number", [1, 3])
def test_what_was_received_or_sent_cannot_be_rewritten(ada, number):
    assert ada.post(f"/api/messages/{number}/move", json={"folder": "drafts"}).status_code == 409
    body = {"subject": "Forged", "body": "You won"}
    assert ada.put(f"/api/drafts/{number}", json=body).status_code == 409


def test_a_draft_that_is_to_be_moved_says_why_not_on_the_page(live, ada):
    draft = ada.post("/api/drafts", json={"subject": "Mine", "body": "x"}).json()["id"]
    form = {"action": "archive", "ids": str(draft), "back": "/folder/Drafts"}
    browser = live.browser("ada@pennant.example", "plum")
    assert "it cannot be moved" in browser.post("/messages", data=form).text
