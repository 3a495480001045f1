"""A customer's own data, and that it stays theirs."""

import pytest

HOME = {
    "label": "Barn",
    "recipient": "A. Quill",
    "street": "9 Lane",
    "postcode": "77",
    "city": "Moor",
}
CARD = {"brand": "Corda", "last_four": "1234", "expires_on": "2199-01-31"}


def test_profile(ada, browser):
    assert "password" not in ada.get("/api/me").json()
    changed = ada.put("/api/me", json={"name": "Ada Q.", "phone": "123", "newsletter": True})
    assert (changed.json()["name"], changed.json()["email"]) == ("Ada Q.", "ada@quay.example")
    assert ada.put("/api/me", json={"name": ""}).status_code == 422
    page = browser.post("/account", data={"name": "Ada R.", "phone": ""})
    assert "Profile saved." in page.text
    assert ada.get("/api/me").json()["newsletter"] is False
    assert "look again at: name" in browser.post("/account", data={"name": ""}).text


def test_addresses(ada, refusal):
    made = ada.post("/api/addresses", json=HOME | {"is_default": True}).json()
    assert [a["is_default"] for a in ada.get("/api/addresses").json()] == [False, False, True]
    path = f"/api/addresses/{made['id']}"
    assert ada.put(path, json=HOME | {"city": "Fen"}).json()["city"] == "Fen"
    assert ada.put(path, json=HOME | {"city": ""}).status_code == 422
    assert ada.delete(path).status_code == 204
    assert "stays" in refusal(ada.delete("/api/addresses/1"))


def test_a_past_order_keeps_its_address(ada):
    ada.put("/api/addresses/1", json=HOME).raise_for_status()
    assert ada.get("/api/orders/Q-9001").json()["ship_to"].startswith("Ada Quill, 1 Pier Row")


def test_cards(ada, browser, refusal):
    made = ada.post("/api/payment-methods", json=CARD | {"is_default": True}).json()
    cards = ada.get("/api/payment-methods").json()
    assert [c["is_default"] for c in cards] == [False, False, True]
    assert ada.post("/api/payment-methods", json=CARD | {"last_four": "12"}).status_code == 422
    old = CARD | {"expires_on": "2020-01-31"}
    assert "expired" in refusal(ada.post("/api/payment-methods", json=old), 422)
    assert "stays" in refusal(ada.delete("/api/payment-methods/1"))
    assert ada.delete(f"/api/payment-methods/{made['id']}").status_code == 204
    assert "Card saved." in browser.post("/account/cards", data=CARD | {"action": "add"}).text
    assert "expired" in browser.post("/account/cards", data=old | {"action": "add"}).text
    assert (
        "Card removed"
        in browser.post("/account/cards", data={"action": "delete", "card_id": "3"}).text
    )


def test_address_pages(browser, ada):
    assert "Address saved." in browser.post("/account/address/new", data=HOME).text
    wrong = browser.post("/account/address/new", data=HOME | {"city": "", "street": "Kept 5"})
    assert wrong.status_code == 422
    assert "Kept 5" in wrong.text
    number = ada.get("/api/addresses").json()[-1]["id"]
    page = browser.post(f"/account/address/{number}", data=HOME | {"label": "Shed"})
    assert "Shed" in page.text
    page = browser.post(f"/account/address/{number}", data={"action": "delete"})
    assert "Address deleted." in page.text
    assert "stays" in browser.post("/account/address/1", data={"action": "delete"}).text


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/orders/Q-9009"),
        ("POST", "/api/orders/Q-9009/cancel"),
        ("PUT", "/api/addresses/2"),
        ("DELETE", "/api/addresses/2"),
        ("DELETE", "/api/payment-methods/2"),
        ("GET", "/orders/Q-9009"),
        ("POST", "/orders/Q-9009/cancel"),
        ("GET", "/orders/Q-9009/lines/10"),
        ("GET", "/orders/Q-9001/lines/10"),
        ("GET", "/account/address/2"),
        ("GET", "/account/address/²"),
        ("GET", f"/account/address/{2**70}"),
    ],
)
def test_what_is_somebody_elses_does_not_exist(ada, browser, method, path):
    client = ada if path.startswith("/api") else browser
    body = {"json": HOME} if method == "PUT" else {}
    assert client.request(method, path, **body).status_code == 404


def test_lists_hold_only_ones_own(ada, bruno):
    assert [o["number"] for o in bruno.get("/api/orders").json()["items"]] == ["Q-9009"]
    assert [a["id"] for a in bruno.get("/api/addresses").json()] == [2]
    assert [c["id"] for c in bruno.get("/api/payment-methods").json()] == [2]
    assert "Q-9009" not in {o["number"] for o in ada.get("/api/orders").json()["items"]}


@pytest.mark.parametrize(
    "path", ["/api/cart", "/api/orders", "/api/me", "/cart", "/orders", "/account", "/wishlist"]
)
def test_a_visitor_has_to_sign_in(live, path):
    answer = live.http.get(path)
    assert answer.status_code == (401 if path.startswith("/api") else 303)
