"""The kit through its sample service: sign-in, transactions, errors, pages, reference."""

from collections.abc import Callable

import pytest
from sample import service

SEED = {
    "users": [
        {"id": 1, "email": "nora@larder.example", "name": "Nora Quill", "password": "plum"},
        {"id": 2, "email": "otto@larder.example", "name": "Otto Vane", "password": "fig"},
    ],
    "jars": [
        {"id": 1, "user_id": 1, "label": "apricot", "price": "4.50", "filled_at": "-2d 09:30"},
        {"id": 2, "user_id": 2, "label": "cherry", "price": "5.00"},
    ],
}


@pytest.fixture
def live(start: Callable):
    return start(service, SEED)


@pytest.fixture
def nora(live):
    return live.login("nora@larder.example", "plum")


def test_lists_only_the_users_own_rows(nora):
    jars = nora.get("/api/jars").json()
    assert [jar["label"] for jar in jars] == ["apricot"]
    assert jars[0]["price"] == "4.50"
    assert jars[0]["filled_at"].endswith("09:30:00Z")


def test_wrong_password_is_refused_in_the_error_format(live):
    answer = live.http.post("/api/login", json={"email": "nora@larder.example", "password": "x"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "invalid"


@pytest.mark.parametrize(
    "token", ["", "nonsense", "Bearer", "Bearer nonsense", "Basic bm9yYTpwbHVt"]
)
def test_without_a_valid_token_the_api_says_sign_in(live, token):
    answer = live.http.get("/api/jars", headers={"Authorization": token})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in_required")


def test_somebody_elses_row_does_not_exist(nora):
    assert nora.delete("/api/jars/2").status_code == 404


def test_a_refused_operation_stores_nothing(nora):
    answer = nora.post("/api/jars", json={"label": "quince", "price": "1"})
    assert answer.status_code == 409
    assert answer.json()["error"]["message"] == "No quinces this year."
    assert len(nora.get("/api/jars").json()) == 1


def test_validation_names_the_field(nora):
    answer = nora.post("/api/jars", json={"label": "fig", "price": "cheap"})
    assert answer.status_code == 422
    assert list(answer.json()["error"]["fields"]) == ["price"]


def test_unknown_paths_use_the_error_format_and_a_page(live):
    assert live.http.get("/api/nothing").json()["error"]["code"] == "not_found"
    assert "There is no such page" in live.http.get("/nothing").text


def test_pages_lead_to_the_sign_in_and_back(live):
    answer = live.http.get("/?x=1")
    assert answer.headers["location"] == "/login?next=/%3Fx%3D1"
    client = live.browser("nora@larder.example", "plum")
    assert (
        "Welcome, Nora Quill."
        in client.post(
            "/login",
            data={"email": "nora@larder.example", "password": "plum", "next": "//evil.example"},
        ).text
    )


def test_a_flash_message_is_shown_once(live):
    client = live.browser("nora@larder.example", "plum")
    assert "Filled jar #3." in client.post("/jars", data={"label": "<b>", "price": "2"}).text
    again = client.get("/").text
    assert "Filled jar" not in again
    assert "&lt;b&gt;" in again


def test_posts_from_another_port_of_the_same_host_are_refused(live):
    client = live.browser("nora@larder.example", "plum")
    answer = client.post(
        "/jars", data={"label": "fig", "price": "2"}, headers={"Origin": "http://127.0.0.1:5001"}
    )
    assert answer.status_code == 403


def test_signing_out_ends_the_session(live, nora):
    assert nora.post("/api/logout").status_code == 204
    assert nora.get("/api/jars").status_code == 401


def test_the_reference_lists_every_operation(live):
    text = live.http.get("/docs").text
    for name in ("fill_jar", "list_jars", "empty_jar", "sign_in"):
        assert name in text
    assert "//" not in text.replace("https://", "").replace("http://", "") or "cdn" not in text
    ids = [
        m["operationId"]
        for p in live.http.get("/openapi.json").json()["paths"].values()
        for m in p.values()
    ]
    assert "fill_jar" in ids


def test_a_page_that_fails_still_shows_who_is_signed_in(live):
    client = live.browser("nora@larder.example", "plum")
    answer = client.post("/jars", data={"label": "quince", "price": "1"})
    assert answer.status_code == 409
    assert "No quinces this year." in answer.text
    assert "Nora Quill" in answer.text


def test_a_browser_finds_its_icon(live):
    answer = live.http.get("/favicon.ico", follow_redirects=True)
    assert answer.headers["content-type"].startswith("image/svg")
