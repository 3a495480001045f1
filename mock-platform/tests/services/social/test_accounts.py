"""Accounts, members, follows, blocks, campaigns, analytics."""

from datetime import timedelta

from mock_platform.kit.clock import current, today


def test_private_accounts_are_asked(celia, eva, refusal):
    asked = eva.put("/api/accounts/2/follow").json()
    assert asked["state"] == "requested"
    assert "asked" in refusal(eva.put("/api/accounts/2/follow"))
    assert eva.get("/api/posts/5").status_code == 404
    assert celia.post("/api/accounts/2/requests/4/accept").json()["state"] == "accepted"
    assert eva.get("/api/posts/5").status_code == 200
    assert celia.delete("/api/accounts/2/followers/4").status_code == 204
    assert eva.get("/api/posts/5").status_code == 404
    eva.put("/api/accounts/2/follow").raise_for_status()
    celia.post("/api/accounts/2/requests/4/decline").raise_for_status()
    assert "ask again after" in refusal(eva.put("/api/accounts/2/follow"))
    current().advance(timedelta(days=7))
    try:
        assert eva.put("/api/accounts/2/follow").json()["state"] == "requested"
    finally:
        current().advance(-timedelta(days=7))
    opened = celia.put("/api/accounts/2", json={"name": "Celia", "private": False}).json()
    assert (opened["private"], opened["followers"]) == (False, 1)


def test_a_block_parts_two_accounts(ada, eva, refusal):
    assert ada.put("/api/accounts/1/blocks/4").status_code == 204
    assert "already" in refusal(ada.put("/api/accounts/1/blocks/4"))
    for path in ("/api/posts/1", "/api/accounts/1"):
        assert eva.get(path).status_code == 404
    assert ada.get("/api/posts/7").status_code == 404
    assert ada.get("/api/posts/1/comments").json()["total"] == 0
    assert "Unblock" in refusal(ada.put("/api/accounts/4/follow"))
    assert ada.delete("/api/accounts/1/blocks/4").status_code == 204
    assert eva.get("/api/accounts/1").json()["follow"] is None


def test_members(ada, eva, refusal):
    path = "/api/accounts/1/members"
    assert "keeps at least one owner" in refusal(ada.put(f"{path}/1", json={"role": "editor"}))
    assert "Nobody on Plaza" in refusal(ada.post(path, json={"email": "x", "role": "editor"}), 422)
    ada.post(path, json={"email": "EVA@plaza.example", "role": "analyst"}).raise_for_status()
    assert eva.get("/api/accounts/1/written").json()["total"] == 1
    assert eva.put(f"{path}/1", json={"role": "analyst"}).status_code == 403
    assert eva.delete(f"{path}/5").status_code == 204
    assert eva.get("/api/accounts/1/written").status_code == 404


def test_new_accounts_and_acting(eva, refusal):
    assert "taken" in refusal(eva.post("/api/accounts", json={"handle": "FOG", "name": "F"}))
    made = eva.post("/api/accounts", json={"handle": "@inlet", "name": "Inlet"}).json()
    assert made["role"] == "owner"
    mine = eva.get("/api/my/accounts").json()
    assert [(m["handle"], m["acting"]) for m in mine] == [("eva", False), ("inlet", True)]
    assert eva.put("/api/my/account", json={"account_id": 1}).status_code == 404


def test_the_figures_add_up(ada):
    found = ada.get("/api/accounts/1/analytics").json()
    assert found["totals"] == {
        "impressions": 340,
        "clicks": 48,
        "likes": 31,
        "comments": 8,
        "engagements": 87,
        "engagement_rate": "25.59",
    }
    assert found["growth"] == {"start": 80, "end": 85, "change": 5, "rate": "6.25"}
    assert (found["best"]["post_id"], found["best"]["engagement_rate"]) == (1, "10.00")
    assert [day["impressions"] for day in found["days"]] == [210, 100, 30]
    posts = ada.get("/api/accounts/1/analytics/posts").json()["items"]
    assert [(p["post_id"], p["impressions"]) for p in posts] == [(1, 150), (4, 100), (2, 90)]
    day = (today() - timedelta(days=1)).isoformat()
    only = {"since": day, "until": day}
    lines = ada.get("/api/accounts/1/analytics.csv", params=only).text.splitlines()
    assert lines == ["day,post_id,impressions,clicks,likes,comments", f"{day},1,30,1,1,0"]
    wrong = ada.get("/api/accounts/1/analytics", params={"since": day, "until": "2020-01-01"})
    assert wrong.status_code == 422


def test_campaigns(ada, eva, refusal):
    (spring,) = ada.get("/api/accounts/1/campaigns").json()
    assert (spring["state"], spring["posts"], spring["reached"]) == ("over", 1, 120)
    assert eva.get("/api/campaigns/1").status_code == 404
    assert "posts in this campaign" in refusal(ada.delete("/api/campaigns/1"))
    plan = {"name": "Fall", "starts": "2030-02-01", "ends": "2030-01-01", "goal": 5}
    assert ada.post("/api/accounts/1/campaigns", json=plan).status_code == 422
    plan |= {"ends": "2030-03-01", "hashtag": "#Fall"}
    made = ada.post("/api/accounts/1/campaigns", json=plan).json()
    assert (made["hashtag"], made["state"], made["reached"]) == ("fall", "planned", 0)
    foreign = {"text": "x", "campaign_id": made["id"]}
    assert eva.post("/api/accounts/4/posts", json=foreign).status_code == 422
