"""Channels, who sees them, and who may do what in them."""

import pytest


def names(client, **query):
    return [c["name"] for c in client.get("/api/channels", params=query).json()]


def test_everybody_sees_their_channels(ada, celia, dario):
    assert names(ada) == ["general", "old", "visit", "direct-1-3"]
    assert names(ada, all_public=True) == ["general", "old", "tea", "visit", "direct-1-3"]
    assert "secret" in names(celia)
    assert names(dario, all_public=True) == ["visit"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/channels/2", None),
        ("GET", "/api/channels/2/messages", None),
        ("GET", "/api/channels/2/members", None),
        ("GET", "/api/channels/2/pins", None),
        ("GET", "/api/messages?channel_id=2", None),
        ("GET", "/api/messages/3/thread", None),
        ("GET", "/api/messages/3/revisions", None),
        ("PUT", "/api/messages/3/reactions/heart", None),
        ("PUT", "/api/messages/3/pin", None),
        ("PUT", "/api/messages/3/saved", None),
        ("DELETE", "/api/messages/3", None),
        ("POST", "/api/channels/2/join", None),
        ("POST", "/api/channels/2/messages", {"text": "Hello"}),
        ("POST", "/api/channels/1/messages", {"text": "Hello", "thread_id": 3}),
        ("PUT", "/api/channels/2/topic", {"topic": "Mine"}),
    ],
)
def test_a_private_channel_does_not_exist_for_others(ada, method, path, body):
    assert ada.request(method, path, json=body).status_code == 404


def test_a_guest_sees_only_what_they_were_invited_to(dario, refusal):
    assert dario.get("/api/channels/1").status_code == 404
    assert dario.post("/api/channels/6/join").status_code == 404
    assert refusal(dario.post("/api/channels", json={"name": "mine"}), 403)
    people = [person["name"] for person in dario.get("/api/people").json()["items"]]
    assert people == ["Ada Quill", "Dario Sato"]
    assert dario.get("/api/people/2").status_code == 404


def test_unread_counts_until_it_is_read(ada, celia, send):
    def unread(client):
        return {c["name"]: c["unread"] for c in client.get("/api/channels").json()}

    assert unread(celia)["general"] == 0
    celia.post("/api/channels/1/read")
    send(ada, 1, "News")
    send(ada, 1, "More news")
    assert unread(celia)["general"] == 2
    assert unread(ada)["general"] == 0
    assert celia.post("/api/channels/1/read").status_code == 204
    assert unread(celia)["general"] == 0


def test_channels_are_made_joined_and_left(ada, celia, send, refusal):
    made = ada.post("/api/channels", json={"name": "#Fair-2027", "purpose": "The fair"}).json()
    assert (made["name"], made["members"]) == ("fair-2027", 1)
    assert "already" in refusal(ada.post("/api/channels", json={"name": "fair-2027"}))
    assert refusal(ada.post("/api/channels", json={"name": "direct-1-2"}), 422)
    assert refusal(send(celia, made["id"], "Hello"), 403) == "Join the channel first."
    assert celia.post(f"/api/channels/{made['id']}/join").json()["joined"]
    assert send(celia, made["id"], "Hello").status_code == 201
    assert celia.post(f"/api/channels/{made['id']}/leave").status_code == 204


def test_people_are_brought_in_and_put_out(ada, bruno, celia, refusal):
    assert ada.post("/api/channels/4/members", json={"user_id": 3}).json()["members"] == 3
    assert "already" in refusal(ada.post("/api/channels/4/members", json={"user_id": 3}))
    assert refusal(celia.delete("/api/channels/4/members/4"), 403)
    assert ada.delete("/api/channels/1/members/3").status_code == 204
    assert ada.delete("/api/channels/1/members/3").status_code == 404


def test_an_archived_channel_is_only_read(ada, send, refusal):
    assert "archived" in refusal(send(ada, 3, "Hello"))
    assert ada.put("/api/channels/3/archived", json={"archived": False}).status_code == 200
    assert send(ada, 3, "Hello").status_code == 201
    assert refusal(ada.put("/api/channels/4/archived", json={}), 403)


def test_a_direct_conversation_is_the_same_for_the_same_people(ada, celia, refusal):
    assert ada.post("/api/direct", json={"user_ids": [3]}).json()["id"] == 5
    assert celia.post("/api/direct", json={"user_ids": [1, 1]}).json()["id"] == 5
    group = ada.post("/api/direct", json={"user_ids": [2, 3]}).json()
    assert group["people"] == ["Bruno Vance", "Celia Stroud"]
    assert refusal(ada.post("/api/direct", json={"user_ids": [1]}))
    assert ada.post("/api/direct", json={"user_ids": [99]}).status_code == 404
    for path, method in (("leave", "POST"), ("archived", "PUT"), ("topic", "PUT")):
        body = {"topic": "x", "archived": True}
        assert ada.request(method, f"/api/channels/5/{path}", json=body).status_code == 409


def test_a_status_ends(live, ada, celia, refusal):
    from datetime import timedelta

    from mock_platform.kit.clock import current, now

    assert ada.get("/api/people/3").json()["status"] == "On the train"
    try:
        current().advance(timedelta(hours=2))
        assert ada.get("/api/people/3").json()["status"] == ""
        past = (now() - timedelta(minutes=1)).isoformat()
        body = {"presence": "away", "status": "Gone", "until": past}
        assert refusal(celia.put("/api/status", json=body), 422)
    finally:
        current().advance(timedelta(hours=-2))
    changed = celia.put("/api/status", json={"presence": "busy", "status": "Writing"}).json()
    assert (changed["presence"], changed["status"]) == ("busy", "Writing")
