"""Lists, and what others may do in them."""

import pytest


def test_lists_show_role_and_open_tasks(ada, bruno):
    found = {x["name"]: (x["role"], x["open"]) for x in ada.get("/api/lists").json()}
    assert found["Home"] == ("owner", 5)
    assert {x["name"]: x["role"] for x in bruno.get("/api/lists").json()} == {
        "Bruno's own": "owner",
        "Fair": "editor",
    }


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/tasks/6", None),
        ("PUT", "/api/tasks/6", {"title": "Mine"}),
        ("DELETE", "/api/tasks/6", None),
        ("POST", "/api/tasks/6/complete", None),
        ("POST", "/api/tasks/6/comments", {"text": "Hm"}),
        ("POST", "/api/tasks", {"list_id": 3, "title": "Mine"}),
        ("GET", "/api/tasks?list_id=3", None),
        ("PATCH", "/api/lists/3", {"name": "Mine"}),
        ("GET", "/api/lists/3/shares", None),
        ("POST", "/api/tasks/1/move", {"list_id": 3}),
        ("PATCH", "/api/labels/2", {"name": "mine"}),
        ("DELETE", "/api/labels/2", None),
    ],
)
def test_what_is_somebody_elses_does_not_exist(ada, method, path, body):
    assert ada.request(method, path, json=body).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/tasks/5", {"title": "Mine"}),
        ("DELETE", "/api/tasks/5", None),
        ("POST", "/api/tasks/5/complete", None),
        ("POST", "/api/tasks", {"list_id": 2, "title": "Mine"}),
        ("PATCH", "/api/lists/2", {"name": "Mine"}),
        ("PUT", "/api/lists/2/shares", {"email": "celia@day.example", "role": "editor"}),
        ("DELETE", "/api/lists/2/shares/2", None),
    ],
)
def test_a_viewer_only_looks(celia, refusal, method, path, body):
    assert refusal(celia.request(method, path, json=body), 403)
    assert celia.get("/api/tasks/5").json()["role"] == "viewer"
    assert celia.post("/api/tasks/5/comments", json={"text": "I'd help."}).status_code == 201


def test_an_editor_changes_tasks_but_not_the_list(bruno, refusal):
    assert bruno.post("/api/tasks/5/complete").status_code == 200
    assert "Only the owner" in refusal(bruno.patch("/api/lists/2", json={"name": "Mine"}), 403)


def test_sharing_begins_changes_and_ends(ada, bruno, celia, refusal):
    def share(email, role="viewer"):
        return ada.put("/api/lists/1/shares", json={"email": email, "role": role})

    assert share("bruno@day.example").status_code == 200
    assert share("BRUNO@day.example", "editor").json()["role"] == "editor"
    assert "yours" in refusal(share("ada@day.example"))
    assert "Nobody" in refusal(share("nobody@day.example"), 422)
    assert bruno.get("/api/tasks/1").status_code == 200
    assert ada.delete("/api/lists/1/shares/2").status_code == 204
    assert bruno.get("/api/tasks/1").status_code == 404
    assert celia.delete("/api/lists/2/shares/3").status_code == 204
    assert celia.get("/api/tasks/5").status_code == 404


def test_tasks_are_given_only_to_those_who_see_them(ada, bruno, refusal):
    body = {"title": "Water the plants", "assignee_id": 2}
    assert "not shared" in refusal(ada.put("/api/tasks/1", json=body), 422)
    assert bruno.get("/api/tasks?assigned_to_me=true").json()["total"] == 1
    ada.delete("/api/lists/2/shares/2")
    assert ada.get("/api/tasks/5").json()["assignee_id"] is None


def test_an_archived_list_is_left_alone(ada, refusal):
    assert "archived" in refusal(ada.post("/api/tasks/7/complete"))
    ada.patch("/api/lists/4", json={"archived": False})
    assert ada.post("/api/tasks/7/complete").status_code == 200


def test_only_an_empty_list_is_deleted(ada, refusal):
    assert "archive it" in refusal(ada.delete("/api/lists/1"))
    assert ada.delete("/api/lists/5").status_code == 204
    assert "already" in refusal(ada.post("/api/lists", json={"name": "Home"}))


def test_labels_are_renamed_and_deleted(ada, refusal):
    ada.put("/api/tasks/1", json={"title": "Water the plants", "labels": ["garden", "wet"]})
    assert "already" in refusal(ada.patch("/api/labels/1", json={"name": "Wet"}))
    assert ada.patch("/api/labels/1", json={"name": "Green"}).json() == {"name": "green"}
    assert ada.delete("/api/labels/1").status_code == 204
    assert ada.get("/api/tasks/9").json()["labels"] == []


def test_nothing_is_said_in_an_archived_list(ada, browser, refusal):
    said = {"text": "Still there?"}
    assert "archived" in refusal(ada.post("/api/tasks/7/comments", json=said))
    assert "archived" in browser.post("/task/7/comments", data=said).text
    assert "Your comment" not in browser.get("/task/7").text
    ada.patch("/api/lists/4", json={"archived": False})
    assert ada.post("/api/tasks/7/comments", json=said).status_code == 201
