"""Claims, miles, messages, cards and the terms."""

import pytest


def compensation(client, code="PASTAA", leg=6):
    return client.post(f"/api/bookings/{code}/compensation-claims", json={"leg_id": leg})


def baggage(client, **values):
    body = {"leg_id": 6, "passenger_id": 7, "kind": "baggage_delayed", "bag_tag": "NW 443322"}
    body |= {"description": "It did not arrive.", "asked": "120.50"}
    return client.post("/api/bookings/PASTAA/baggage-claims", json=body | values)


def test_compensation_from_draft_to_submission(ada, refusal, upload):
    claim = compensation(ada).json()
    assert (claim["status"], claim["amount"]) == ("draft", "250.00")
    number = claim["number"]
    assert "boarding pass" in refusal(ada.post(f"/api/claims/{number}/submit"))
    assert "is claim" in refusal(compensation(ada))
    file = upload(ada, number, "boarding_pass", b"\x00\xff").json()["documents"][0]
    path = f"/api/claims/{number}/documents/{file['id']}"
    assert ada.get(path).content == b"\x00\xff"
    assert ada.post(f"/api/claims/{number}/submit").json()["status"] == "submitted"
    assert "its documents stay" in refusal(ada.delete(path))
    assert ada.post(f"/api/claims/{number}/withdraw").json()["status"] == "withdrawn"
    assert compensation(ada).status_code == 201


@pytest.mark.parametrize(
    ("code", "leg", "said"),
    [("PASTAA", 7, "bad weather"), ("LIGHTA", 1, "not disrupted")],
)
def test_no_compensation(ada, refusal, code, leg, said):
    assert said in refusal(compensation(ada, code, leg))


def test_compensation_for_a_cancelled_flight_is_for_everybody_also_after_rebooking(ada):
    body = {"direction": "outbound", "flights": [2]}
    ada.post("/api/bookings/UPSETA/rebook", json=body).raise_for_status()
    claim = compensation(ada, "UPSETA", 5).json()
    assert (claim["amount"], claim["passengers"]) == ("500.00", 2)


def test_no_compensation_for_a_flight_given_up_before(ada, refusal):
    body = {"direction": "outbound", "flights": [2]}
    ada.post("/api/bookings/LIGHTA/change", json=body).raise_for_status()
    assert "not disrupted" in refusal(compensation(ada, "LIGHTA", 1))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"kind": "baggage_lost"}, "21 days after"),
        ({"leg_id": 1}, "no such flight"),
        ({"passenger_id": 1}, "no such passenger"),
    ],
)
def test_baggage_claims_that_are_refused(ada, values, said):
    assert said in baggage(ada, **values).text


def test_a_baggage_claim_is_limited(ada, upload):
    claim = baggage(ada, asked="512.00").json()
    assert (claim["asked"], claim["amount"], claim["missing"]) == ("512.00", "400.00", ["receipt"])
    number = claim["number"]
    assert upload(ada, number, "receipt").json()["missing"] == []
    assert ada.post(f"/api/claims/{number}/submit").status_code == 200
    assert baggage(ada, kind="baggage_damaged").status_code == 201


def test_damage_is_reported_within_days(ada, refusal):
    from datetime import timedelta

    from mock_platform.kit.clock import current

    current().advance(timedelta(days=2))
    try:
        late = baggage(ada, kind="baggage_damaged")
    finally:
        current().advance(timedelta(days=-2))
    assert "within 7 days" in refusal(late)


def test_claims_of_somebody_else_do_not_exist(ada, bruno, upload):
    number = compensation(ada).json()["number"]
    document = upload(ada, number, "other").json()["documents"][0]["id"]
    assert bruno.get("/api/claims").json()["total"] == 0
    for method, path in (
        ("GET", ""),
        ("GET", f"/documents/{document}"),
        ("DELETE", f"/documents/{document}"),
        ("POST", "/submit"),
        ("POST", "/withdraw"),
    ):
        assert bruno.request(method, f"/api/claims/{number}{path}").status_code == 404
    assert upload(bruno, number, "other").status_code == 404


def test_a_claim_on_pages(browser, ada):
    form = {"kind": "compensation", "leg_id": "6"}
    page = browser.post("/trips/PASTAA/claim", data=form)
    assert "Still needed: boarding pass" in page.text
    number = ada.get("/api/claims").json()["items"][0]["number"]
    file = {"file": ("pass.pdf", b"paper", "application/pdf")}
    page = browser.post(f"/claims/{number}/documents", data={"kind": "boarding_pass"}, files=file)
    assert "Document added." in page.text
    assert "is submitted" in browser.post(f"/claims/{number}", data={"action": "submit"}).text
    form = {"kind": "baggage_lost", "leg_id": "6", "passenger_id": "7", "bag_tag": "NW-1234"}
    form |= {"asked": "99.50", "description": "Gone & lost"}
    page = browser.post("/trips/PASTAA/claim", data=form)
    assert page.status_code == 409
    assert "Gone &amp; lost" in page.text


def test_missing_miles(ada, refusal):
    before = ada.get("/api/miles").json()
    assert (before["tier"], before["next_tier"], before["missing"]) == ("Silver", "Gold", 20000)
    after = ada.post("/api/bookings/PASTAA/missing-miles").json()
    assert after["balance"] == 90000 + 2 * 932, "1200 km, 745.8 miles, a quarter more"
    assert "credited already" in refusal(ada.post("/api/bookings/PASTAA/missing-miles"))
    assert "has arrived" in refusal(ada.post("/api/bookings/LIGHTA/missing-miles"))


def test_messages(ada, bruno, browser):
    message = ada.get("/api/messages/1").json()
    assert (message["code"], message["unread"]) == ("UPSETA", True)
    assert "Messages (1)" in browser.get("/").text
    assert not ada.post("/api/messages/1/read", json={}).json()["unread"]
    assert ada.get("/api/messages", params={"unread": True}).json()["total"] == 0
    assert bruno.get("/api/messages/1").status_code == 404


def test_cards(ada, bruno, refusal):
    assert "stays on file" in refusal(ada.delete("/api/payment-methods/1"))
    assert bruno.delete("/api/payment-methods/2").status_code == 404
    assert ada.delete("/api/payment-methods/2").status_code == 204
    body = {"brand": "Visor", "last_four": "4321", "expires_on": "2199-01-31", "is_default": True}
    assert ada.post("/api/payment-methods", json=body).status_code == 201
    found = [(c["last_four"], c["is_default"]) for c in ada.get("/api/payment-methods").json()]
    assert found == [("4321", True), ("1234", False)]


def test_the_terms_say_the_numbers_of_the_rules(live, monkeypatch):
    from mock_platform.services.airline import policy

    page = live.http.get("/policies").text
    assert "opens 30 hours and closes 60 minutes" in page
    assert "announced before you booked the flight" in page
    assert "80 % until 7 days before departure, 50 % until 24 hours" in page
    monkeypatch.setattr(policy, "CHECK_IN_OPENS", 47)
    assert "opens 47 hours" in live.http.get("/policies").text
    sections = {s["slug"]: s for s in live.http.get("/api/policies").json()}
    assert sections["compensation"]["rows"][1] == [
        "up to 1,500 km",
        "180 minutes or more",
        "€250.00",
    ]
    assert "From 47 hours" in live.http.get("/api/faq").text


def test_a_bag_bought_after_a_flight_was_not_on_it(ada, refusal, wait_until):
    person = {"first_name": "Ada", "last_name": "Quill", "born_on": "1990-01-01"}
    order = {"outbound": [1], "inbound": [7], "fare": "light", "passengers": [person]}
    made = ada.post("/api/bookings", json=order | {"contact_email": "a@pier.example"}).json()
    way_back = made["legs"][1]["flight"]["departs_at"]
    path = f"/api/bookings/{made['code']}"
    wait_until(48, way_back)
    traveller = made["passengers"][0]["id"]
    ada.post(f"{path}/bags", json={"passenger_id": traveller, "count": 1}).raise_for_status()
    body = {"passenger_id": traveller, "kind": "baggage_damaged", "bag_tag": "NW 443322"}
    body |= {"description": "A wheel is off.", "asked": "50.00"}
    first, second = (body | {"leg_id": leg["id"]} for leg in made["legs"])
    assert "no checked baggage" in refusal(ada.post(f"{path}/baggage-claims", json=first))
    wait_until(-4, way_back)
    assert ada.post(f"{path}/baggage-claims", json=second).status_code == 201
