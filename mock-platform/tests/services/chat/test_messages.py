"""Sending, changing, finding messages, and what is put on them."""

import pytest

from mock_platform.services.chat import policy


def texts(client, **query):
    answer = client.get("/api/messages", params=query)
    assert answer.status_code == 200, answer.text
    return [post["text"] for post in answer.json()["items"]]


def test_a_message_is_sent_with_links_and_answered(ada, celia, send):
    link = {"name": "Plan", "url": "https://drive.example/plan"}
    root = send(ada, 1, " The plan ", links=[link]).json()
    assert (root["text"], root["links"]) == ("The plan", [link])
    answer = send(celia, 1, "Thanks", thread_id=root["id"]).json()
    send(ada, 1, "Welcome", thread_id=answer["id"])
    thread = ada.get(f"/api/messages/{root['id']}/thread").json()
    assert [post["text"] for post in thread] == ["The plan", "Thanks", "Welcome"]
    listed = ada.get("/api/channels/1/messages").json()["items"]
    assert [(post["id"], post["replies"]) for post in listed][:2] == [(root["id"], 2), (6, 0)]


def test_words_can_be_changed_for_a_while_and_what_they_were_is_kept(ada, celia, send, refusal):
    number = send(ada, 1, "Frist").json()["id"]
    changed = ada.patch(f"/api/messages/{number}", json={"text": "First"}).json()
    assert changed["text"] == "First"
    assert changed["edited_at"]
    kept = celia.get(f"/api/messages/{number}/revisions").json()
    assert [revision["text"] for revision in kept] == ["Frist"]
    assert "30 minutes" in refusal(ada.patch("/api/messages/6", json={"text": "New"}))
    assert refusal(celia.patch(f"/api/messages/{number}", json={"text": "Mine"}), 403)


def test_a_deleted_message_leaves_its_thread(ada, bruno, celia, refusal):
    assert refusal(ada.delete("/api/messages/1"), 403)
    assert bruno.delete("/api/messages/1").status_code == 204
    thread = ada.get("/api/messages/1/thread").json()
    assert [(post["text"], post["deleted"]) for post in thread] == [
        ("", True),
        ("I do, see https://drive.example/keys", False),
    ]
    assert ada.get("/api/channels/1/pins").json() == []
    assert texts(ada, q="keys") == ["I do, see https://drive.example/keys"]
    assert celia.patch("/api/messages/1", json={"text": "Back"}).status_code == 404


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "KEYS"}, 2),
        ({"q": "50% keys"}, 1),
        ({"q": "5_%"}, 0),
        ({"sender_id": 3}, 2),
        ({"channel_id": 5}, 1),
        ({"has_link": True}, 2),
        ({"pinned": True}, 1),
        ({"after": "2999-01-01"}, 0),
        ({"before": "2999-01-01", "q": "welcome"}, 1),
    ],
)
def test_searches_find_what_one_may_read(ada, query, found):
    assert len(texts(ada, **query)) == found


def test_calling_people_notes_those_who_are_there(ada, bruno, celia, dario, send):
    send(ada, 1, "@bruno and @dario, mail ada@celia.example, @celia.")
    assert bruno.get("/api/mentions").json()["total"] == 1
    assert celia.get("/api/mentions").json()["total"] == 1
    assert dario.get("/api/mentions").json()["total"] == 0
    (general,) = [c for c in bruno.get("/api/channels").json() if c["id"] == 1]
    assert general["mentions"] == 0
    send(ada, 1, "@channel tea!")
    assert bruno.get("/api/mentions").json()["total"] == 2
    assert ada.get("/api/mentions").json()["total"] == 0


def test_changing_a_message_changes_who_is_called(ada, bruno, celia, send):
    number = send(ada, 1, "@bruno?").json()["id"]
    ada.patch(f"/api/messages/{number}", json={"text": "@celia?"})
    assert bruno.get("/api/mentions").json()["total"] == 0
    assert celia.get("/api/mentions").json()["total"] == 1


def test_only_admins_call_a_large_channel(ada, bruno, send, refusal, monkeypatch):
    monkeypatch.setattr(policy, "MENTION_ALL_UP_TO", 2)
    assert "Only admins" in refusal(send(ada, 1, "@channel hello"))
    assert send(bruno, 1, "@channel hello").status_code == 201


def test_reactions_pins_and_saving_come_once(ada, refusal, monkeypatch):
    put = ada.put("/api/messages/1/reactions/heart").json()
    assert put["reactions"] == {"eyes": ["Bruno Vance"], "heart": ["Ada Quill"]}
    assert refusal(ada.put("/api/messages/1/reactions/heart"))
    assert "there are: thumbs_up" in refusal(ada.put("/api/messages/1/reactions/frown"), 422)
    assert ada.delete("/api/messages/1/reactions/heart").status_code == 204
    assert ada.delete("/api/messages/1/reactions/eyes").status_code == 404
    assert refusal(ada.put("/api/messages/1/pin"))
    assert ada.delete("/api/messages/1/pin").status_code == 204
    assert ada.put("/api/messages/6/pin").json()["pinned"]
    monkeypatch.setattr(policy, "MOST_PINS", 1)
    assert "at most 1" in refusal(ada.put("/api/messages/1/pin"))
    assert ada.put("/api/messages/4/saved").json()["saved"]
    assert [post["id"] for post in ada.get("/api/saved").json()["items"]] == [4]
    assert ada.delete("/api/messages/4/saved").status_code == 204


def test_empty_and_endless_messages_are_refused(ada, send):
    assert send(ada, 1, "   ").status_code == 422
    assert send(ada, 1, "x" * 4001).status_code == 422
    bad = [{"name": "Bad", "url": "javascript:alert(1)"}]
    assert send(ada, 1, "Look", links=bad).status_code == 422
    many = [{"name": "One", "url": "https://drive.example/1"}] * 11
    assert send(ada, 1, "Look", links=many).status_code == 409
