"""Changing, rebooking and cancelling by the terms of the fare."""

import pytest


def change(client, code, flights, way="outbound", what="change"):
    body = {"direction": way, "flights": flights}
    return client.post(f"/api/bookings/{code}/{what}", json=body)


def flights_of(full):
    return [leg["flight"]["id"] for leg in full["legs"] if leg["ended_at"] is None]


def test_a_change_costs_the_fee_and_the_difference(ada):
    quote = change(ada, "FLEXAB", [2], what="change-quote").json()
    assert (quote["fee"], quote["difference"], quote["to_pay"]) == ("50.00", "147.00", "197.00")
    full = change(ada, "FLEXAB", [2]).json()
    assert flights_of(full) == [2, 7]
    assert full["paid"] == "687.00"
    assert [ada.get(f"/api/flights/{n}").json()["seats_left"] for n in (1, 2)] == [42, 38]


def test_a_cheaper_flight_gives_back_nothing_but_in_premium(ada):
    full = change(ada, "LIGHTA", [3]).json()
    assert (full["paid"], full["refunded"]) == ("160.00", "0.00")
    quote = change(ada, "PREMIA", [3], what="change-quote").json()
    assert (quote["fee"], quote["to_pay"], quote["to_refund"]) == ("0.00", "0.00", "176.00")
    assert change(ada, "PREMIA", [3]).json()["refunded"] == "176.00"


@pytest.mark.parametrize(
    ("code", "flights", "way", "status", "said"),
    [
        ("LIGHTA", [1], "outbound", 422, "you have"),
        ("LIGHTA", [6], "outbound", 409, "PEL to VDN"),
        ("LIGHTA", [13], "outbound", 409, "0 seats"),
        ("LIGHTA", [2], "inbound", 422, "no flight in that direction"),
        ("PASTAA", [1], "outbound", 409, "has begun"),
        ("LIGHTA", [2], "sideways", 422, "missing or wrong"),
    ],
)
def test_changes_that_are_refused(ada, refusal, code, flights, way, status, said):
    assert said in refusal(change(ada, code, flights, way), status)


def test_rebooking_is_for_disruptions_only(ada, refusal):
    assert "cancelled, 120 minutes" in refusal(change(ada, "LIGHTA", [2], what="rebook"))


def test_rebook_a_cancelled_flight_free_of_charge(ada):
    assert [b["code"] for b in ada.get("/api/disruptions").json()] == ["UPSETA"]
    full = change(ada, "UPSETA", [2], what="rebook").json()
    assert (full["paid"], full["refunded"]) == ("209.00", "9.00"), "the seat is refunded"
    assert flights_of(full) == [2]
    assert full["disrupted"] == []
    assert ada.get("/api/disruptions").json() == []
    assert [leg["ended_at"] is None for leg in full["legs"]] == [False, True]


def cancellation(client, code):
    return client.get(f"/api/bookings/{code}/cancellation").json()


@pytest.mark.parametrize(
    ("code", "rule", "percent", "refund"),
    [
        ("LIGHTA", "Light fare", 0, "0.00"),
        ("FLEXAB", "Flex fare", 80, "392.00"),
        ("SOONAA", "Flex fare", 0, "0.00"),
        ("PREMIA", "Premium fare", 100, "352.00"),
        ("FRESHA", "24-hour rule", 100, "109.00"),
        ("UPSETA", "disruption", 100, "209.00"),
    ],
)
def test_the_refund_follows_the_terms(ada, code, rule, percent, refund):
    quote = cancellation(ada, code)
    assert (quote["rule"], quote["percent"], quote["refund"]) == (rule, percent, refund)
    full = ada.post(f"/api/bookings/{code}/cancel").json()
    assert (full["status"], full["refunded"]) == ("cancelled", refund)


def test_cancelling_gives_the_seats_back_once(ada, refusal):
    ada.post("/api/bookings/FRESHA/cancel").raise_for_status()
    assert ada.get("/api/flights/1").json()["seats_left"] == 41
    seats = {seat["seat"]: seat["free"] for seat in ada.get("/api/flights/1/seats").json()}
    assert seats["7A"]
    assert "is cancelled" in refusal(ada.post("/api/bookings/FRESHA/cancel"))


def test_what_is_flown_cannot_be_cancelled(ada, refusal):
    assert "have left" in refusal(ada.post("/api/bookings/PASTAA/cancel"))


def test_somebody_cancels_the_flight_meanwhile(faulty):
    """A change of the flight's row is all that a disruption takes."""
    fault = (
        '[[fault]]\nid = "f"\nfactor = "C1"\nservice = "airline"\non = "view_booking"\n'
        'effect = "change"\ntable = "flights"\nwhere = { id = 1 }\n'
        'set = { state = "cancelled", cause = "crew", announced_at = "now" }\n'
    )
    client = faulty(fault).login("ada@pier.example", "plum")
    assert client.get("/api/bookings/LIGHTA").json()["disrupted"] == []
    assert client.get("/api/bookings/LIGHTA").json()["disrupted"] == ["outbound"]
    assert cancellation(client, "LIGHTA")["refund"] == "100.00"


def test_change_and_cancel_on_pages(browser, ada):
    page = browser.get("/trips/FLEXAB/change/outbound", params={"flights": "2"})
    assert "€197.00" in page.text
    form = {"flights": "2", "action": "change", "payment_method_id": "1"}
    assert "is changed" in browser.post("/trips/FLEXAB/change/outbound", data=form).text
    form = {"flights": "2", "action": "rebook"}
    assert "Rebooked free" in browser.post("/trips/UPSETA/change/outbound", data=form).text
    assert "€109.00" in browser.get("/trips/FRESHA/cancel").text
    assert "is cancelled" in browser.post("/trips/FRESHA/cancel").text


def later(flight, state, **values):
    """A fault: the flight is disrupted at the third look at a booking, as was announced before."""
    changes = "".join(f", {name} = {value}" for name, value in values.items())
    return (
        '[[fault]]\nid = "f"\nfactor = "C1"\nservice = "airline"\non = "view_booking"\n'
        f'effect = "change"\ntable = "flights"\nwhere = {{ id = {flight} }}\n'
        f'set = {{ state = "{state}", cause = "crew", announced_at = "-1d"{changes} }}\n'
    )


def test_a_disruption_announced_before_booking_gives_no_rights(faulty, refusal):
    client = faulty(later(1, "cancelled")).login("ada@pier.example", "plum")
    client.get("/api/bookings/LIGHTA").raise_for_status()
    assert client.get("/api/bookings/LIGHTA").json()["disrupted"] == ["outbound"]
    fresh = client.get("/api/bookings/FRESHA").json()
    assert (fresh["disrupted"], fresh["refundable"]) == ([], False)
    assert cancellation(client, "FRESHA")["rule"] == "24-hour rule"
    assert "Free rebooking is for" in refusal(change(client, "FRESHA", [2], what="rebook"))
    claim = {"leg_id": 10}
    answer = client.post("/api/bookings/FRESHA/compensation-claims", json=claim)
    assert "had been announced" in refusal(answer)


def test_a_change_to_a_late_flight_gives_no_rights(faulty, refusal):
    client = faulty(later(2, "delayed", delay=310)).login("ada@pier.example", "plum")
    client.get("/api/bookings/LIGHTA").raise_for_status()
    full = change(client, "LIGHTA", [2]).json()
    assert (full["disrupted"], full["refundable"]) == ([], False)
    assert cancellation(client, "LIGHTA")["refund"] == "0.00"
    assert client.get("/api/bookings/PREMIA").json()["refundable"], "booked before"


def test_the_24_hour_rule_goes_by_the_journey_as_booked(ada, wait_until):
    wait_until(24 * 6 + 12, ada.get("/api/flights/1").json()["departs_at"])
    person = {"first_name": "Ada", "last_name": "Quill", "born_on": "1990-01-01"}
    order = {"fare": "light", "passengers": [person], "contact_email": "a@pier.example"}
    soon = ada.post("/api/bookings", json=order | {"outbound": [1]}).json()["code"]
    assert cancellation(ada, soon)["rule"] == "Light fare"
    change(ada, soon, [3]).raise_for_status()
    assert cancellation(ada, soon)["rule"] == "Light fare"
    later = ada.post("/api/bookings", json=order | {"outbound": [3]}).json()["code"]
    change(ada, later, [2]).raise_for_status()
    assert cancellation(ada, later)["rule"] == "24-hour rule"
