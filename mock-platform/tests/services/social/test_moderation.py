"""Comments: what is held, refused, reported; who decides; the rate limit."""

from mock_platform.services.social import policy


def say(client, text, **values):
    return client.post("/api/posts/1/comments", json={"text": text, **values})


def waiting(client):
    items = client.get("/api/accounts/1/queue").json()["items"]
    return [(item["comment"]["text"], item["comment"]["held_because"]) for item in items]


def test_keywords_and_new_accounts(ada, dario, eva, refusal):
    assert "does not accept" in refusal(say(eva, "Get FREE\nmoney here"))
    assert say(eva, "freemoney is fine").json()["state"] == "shown"
    assert say(eva, "It will Rust!").json()["state"] == "held"
    assert say(dario, "Hello").json()["state"] == "held"
    assert say(ada, "Rust is paint").json()["state"] == "shown"
    assert waiting(ada) == [("It will Rust!", "keyword: rust"), ("Hello", "new account")]
    seen = [c["text"] for c in dario.get("/api/posts/1/comments").json()["items"]]
    assert "Hello" in seen
    assert "It will Rust!" not in seen


def test_decisions(ada, celia, dario, eva, refusal):
    number = say(dario, "Hello").json()["id"]
    path = f"/api/comments/{number}"
    assert celia.post(f"{path}/approve").status_code == 403
    assert eva.post(f"{path}/approve").status_code == 404
    assert "which reason" in refusal(ada.post(f"{path}/hide", json={"reason": "other"}), 422)
    assert ada.post(f"{path}/hide", json={"reason": "spam"}).json()["state"] == "hidden"
    assert "already" in refusal(ada.post(f"{path}/hide", json={"reason": "spam"}))
    shown = ada.post(f"{path}/approve").json()
    assert (shown["state"], shown["reason"]) == ("shown", None)
    assert "Give a reason" in refusal(ada.post(f"{path}/delete"), 422)
    assert dario.post(f"{path}/delete").json()["state"] == "deleted"
    assert ada.post(f"{path}/approve").status_code == 404


def test_answers_are_one_level_deep(ada, eva):
    first = say(ada, "At nine", parent_id=1).json()
    second = say(eva, "Thank you", parent_id=first["id"]).json()
    assert second["parent_id"] == 1
    (top,) = eva.get("/api/posts/1/comments").json()["items"]
    assert [answer["text"] for answer in top["answers"]] == ["At nine", "Thank you"]


def test_reports(ada, celia, dario, eva, refusal):
    complaint = {"reason": "insult"}
    for client in (celia, dario):
        assert client.post("/api/comments/1/reports", json=complaint).status_code == 201
    assert "already" in refusal(dario.post("/api/comments/1/reports", json=complaint))
    assert "their own" in refusal(eva.post("/api/comments/1/reports", json=complaint))
    assert dario.get("/api/posts/1/comments").json()["total"] == 1
    ada.put("/api/my/account", json={"account_id": 5}).raise_for_status()
    ada.post("/api/comments/1/reports", json=complaint).raise_for_status()
    assert dario.get("/api/posts/1/comments").json()["total"] == 0
    assert waiting(ada) == [("At what time?", "3 reports")]
    ada.post("/api/comments/1/approve").raise_for_status()
    assert waiting(ada) == []
    for client in (ada, celia, dario):
        client.post("/api/comments/1/reports", json=complaint).raise_for_status()
    assert dario.get("/api/posts/1/comments").json()["total"] == 1
    assert waiting(ada) == [("At what time?", "3 reports")]


def test_the_rate_of_comments_is_limited(eva):
    for number in range(policy.COMMENTS_IN_WINDOW):
        assert say(eva, f"Number {number}").status_code == 201
    answer = say(eva, "One more")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= policy.COMMENT_MINUTES * 60


def test_rules_belong_to_owners(ada, celia, live, refusal):
    bruno = live.login("bruno@plaza.example", "fig")
    rule = {"phrase": "  Cold   Tea ", "kind": "hold"}
    assert bruno.post("/api/accounts/1/rules", json=rule).status_code == 403
    made = ada.post("/api/accounts/1/rules", json=rule).json()
    assert made["phrase"] == "cold tea"
    assert "already" in refusal(ada.post("/api/accounts/1/rules", json=rule))
    assert celia.delete(f"/api/accounts/2/rules/{made['id']}").status_code == 404
    assert ada.delete(f"/api/accounts/1/rules/{made['id']}").status_code == 204
