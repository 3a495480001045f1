"""A small Plaza: a firm run by three, a private person, a newcomer, and somebody else."""

import pytest

from mock_platform.kit import get_service
from mock_platform.services.social.world import painted

NAMES = {1: "ada", 2: "bruno", 3: "celia", 4: "dario", 5: "eva"}


def user(number, password, acting_as):
    name = NAMES[number]
    base = {"id": number, "email": f"{name}@plaza.example", "name": name.title()}
    return base | {"password": password, "acting_as": acting_as}


def account(number, handle, days=300, **values):
    base = {"id": number, "handle": handle, "name": handle.title(), "created_at": f"-{days}d"}
    return base | values


def post(number, account_id, text, minutes, **values):
    base = {"id": number, "account_id": account_id, "author_id": 1, "text": text}
    state = {"state": "published", "created_at": "-90d", "publish_at": f"-{minutes}m"}
    return base | state | values


def figure(post_id, day, impressions, clicks, likes, comments):
    names = ("post_id", "day", "impressions", "clicks", "likes", "comments")
    return dict(zip(names, (post_id, day, impressions, clicks, likes, comments), strict=True))


SEED = {
    "accounts": [
        account(1, "yard", kind="firm"),
        account(2, "celia", private=True),
        account(3, "dario", days=3),
        account(4, "eva"),
        account(5, "fog"),
    ],
    "users": [
        user(1, "plum", 1),
        user(2, "fig", 1),
        user(3, "pear", 2),
        user(4, "kiwi", 3),
        user(5, "lime", 4),
    ],
    "members": [
        {"account_id": a, "user_id": u, "role": role, "since": "-90d"}
        for a, u, role in [
            (1, 1, "owner"),
            (1, 2, "editor"),
            (1, 3, "analyst"),
            (2, 3, "owner"),
            (3, 4, "owner"),
            (4, 5, "owner"),
            (5, 1, "owner"),
        ]
    ],
    "campaigns": [
        {"id": 1, "account_id": 1, "name": "Spring", "starts": "-5d", "ends": "-2d", "goal": 50}
    ],
    "posts": [
        post(1, 1, "The <b>gate</b> opens #harbour", 100, campaign_id=1),
        post(2, 1, "Old news of the harbour", 3 * 24 * 60, pinned_at="-1d"),
        post(3, 1, "Not yet", 0, state="draft", publish_at=None),
        post(4, 1, "For those who follow", 200, visibility="followers"),
        post(5, 2, "My private walk #harbour", 300),
        post(6, 1, "Only for us", 400, visibility="only_me"),
        post(7, 4, "Eva was at the harbour", 500),
    ],
    "post_tags": [{"post_id": 1, "tag": "harbour"}, {"post_id": 5, "tag": "harbour"}],
    "follows": [
        {
            "id": 1,
            "follower_id": 4,
            "followed_id": 1,
            "state": "accepted",
            "asked_at": "-9d",
            "decided_at": "-9d",
        }
    ],
    "keyword_rules": [
        {"id": 1, "account_id": 1, "phrase": "free money", "kind": "block", "created_at": "-9d"},
        {"id": 2, "account_id": 1, "phrase": "rust", "kind": "hold", "created_at": "-9d"},
    ],
    "comments": [
        {"id": 1, "post_id": 1, "account_id": 4, "text": "At what time?", "at": "-50m"},
    ],
    "figures": [
        figure(1, "-3d", 120, 5, 7, 1),
        figure(1, "-1d", 30, 1, 1, 0),
        figure(2, "-3d", 90, 40, 20, 3),
        figure(4, "-2d", 100, 2, 3, 4),
    ],
    "follower_counts": [
        {"account_id": 1, "day": "-5d", "followers": 80},
        {"account_id": 1, "day": "-1d", "followers": 85},
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("social"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@plaza.example", "plum")


@pytest.fixture
def celia(live):
    return live.login("celia@plaza.example", "pear")


@pytest.fixture
def dario(live):
    return live.login("dario@plaza.example", "kiwi")


@pytest.fixture
def eva(live):
    return live.login("eva@plaza.example", "lime")


@pytest.fixture
def browser(live):
    return live.browser("ada@plaza.example", "plum")


@pytest.fixture
def picture():
    return painted(40)


@pytest.fixture(name="refusal")
def _refusal():
    def said(answer, status=409):
        assert answer.status_code == status, answer.text
        return answer.json()["error"]["message"]

    return said
