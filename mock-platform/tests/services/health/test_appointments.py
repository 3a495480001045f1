"""Booking, cancelling, moving, the waiting list, and what providers do with visits."""

import pytest

ADA, BRUNO = "/api/patients/1", "/api/patients/2"


def book(client, slot_id, at=ADA, kind="consultation", **values):
    return client.post(f"{at}/appointments", json={"slot_id": slot_id, "kind": kind} | values)


def free(client, **query):
    return [one["id"] for one in client.get("/api/slots", params=query).json()["items"]]


def test_a_slot_is_booked_once(ada, bruno, refusal):
    assert 1 in free(ada)
    made = book(ada, 1, reason="Knee").json()
    assert (made["number"], made["status"], made["place"]) == ("W-10005", "booked", "Pier Practice")
    assert 1 not in free(ada)
    assert "not free" in refusal(book(bruno, 1, BRUNO))


@pytest.mark.parametrize(
    ("slot_id", "kind", "status", "said"),
    [
        (3, "consultation", 409, "takes 20 minutes; the slot has 10"),
        (4, "consultation", 409, "at most 60 days"),
        (5, "consultation", 409, "at least 2 hours"),
        (10, "check_up", 409, "not free"),
        (1, "vaccination", 422, "offers no vaccination"),
        (99, "consultation", 404, "no such slot"),
        (7, "first_visit", 409, "needs a referral"),
    ],
)
def test_what_cannot_be_booked(ada, refusal, slot_id, kind, status, said):
    assert said in refusal(book(ada, slot_id, kind=kind), status)


def test_a_referral_is_used_and_comes_back(ada, bruno, refusal):
    made = book(ada, 6, kind="first_visit").json()
    assert made["referral"] == "R-3001"
    assert not ada.get(f"{ADA}/referrals").json()[0]["usable"]
    ada.post(f"{ADA}/appointments/{made['id']}/cancel").raise_for_status()
    assert ada.get(f"{ADA}/referrals").json()[0]["usable"]
    other = {"kind": "first_visit", "referral_id": 1}
    assert book(bruno, 6, BRUNO, **other).status_code == 404


def test_one_a_day_with_the_same_provider(ada, refusal):
    book(ada, 1).raise_for_status()
    assert "that day already" in refusal(book(ada, 2))


def test_a_late_cancellation_costs_a_fee(ada, refusal):
    gone = ada.post(f"{ADA}/appointments/1/cancel").json()
    assert (gone["status"], gone["fee"]) == ("cancelled", "30.00")
    fee = ada.get(f"{ADA}/fees").json()[0]
    assert (fee["amount"], fee["status"]) == ("30.00", "open")
    assert ada.post(f"{ADA}/fees/{fee['id']}/pay").json()["status"] == "paid"
    assert "paid" in refusal(ada.post(f"{ADA}/fees/{fee['id']}/pay"))
    assert "cancelled" in refusal(ada.post(f"{ADA}/appointments/1/cancel"))
    assert "begun" in refusal(ada.post(f"{ADA}/appointments/2/cancel"))


def test_open_fees_stop_booking(ada, iris, refusal):
    iris.post(f"{ADA}/appointments/2/missed").raise_for_status()
    ada.post(f"{ADA}/appointments/1/cancel").raise_for_status()
    assert "€75.00" in refusal(book(ada, 1))


def test_an_appointment_is_moved_twice_at_most(bruno, ada, refusal):
    path = f"{BRUNO}/appointments/3/move"
    assert bruno.post(path, json={"slot_id": 1}).json()["moves"] == 1
    assert 11 in free(bruno)
    assert "offers no consultation" in refusal(bruno.post(path, json={"slot_id": 6}), 422)
    bruno.post(path, json={"slot_id": 12}).raise_for_status()
    assert "2 times" in refusal(bruno.post(path, json={"slot_id": 11}))
    late = ada.post(f"{ADA}/appointments/1/move", json={"slot_id": 1})
    assert "until 24 hours before" in refusal(late)


def test_the_waiting_list_gets_what_becomes_free(ada, bruno, iris, refusal, day, later):
    wish = {"speciality": "general", "kind": "consultation"}
    wish |= {"first_day": day(8), "last_day": day(8)}
    taken = {"first_day": day(2), "last_day": day(2)}
    assert "free appointments" in refusal(ada.post(f"{ADA}/waiting-list", json=wish | taken))
    entry = ada.post(f"{ADA}/waiting-list", json=wish).json()
    assert (entry["status"], entry["ahead"]) == ("waiting", 0)
    bruno.post(f"{BRUNO}/appointments/3/cancel").raise_for_status()
    offered = ada.get(f"{ADA}/waiting-list").json()[0]
    assert (offered["status"], offered["slot_id"]) == ("offered", 11)
    assert 11 not in free(bruno)
    assert "not free" in refusal(book(bruno, 11, BRUNO))
    made = ada.post(f"{ADA}/waiting-list/{entry['id']}/accept").json()
    assert (made["slot_id"], made["status"]) == (11, "booked")
    assert ada.get(f"{ADA}/waiting-list").json() == []


def test_an_offer_lapses(ada, bruno, refusal, day, later):
    wish = {"speciality": "general", "kind": "consultation"}
    wish |= {"first_day": day(8), "last_day": day(8)}
    entry = ada.post(f"{ADA}/waiting-list", json=wish).json()
    bruno.post(f"{BRUNO}/appointments/3/cancel").raise_for_status()
    later(hours=13)
    assert 11 in free(bruno)
    book(bruno, 11, BRUNO).raise_for_status()
    assert "lapsed" in refusal(ada.post(f"{ADA}/waiting-list/{entry['id']}/accept"))
    assert ada.get(f"{ADA}/waiting-list").json()[0]["status"] == "waiting"


def test_a_visit_is_completed_by_its_provider(ada, iris, live, refusal):
    written = {"summary": "All well.", "next_steps": "Next year."}
    odo = live.login("odo@practice.example", "plum")
    assert odo.post(f"{ADA}/appointments/2/complete", json=written).status_code == 404
    assert ada.post(f"{ADA}/appointments/2/complete", json=written).status_code == 403
    assert "has begun" in refusal(iris.post(f"{ADA}/appointments/1/complete", json=written))
    iris.post(f"{ADA}/appointments/2/complete", json=written).raise_for_status()
    assert ada.get(f"{ADA}/visits").json()["items"][0]["summary"]["summary"] == "All well."


def test_a_provider_offers_time(iris, ada, refusal, day):
    wanted = {"starts_at": f"{day(20)}T09:00:00Z", "minutes": 20, "count": 3}
    made = iris.post("/api/practice/slots", json=wanted).json()
    assert [one["starts_at"][11:16] for one in made] == ["09:00", "09:20", "09:40"]
    again = {"starts_at": f"{day(20)}T09:50:00Z", "minutes": 20}
    assert "overlaps" in refusal(iris.post("/api/practice/slots", json=again))
    iris.post(f"/api/practice/slots/{made[0]['id']}/block").raise_for_status()
    assert made[0]["id"] not in free(ada)
    assert ada.post("/api/practice/slots", json=wanted).status_code == 403
    shown = iris.get("/api/practice/day", params={"day": day(20)}).json()
    assert [one["slot"]["state"] for one in shown] == ["blocked", "open", "open"]


def test_a_provider_calls_off_without_a_fee(iris, ada):
    gone = iris.post(f"{ADA}/appointments/1/call-off").json()
    assert (gone["status"], gone["fee"]) == ("cancelled", "0.00")
    assert ada.get(f"{ADA}/fees").json() == []
