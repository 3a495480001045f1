"""Pages: writing, linking, moving, hiding, deleting."""

import pytest

from mock_platform.kit.clock import today
from mock_platform.services.workspace import policy


def edit(client, number, revision=1, **values):
    body = {"title": "Plan", "body": "New", "revision": revision} | values
    return client.put(f"/api/pages/{number}", json=body)


def create(client, **values):
    return client.post("/api/pages", json={"space_id": 1, "title": "New", **values})


def test_a_page_is_changed_and_says_again_what_it_said(ada, bruno):
    changed = edit(ada, 2, body="Stay here").json()
    assert (changed["revision"], changed["updated_by"]) == (2, "Ada Quill")
    (kept,) = bruno.get("/api/pages/2/revisions").json()
    assert (kept["number"], kept["body"], kept["written_by"]) == (
        1,
        "Go back [[Home]]",
        "Bruno Vance",
    )
    again = ada.post("/api/pages/2/revisions/1/restore").json()
    assert (again["revision"], again["body"]) == (3, "Go back [[Home]]")
    assert ada.post("/api/pages/2/revisions/9/restore").status_code == 404


def test_what_somebody_else_wrote_meanwhile_is_not_lost(ada, bruno, refusal):
    assert edit(ada, 2, body="Mine").status_code == 200
    assert "changed meanwhile" in refusal(edit(bruno, 2, body="Theirs"))
    assert edit(bruno, 2, revision=2, body="Theirs").json()["revision"] == 3


def test_links_lead_to_pages_of_that_title_also_later(ada):
    home = ada.get("/api/pages/1").json()
    assert home["links"] == {"Plan": 2, "Nowhere": None}
    assert [p["title"] for p in ada.get("/api/pages/2").json()["backlinks"]] == ["Home"]
    new = create(ada, title="Nowhere").json()["id"]
    assert ada.get("/api/pages/1").json()["links"]["Nowhere"] == new
    edit(ada, 2, title="Scheme")
    assert ada.get("/api/pages/1").json()["links"]["Plan"] == 2
    ada.delete("/api/pages/2")
    assert ada.get("/api/pages/1").json()["links"]["Plan"] is None


def test_a_page_is_made_from_a_template(ada, refusal):
    made = create(ada, title="Kick-off", template_id=6).json()
    assert made["body"] == f"Kick-off of {today().isoformat()} by Ada Quill"
    assert "no template" in refusal(create(ada, template_id=1))


@pytest.mark.parametrize("title", ["", "   ", "a[[b", "a\nb", "x" * 161])
def test_a_title_that_is_none_is_refused(ada, title):
    assert create(ada, title=title).status_code == 422


def test_pages_move_but_never_below_themselves(ada, refusal, monkeypatch):
    def move(number, **place):
        return ada.post(f"/api/pages/{number}/move", json=place)

    assert "below itself" in refusal(move(2, parent_id=3))
    assert "below itself" in refusal(move(2, parent_id=2))
    assert move(2, parent_id=1).json()["path"] == ["Home"]
    assert ada.get("/api/pages/3").json()["path"] == ["Home", "Plan"]
    monkeypatch.setattr(policy, "MOST_DEPTH", 3)
    assert "At most 3" in refusal(create(ada, parent_id=3))
    assert move(3).json()["path"] == []
    assert move(1, space_id=2).status_code == 404


def test_a_deleted_page_comes_back_with_what_went_with_it(ada, refusal):
    assert ada.delete("/api/pages/2").status_code == 204
    assert ada.get("/api/pages/3").status_code == 404
    assert "lies below" in refusal(ada.post("/api/trash/pages/3/restore"))
    assert ada.post("/api/trash/pages/2/restore").status_code == 200
    assert ada.get("/api/pages/3").status_code == 200
    assert ada.get("/api/trash/pages").json()["total"] == 0


def test_a_restricted_page_is_seen_by_few(ada, bruno, celia, refusal):
    for client, status in ((ada, 200), (bruno, 200), (celia, 404)):
        assert client.get("/api/pages/5").status_code == status
        found = client.get("/api/pages?q=lot").json()["total"]
        assert found == (status == 200)
    assert bruno.put("/api/pages/5/shares", json={"user_id": 3}).json()["shared_with"] == [
        "Celia Stroud"
    ]
    assert celia.get("/api/pages/5").status_code == 200
    assert celia.put("/api/pages/5", json={}).status_code == 422
    assert refusal(edit(celia, 5), 403)
    bruno.put("/api/pages/5/shares", json={"user_id": 3, "shared": False})
    assert celia.get("/api/pages/5").status_code == 404
    assert bruno.put("/api/pages/5/shares", json={"user_id": 4}).status_code == 404
    assert refusal(bruno.put("/api/pages/1/restricted", json={"restricted": True}), 403)


def test_comments_are_for_viewers_too(celia, refusal):
    assert celia.post("/api/pages/1/comments", json={"text": " Good "}).json()["text"] == "Good"
    assert refusal(create(celia), 403)
    assert celia.post("/api/pages/1/comments", json={"text": " "}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/pages/4", None),
        ("PUT", "/api/pages/4", {"title": "Mine", "body": "", "revision": 1}),
        ("DELETE", "/api/pages/4", None),
        ("GET", "/api/pages/4/revisions", None),
        ("POST", "/api/pages/4/comments", {"text": "Hm"}),
        ("GET", "/api/spaces/2/pages", None),
        ("GET", "/api/spaces/2/members", None),
        ("PUT", "/api/spaces/2/members", {"email": "ada@stone.example", "role": "admin"}),
        ("POST", "/api/pages", {"space_id": 2, "title": "Mine"}),
        ("POST", "/api/pages", {"space_id": 1, "title": "Mine", "parent_id": 4}),
        ("POST", "/api/pages", {"space_id": 1, "title": "Mine", "template_id": 4}),
        ("GET", "/api/databases/2", None),
        ("GET", "/api/databases/2/records", None),
        ("POST", "/api/databases/2/fields", {"name": "Mine", "kind": "text"}),
        ("POST", "/api/databases", {"space_id": 2, "name": "Mine"}),
    ],
)
def test_a_space_that_one_is_not_in_does_not_exist(ada, method, path, body):
    assert ada.request(method, path, json=body).status_code == 404


def test_spaces_are_made_joined_and_left(ada, bruno, refusal):
    made = bruno.post("/api/spaces", json={"name": "Fair"}).json()["id"]
    assert "already" in refusal(ada.post("/api/spaces", json={"name": "Fair"}))
    new = {"email": "ADA@stone.example", "role": "viewer"}
    members = bruno.put(f"/api/spaces/{made}/members", json=new).json()
    assert [(m["name"], m["role"]) for m in members] == [
        ("Ada Quill", "viewer"),
        ("Bruno Vance", "admin"),
    ]
    assert "needs an admin" in refusal(bruno.delete(f"/api/spaces/{made}/members/2"))
    assert refusal(ada.delete(f"/api/spaces/{made}/members/2"), 403)
    assert ada.delete(f"/api/spaces/{made}/members/1").status_code == 204
    demoted = {"email": "bruno@stone.example", "role": "viewer"}
    assert "needs an admin" in refusal(bruno.put(f"/api/spaces/{made}/members", json=demoted))


def test_nobody_takes_away_what_they_may_not_see(ada, bruno, celia, refusal):
    assert create(ada, title="Pay", parent_id=3).status_code == 201
    hidden = ada.get("/api/pages/3").json()["below"][0]["id"]
    ada.put(f"/api/pages/{hidden}/restricted", json={"restricted": True})
    mine = bruno.post("/api/spaces", json={"name": "Mine"}).json()["id"]
    for page in (2, 3):
        moved = bruno.post(f"/api/pages/{page}/move", json={"space_id": mine})
        assert "may not see" in refusal(moved)
        assert "may not see" in refusal(bruno.delete(f"/api/pages/{page}"))
    assert bruno.get(f"/api/pages/{hidden}").status_code == 404
    own = ada.post("/api/spaces", json={"name": "Ada's"}).json()["id"]
    assert "stays in its space" in refusal(ada.post("/api/pages/3/move", json={"space_id": own}))


def test_the_title_of_a_hidden_page_is_hidden_everywhere(ada, bruno, celia):
    bruno.put("/api/pages/2/restricted", json={"restricted": True})
    assert ada.get("/api/pages/3").json()["path"] == ["Plan"]
    assert celia.get("/api/pages/3").json()["path"] == []
    assert celia.get("/api/pages/1").json()["links"]["Plan"] is None


def test_moving_keeps_to_the_depth_as_well(ada, refusal):
    chain = [None]
    for _ in range(5):
        chain.append(create(ada, parent_id=chain[-1]).json()["id"])
    refused = ada.post("/api/pages/2/move", json={"parent_id": chain[5]})
    assert "At most 6" in refusal(refused)
    assert ada.post("/api/pages/2/move", json={"parent_id": chain[4]}).status_code == 200
