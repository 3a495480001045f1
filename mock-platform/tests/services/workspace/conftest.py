"""A small Cornerstone: a space with an admin, an editor and a viewer, and one that is closed."""

import pytest

from mock_platform.kit import get_service


def user(number, name, password):
    email = f"{name.split()[0].lower()}@stone.example"
    return {"id": number, "email": email, "name": name, "password": password}


def page(number, title, body="", by=1, space_id=1, **values):
    base = {"id": number, "space_id": space_id, "title": title, "body": body, "created_by": by}
    moments = {"created_at": "-9d", "updated_by": by, "updated_at": f"-{number}d"}
    return base | moments | values


def field(number, name, kind, **values):
    base = {"id": number, "database_id": 1, "name": name, "kind": kind, "position": number}
    return base | values


def record(number, **values):
    base = {"id": number, "database_id": 1, "created_by": 1}
    return base | {"created_at": "-3d", "updated_at": "-3d"} | values


SEED = {
    "users": [
        user(1, "Ada Quill", "plum"),
        user(2, "Bruno Vance", "fig"),
        user(3, "Celia Stroud", "pear"),
        user(4, "Dario Sato", "kiwi"),
    ],
    "spaces": [
        {"id": 1, "name": "Team", "created_at": "-90d"},
        {"id": 2, "name": "Closed", "created_at": "-90d"},
    ],
    "members": [
        {"space_id": 1, "user_id": 1, "role": "admin"},
        {"space_id": 1, "user_id": 2, "role": "editor"},
        {"space_id": 1, "user_id": 3, "role": "viewer"},
        {"space_id": 2, "user_id": 4, "role": "admin"},
    ],
    "pages": [
        page(1, "Home", "See [[Plan]] and [[Nowhere]], <b>100%</b> http://x.example/"),
        page(2, "Plan", "Go back [[Home]]", by=2),
        page(3, "Steps", "One, two", parent_id=2, by=2),
        page(4, "Secret", "Hush", by=4, space_id=2),
        page(5, "Wages", "A lot", by=2, restricted=True),
        page(6, "Minutes", "{title} of {today} by {me}", kind="template"),
    ],
    "page_links": [
        {"id": 1, "page_id": 1, "title": "Plan", "target_id": 2},
        {"id": 2, "page_id": 1, "title": "Nowhere"},
        {"id": 3, "page_id": 2, "title": "Home", "target_id": 1},
    ],
    "databases": [
        {"id": 1, "space_id": 1, "name": "Tasks", "created_at": "-9d"},
        {"id": 2, "space_id": 2, "name": "Hidden", "created_at": "-9d"},
    ],
    "fields": [
        field(1, "Title", "text", required=True),
        field(2, "State", "select", options="Open\nDone"),
        field(3, "Hours", "number"),
        field(4, "Due", "date"),
        field(5, "Urgent", "checkbox"),
        field(6, "Who", "person"),
        field(7, "Site", "link"),
    ],
    "records": [record(1), record(2), record(3)],
    "field_values": [
        {"record_id": 1, "field_id": 1, "text": "Dig"},
        {"record_id": 1, "field_id": 3, "text": "10"},
        {"record_id": 1, "field_id": 2, "text": "Open"},
        {"record_id": 2, "field_id": 1, "text": "Build"},
        {"record_id": 2, "field_id": 3, "text": "9.5"},
        {"record_id": 2, "field_id": 2, "text": "Done"},
        {"record_id": 3, "field_id": 1, "text": "Paint"},
        {"record_id": 3, "field_id": 2, "text": "Open"},
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("workspace"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@stone.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@stone.example", "fig")


@pytest.fixture
def celia(live):
    return live.login("celia@stone.example", "pear")


@pytest.fixture
def browser(live):
    return live.browser("ada@stone.example", "plum")


@pytest.fixture(name="refusal")
def _refusal():
    def message(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return message
