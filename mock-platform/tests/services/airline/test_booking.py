"""Booking: prices, kinds of passengers, cards, awards, and whose booking it is."""

import pytest

ADA = {"first_name": "Ada", "last_name": "Quill", "born_on": "1988-05-04"}
IDRIS = {"first_name": "Idris", "last_name": "Quill", "born_on": "2019-02-01"}


def order(*passengers, **values):
    people = list(passengers or (ADA,))
    body = {"outbound": [1], "fare": "light", "passengers": people}
    return body | {"contact_email": "ada@pier.example"} | values


def test_book_a_return_for_three(ada, day):
    baby = {"first_name": "Bo", "last_name": "Quill", "born_on": day(-300)}
    body = order(ADA, IDRIS, baby, inbound=[7], fare="flex")
    booked = ada.post("/api/bookings", json=body)
    assert booked.status_code == 201, booked.text
    full = booked.json()
    assert len(full["code"]) == 6
    assert full["code"].isupper()
    assert [p["kind"] for p in full["passengers"]] == ["adult", "child", "infant"]
    assert [p["checked_bags"] for p in full["passengers"]] == [1, 1, 0]
    assert full["paid"] == "518.00", "2 x (140 + 105 + 14)"
    assert [leg["flight"]["id"] for leg in full["legs"]] == [1, 7]
    assert [ada.get(f"/api/flights/{n}").json()["seats_left"] for n in (1, 7)] == [38, 38]
    message = ada.get("/api/messages").json()["items"][0]
    assert full["code"] in message["subject"]
    upcoming = ada.get("/api/bookings", params={"show": "upcoming"}).json()
    assert full["code"] in [item["code"] for item in upcoming["items"]]


def test_book_with_miles(ada):
    booked = ada.post("/api/bookings", json=order(pay_with="miles", outbound=[1, 4])).json()
    assert (booked["paid"], booked["paid_with"]) == ("0.00", "miles")
    assert ada.get("/api/miles").json()["balance"] == 90000 - 16000
    entry = ada.get("/api/miles/statement").json()["items"][0]
    assert (entry["kind"], entry["miles"], entry["balance"]) == ("redeemed", -16000, 74000)
    back = ada.post(f"/api/bookings/{booked['code']}/cancel").json()
    assert back["status"] == "cancelled"
    assert ada.get("/api/miles").json()["balance"] == 90000, "within 24 hours"


def test_too_few_miles(bruno, refusal):
    assert "8,000 miles; you have 0" in refusal(
        bruno.post("/api/bookings", json=order(pay_with="miles"))
    )


@pytest.mark.parametrize(
    ("values", "status", "said"),
    [
        ({"outbound": [13]}, 409, "only 0 seats"),
        ({"outbound": [9]}, 409, "cancelled"),
        ({"outbound": [10]}, 409, "Sales close"),
        ({"outbound": [1, 5]}, 409, "45 minutes"),
        ({"outbound": [1, 2]}, 422, "do not follow"),
        ({"outbound": [99]}, 404, "no such flight"),
        ({"outbound": []}, 422, "one flight or two"),
        ({"inbound": [4]}, 422, "lead back"),
        ({"payment_method_id": 2}, 409, "expired"),
        ({"payment_method_id": 3}, 422, "your cards"),
        ({"passengers": [IDRIS]}, 422, "16 or older"),
        ({"passengers": [ADA, ADA]}, 422, "twice"),
        ({"passengers": [ADA | {"born_on": "2199-01-01"}]}, 422, "dates of birth"),
    ],
)
def test_what_cannot_be_booked(ada, refusal, values, status, said):
    assert said in refusal(ada.post("/api/bookings", json=order() | values), status)
    assert ada.get("/api/flights/1").json()["seats_left"] == 40


def test_a_booking_of_somebody_else_does_not_exist(ada, bruno):
    assert ada.get("/api/bookings/FLEXAB").status_code == 200
    ways = [
        ("get", "", None),
        ("get", "/cancellation", None),
        ("post", "/cancel", None),
        ("post", "/change", {"flights": [2]}),
        ("post", "/seats", {"leg_id": 2, "passenger_id": 2, "seat": "9A"}),
        ("post", "/bags", {"passenger_id": 2, "count": 1}),
        ("post", "/legs/2/check-in", {}),
        ("get", "/boarding-passes/2", None),
        ("put", "/passengers/2/name", {"first_name": "A", "last_name": "Q"}),
        ("put", "/contact", {"contact_email": "x@y.example"}),
        ("post", "/compensation-claims", {"leg_id": 2}),
        ("post", "/missing-miles", None),
    ]
    for method, path, body in ways:
        answer = bruno.request(method, f"/api/bookings/FLEXAB{path}", json=body)
        assert answer.status_code == 404, path


def test_people_and_flights_of_another_booking_are_not_mixed_up(ada, refusal):
    body = {"leg_id": 1, "passenger_id": 2, "seat": "9A"}
    assert "no such flight" in refusal(ada.post("/api/bookings/FLEXAB/seats", json=body), 404)
    body = {"leg_id": 2, "passenger_id": 1, "seat": "9A"}
    assert "no such passenger" in refusal(ada.post("/api/bookings/FLEXAB/seats", json=body), 404)


def test_contact(ada, refusal):
    body = {"contact_email": "New@Pier.example", "contact_phone": "+44 7700 900111"}
    found = ada.put("/api/bookings/LIGHTA/contact", json=body).json()
    assert found["contact_email"] == "new@pier.example"
    wrong = ada.put("/api/bookings/LIGHTA/contact", json={"contact_email": "nowhere"})
    assert wrong.status_code == 422


def test_a_page_shows_again_what_was_typed(browser):
    form = {"out": "1", "fare": "light", "first_name": "Ada<b>", "last_name": "Quill"}
    form |= {"born_on": "2199-01-01", "contact_email": "ada@pier.example", "pay": "1"}
    answer = browser.post("/book", data=form)
    assert answer.status_code == 422
    assert "Ada&lt;b&gt;" in answer.text
    assert "dates of birth" in answer.text


@pytest.mark.slow
def test_a_fault_drops_a_booking(faulty):
    fault = '[[fault]]\nid = "f"\nfactor = "C2"\nservice = "airline"\non = "book_flight"\n'
    live = faulty(fault + 'effect = "drop"\nwhen = { fare = "light" }\n')
    client = live.login("ada@pier.example", "plum")
    assert client.post("/api/bookings", json=order()).status_code == 201
    assert client.get("/api/flights/1").json()["seats_left"] == 40
    assert client.post("/api/bookings", json=order(fare="flex")).status_code == 201
    assert client.get("/api/flights/1").json()["seats_left"] == 39
