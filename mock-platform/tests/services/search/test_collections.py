"""Collections, reports and the history of a user."""

import pytest

from mock_platform.services.search import policy


def message(answer, status=409):
    assert answer.status_code == status, answer.text
    return answer.json()["error"]["message"]


def test_pages_are_saved_with_a_note_and_removed(ada):
    saved = ada.post("/api/collections/1/pages", json={"document_id": 1, "note": " Good "})
    assert saved.status_code == 201
    number = saved.json()["id"]
    assert saved.json()["note"] == "Good"
    assert "already" in message(ada.post("/api/collections/1/pages", json={"document_id": 1}))
    changed = ada.patch(f"/api/saved/{number}", json={"note": "Better"})
    assert changed.json()["note"] == "Better"
    (held,) = ada.get("/api/collections/1/pages").json()["items"]
    assert held["title"] == "Tidal turbines measured"
    assert ada.delete(f"/api/saved/{number}").status_code == 204
    assert ada.get("/api/collections").json()[0]["pages"] == 0


def test_collections_are_made_renamed_and_deleted(ada):
    made = ada.post("/api/collections", json={"name": "Tea"}).json()["id"]
    assert "already" in message(ada.post("/api/collections", json={"name": "Tea"}))
    assert "already" in message(ada.patch(f"/api/collections/{made}", json={"name": "Tides"}))
    assert ada.patch(f"/api/collections/{made}", json={"name": "Pots"}).json()["name"] == "Pots"
    ada.post(f"/api/collections/{made}/pages", json={"document_id": 6})
    assert ada.delete(f"/api/collections/{made}").status_code == 204
    assert [c["name"] for c in ada.get("/api/collections").json()] == ["Tides"]
    assert message(ada.post("/api/collections", json={"name": "  "}), 422)


def test_there_is_an_end_to_both(ada, monkeypatch):
    monkeypatch.setattr(policy, "MOST_COLLECTIONS", 1)
    monkeypatch.setattr(policy, "MOST_SAVED", 0)
    assert "at most 1" in message(ada.post("/api/collections", json={"name": "Tea"}))
    assert "at most 0" in message(ada.post("/api/collections/1/pages", json={"document_id": 1}))


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/collections/2/pages", None),
        ("PATCH", "/api/collections/2", {"name": "Mine"}),
        ("DELETE", "/api/collections/2", None),
        ("POST", "/api/collections/2/pages", {"document_id": 1}),
        ("PATCH", "/api/saved/1", {"note": "Mine"}),
        ("DELETE", "/api/saved/1", None),
    ],
)
def test_what_is_somebody_elses_does_not_exist(ada, method, path, body):
    assert ada.request(method, path, json=body).status_code == 404


def test_nobody_saves_without_signing_in(live):
    assert live.http.get("/api/collections").status_code == 401


def test_searches_are_kept_only_if_wanted(ada):
    ada.get("/api/search", params={"q": "tides"})
    assert ada.get("/api/history").json()["items"] == []
    ada.put("/api/history/settings", json={"keep_history": True})
    ada.get("/api/search", params={"q": "turbines"})
    (past,) = ada.get("/api/history").json()["items"]
    assert (past["query"], past["found"]) == ("turbines", 5)
    assert ada.delete("/api/history").status_code == 204
    assert ada.get("/api/history").json()["items"] == []


def test_a_page_is_reported_once(ada):
    body = {"reason": "wrong", "details": "Seals do come."}
    assert ada.post("/api/documents/5/reports", json=body).status_code == 201
    assert "already" in message(ada.post("/api/documents/5/reports", json=body))
    assert ada.post("/api/documents/5/reports", json={"reason": "dull"}).status_code == 422
