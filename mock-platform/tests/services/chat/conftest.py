"""A small Huddle: an admin, two members, a guest; public, private, archived, direct channels."""

import pytest

from mock_platform.kit import get_service


def user(number, name, password, **values):
    handle = name.split()[0].lower()
    base = {"id": number, "email": f"{handle}@talk.example", "name": name, "handle": handle}
    return base | {"password": password} | values


def channel(number, name, kind="public", **values):
    base = {"id": number, "name": name, "kind": kind, "created_by": 1, "created_at": "-90d"}
    return base | values


def message(number, channel_id, user_id, text, minutes, **values):
    base = {"id": number, "channel_id": channel_id, "user_id": user_id, "text": text}
    return base | {"sent_at": f"-{minutes}m"} | values


def members(channel_id, *users, last_read=99):
    return [
        {"channel_id": channel_id, "user_id": u, "joined_at": "-90d", "last_read": last_read}
        for u in users
    ]


SEED = {
    "users": [
        user(1, "Ada Quill", "plum"),
        user(2, "Bruno Vance", "fig", role="admin"),
        user(3, "Celia Stroud", "pear", status="On the train", status_until="+1h"),
        user(4, "Dario Sato", "kiwi", role="guest"),
    ],
    "channels": [
        channel(1, "general"),
        channel(2, "secret", "private", created_by=2),
        channel(3, "old", archived=True),
        channel(4, "visit", created_by=2),
        channel(5, "direct-1-3", "direct"),
        channel(6, "tea"),
    ],
    "members": [
        *members(1, 1, 2, 3),
        *members(2, 2, 3),
        *members(3, 1),
        *members(4, 1, 4),
        *members(5, 1, 3),
    ],
    "messages": [
        message(1, 1, 3, "Who has 50% <b>of the keys</b>?", 5000),
        message(2, 1, 2, "I do, see https://drive.example/keys", 4990, thread_id=1),
        message(3, 2, 3, "A secret about keys", 4000),
        message(4, 5, 3, "Only for you", 3000),
        message(5, 4, 1, "Welcome", 20),
        message(6, 1, 1, "Old words of mine", 60),
    ],
    "links": [{"id": 1, "message_id": 1, "name": "Key list", "url": "https://drive.example/list"}],
    "reactions": [{"id": 1, "message_id": 1, "user_id": 2, "name": "eyes"}],
    "pins": [{"message_id": 1, "channel_id": 1, "user_id": 2, "pinned_at": "-3d"}],
}


@pytest.fixture
def live(share):
    return share(get_service("chat"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@talk.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@talk.example", "fig")


@pytest.fixture
def celia(live):
    return live.login("celia@talk.example", "pear")


@pytest.fixture
def dario(live):
    return live.login("dario@talk.example", "kiwi")


@pytest.fixture
def browser(live):
    return live.browser("ada@talk.example", "plum")


@pytest.fixture(name="refusal")
def _refusal():
    def said(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return said


@pytest.fixture(name="send")
def _send():
    def send(client, channel_id, text, **values):
        path = f"/api/channels/{channel_id}/messages"
        return client.post(path, json={"text": text, **values})

    return send
