"""Writing, replying, forwarding, drafts."""

import base64

import pytest

LETTER = {"to": ["bruno@pennant.example"], "subject": "Hello", "body": "How are you?"}


def inbox(client):
    return client.get("/api/folders/inbox/messages").json()["items"]


def addressed(message):
    return {(r["kind"], r["address"]) for r in message["recipients"]}


def test_sending_keeps_a_copy_and_reaches_who_has_a_mailbox_here(ada, bruno):
    sent = ada.post("/api/messages", json=LETTER | {"bcc": ["zoran@inkwell.example"]}).json()
    assert sent["folder"] == "Sent"
    assert addressed(sent) == {("to", "bruno@pennant.example"), ("bcc", "zoran@inkwell.example")}
    arrived = bruno.get(f"/api/messages/{inbox(bruno)[0]['id']}").json()
    assert (arrived["subject"], arrived["ref"]) == ("Hello", sent["ref"])
    assert addressed(arrived) == {("to", "bruno@pennant.example")}


def test_a_reply_stays_in_the_conversation(ada, bruno):
    sent = ada.post("/api/messages", json=LETTER).json()
    number = inbox(bruno)[0]["id"]
    bruno.post(f"/api/messages/{number}/reply", json={"body": "Fine."}).raise_for_status()
    thread = ada.get(f"/api/threads/{sent['thread']}").json()
    assert [m["subject"] for m in thread] == ["Hello", "Re: Hello"]
    assert thread[1]["in_reply_to"] == sent["ref"]


@pytest.mark.parametrize(
    ("number", "to_all", "recipients"),
    [
        (1, False, {("to", "mira.falk@calder-works.example")}),
        (
            1,
            True,
            {
                ("to", "mira.falk@calder-works.example"),
                ("to", "bruno@pennant.example"),
                ("cc", "finance@calder-works.example"),
            },
        ),
        (3, False, {("to", "bruno@pennant.example")}),
    ],
)
def test_who_a_reply_goes_to(ada, number, to_all, recipients):
    answer = ada.post(f"/api/messages/{number}/reply", json={"body": "Yes.", "to_all": to_all})
    assert addressed(answer.json()) == recipients


def test_a_reply_can_add_others_in_copy(ada):
    body = {"body": "Yes.", "cc": ["finance@calder-works.example"]}
    sent = ada.post("/api/messages/1/reply", json=body).json()
    assert ("cc", "finance@calder-works.example") in addressed(sent)
    assert sent["subject"] == "Re: Figures for the board"


def test_a_forward_takes_text_and_files_along(ada, bruno):
    body = {"to": ["bruno@pennant.example"], "body": "See below."}
    ada.post("/api/messages/1/forward", json=body).raise_for_status()
    arrived = bruno.get(f"/api/messages/{inbox(bruno)[0]['id']}").json()
    assert arrived["subject"] == "Fwd: Figures for the board"
    assert "Text of Figures" in arrived["body"]
    assert arrived["attachments"][0]["filename"] == "figures.csv"


def test_a_draft_is_saved_changed_and_sent(ada, bruno):
    file = {"filename": "plan.txt", "content": base64.b64encode(b"plan").decode()}
    draft = ada.post("/api/drafts", json={"subject": "Plan", "attachments": [file]}).json()
    assert draft["folder"] == "Drafts"
    assert ada.post(f"/api/drafts/{draft['id']}/send").status_code == 422
    ada.put(f"/api/drafts/{draft['id']}", json=LETTER).raise_for_status()
    sent = ada.post(f"/api/drafts/{draft['id']}/send").json()
    assert [a["filename"] for a in sent["attachments"]] == ["plan.txt"]
    assert ada.get("/api/folders/drafts/messages").json()["total"] == 0
    assert inbox(bruno)[0]["subject"] == "Hello"
    assert ada.post("/api/drafts/1/send").status_code == 409


@pytest.mark.parametrize(
    "letter",
    [
        {"subject": "To nobody"},
        LETTER | {"to": ["not an address"]},
        LETTER | {"attachments": [{"filename": "../x", "content": ""}]},
        LETTER | {"attachments": [{"filename": "x", "content": "%%%"}]},
        LETTER | {"attachments": [{"filename": "x", "content": "A" * 3_000_000}]},
    ],
)
def test_what_cannot_be_sent(ada, letter):
    assert ada.post("/api/messages", json=letter).status_code == 422
    assert ada.get("/api/folders/sent/messages").json()["total"] == 1


def test_an_addressee_is_told_once(ada, bruno):
    twice = LETTER | {"to": ["bruno@pennant.example"] * 2, "cc": ["BRUNO@pennant.example"]}
    sent = ada.post("/api/messages", json=twice).json()
    assert addressed(sent) == {("to", "bruno@pennant.example")}
    assert len(inbox(bruno)) == 2
