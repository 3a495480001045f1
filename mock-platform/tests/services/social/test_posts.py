"""Posts: states, visibility, limits, edits, pins, files, reactions, search."""

import base64
from datetime import timedelta

import pytest

from mock_platform.kit.clock import current, now
from mock_platform.services.social import policy


@pytest.fixture
def later():
    """Move the trial's clock, and put it back."""
    before = current().offset
    yield lambda **by: current().advance(timedelta(**by))
    current().offset = before


def texts(client, path, **query):
    return [post["text"] for post in client.get(path, params=query).json()["items"]]


def draft(client, text, **values):
    answer = client.post("/api/accounts/1/posts", json={"text": text, **values})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def test_a_scheduled_post_comes_out_by_itself(ada, eva, later, refusal):
    number = draft(ada, "Soon @eva #Harbour")
    assert eva.get(f"/api/posts/{number}").status_code == 404
    path = f"/api/posts/{number}/schedule"
    early = {"publish_at": (now() + timedelta(minutes=1)).isoformat()}
    assert "5 minutes" in refusal(ada.put(path, json=early), 422)
    due = {"publish_at": (now() + timedelta(hours=1)).isoformat()}
    assert ada.put(path, json=due).json()["state"] == "scheduled"
    assert eva.get(f"/api/posts/{number}").status_code == 404
    assert eva.get("/api/accounts/4/notifications").json()["total"] == 0
    later(hours=1, seconds=1)
    assert eva.get(f"/api/posts/{number}").json()["state"] == "published"
    assert texts(eva, "/api/feed")[0] == "Soon @eva #Harbour"
    (told,) = eva.get("/api/accounts/4/notifications").json()["items"]
    assert (told["kind"], told["actor"]) == ("mention", "yard")
    assert "waiting" in refusal(ada.delete(path))


def test_who_sees_what(ada, celia, dario, eva):
    assert set(texts(dario, "/api/accounts/1/posts")) == {
        "The <b>gate</b> opens #harbour",
        "Old news of the harbour",
    }
    assert "For those who follow" in texts(eva, "/api/accounts/1/posts")
    assert "Only for us" not in texts(eva, "/api/accounts/1/posts")
    assert "Only for us" in texts(celia, "/api/accounts/1/posts")
    assert texts(eva, "/api/accounts/2/posts") == []
    assert eva.get("/api/posts/5").status_code == 404
    for path in ("written", "analytics", "queue", "members", "campaigns", "analytics.csv"):
        assert eva.get(f"/api/accounts/1/{path}").status_code == 404, path
        assert celia.get(f"/api/accounts/1/{path}").status_code == 200, path
    assert celia.post("/api/accounts/1/posts", json={"text": "x"}).status_code == 403
    assert eva.delete("/api/posts/1").status_code == 403
    assert eva.delete("/api/posts/3").status_code == 404
    assert ada.get("/api/tags", params={"q": "har"}).json()["items"] == [
        {"tag": "harbour", "posts": 1}
    ]
    assert texts(celia, "/api/posts", tag="#Harbour") == texts(celia, "/api/posts", q="#harbour")


def test_the_rate_of_posts_is_limited(ada, later):
    for number in range(policy.POSTS_AN_HOUR):
        answer = ada.post(f"/api/posts/{draft(ada, f'Post {number}')}/publish")
        assert answer.status_code == 200
        later(minutes=5)
    last = draft(ada, "Too many")
    answer = ada.post(f"/api/posts/{last}/publish")
    assert answer.status_code == 429
    wait = int(answer.headers["Retry-After"])
    assert 25 * 60 <= wait <= 30 * 60
    later(seconds=wait + 1)
    assert ada.post(f"/api/posts/{last}/publish").status_code == 200


def test_edits_keep_what_it_said_for_a_day(ada, eva, refusal):
    changed = ada.put("/api/posts/1", json={"text": "The gate is shut"}).json()
    assert changed["edited_at"]
    (before,) = eva.get("/api/posts/1/revisions").json()
    assert before["text"] == "The <b>gate</b> opens #harbour"
    assert texts(eva, "/api/posts", tag="harbour") == []
    assert "24 hours" in refusal(ada.put("/api/posts/2", json={"text": "New"}))
    assert ada.put("/api/posts/3", json={"text": "Still not"}).status_code == 200
    assert ada.get("/api/posts/3/revisions").json() == []


def test_at_most_three_pins(ada, refusal):
    assert "only members" in refusal(ada.put("/api/posts/6/pin"))
    assert "Only published" in refusal(ada.put("/api/posts/3/pin"))
    assert ada.put("/api/posts/1/pin").json()["pinned"]
    assert ada.put("/api/posts/4/pin").json()["pinned"]
    number = draft(ada, "Fourth")
    ada.post(f"/api/posts/{number}/publish")
    assert "at most 3" in refusal(ada.put(f"/api/posts/{number}/pin"))
    assert ada.delete("/api/posts/2/pin").json()["pinned"] is False
    assert ada.put(f"/api/posts/{number}/pin").status_code == 200
    assert ada.delete("/api/posts/2/pin").status_code == 404


def test_images_need_a_description(ada, eva, picture, refusal):
    file = {"filename": "sea.png", "content": base64.b64encode(picture).decode()}
    path = "/api/accounts/1/media"
    assert "Describe" in refusal(ada.post(path, json=file), 422)
    wrong = file | {"filename": "sea.jpg", "alt": "The sea at night"}
    assert "real files" in refusal(ada.post(path, json=wrong), 422)
    media = ada.post(path, json=file | {"alt": "The sea at night"}).json()["id"]
    number = draft(ada, "Look", media_ids=[media])
    assert eva.get(f"/api/media/{media}").status_code == 404
    assert ada.post(f"/api/posts/{number}/publish").json()["media"][0]["alt"] == "The sea at night"
    assert eva.get(f"/api/media/{media}").content == picture
    assert "shows this file" in refusal(ada.delete(f"/api/media/{media}"))
    taken = {"text": "Again", "media_ids": [media]}
    assert "no free file" in refusal(ada.post("/api/accounts/1/posts", json=taken), 422)


def test_likes_and_reposts(ada, dario, eva, refusal):
    assert eva.put("/api/posts/1/like").json()["likes"] == 1
    assert eva.put("/api/posts/1/like").json()["likes"] == 1
    assert ada.get("/api/accounts/1/notifications").json()["total"] == 1
    assert eva.delete("/api/posts/1/like").json()["likes"] == 0
    assert ada.get("/api/accounts/1/notifications").json()["total"] == 0
    assert eva.put("/api/posts/1/repost").json()["reposts"] == 1
    assert "Only public" in refusal(eva.put("/api/posts/4/repost"))
    dario.put("/api/accounts/4/follow").raise_for_status()
    feed = dario.get("/api/feed").json()["items"]
    assert [(p["handle"], p["reposted_by"]) for p in feed] == [("yard", "eva"), ("eva", None)]


def test_deleted_posts_are_gone(ada, eva):
    assert ada.delete("/api/posts/1").status_code == 204
    assert eva.get("/api/posts/1").status_code == 404
    assert ada.get("/api/posts/1").status_code == 404
    assert ada.get("/api/accounts/1/analytics").json()["totals"]["impressions"] == 190
