"""Seats, bags, names and check-in."""

import pytest


def seat(client, name, leg=2, passenger=2, code="FLEXAB"):
    body = {"leg_id": leg, "passenger_id": passenger, "seat": name}
    return client.post(f"/api/bookings/{code}/seats", json=body)


def seats_of(full, leg):
    tickets = next(item["tickets"] for item in full["legs"] if item["id"] == leg)
    return [(ticket["seat"], ticket["seat_paid"]) for ticket in tickets]


def test_a_seat_costs_what_the_fare_does_not_include(ada):
    assert seats_of(seat(ada, "9a").json(), 2) == [("9A", "0.00"), (None, "0.00")]
    full = seat(ada, "2C").json()
    assert full["payments"][-1] | {"made_at": ""} == {
        "kind": "charge",
        "amount": "16.00",
        "reason": "Seat 2C on NW101 for Ada Quill",
        "made_at": "",
    }
    assert seats_of(seat(ada, "8A").json(), 2)[0] == ("8A", "24.00")
    full = seat(ada, "9B").json()
    assert seats_of(full, 2)[0] == ("9B", "24.00"), "nothing is refunded"
    assert full["paid"] == "514.00"


@pytest.mark.parametrize(
    ("name", "values", "status", "said"),
    [
        ("1A", {}, 409, "taken"),
        ("6C", {}, 409, "taken"),
        ("15A", {}, 422, "no seat"),
        ("1E", {}, 422, "no seat"),
        ("8A", {"passenger": 3}, 409, "extra legroom"),
        ("9A", {"leg": 5, "passenger": 5, "code": "UPSETA"}, 409, "cancelled"),
        ("9A", {"leg": 6, "passenger": 7, "code": "PASTAA"}, 409, "minutes before"),
    ],
)
def test_seats_that_cannot_be_had(ada, refusal, name, values, status, said):
    assert said in refusal(seat(ada, name, **values), status)


def test_bags(ada, refusal):
    body = {"passenger_id": 1, "count": 2}
    full = ada.post("/api/bookings/LIGHTA/bags", json=body).json()
    assert (full["paid"], full["passengers"][0]["checked_bags"]) == ("190.00", 2)
    assert "at most 3" in refusal(ada.post("/api/bookings/LIGHTA/bags", json=body))
    full = ada.post("/api/bookings/LIGHTA/bags", json=body | {"count": 1}).json()
    assert full["paid"] == "265.00", "the third costs 75"
    body = {"passenger_id": 7, "count": 1}
    assert "no flight ahead" in refusal(ada.post("/api/bookings/PASTAA/bags", json=body))


def correct(client, first, last, code="LIGHTA", person=1):
    path = f"/api/bookings/{code}/passengers/{person}/name"
    return client.put(path, json={"first_name": first, "last_name": last})


def test_a_spelling_mistake_is_corrected_once(ada, refusal):
    assert "changes 4 letters" in refusal(correct(ada, "Edith", "Quill"))
    assert correct(ada, "Adela", "Quilt").json()["passengers"][0]["name_corrected"]
    assert "once only" in refusal(correct(ada, "Ada", "Quill"))


def test_names_may_be_swapped(ada):
    assert correct(ada, "Quill", "Ada").json()["passengers"][0]["first_name"] == "Quill"


def test_names_stay_shortly_before_departure(ada, refusal):
    assert "24 hours" in refusal(correct(ada, "Adda", "Quill", "SOONAA", 4))


def check_in(client, code="SOONAA", leg=4, **body):
    return client.post(f"/api/bookings/{code}/legs/{leg}/check-in", json=body)


def test_check_in_and_boarding_pass(ada, refusal):
    missing = ada.get("/api/bookings/SOONAA/boarding-passes/6")
    assert "once you are checked in" in refusal(missing)
    done = check_in(ada).json()
    assert done["ticket_ids"] == [6]
    assert seats_of(done["booking"], 4) == [("14D", "0.00")]
    found = ada.get("/api/bookings/SOONAA/boarding-passes/6").json()
    assert (found["seat"], found["boarding_number"], found["passenger"]) == ("14D", 4, "Ada Quill")
    assert found["text"].endswith("/14D/004/SOONAA")
    assert "checked in already" in refusal(check_in(ada))
    assert "Undo" in refusal(ada.post("/api/bookings/SOONAA/cancel"))
    assert ada.post("/api/bookings/SOONAA/legs/4/undo-check-in", json={}).status_code == 200
    assert ada.post("/api/bookings/SOONAA/cancel").status_code == 200


@pytest.mark.parametrize(
    ("code", "leg", "said"),
    [
        ("LIGHTA", 1, "opens 30 hours"),
        ("PASTAA", 6, "closes 60 minutes"),
        ("UPSETA", 5, "cancelled"),
    ],
)
def test_check_in_has_a_window(ada, refusal, code, leg, said):
    assert said in refusal(check_in(ada, code, leg))


def test_check_in_on_pages(browser, ada):
    page = browser.post(
        "/trips/SOONAA/check-in/4", data={"action": "check-in", "passenger_id": "4"}
    )
    assert "boarding passes are ready" in page.text
    assert "NW101/PEL-VDN" in browser.get("/trips/SOONAA/boarding-pass/6").text
    page = browser.post("/trips/SOONAA/check-in/4", data={"action": "check-in"})
    assert "at least one passenger" in page.text


def test_an_adult_stays_checked_in_with_children(ada, refusal, wait_until):
    wait_until(20, ada.get("/api/flights/1").json()["departs_at"])
    check_in(ada, "FLEXAB", 2).raise_for_status()
    undo = "/api/bookings/FLEXAB/legs/2/undo-check-in"
    assert "without an adult" in refusal(ada.post(undo, json={"passenger_ids": [2]}))
    assert ada.post(undo, json={"passenger_ids": [3]}).status_code == 200
    assert ada.post(undo, json={"passenger_ids": [2]}).status_code == 200


@pytest.mark.parametrize("name", ["Ada\nQ", "Ada\u202e", "A\x00da"])
def test_names_are_one_line(ada, refusal, name):
    refusal(correct(ada, name, "Quill"), 422)
    person = {"first_name": "Ada", "last_name": name, "born_on": "1990-01-01"}
    body = {"outbound": [1], "fare": "light", "passengers": [person]}
    refusal(ada.post("/api/bookings", json=body | {"contact_email": "a@pier.example"}), 422)
